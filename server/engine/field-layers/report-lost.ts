import type { FastifyBaseLogger } from 'fastify'
import type { Screen } from '#src/definition'
import type { Database } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { screensOf } from '../own-screens.ts'
import { lostOf } from './lost.ts'

/** Says in the log what the definitions of this version have left behind, by organisation; administrators see it beside the fields. */
export async function reportLost(
  db: Database,
  screens: readonly Screen[],
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const organizations = await db.system((tx) =>
    tx.query<{ id: number }>(sql`
      select organization_id as id from form_field union select organization_id from list_view
      union select organization_id from upload_format order by 1`),
  )
  for (const { id } of organizations) {
    const scope = { organizationId: id, userId: 0 }
    const own = await screensOf({ db, screens }, scope)
    const lost = await db.tenant(scope, (tx) => lostOf(tx, id, own), { readOnly: true })
    for (const { kind, name, screen, form_id, reason } of lost)
      log.warn({ organization: id, kind, name, screen, form: form_id, reason }, 'lost by a change of the definitions')
  }
}
