import { join, sql, type Sql } from '../store/sql.ts'
import type { Report } from './report.ts'

type Parameters = Readonly<Record<string, unknown>>

/** The contracts that criteria ask for, on the row `c`. */
const wanted = (parameters: Parameters, organizationId: number): Sql => {
  const { on_from: from, on_to: to, partner_number: partner, contract_number: number } = parameters
  const equal = (['application_type', 'contract_status', 'approval_status', 'contract_type'] as const).flatMap((name) =>
    parameters[name] ? [sql`c.${columns[name]} = ${parameters[name]}::text`] : [],
  )
  return join(
    [
      sql`c.organization_id = ${organizationId}`,
      sql`c.valid_from <= ${to}::date`,
      sql`c.valid_to >= ${from}::date`,
      ...equal,
      ...(partner ? [sql`c.partner_number = ${partner}::text`] : []),
      ...(number ? [sql`c.contract_number = ${number}::text`] : []),
    ],
    ' and ',
  )
}

const columns = {
  application_type: sql`application_type`,
  contract_status: sql`contract_status`,
  approval_status: sql`approval_status`,
  contract_type: sql`contract_type`,
}

const posted = (organizationId: number): Sql => sql`
  select f.contract_number, min(f.posting_date) as first_posting, max(f.posting_date) as last_posting, count(*) as postings,
         sum(f.amount) filter (where f.posting_type in ('Accrual', 'Accrual Reversal')) as accrued,
         sum(f.amount) filter (where f.posting_type in ('Payment', 'Payment Reversal', 'Delta Payment')) as paid,
         count(*) filter (where f.period_from < c.valid_from or f.period_from > c.valid_to) as outside
    from financial_posting f
    join contract c on c.organization_id = f.organization_id and c.contract_number = f.contract_number
   where f.organization_id = ${organizationId} and f.status <> 'rejected' group by f.contract_number`

/** Contracts with what they consist of and what was posted of them. */
export const contractOverview: Report = {
  reads: {
    contract: ['contract_number', 'contract_header', 'partner_number', 'valid_from', 'valid_to', 'rules', 'tiers'],
    'financial-posting': ['contract_number', 'amount', 'posting_type'],
  },
  statement: (parameters, { organizationId }) => sql`
    select c.contract_number, c.contract_header as contract_description, c.application_type, c.contract_type, c.partner_number, c.valid_from, c.valid_to,
           c.contract_status, c.approval_status, c.version, jsonb_array_length(coalesce(c.rules, '[]')) as rules,
           jsonb_array_length(coalesce(c.tiers, '[]')) as tiers, jsonb_array_length(coalesce(c.eligibility, '[]')) as eligibility_lines,
           coalesce(p.accrued, 0) as accrued, coalesce(p.paid, 0) as paid, c.currency, p.last_posting
      from contract c left join (${posted(organizationId)}) p on p.contract_number = c.contract_number
     where ${wanted(parameters, organizationId)}`,
}

const findings = (today: string): Sql => sql`
  nullif(concat_ws(E'\n',
    case when c.contract_status = 'Active' and c.approval_status <> 'approved' then 'Active without approval' end,
    case when c.contract_status = 'Active' and c.valid_to < ${today}::date then 'Active after its end' end,
    case when c.approval_status = 'approved' and c.decided_by = c.submitted_by then 'Approved by who submitted it' end,
    case when c.approval_status = 'approved' and author.email = c.decided_by then 'Approved by who made it' end,
    case when jsonb_array_length(coalesce(c.rules, '[]')) = 0 then 'Without rules' end,
    case when c.own_sales_only is not true and jsonb_array_length(coalesce(c.eligibility, '[]')) = 0 then 'Counts the sales of everybody' end,
    case when p.outside > 0 then concat(p.outside, ' postings outside the validity') end,
    case when p.postings > 0 and c.approval_status <> 'approved' then 'Posted without being approved now' end,
    case when c.contract_status in ('Terminated', 'Archived') and coalesce(p.accrued, 0) <> 0 then 'Accrual left over' end), '')`

/** Contracts as auditors look at them: who made, changed and approved each, and what stands out. */
export const auditContracts: Report = {
  reads: {
    contract: ['contract_number', 'contract_header', 'partner_number', 'approval_status', 'rules', 'eligibility'],
    'financial-posting': ['contract_number', 'amount', 'posting_type'],
  },
  statement: (parameters, { organizationId, calendar }) => sql`
    select * from (
      select c.contract_number, c.contract_header as contract_description, c.application_type, c.partner_number, c.contract_status, c.approval_status, c.version,
             author.name as made_by, c.created_at as made_at, editor.name as changed_by, c.updated_at as changed_at, h.changes,
             coalesce(decider.name, c.decided_by) as approved_by,
             case when c.approval_status = 'approved' then coalesce(place.name, c.decided_for) end as approved_for, case when c.approval_status = 'approved' then c.decided_at end as approved_at,
             p.postings, p.first_posting, ${findings(calendar.today)} as findings
        from contract c
        left join (${posted(organizationId)}) p on p.contract_number = c.contract_number
        left join app_user author on author.organization_id = c.organization_id and author.id = c.created_by
        left join app_user editor on editor.organization_id = c.organization_id and editor.id = c.updated_by
        left join app_user decider on decider.organization_id = c.organization_id and decider.email = c.decided_by
        left join app_user place on place.organization_id = c.organization_id and place.email = c.decided_for
        left join lateral (
          select count(*) as changes from history h
           where h.organization_id = c.organization_id and h.screen = 'contract' and h.record_id = c.id and h.operation = 'update') h on true
       where ${wanted(parameters, organizationId)}) audited
     where ${parameters['only_findings'] !== true} or audited.findings is not null`,
}
