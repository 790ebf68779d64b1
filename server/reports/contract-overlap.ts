import { sql } from '../store/sql.ts'
import type { Report } from './report.ts'

/** Pairs of contracts of one partner and application that are valid on the same days, each pair once. */
export const contractOverlap: Report = {
  reads: {
    contract: [
      'contract_number',
      'contract_header',
      'partner_number',
      'application_type',
      'valid_from',
      'valid_to',
      'contract_status',
    ],
  },
  statement: (parameters, { organizationId }) => {
    const { on_from: from, on_to: to, partner, application, with_drafts: withDrafts } = parameters
    return sql`
      with wanted as (
        select * from contract c
         where c.organization_id = ${organizationId} and c.contract_status not in ('Terminated', 'Archived')
           and c.valid_from <= ${to}::date and c.valid_to >= ${from}::date and c.partner_number is not null
           and (${partner ?? null}::text is null or c.partner_number = ${partner ?? null}::text)
           and (${application ?? null}::text is null or c.application_type = ${application ?? null}::text)
           and (${withDrafts === true} or c.contract_status <> 'Draft')
      )
      select a.partner_number, a.application_type, a.contract_number, a.contract_header as contract_description,
             b.contract_number as other_number, b.contract_header as other_description,
             greatest(a.valid_from, b.valid_from) as overlap_from, least(a.valid_to, b.valid_to) as overlap_to,
             least(a.valid_to, b.valid_to) - greatest(a.valid_from, b.valid_from) + 1 as days
        from wanted a
        join wanted b on b.partner_number = a.partner_number and b.application_type = a.application_type
         and b.contract_number > a.contract_number and b.valid_from <= a.valid_to and b.valid_to >= a.valid_from`
  },
}
