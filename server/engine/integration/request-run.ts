import type { Caller } from '../../authorize.ts'
import type { Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { enqueueOrJoin } from '../jobs/run-record.ts'

interface Named {
  readonly code: string
  readonly name: string
  readonly app_type: string
}

/**
 * Asks for a run of an integration in the name of the caller; of what an earlier run rejected with `retryOf`. Answers its
 * number, and whether it waited already.
 */
export async function requestRun(
  tx: Tx,
  caller: Caller,
  integration: Named,
  retryOf?: number,
): Promise<{ readonly id: number; readonly joined: boolean }> {
  // One after the other, so that of two requests at the same time the second finds the run of the first.
  await tx.query(sql`
    select from integration_setup where organization_id = ${caller.organizationId} and code = ${integration.code} for update`)
  return enqueueOrJoin(tx, {
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
}
