import { sql } from '../store/sql.ts'
import type { Report } from './report.ts'

/** Change requests of contracts with how long they took, and who asked for and decided them. */
export const changeControl: Report = {
  reads: {
    'contract-change-request': ['request_number', 'contract_number', 'reason', 'approval_status', 'change_count'],
    contract: ['contract_header', 'partner_number'],
  },
  statement: (parameters, { organizationId }) => {
    const { on_from: from, on_to: to, contract_number: number, application_type: application } = parameters
    const { approval_status: status, only_open: onlyOpen } = parameters
    return sql`
      select r.request_number, r.contract_number, c.contract_header as contract_description, r.application_type, r.reason, r.change_count,
             r.base_version, r.new_version, r.approval_status, r.waiting_for, a.name as requested_by, r.created_at as requested_at,
             coalesce(s.name, r.submitted_by) as submitted_by, r.submitted_at, coalesce(d.name, r.decided_by) as decided_by, coalesce(f.name, r.decided_for) as decided_for, r.decided_at,
             coalesce(r.update_request_closed, false) as is_closed,
             round(extract(epoch from coalesce(r.closed_at, now()) - r.created_at) / 86400, 1) as days_open,
             round(extract(epoch from r.decided_at - r.submitted_at) / 86400, 1) as days_to_decision
        from contract_change_request r
        left join contract c on c.organization_id = r.organization_id and c.contract_number = r.contract_number
        left join app_user a on a.organization_id = r.organization_id and a.id = r.created_by
        left join app_user s on s.organization_id = r.organization_id and s.email = r.submitted_by
        left join app_user d on d.organization_id = r.organization_id and d.email = r.decided_by
        left join app_user f on f.organization_id = r.organization_id and f.email = r.decided_for
       where r.organization_id = ${organizationId} and r.created_at >= ${from}::date and r.created_at < ${to}::date + 1
         and (${number ?? null}::text is null or r.contract_number = ${number ?? null}::text)
         and (${application ?? null}::text is null or r.application_type = ${application ?? null}::text)
         and (${status ?? null}::text is null or r.approval_status = ${status ?? null}::text)
         and (${onlyOpen !== true} or r.update_request_closed is not true)`
  },
}
