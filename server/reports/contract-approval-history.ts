import { sql } from '../store/sql.ts'
import { peopleSql } from './people.ts'
import type { Report } from './report.ts'

/** Every step that contracts and changes of them took through their approval, and how long it had waited. */
export const contractApprovalHistory: Report = {
  reads: {
    'approval-decision': ['document', 'decision', 'decided_by', 'decided_for', 'decided_at', 'note', 'status_after'],
    contract: ['contract_number', 'contract_header', 'application_type'],
  },
  statement: (parameters, { organizationId }) => {
    const { on_from: from, on_to: to, contract_number: number, application_type: application } = parameters
    const { decision, decided_by: user } = parameters
    return sql`
      with step as (
        select d.*, lag(d.decided_at) over (partition by d.screen, d.record_number order by d.decided_at, d.id) as before
          from approval_decision d
         where d.organization_id = ${organizationId} and d.screen in ('contract', 'contract-change-request')
      )
      select coalesce(c.contract_number, x.contract_number) as contract_number, coalesce(c.contract_header, x.contract_header) as contract_description,
             coalesce(c.application_type, x.application_type) as application_type,
             case d.screen when 'contract' then 'Contract' else 'Change' end as document_kind, d.document, d.decision, d.level,
             coalesce(u.person, d.decided_by) as decided_by, coalesce(f.person, d.decided_for) as decided_for, d.decided_at, d.note, d.status_after,
             round(extract(epoch from d.decided_at - d.before) / 3600, 1) as hours_waited
        from step d
        left join contract c on d.screen = 'contract' and c.organization_id = d.organization_id and c.id = d.record_number
        left join contract_change_request r on d.screen = 'contract-change-request' and r.organization_id = d.organization_id and r.id = d.record_number
        left join contract x on x.organization_id = r.organization_id and x.id = r.update_contract_id
        left join ${peopleSql(organizationId)} u on u.email = d.decided_by
        left join ${peopleSql(organizationId)} f on f.email = d.decided_for
       where d.decided_at >= ${from}::date and d.decided_at < ${to}::date + 1
         and (${decision ?? null}::text is null or d.decision = ${decision ?? null}::text)
         and (${user ?? null}::text is null or d.decided_by = ${user ?? null}::text)
         and (${number ?? null}::text is null or coalesce(c.contract_number, x.contract_number) = ${number ?? null}::text)
         and (${application ?? null}::text is null or coalesce(c.application_type, x.application_type) = ${application ?? null}::text)`
  },
}
