import type { Caller } from '../../authorize.ts'
import type { Tx } from '../../store/database.ts'
import { enqueueRun } from '../jobs/run-record.ts'

interface Named {
  readonly code: string
  readonly name: string
  readonly app_type: string
}

/** Asks for a run of an integration in the name of the caller; of what an earlier run rejected with `retryOf`. Answers its number. */
export async function requestRun(tx: Tx, caller: Caller, integration: Named, retryOf?: number): Promise<number> {
  const id = await enqueueRun(tx, {
    organizationId: caller.organizationId,
    userId: caller.userId,
    job: null,
    integration: integration.code,
    name: retryOf === undefined ? integration.name : `${integration.name}: rejected lines of run ${retryOf}`,
    jobType: 'integration',
    appType: integration.app_type,
    body: { integration: integration.code, ...(retryOf === undefined ? {} : { retry_of: retryOf }) },
    startedBy: caller.email,
    maxAttempts: 1,
    retrySeconds: 60,
  })
  return id!
}
