import { errorMessage, isUnanswered } from '#src/data/api-error.ts'
import { notify } from '#src/ui/notify.ts'

/** Says that a call failed: `failed` and the reason, or the reason alone where it is not known whether the server carried it out. */
export function notifyFailure(failed: string, error: unknown, reason = errorMessage(error)): void {
  if (isUnanswered(error) || failed === reason) notify.error(reason)
  else notify.error(failed, { description: reason })
}
