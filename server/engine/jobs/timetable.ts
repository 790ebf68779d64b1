import type { Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import type { Timetable } from './occurrences.ts'

/** The holidays of a calendar, from shortly before today on, but for those of `without`. */
export async function holidaysOf(
  tx: Tx,
  organizationId: number,
  calendar: unknown,
  without: readonly number[] = [],
): Promise<Timetable['holidays']> {
  const rows = await tx.query<{ day: string }>(sql`
    select day from holiday where organization_id = ${organizationId} and calendar = ${String(calendar ?? '')}
       and day > current_date - 60 and id <> all(${[...without]}::bigint[])`)
  return new Set(rows.map(({ day }) => day))
}

/** The timetable a job's record describes. */
export const timetableOf = (job: Readonly<Record<string, unknown>>, holidays: Timetable['holidays']): Timetable => ({
  cron: String(job['cron']),
  time_zone: String(job['time_zone'] ?? 'UTC'),
  day_rule: (job['day_rule'] ?? 'any') as Timetable['day_rule'],
  weekend: (job['weekend'] ?? 'sat-sun') as Timetable['weekend'],
  holidays,
})
