import { counts } from '../engine/count-cache.ts'
import type { Caller } from '../authorize.ts'
import type { Tx } from '../store/database.ts'
import { id, ids, sql, type Sql } from '../store/sql.ts'
import { levelNames } from './series.ts'

/** What tells one figure of a forecast from another. */
const key = ['forecast_version', ...levelNames, 'period_from']

/** One piece of work at a time writes a version. */
export const lockVersion = (tx: Tx, organizationId: number, version: string): Promise<unknown> =>
  tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`forecast ${organizationId} ${version}`}, 0))`)

/**
 * Puts figures of a forecast in the place of those that `gone` finds (on the row t), with their history; answers how many there are. A figure
 * that stands there otherwise, such as one that somebody entered, stays.
 */
export async function keepForecasts(
  tx: Tx,
  { organizationId, userId }: Pick<Caller, 'organizationId' | 'userId'>,
  gone: Sql,
  names: readonly string[],
  rows: Sql,
): Promise<number> {
  await tx.query(sql`
    with gone as (delete from sales_forecast t where t.organization_id = ${organizationId} and ${gone} returning t.*)
    insert into history (organization_id, screen, record_id, user_id, operation, changes)
    select t.organization_id, 'sales-forecast', t.id, ${userId}::bigint, 'delete', jsonb_build_object('_row', to_jsonb(t)) from gone t`)
  const made = await tx.query(sql`
    with made as (
      insert into sales_forecast (organization_id, created_by, updated_by, ${ids(names)})
      select ${organizationId}, ${userId}::bigint, ${userId}::bigint, ${ids(names)} from ${rows}
      on conflict (organization_id, ${ids(key)}) do nothing returning ${id('id')})
    insert into history (organization_id, screen, record_id, user_id, operation)
    select ${organizationId}, 'sales-forecast', made.id, ${userId}::bigint, 'insert' from made returning record_id`)
  tx.afterCommit(() => counts.forget('sales_forecast', organizationId))
  return made.length
}
