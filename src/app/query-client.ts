import { errorMessage } from '#src/data/api-error.ts'
import { createQueryClient } from '#src/data/query-client.ts'
import { notify } from '#src/ui/notify.ts'

/** The one QueryClient of the product: a failed call is said once, in the screen's own words where it has some. */
export const queryClient = createQueryClient((error, { failed }) => {
  const message = errorMessage(error)
  if (failed === undefined || failed === message) notify.error(message)
  else notify.error(failed, { description: message })
})
