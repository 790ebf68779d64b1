import type { RecordHooks } from '../engine/hooks.ts'
import { sql } from '../store/sql.ts'

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The metrics of a plan weigh at most 100 percent together, on every day of the weight that is written. */
const performanceWeight: RecordHooks = {
  beforeWrite: async ({ tx, caller }, values, current) => {
    const record = { ...current, ...values }
    const [plan, from, to] = [text(record['plan']), text(record['valid_from']), text(record['valid_to'])]
    if (plan === null || from === null) return []
    // Two weights of a plan that are written at the same moment: one after the other.
    await tx.query(
      sql`select pg_advisory_xact_lock(hashtextextended(${`performance-weight ${caller.organizationId} ${plan}`}, 0))`,
    )
    const [row] = await tx.query<{ day: string; others: string }>(sql`
      with other as (
        select w.weight, w.valid_from, w.valid_to from performance_weight w
         where w.organization_id = ${caller.organizationId} and w.plan = ${plan} and w.id is distinct from ${current?.['id'] ?? null}::bigint
           and w.valid_from <= coalesce(${to}::date, 'infinity') and coalesce(w.valid_to, 'infinity') >= ${from}::date
      )
      select d.day::text as day, trim_scale(sum(o.weight))::text as others
        from (select ${from}::date as day union select valid_from from other where valid_from > ${from}::date) d
        join other o on d.day between o.valid_from and coalesce(o.valid_to, 'infinity')
       group by d.day order by sum(o.weight) desc, d.day limit 1`)
    const weight = Number(record['weight'] ?? 0)
    if (!row || Number(row.others) + weight <= 100) return []
    return [
      {
        path: ['weight'],
        code: 'max',
        message: `The other metrics of the plan weigh ${row.others} percent from ${row.day} on; together they may weigh 100`,
      },
    ]
  },
}

export const performanceHooks: Readonly<Record<'performance-weight', RecordHooks>> = {
  'performance-weight': performanceWeight,
}
