import { errorMessage } from '#src/data/api-error.ts'
import { createQueryClient } from '#src/data/query-client.ts'
import { notifyFailure } from '#src/widgets/notify-failure.ts'

/** The one QueryClient of the product: a failed call is said once, in the screen's own words where it has some. */
export const queryClient = createQueryClient((error, { failed }) => {
  notifyFailure(failed ?? errorMessage(error), error)
})
