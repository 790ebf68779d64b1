import type { SessionServices } from '../../session/services.ts'
import { sql } from '../../store/sql.ts'
import { screenNamed } from '../effective-screens.ts'
import { follow, product } from './follow.ts'
import type { Tell } from './tell.ts'

interface Turned {
  readonly organization_id: number
  readonly screen: string
  readonly record: number
}

/** So many at a time; the next look goes on. */
const most = 1_000

/**
 * Limits and assigned workflows begin and end with their days, whether anybody does anything or not: requests that have waited since before such
 * a day come into the inbox of those who are named now and leave that of the others.
 */
export async function followDays(services: Pick<SessionServices, 'db' | 'screens'>, tell: Tell): Promise<void> {
  const { db, screens } = services
  const [before, now] = [sql`books_day(w.organization_id, w.updated_at)`, sql`books_day(w.organization_id)`]
  const turns = (table: 'l' | 'a') => {
    const [from, to] = table === 'l' ? [sql`l.valid_from`, sql`l.valid_to`] : [sql`a.valid_from`, sql`a.valid_to`]
    return sql`((${from} > ${before} and ${from} <= ${now}) or (${to} >= ${before} and ${to} < ${now}))`
  }
  const turned = await db.system((tx) =>
    tx.query<Turned>(sql`
      select w.organization_id, w.screen, w.record_number as record from workflow_request w
       where w.status = 'open' and w.record_number is not null and ${before} < ${now}
         and (exists (select from workflow_setup l where l.organization_id = w.organization_id and l.status = 'active' and ${turns('l')})
              or exists (select from workflow_assignment a where a.organization_id = w.organization_id and a.status = 'active' and ${turns('a')}))
       order by w.id limit ${most}`),
  )
  for (const { organization_id: organizationId, screen: name, record } of turned) {
    const screen = screenNamed(screens, name)
    const caller = { ...product, organizationId }
    if (screen?.table && screen.approval)
      await db.tenant(caller, (tx) => follow({ tx, caller, screen, screens, hooks: {} }, tell, record))
  }
}
