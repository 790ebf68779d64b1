import { join, sql } from '../store/sql.ts'
import type { Report } from './report.ts'

/** Integrations held to the standard: that they deliver, that what they deliver is accepted, and that it agrees with its source. */
export const compliance: Report = {
  reads: { 'integration-setup': ['code', 'name', 'active', 'last_run_at', 'last_status'] },
  statement: (parameters, { organizationId, calendar }) => {
    const {
      integration,
      delivered_from: from,
      delivered_to: to,
      accepted_at_least: least,
      days_at_most: days,
    } = parameters
    const within = join(
      [
        sql`r.organization_id = s.organization_id and r.integration = s.code`,
        ...(from ? [sql`r.at >= ${from}::date`] : []),
        ...(to ? [sql`r.at < ${to}::date + 1`] : []),
      ],
      ' and ',
    )
    return sql`
      select j.*, case when not j.active then 'inactive'
                       when j.files = 0 then 'silent'
                       when j.days_since > ${days}::int then 'late'
                       when j.accepted_percent < ${least}::numeric then 'rejected'
                       when j.differing > 0 then 'differs'
                       else 'compliant' end as state
        from (
          select s.code as integration, s.name, coalesce(s.active, false) as active, s.last_status, f.files, f.runs, f.source_lines, f.left_out, f.rejected,
                 f.records, f.differing, f.last_delivery, ${calendar.today}::date - (f.last_delivery at time zone ${calendar.zone ?? 'UTC'})::date as days_since,
                 f.source_lines - f.left_out as wanted_lines, f.source_lines - f.left_out - f.rejected as accepted,
                 round(100.0 * (f.source_lines - f.left_out - f.rejected) / nullif(f.source_lines - f.left_out, 0), 2) as accepted_percent
            from integration_setup s
           cross join lateral (
             select count(*) as files, count(distinct r.run_id) as runs, coalesce(sum(r.source_lines), 0) as source_lines,
                    coalesce(sum(r.left_out), 0) as left_out, coalesce(sum(r.rejected), 0) as rejected, coalesce(sum(r.target_count), 0) as records,
                    count(*) filter (where not r.reconciled) as differing, max(r.at) as last_delivery
               from integration_reconciliation r where ${within}) f
           where s.organization_id = ${organizationId} ${integration ? sql`and s.code = ${integration}::text` : sql``}) j`
  },
}
