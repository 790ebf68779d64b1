import { secretContext } from '../engine/integration/secret.ts'
import { AppError } from '../errors.ts'
import { unseal } from '../session/secrets.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { JobServices } from './services.ts'
import type { IntegrationRecord } from './sources/source.ts'

/** An integration by its code or id, its password opened; NOT_FOUND when there is none. */
export async function readIntegration(
  { secrets }: Pick<JobServices, 'secrets'>,
  tx: Tx,
  organizationId: number,
  which: { readonly code: string } | { readonly id: number },
): Promise<IntegrationRecord> {
  const found = 'code' in which ? sql`code = ${which.code}` : sql`id = ${which.id}`
  const [record] = await tx.query<IntegrationRecord & { secret_box: string | null }>(sql`
    select * from integration_setup where organization_id = ${organizationId} and ${found}`)
  if (!record) throw new AppError('NOT_FOUND', { message: 'There is no such integration.' })
  const { secret_box: box, ...rest } = record
  const context = secretContext(organizationId, record.code)
  return { ...rest, secret: box ? unseal(secrets, Buffer.from(box, 'base64'), context) : null }
}
