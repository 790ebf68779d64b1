import { minorUnits } from '../domain/calculation/amount.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'

/** Whose statement of which days (YYYY-MM-DD, both included) in which currency. */
export interface StatementOf {
  readonly organizationId: number
  readonly userId: number
  readonly statement: string
  readonly partner: string
  readonly from: string
  readonly to: string
  readonly currency: string
}

export interface StatementFigures {
  readonly opening: string
  readonly accrued: string
  readonly adjustments: string
  readonly paid: string
  readonly claims: string
  readonly closing: string
  readonly open_claims: string
}

const accruals = sql`('Accrual', 'Accrual Reversal')`
const payments = sql`('Payment', 'Payment Reversal', 'Delta Payment')`

const moneyIn = (currency: string) => {
  const digits = minorUnits(currency)
  const form = `FM999G999G999G990${digits > 0 ? `D${'0'.repeat(digits)}` : ''}`
  return (value: Sql): Sql => sql`trim(to_char(${value}, ${form}::text))`
}

/**
 * What a partner is owed and why: carried over, earned, adjusted, paid. What is owed is what was accrued and not settled; where a
 * settlement differs from what it releases, the difference is an adjustment, or earned where a claim brought it. Claims in
 * process follow without a balance.
 */
const linesSql = ({ organizationId, partner, from, to, currency }: StatementOf): Sql => {
  const money = moneyIn(currency)
  return sql`
  with posted as (
    select f.*, f.posting_date between ${from}::date and ${to}::date as is_within from financial_posting f
     where f.organization_id = ${organizationId} and f.payee = ${partner} and f.currency = ${currency} and f.status <> 'rejected' and f.posting_date <= ${to}::date
  ), settled as (
    select p.contract_number, p.posting_date, p.claim_number, p.rule_no, max(p.contract_version) as contract_version, min(p.period_from) as period_from, max(p.period_to) as period_to,
           sum(p.amount) as amount, bool_and(p.posting_type = 'Delta Payment') as is_late, coalesce(sum(p.amount) filter (where p.posting_type in ${payments}), 0) as paid,
           - coalesce(sum(p.amount) filter (where p.posting_type = 'Accrual Reversal'), 0) as released
      from posted p where p.is_within and p.posting_type <> 'Accrual'
     group by p.contract_number, p.posting_date, p.claim_number, p.rule_no having sum(p.amount) <> 0
  ), line as (
    select 'opening' as kind, 0 as place, ${from}::date as day, null::text as contract_number, null::bigint as contract_version, null::bigint as rule_no,
           null::bigint as tier, null::numeric as rate, null::numeric as basis, null::date as period_from, null::date as period_to, null::bigint as sales_lines,
           null::text as claim_number, null::text as posting_number, coalesce(sum(p.amount), 0) as amount, 'Earned before and not settled yet' as explanation
      from posted p where not p.is_within and p.posting_type in ${accruals}
    union all
    select 'accrued', 1, p.posting_date, p.contract_number, p.contract_version, p.rule_no, p.tier, p.rate, p.basis, p.period_from, p.period_to, p.lines, null,
           p.posting_number, p.amount, p.explanation
      from posted p where p.is_within and p.posting_type = 'Accrual'
    union all
    select case when s.claim_number is null then 'adjustment' else 'accrued' end, 2, s.posting_date, s.contract_number, s.contract_version, s.rule_no, null, null, null,
           s.period_from, s.period_to, null, s.claim_number, null, s.amount,
           case when s.claim_number is not null then concat('Approved on claim ', s.claim_number, case when s.released <> 0 then concat('; ', ${money(sql`s.released`)}, ' of it had been earned before') end)
                when s.is_late then 'Late sales or returns changed what is owed'
                else concat('Settled with ', ${money(sql`s.paid`)}, '; ', ${money(sql`s.released`)}, ' had been earned by then') end
      from settled s
    union all
    select case when p.claim_number is null then 'paid' else 'claim' end, 3, p.posting_date, p.contract_number, p.contract_version, p.rule_no, p.tier, p.rate, p.basis,
           p.period_from, p.period_to, p.lines, p.claim_number, p.posting_number, - p.amount,
           case p.posting_type when 'Payment' then coalesce(p.explanation, 'Payment') when 'Delta Payment' then concat(case when p.claim_number is null then 'Paid after late sales or returns: ' else 'What was approved since, ' end, p.explanation)
                else concat('Payment taken back', ': ' || p.reason) end
      from posted p where p.is_within and p.posting_type in ${payments}
    union all
    select 'open_claim', 9, h.claim_date, null, null, null, null, null, null, null, null, h.lines, h.claim_number, null, coalesce(h.claimed_amount, 0),
           concat('Claim ', h.claim_number, case when h.debit_memo is not null then concat(', debit memo ', h.debit_memo) end, ': ', replace(h.claim_status, '_', ' '))
      from incoming_claim h
     where h.organization_id = ${organizationId} and h.claimant = ${partner} and h.currency = ${currency} and h.claim_date <= ${to}::date
       and h.claim_status in ('received', 'error', 'validated', 'in_review', 'approved', 'partially_approved')
  )
  select l.*, row_number() over whole as line_no, case when l.kind <> 'open_claim' then sum(l.amount) filter (where l.kind <> 'open_claim') over whole end as balance
    from line l window whole as (order by l.place = 9, l.day, l.place, l.contract_number, l.rule_no, l.posting_number rows unbounded preceding)`
}

/** Writes the lines of a statement anew and answers what they come to. */
export async function buildStatement(tx: Pick<Tx, 'query'>, of: StatementOf): Promise<StatementFigures> {
  const { organizationId, userId, statement, currency } = of
  await tx.query(
    sql`delete from partner_statement_line l where l.organization_id = ${organizationId} and l.statement_number = ${statement}`,
  )
  const [figures] = await tx.query<StatementFigures>(sql`
    with line as materialized (${linesSql(of)}), written as (
      insert into partner_statement_line (organization_id, created_by, updated_by, statement_number, line_no, kind, day, contract_number, contract_version, rule_no, tier, rate,
             basis, period_from, period_to, sales_lines, claim_number, posting_number, amount, balance, currency, explanation)
      select ${organizationId}, ${userId}, ${userId}, ${statement}, l.line_no, l.kind, l.day, l.contract_number, l.contract_version, l.rule_no, l.tier, l.rate,
             l.basis, l.period_from, l.period_to, l.sales_lines, l.claim_number, l.posting_number, l.amount, l.balance, ${currency}, l.explanation
        from line l)
    select coalesce(sum(amount) filter (where kind = 'opening'), 0)::text as opening, coalesce(sum(amount) filter (where kind = 'accrued'), 0)::text as accrued,
           coalesce(sum(amount) filter (where kind = 'adjustment'), 0)::text as adjustments, coalesce(- sum(amount) filter (where kind = 'paid'), 0)::text as paid,
           coalesce(- sum(amount) filter (where kind = 'claim'), 0)::text as claims, coalesce(sum(amount) filter (where kind <> 'open_claim'), 0)::text as closing,
           coalesce(sum(amount) filter (where kind = 'open_claim'), 0)::text as open_claims
      from line`)
  return figures!
}
