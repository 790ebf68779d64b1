import { ApiError } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'
import { notifyFailure } from '#src/widgets/notify-failure.ts'

/** Cancels a run, its statement in the database included; whoever follows it hears of it. */
export async function cancelRun(requestId: string): Promise<void> {
  try {
    await api.post('cancel-activity', { json: { request_id: requestId }, background: true })
  } catch (problem) {
    // A run that has just ended is there to be seen; it is no failure that it could not be stopped.
    if (problem instanceof ApiError && problem.status === 404) return
    notifyFailure('It could not be cancelled and is still running', problem)
  }
}
