import { minorUnits } from '../domain/calculation/amount.ts'
import { amountsSql, sourcesSql, type Calculation } from '../calculation/amounts-sql.ts'
import { eligibilitySql } from '../calculation/eligibility-sql.ts'
import { rounded } from '../calculation/precision.ts'
import { sourceTables } from '../calculation/source-tables.ts'
import type { Surroundings } from '../calculation/surroundings.ts'
import type { ContractTerms, DataSource, EligibilityTerm, RuleTerm } from '../calculation/terms.ts'
import { id, join, json, sql, type Sql } from '../store/sql.ts'
import { checksInOrder } from './handling.ts'
import { findingsSql } from './findings-sql.ts'
import type { ClaimKind } from './kinds.ts'
import { plainId, resolvedParts } from './resolve-sql.ts'
import { inBaseUnit } from './units-sql.ts'

export interface Judging {
  readonly kind: ClaimKind
  readonly around: Surroundings
  /** The claims whose lines are judged, and the contracts that they name. */
  readonly claims: readonly string[]
  readonly contracts: readonly ContractTerms[]
  /** The first and last day that a line was sold on. */
  readonly from: string
  readonly to: string
}

const ownLines = (contract: ContractTerms, group: number): EligibilityTerm => ({
  group_no: group,
  mode: 'include',
  attribute: 'sales-data.contract_number',
  operator: 'eq',
  value: contract.contract_number,
})

const isByBasis = ({ benefit_basis: basis }: RuleTerm): boolean => basis === 'sales_basis'

// Without tiers what is paid on is all that counts: a claim often names no prices.
const lineByLine = (rule: RuleTerm): RuleTerm =>
  rule.tier_mode === 'none'
    ? {
        ...rule,
        evaluation_period: 'invoice',
        qualifier_basis: rule.rate_type === 'amount_per_unit' && !isByBasis(rule) ? 'quantity' : rule.benefit_basis,
      }
    : rule

/** The contract as it speaks of claimed lines: of those that name it, each rule without tiers line by line; the partner is checked apart. */
function forClaims(contract: ContractTerms): ContractTerms {
  const groups = [
    ...new Set(contract.eligibility.filter(({ mode }) => mode === 'include').map(({ group_no: no }) => no)),
  ]
  return {
    ...contract,
    own_sales_only: contract.own_sales_only && contract.partner_type !== 'customer',
    eligibility: [
      ...contract.eligibility,
      ...(groups.length > 0 ? groups : [1]).map((group) => ownLines(contract, group)),
    ],
    rules: contract.rules.map(lineByLine),
    payees: [],
  }
}

const isOfCustomer = ({ attribute }: EligibilityTerm): boolean =>
  attribute.startsWith('customer.') || attribute.startsWith('sales-data.contract_number')

/** The part of a contract's eligibility that speaks of customers alone. */
function customersOnly(contract: ContractTerms): ContractTerms {
  const excluded = new Set(
    contract.eligibility.filter((term) => term.mode === 'exclude' && !isOfCustomer(term)).map((term) => term.group_no),
  )
  return {
    ...contract,
    own_sales_only: false,
    eligibility: contract.eligibility.filter(
      (term) => isOfCustomer(term) && (term.mode === 'include' || !excluded.has(term.group_no)),
    ),
  }
}

const sourceOf = ({ data_source_type: source }: ContractTerms): DataSource => source ?? 'direct'

/**
 * The lines of the claims as lines of one source of data, and where a tier depends on a period, also those in order of other claims. Whoever
 * claims is the distributor of indirect sales, and the supplier of purchases.
 */
const asLines = (source: DataSource, { kind, around, claims, contracts }: Judging): Sql => {
  const line = (from: Sql, listPrice: Sql): Sql => sql`
    select s.* from ${from}, lateral jsonb_populate_record(null::${id('public', sourceTables[source])}, jsonb_build_object(
             'organization_id', ${around.organizationId}::bigint, 'id', l.id, 'billing_doc_number', l.id::text, 'billing_doc_line', 1,
             'transaction_type', case when l.quantity < 0 then 'Return' else 'Sale' end, 'billing_date', l.invoice_date, 'customer_number', l.customer_number, 'material_number', l.material_number, 'quantity', l.quantity,
             'uom', l.uom, 'unit_price', l.acquisition_price, 'net_value', l.quantity * coalesce(l.contract_price, l.acquisition_price, ${listPrice}, 0),
             'gross_value', l.quantity * coalesce(l.acquisition_price, l.contract_price, ${listPrice}, 0), 'currency', l.currency,
             'contract_number', l.contract_number, 'distributor_number', l.partner, 'supplier_number', l.partner)) s`
  const others = sql`(
    select o.*, h.${kind.partner} as partner
      from ${kind.line} o join ${kind.header} h on h.organization_id = o.organization_id and h.claim_number = o.claim_number
     where ${isOther({ kind, around, claims, contracts })}) l`
  const own = line(sql`resolved l`, sql`l.list_price`)
  return isTiered(contracts)
    ? sql`${own} where l.decision is distinct from 'deny' union all ${line(others, sql`null`)}`
    : own
}

/**
 * The claimed lines under the names of the tables that the contracts read: whatever kind of data a contract is about, what is claimed
 * stands in its place.
 */
const overlaid = (judging: Judging): Sql =>
  join(
    [
      sql``,
      ...[...new Set(judging.contracts.map(sourceOf))].map(
        (source) => sql`${id(sourceTables[source])} as materialized (${asLines(source, judging)}),`,
      ),
    ],
    ' ',
  )

const isTiered = (contracts: readonly ContractTerms[]): boolean =>
  contracts.some(({ rules }) => rules.some((rule) => rule.tier_mode !== 'none'))

/** The line `o` of another claim is in order and counts for the tiers of these contracts. */
const isOther = ({ around, claims, contracts }: Omit<Judging, 'from' | 'to'>): Sql => sql`
  o.organization_id = ${around.organizationId} and o.line_status = 'ok'
    and o.contract_number = any(${contracts.map((contract) => contract.contract_number)}::text[]) and not o.claim_number = any(${claims}::text[])`

/** The lines that judging claims reads, as `from …`: their own, and those of others that count for the same tiers. */
export function judgedFromSql(judging: Judging): Sql {
  const { kind, around, claims, contracts } = judging
  const own = sql`o.organization_id = ${around.organizationId} and o.claim_number = any(${claims}::text[])`
  return sql`from ${kind.line} o where ${isTiered(contracts) ? sql`(${own}) or (${isOther(judging)})` : own}`
}

const union = (parts: readonly Sql[], none: Sql): Sql => (parts.length > 0 ? join(parts, ' union all ') : none)

const fitting = ({ around }: Judging, contracts: readonly ContractTerms[]): Sql =>
  union(
    contracts.map(
      (contract) =>
        sql`select t.id from ${id(sourceTables[sourceOf(contract)])} t where t.organization_id = ${around.organizationId} and ${eligibilitySql(contract, around.universal, around)}`,
    ),
    sql`select null::bigint as id where false`,
  )

// A line that is measured by itself is found by its number; others share what their period, customer and material come to, in the minor
// unit, and what rounding leaves over goes to the greatest.
const amountsOfLines = (how: Sql): Sql => {
  const sharing = sql`(partition by s.contract, s.rule_no, a.period_from, a.document, a.customer_number, a.material_number)`
  return sql`
  select p.id, p.faulty, p.rule_no, p.explanation, case when p.is_alone then p.amount else p.share + case when p.is_greatest then p.rest else 0 end end as amount
    from (
      select s.id, s.benefit is null or s.qualifier is null as faulty, a.rule_no, a.explanation, a.amount, a.benefit = s.benefit or a.lines = 1 as is_alone, v.share,
             a.amount - sum(v.share) over ${sharing} as rest,
             row_number() over (partition by s.contract, s.rule_no, a.period_from, a.document, a.customer_number, a.material_number
                                order by abs(s.benefit) desc nulls last, s.id desc) = 1 as is_greatest
        from source_of s
        join contract_at c on c.place = s.contract
        join amount_of a on a.contract_number = c.contract_number and a.rule_no = s.rule_no and ${how}
       cross join lateral (select ${rounded(sql`a.amount * s.benefit / nullif(a.benefit, 0)`, sql`c.digits`)} as share) v) p`
}

/** What the contracts give for each line: the amount of its measurement, or its part of one that it shares. */
const reckoned = sql`
  select p.id, sum(p.amount) as amount, bool_or(p.faulty) as faulty,
         string_agg(concat('rule ', p.rule_no, ': ', p.explanation), E'\n' order by p.rule_no) as explanation
    from (${amountsOfLines(sql`a.document = s.billing_doc_number`)}
          union all
          ${amountsOfLines(sql`a.document is null and s.billing_date between a.period_from and a.period_to
            and (a.customer_number is null or a.customer_number = s.customer_number) and (a.material_number is null or a.material_number = s.material_number)`)}) p
   group by p.id`

/** Every line that may have been claimed before others: those that are judged, and those of other claims. */
const allClaimed = ({ kind, around, claims }: Judging): Sql => sql`
  select r.id, r.claim_number, r.line_no, r.contract_number, r.customer_number, r.material_number, r.plain_invoice, r.invoice_date, r.quantity, r.uom,
         r.claimed_amount, r.partner, r.sales_source, r.sales_line from resolved r where r.decision is distinct from 'deny'
  union all
  select o.id, o.claim_number, o.line_no, o.contract_number, o.customer_number, o.material_number, ${plainId(sql`o.invoice_number`)}, o.invoice_date, o.quantity, o.uom,
         o.claimed_amount, h.${kind.partner}, o.sales_source, o.sales_line
    from ${kind.line} o join ${kind.header} h on h.organization_id = o.organization_id and h.claim_number = o.claim_number
   where o.organization_id = ${around.organizationId} and o.line_status <> 'denied' and not o.claim_number = any(${claims}::text[])`

const baseQuantity = ({ around }: Judging, alias: 'l' | 'o'): Sql =>
  inBaseUnit({
    organizationId: around.organizationId,
    material: sql`l.material_number`,
    quantity: sql`abs(${id(alias, 'quantity')})`,
    uom: sql`coalesce(${id(alias, 'uom')}, m.base_uom)`,
  })

/**
 * Lines of which others took so much of the same sale that it does not suffice any more. Under one contract that is the same; so it is under two
 * of a stack of which one leaves its lines to the other. Under two that stand beside each other for one purpose it is much like it.
 */
const takenBefore = (judging: Judging): Sql => sql`
  select t.id, t.claimed_in, t.is_same, t.first
    from (
      select l.id, c.is_same, min(o.id) as first, (array_agg(concat(o.claim_number, ' / ', o.line_no) order by o.id))[1] as claimed_in,
             round(sum(${baseQuantity(judging, 'o')}), 6) as taken, max(round(${baseQuantity(judging, 'l')}, 6)) as wanted, max(abs(l.sales_quantity)) as sold
        from resolved l
        join claimed o on o.id < l.id and o.sales_line = l.sales_line and o.sales_source = l.sales_source and o.partner = l.partner and sign(o.quantity) = sign(l.quantity)
        left join contract x on x.organization_id = ${judging.around.organizationId} and x.contract_number = l.contract_number
        left join contract y on y.organization_id = ${judging.around.organizationId} and y.contract_number = o.contract_number
       cross join lateral (
         select case when o.contract_number = l.contract_number then true
                     when x.stack_group = y.stack_group then case when 'exclusive' in (x.stack_mode, y.stack_mode) then true end
                     when x.application_type = y.application_type then false end as is_same) c
       where c.is_same is not null
       group by l.id, c.is_same) t
   where t.taken + t.wanted > t.sold`

/** Lines that were claimed before: the first one like each, and whether it is the same or only much like it. */
const claimedBefore = (judging: Judging): Sql => sql`
  select distinct on (b.id) b.id, b.claimed_in, b.is_same, b.is_sale
    from (
      select l.id, concat(o.claim_number, ' / ', o.line_no) as claimed_in, o.quantity = l.quantity and o.claimed_amount = l.claimed_amount as is_same, o.id as first,
             false as is_sale
        from resolved l
        join claimed o on o.id < l.id and o.contract_number = l.contract_number and o.material_number = l.material_number
         and o.customer_number is not distinct from l.customer_number and o.partner = l.partner
         and o.plain_invoice = l.plain_invoice and (o.sales_line is null or l.sales_line is null or o.sales_line = l.sales_line)
         and sign(o.quantity) = sign(l.quantity) and abs(o.invoice_date - l.invoice_date) <= 7
         and abs(o.claimed_amount - l.claimed_amount) <= 0.01 * abs(l.claimed_amount)
      union all
      select t.id, t.claimed_in, t.is_same, t.first, true from (${takenBefore(judging)}) t) b
   order by b.id, b.is_same desc, b.first`

/** What can be paid of an amount: as far as the minor unit goes, and never more. */
const belowSql = (value: Sql, digits: Sql): Sql =>
  sql`floor(${value} * power(10::numeric, coalesce(${digits}, 4))) / power(10::numeric, coalesce(${digits}, 4))`

/**
 * One statement that judges the lines of claims in the order of the checks, a row a line: id, claim_number, line_no, what its identifiers
 * mean, line_status, calculated_amount, variance, approved_amount, rejection_reason_code, error_codes, findings, explanation, duplicate_of.
 * The lines stand in the place of sales lines, so that the contracts' own statement reckons them.
 */
export function judgedSql(judging: Judging): Sql {
  const { kind, around, claims, from, to } = judging
  const { organizationId } = around
  const contracts = judging.contracts.map(forClaims)
  const calculation: Calculation = { around, contracts, window: { from, to }, kind: 'Payment' }
  return sql`
    with ${resolvedParts(kind, organizationId, claims)},
         ${overlaid(judging)}
         contract_at as (select * from jsonb_to_recordset(${json(contracts.map(({ contract_number, currency }, place) => ({ contract_number, place, digits: minorUnits(currency) })))}) as x(contract_number text, place int, digits int)),
         fits_customer as (${fitting(judging, contracts.map(customersOnly))}),
         fits as (${fitting(judging, contracts)}),
         source_of as materialized (${sourcesSql(calculation)}),
         amount_of as materialized (${amountsSql(calculation)}),
         reckoned as materialized (${reckoned}),
         claimed as not materialized (${allClaimed(judging)}),
         claimed_before as (${claimedBefore(judging)}),
         line as materialized (
           select r.*, sum(r.quantity) filter (where r.decision is distinct from 'deny') over (partition by r.partner, r.material_number order by r.id) as by_partner,
                  sum(r.quantity) filter (where r.decision is distinct from 'deny') over (partition by r.invoice_number, r.material_number order by r.id) as on_invoice,
                  a.tolerance_amount, a.tolerance_percent, a.price_tolerance, a.quantity_check, a.bought_within, a.claim_within, a.memo_used, a.memo_paid,
                  k.explanation, coalesce(k.faulty, false) as faulty, b.claimed_in, b.is_same, b.is_sale,
                  r.id in (select f.id from fits_customer f)
                    and (not coalesce(r.own_only, false) or r.partner_number in (r.partner, r.customer_number)) as is_covered,
                  r.id in (select f.id from fits f) as fits,
                  case when r.contract_number is not null and (r.customer_number is not null or r.data_source_type = 'purchase') and r.material_number is not null and r.quantity is not null
                       then coalesce(k.amount, 0) end as calculated
             from resolved r join asked a on a.claim_number = r.claim_number
             left join reckoned k on k.id = r.id
             left join claimed_before b on b.id = r.id),
         handling as (
           select a.claim_number, s.check_name, s.place, coalesce(o.handling, s.handling) as handling, c.rejection_reason_code as code
             from asked a
             cross join jsonb_to_recordset(${json(checksInOrder)}) as s(check_name text, handling text, place int)
             left join lateral (select x.handling from jsonb_to_recordset(a.checks) as x(check_name text, handling text) where x.check_name = s.check_name limit 1) o on true
             left join lateral (select x.rejection_reason_code from rejection_reason x
                                 where x.organization_id = ${organizationId} and x.check_name = s.check_name and x.status = 'active'
                                 order by x.rejection_reason_code limit 1) c on true),
         finding as (
           select l.id, h.place, h.handling, h.code, v.message
             from line l cross join lateral (${findingsSql(kind, organizationId)}) v
             join handling h on h.claim_number = l.claim_number and h.check_name = v.check_name
            where h.handling <> 'ignore'),
         verdict as (
           select f.id, string_agg(f.message, E'\n' order by f.place) as findings, array_agg(distinct f.code) filter (where f.code is not null) as codes,
                  bool_or(f.handling = 'deny') as is_denied, bool_or(f.handling = 'repair') as is_open,
                  (array_agg(f.code order by f.place) filter (where f.handling = 'deny'))[1] as deny_code,
                  (array_agg(f.code order by f.place) filter (where f.handling = 'repair'))[1] as repair_code,
                  (array_agg(f.code order by f.place) filter (where f.handling = 'warn'))[1] as warn_code
             from finding f group by f.id),
         judged as (
           select l.*, c.digits, v.findings, v.codes, v.deny_code, v.repair_code, v.warn_code,
                  case when l.decision = 'deny' then 'denied' when l.decision = 'accept' then 'ok' when v.is_denied then 'denied'
                       when v.is_open then 'error' else 'ok' end as line_status
             from line l left join verdict v on v.id = l.id left join contract_at c on c.contract_number = l.contract_number)
    select j.id, j.claim_number, j.line_no, j.contract_number, j.customer_number, j.material_number, j.uom, j.claimed_amount, j.currency, j.line_status,
           j.calculated as calculated_amount, j.claimed_amount - j.calculated as variance,
           case j.line_status when 'denied' then 0 when 'error' then null
                else ${belowSql(sql`least(j.claimed_amount, case when j.decision = 'accept' then coalesce(j.approved_amount, j.calculated) else j.calculated end)`, sql`j.digits`)} end as approved_amount,
           case when j.decision = 'deny' then j.rejection_reason_code when j.line_status = 'denied' then j.deny_code
                when j.line_status = 'error' then j.repair_code when j.claimed_amount > j.calculated then j.warn_code end as rejection_reason_code,
           coalesce(j.codes, '{}') as error_codes, j.findings, j.explanation, j.claimed_in as duplicate_of
      from judged j`
}
