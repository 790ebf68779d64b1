import type { Screen } from '#src/definition'
import { approvalFields } from '#src/definition/approval.ts'
import { contractDifferences, screenOf } from '../contracts/versions.ts'
import type { Tx } from '../store/database.ts'
import { json, sql } from '../store/sql.ts'
import { insertRows } from './insert-rows.ts'
import type { DemoMasters, Row } from './masters.ts'

type Make = (number: string, more: Row) => Row
type Rule = (more: Row) => Row

/** Contracts of the other applications, and such of next year as wait, came back or were refused. */
export function contractsInWork(masters: DemoMasters, contract: Make, rule: Rule): Row[] {
  const [first, second] = masters.suppliers.map((supplier) => ({
    number: String(supplier['supplier_number']),
    name: String(supplier['supplier_name']),
  }))
  const customer = (at: number) => ({
    partner_customer: masters.customers[at]!['customer_number'],
    partner_number: masters.customers[at]!['customer_number'],
  })
  const supplier = (one: { number: string }) => ({
    partner_type: 'supplier',
    partner_supplier: one.number,
    partner_number: one.number,
  })
  const nextYear = {
    valid_from: '2027-01-01',
    valid_to: '2027-12-31',
    contract_status: 'Draft',
    approval_status: 'new',
  }
  const submitted = { submitted_by: 'anna.meyer@northgate.example', submitted_at: '2026-11-18T09:12:00.000Z' }
  return [
    contract('S26-002', {
      contract_header: `Bonus of ${first!.name} on what we sell of theirs`,
      application_type: 'Supplier Rebate',
      contract_type: 'volume',
      ...supplier(first!),
      rules: [rule({ tier_mode: 'marginal', evaluation_period: 'year', description: 'Each band its own rate' })],
      tiers: [
        { rule_no: 1, from_value: '0', to_value: '50000', rate: '1' },
        { rule_no: 1, from_value: '50000', to_value: '250000', rate: '2.25' },
        { rule_no: 1, from_value: '250000', to_value: null, rate: '3.5' },
      ],
      payment_frequency: 'year',
    }),
    contract('B26-001', {
      contract_header: `Chargeback to ${second!.name} for hospital prices`,
      application_type: 'Supplier Chargeback',
      contract_type: 'chargeback',
      ...supplier(second!),
      eligibility: [
        { group_no: 1, mode: 'include', attribute: 'customer.class_of_trade', operator: 'eq', value: 'Hospital' },
      ],
      rules: [
        rule({
          rate_type: 'amount_per_unit',
          benefit_basis: 'quantity',
          rate: '0.85',
          evaluation_period: 'month',
          aggregation_level: 'material',
          condition_id: 'ZCB1',
        }),
      ],
      payment_frequency: 'month',
    }),
    contract('K26-001', {
      contract_header: 'Chargeback of a wholesaler: contract price against list price',
      application_type: 'Customer Chargeback',
      contract_type: 'chargeback',
      ...customer(4),
      rules: [
        rule({
          rate: '6',
          benefit_basis: 'sales_basis',
          sales_basis: 'GROSS',
          evaluation_period: 'month',
          aggregation_level: 'material',
          max_amount: '2500',
        }),
      ],
      payment_frequency: 'month',
    }),
    contract('R27-001', {
      ...nextYear,
      ...submitted,
      contract_header: 'Volume rebate 2027, with a bonus for growth',
      ...customer(0),
      rules: [rule({ tier_mode: 'retro' })],
      tiers: [
        { rule_no: 1, from_value: '0', to_value: '40000', rate: '1.5' },
        { rule_no: 1, from_value: '40000', to_value: null, rate: '3' },
      ],
      approval_status: 'submit_approval',
      waiting_for: 'Whoever may approve contracts',
    }),
    contract('R27-004', {
      ...nextYear,
      ...submitted,
      submitted_by: 'admin@northgate.example',
      contract_header: 'Growth rebate 2027 for the online shop',
      ...customer(3),
      rules: [rule({ tier_mode: 'retro' })],
      tiers: [
        { rule_no: 1, from_value: '0', to_value: '60000', rate: '1' },
        { rule_no: 1, from_value: '60000', to_value: null, rate: '2.5' },
      ],
      approval_status: 'submit_approval',
      waiting_for: 'Whoever may approve contracts',
    }),
    contract('R27-002', {
      ...nextYear,
      ...submitted,
      contract_header: 'Flat rebate 2027 on the whole range',
      contract_type: 'flat',
      ...customer(1),
      rules: [rule({ rate: '4.5' })],
      approval_status: 'Issue Resolution',
      approval_note: 'Last year it was 3 percent. What has changed?',
      decided_by: 'admin@northgate.example',
      decided_at: '2026-11-19T15:31:00.000Z',
    }),
    contract('R27-003', {
      ...nextYear,
      ...submitted,
      contract_header: 'Listing fee 2027',
      contract_type: 'other',
      ...customer(2),
      rules: [rule({ rate_type: 'fixed_amount', fixed_amount: '25000', evaluation_period: 'year' })],
      approval_status: 'rejected',
      approval_note: 'Fees are agreed by the category, not by the customer.',
      decided_by: 'admin@northgate.example',
      decided_at: '2026-11-19T15:40:00.000Z',
    }),
  ]
}

interface People {
  readonly author: { readonly id: number; readonly email: string }
  readonly decider: { readonly id: number; readonly email: string }
}

const state = new Set(['id', ...Object.keys(approvalFields), 'contract_number', 'version', 'documents'])
const contentOf = (contract: Row): Row =>
  Object.fromEntries(Object.entries(contract).filter(([name]) => !state.has(name)))

const withRates = (contract: Row, by: number): Row => ({
  tiers: ((contract['tiers'] ?? []) as readonly Row[]).map((tier) => ({
    ...tier,
    rate: String(Number(tier['rate']) + by),
  })),
})

/** What was asked for of which contract, and what became of it. */
const requests: readonly {
  readonly contract: string
  readonly reason: string
  readonly status: string
  readonly change: (contract: Row) => Row
}[] = [
  {
    contract: 'R26-002',
    reason: 'Yearly talks: half a point more',
    status: 'approved',
    change: (contract) => withRates(contract, 0.5),
  },
  {
    contract: 'R26-005',
    reason: 'Paid each month from now on',
    status: 'approved',
    change: () => ({ payment_frequency: 'month', payment_calc_days: 15 }),
  },
  {
    contract: 'R26-003',
    reason: 'Competitor offers a point more',
    status: 'submit_approval',
    change: (contract) => withRates(contract, 1),
  },
  {
    contract: 'G26-001',
    reason: 'Clinics count as hospitals',
    status: 'new',
    change: () => ({ own_sales_only: false, contract_header: 'Hospitals and clinics: an amount for every unit' }),
  },
  { contract: 'R26-007', reason: 'A year longer', status: 'rejected', change: () => ({ valid_to: '2027-12-31' }) },
]

/** Versions of every approved contract, and change requests in every state. */
export async function loadContractLife(
  tx: Tx,
  screens: readonly Screen[],
  organizationId: number,
  contracts: readonly Row[],
  { author, decider }: People,
): Promise<void> {
  const versions: Row[] = []
  const changes: Row[] = []
  for (const contract of contracts.filter((one) => one['approval_status'] === 'approved')) {
    const number = String(contract['contract_number'])
    const asked = requests.find((one) => one.contract === number)
    const isMerged = asked?.status === 'approved'
    const base = { ...contentOf(contract), contract_number: number }
    versions.push({
      ...base,
      version: 1,
      is_current: !isMerged,
      reason: 'First version',
      change_count: 0,
      changes: [],
      approved_by: decider.email,
      approved_at: '2025-12-15T10:00:00.000Z',
    })
    if (!asked) continue
    const after = { ...base, ...asked.change(contract) }
    const differing = contractDifferences({ screens }, contract, after)
    const told = differing.map(({ place, old_value, new_value }) => ({ place, old_value, new_value }))
    const request_number = `CR-${String(changes.length + 1).padStart(6, '0')}`
    const isDecided = ['approved', 'rejected'].includes(asked.status)
    changes.push({
      ...after,
      request_number,
      reason: asked.reason,
      base_version: 1,
      new_version: isMerged ? 2 : null,
      change_count: told.length,
      changes: told,
      approval_status: asked.status,
      update_request_closed: isDecided,
      closed_at: isDecided ? '2026-09-30T14:20:00.000Z' : null,
      submitted_by: asked.status === 'new' ? null : author.email,
      submitted_at: asked.status === 'new' ? null : '2026-09-28T08:05:00.000Z',
      decided_by: isDecided ? decider.email : null,
      decided_at: isDecided ? '2026-09-30T14:20:00.000Z' : null,
      approval_note: asked.status === 'rejected' ? 'A new contract is made for next year.' : null,
      waiting_for: asked.status === 'submit_approval' ? 'Whoever may approve contracts' : null,
    })
    if (isMerged)
      versions.push({
        ...after,
        version: 2,
        is_current: true,
        reason: asked.reason,
        request_number,
        change_count: told.length,
        changes: told,
        approved_by: decider.email,
        approved_at: '2026-09-30T14:20:00.000Z',
      })
  }
  await insertRows(tx, screenOf({ screens }, 'contract-version'), organizationId, author.id, versions)
  await insertRows(tx, screenOf({ screens }, 'contract-change-request'), organizationId, author.id, changes)
  await tx.query(sql`
    update contract_change_request r set update_contract_id = c.id, created_at = '2026-09-25 16:40+00' from contract c
     where r.organization_id = ${organizationId} and c.organization_id = r.organization_id and c.contract_number = r.contract_number`)
  await tx.query(sql`
    update contract c set version = v.version, tiers = v.tiers, payment_frequency = v.payment_frequency, payment_calc_days = v.payment_calc_days
      from contract_version v
     where c.organization_id = ${organizationId} and v.organization_id = c.organization_id and v.contract_number = c.contract_number and v.is_current`)
  await tx.query(sql`
    update contract c set created_at = '2025-12-01 09:00+00', decided_by = ${decider.email}, decided_at = '2025-12-15 10:00+00', submitted_at = '2025-12-14 16:30+00',
           submitted_by = case c.contract_number when 'K26-001' then ${decider.email} else ${author.email} end
     where c.organization_id = ${organizationId} and c.approval_status = 'approved'`)
  await tx.query(sql`
    update contract c set open_change = r.request_number, is_update_approval_contract = r.approval_status = 'submit_approval'
      from contract_change_request r
     where c.organization_id = ${organizationId} and r.organization_id = c.organization_id and r.contract_number = c.contract_number
       and r.update_request_closed is not true`)
  await tellLife(tx, organizationId, requests, contracts, author)
}

/** What was decided about contracts and changes of them, who made and changed them, and the mass update that has run. */
async function tellLife(
  tx: Tx,
  organizationId: number,
  asked: typeof requests,
  contracts: readonly Row[],
  author: People['author'],
): Promise<void> {
  const steps = sql`
    cross join lateral (values ('submit', x.submitted_by, x.submitted_at, 'submit_approval', null),
      (case x.approval_status when 'rejected' then 'reject' when 'Issue Resolution' then 'question' else 'approve' end, x.decided_by, x.decided_at,
       x.approval_status, x.approval_note)) d (decision, by, at, status_after, note)`
  await tx.query(sql`
    insert into approval_decision (organization_id, created_by, updated_by, screen, record_number, document_type, document, decision, decided_by, decided_at, status_after, note)
    select ${organizationId}, ${author.id}, ${author.id}, x.screen, x.id, x.type, x.document, d.decision, d.by, d.at, d.status_after, d.note
      from (
        select 'contract' as screen, c.id, 'contract' as type, c.contract_number as document, c.submitted_by, c.submitted_at, c.decided_by, c.decided_at,
               c.approval_status, c.approval_note
          from contract c where c.organization_id = ${organizationId}
        union all
        select 'contract-change-request', r.id, 'contract', r.request_number, r.submitted_by, r.submitted_at, r.decided_by, r.decided_at,
               r.approval_status, r.approval_note
          from contract_change_request r where r.organization_id = ${organizationId}) x
     ${steps}
     where d.by is not null and d.at is not null order by d.at, x.id`)
  await tx.query(sql`
    insert into history (organization_id, screen, record_id, at, user_id, operation)
    select ${organizationId}, 'contract', c.id, c.created_at, ${author.id}, 'insert' from contract c where c.organization_id = ${organizationId}`)
  const merged = asked.flatMap(({ contract: number, status, change }) => {
    const contract = contracts.find((one) => one['contract_number'] === number)
    if (status !== 'approved' || !contract) return []
    const changes = Object.entries(change(contract)).map(([name, value]) => [name, [contract[name] ?? null, value]])
    return [{ number, changes: Object.fromEntries(changes) as Row }]
  })
  await tx.query(sql`
    insert into history (organization_id, screen, record_id, at, user_id, operation, changes)
    select ${organizationId}, 'contract', c.id, '2026-09-30 14:20+00', ${author.id}, 'update', m.changes
      from jsonb_to_recordset(${json(merged)}) as m(number text, changes jsonb)
      join contract c on c.organization_id = ${organizationId} and c.contract_number = m.number`)
  await tx.query(sql`
    with run as (
      select u.id, u.run_number, u.new_responsible, u.contract_type, u.finished_at from contract_mass_update u
       where u.organization_id = ${organizationId} and u.status = 'done' and u.action = 'responsible'
    ), changed as (
      update contract c set responsible = r.new_responsible from run r
       where c.organization_id = ${organizationId} and c.contract_type = r.contract_type and c.contract_status = 'Active' and c.responsible is null
      returning c.id, c.row_version, c.contract_number, c.partner_number, c.contract_header, c.contract_status, c.valid_to, r.run_number, r.new_responsible, r.finished_at
    ), told as (
      insert into history (organization_id, screen, record_id, at, user_id, operation, changes)
      select ${organizationId}, 'contract', c.id, c.finished_at, ${author.id}, 'update',
             jsonb_build_object('responsible', jsonb_build_array(null, c.new_responsible)) from changed c
    ), lines as (
      insert into contract_mass_update_line (organization_id, created_by, updated_by, run_number, line, contract_number, partner_number, outcome, state_before,
             state_after, contract_record, contract_version, written)
      select ${organizationId}, ${author.id}, ${author.id}, c.run_number, row_number() over (order by c.contract_number), c.contract_number, c.partner_number, 'done',
             concat(c.contract_header, ', ', c.contract_status, ', until ', c.valid_to), concat('Responsible: nothing → ', c.new_responsible), c.id, c.row_version,
             jsonb_build_array(jsonb_build_object('screen', 'contract', 'id', c.id, 'version', c.row_version, 'before', jsonb_build_object('responsible', null)))::text
        from changed c returning 1)
    update contract_mass_update u set matched = n.lines, changes = n.lines, processed = n.lines, done = n.lines, conflicts = 0, unchanged = 0, failed = 0
      from run r cross join (select count(*) as lines from lines) n where u.id = r.id`)
}
