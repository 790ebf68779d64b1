import { join, sql } from '../store/sql.ts'
import { peopleSql } from './people.ts'
import type { Report } from './report.ts'

/** Who decided what about which document, and how long it had waited since it was submitted. */
export const approvalHistory: Report = {
  reads: {
    'approval-decision': [
      'document',
      'document_type',
      'decision',
      'level',
      'decided_by',
      'decided_for',
      'decided_at',
      'note',
      'amount',
      'currency',
      'status_after',
    ],
  },
  statement: (parameters, { organizationId, screens, andSeen }) => {
    const {
      document_type: type,
      decision,
      decided_by: by,
      decided_for: place,
      document,
      decided_from: from,
      decided_to: to,
    } = parameters
    const decisions = screens.find(({ name }) => name === 'approval-decision')!
    const wanted = [
      sql`d.is_seen`,
      ...(type ? [sql`d.document_type = ${type}::text`] : []),
      ...(decision ? [sql`d.decision = ${decision}::text`] : []),
      ...(by ? [sql`d.decided_by = ${by}::text`] : []),
      ...(place ? [sql`d.decided_for = ${place}::text`] : []),
      ...(document ? [sql`d.document = ${document}::text`] : []),
      ...(from ? [sql`d.decided_at >= ${from}::date`] : []),
      ...(to ? [sql`d.decided_at < ${to}::date + 1`] : []),
    ]
    // The wait is told from the latest submission before, also where that lies outside of the days asked for.
    return sql`
      select d.decided_at, d.document_type, d.document, d.decision, d.level, coalesce(u.person, d.decided_by) as decided_by, coalesce(f.person, d.decided_for) as decided_for, d.note, d.amount, d.currency, d.status_after, 1 as decisions,
             case when d.decision <> 'submit' then round((extract(epoch from d.decided_at - d.submitted_at) / 3600)::numeric, 1) end as hours_waited
        from (
          select t.*, (true${andSeen(decisions)}) as is_seen, max(t.decided_at) filter (where t.decision = 'submit') over (
                   partition by t.screen, t.record_number order by t.decided_at, t.id rows between unbounded preceding and current row) as submitted_at
            from approval_decision t where t.organization_id = ${organizationId}) d
        left join ${peopleSql(organizationId)} u on u.email = d.decided_by
        left join ${peopleSql(organizationId)} f on f.email = d.decided_for
       where ${join(wanted, ' and ')}`
  },
}
