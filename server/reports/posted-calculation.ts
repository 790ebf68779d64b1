import { sql, type Sql } from '../store/sql.ts'
import { partnerName } from './calculated.ts'
import { postingsRead } from './calculation-results.ts'
import type { Report } from './report.ts'

const kinds = [
  ['Accrual', 'Accrual Reversal'],
  ['Payment', 'Payment Reversal', 'Delta Payment'],
] as const

const isSameKind = sql`case when f.posting_type = any(${[...kinds[0]]}::text[]) then b.posting_type = any(${[...kinds[0]]}::text[])
  else b.posting_type = any(${[...kinds[1]]}::text[]) end`

/** Conditions that the criteria make on postings `f`; of one that is named no others. */
function asked(parameters: Readonly<Record<string, unknown>>): Sql {
  const { posting_number: one } = parameters
  if (one) return sql`f.posting_number = ${String(one)}`
  const given = (name: string, condition: (value: string) => Sql): Sql =>
    parameters[name] ? sql` and ${condition(String(parameters[name]))}` : sql``
  return sql`true ${given('contract_number', (value) => sql`f.contract_number = ${value}`)} ${given('payee', (value) => sql`f.payee = ${value}`)}
    ${given('posting_type', (value) => sql`f.posting_type = ${value}`)}
    ${given('posted_from', (value) => sql`f.posting_date >= ${value}::date`)} ${given('posted_to', (value) => sql`f.posting_date <= ${value}::date`)}`
}

/** A rule or tiers without what is empty, as terms are compared. */
const told = (terms: Sql): Sql => sql`jsonb_strip_nulls(${terms})`

/**
 * How postings came about when they were made: the version of the contract that was in force at that moment with its rule and the band that
 * was reached, what counted, what it came to and what of it had been posted before; and whether the terms have changed since. What claims paid
 * was not calculated and has no rule.
 */
export const postedCalculation: Report = {
  reads: {
    'financial-posting': [
      ...postingsRead,
      'lines',
      'qualifier',
      'basis',
      'tier',
      'rate',
      'explanation',
      'application_type',
    ],
    contract: ['contract_number', 'contract_header', 'rules', 'tiers'],
    'contract-version': ['contract_number', 'version', 'rules', 'tiers', 'approved_at'],
  },
  statement: (parameters, context) => {
    const { organizationId } = context
    return sql`
      select f.posting_number, f.posting_type, f.posting_date, f.status, f.contract_number, c.contract_header, f.application_type, v.version,
             case when v.version is not null then coalesce(v.approved_at, v.created_at) end as in_force_from, f.rule_no, t.rule ->> 'description' as description,
             t.rule ->> 'rate_type' as rate_type, t.rule ->> 'benefit_basis' as benefit_basis, t.rule ->> 'tier_mode' as tier_mode,
             f.payee, ${partnerName(sql`f.payee`, context)} as payee_name, f.period_from, f.period_to, f.document, f.customer_number, f.material_number,
             f.lines, f.qualifier, f.tier, (t.band ->> 'from_value')::numeric as tier_from, (t.band ->> 'to_value')::numeric as tier_to,
             coalesce(f.rate, (t.band ->> 'rate')::numeric) as rate, f.basis, coalesce(p.amount, 0) + f.amount as comes_to, coalesce(p.amount, 0) as posted_before,
             f.amount, f.currency, coalesce(f.explanation, f.reason) as explanation,
             case when f.rule_no is null then 'claim' when t.rule is null then 'unknown' when n.rule is null then 'gone'
                  when ${told(sql`n.rule`)} = ${told(sql`t.rule`)} and n.tiers is not distinct from t.tiers then 'same' else 'changed' end as since,
             case when f.posting_type in ('Accrual', 'Accrual Reversal') then 'Accrual' else 'Payment' end as kind
        from financial_posting f
        join contract c on c.organization_id = f.organization_id and c.contract_number = f.contract_number
        left join lateral (
          select x.version, x.rules, x.tiers, x.approved_at, x.created_at from contract_version x
           where x.organization_id = f.organization_id and x.contract_number = f.contract_number and coalesce(x.approved_at, x.created_at) <= f.created_at
           order by x.version desc limit 1) v on true
        left join lateral (
          select r.rule, s.tiers, s.tiers -> (f.tier::int - 1) as band
            from (select y.rule from jsonb_array_elements(v.rules) y(rule) where (y.rule ->> 'rule_no')::int = f.rule_no limit 1) r
           cross join lateral (${tiersOf(sql`v.tiers`)}) s) t on true
        left join lateral (
          select r.rule, s.tiers
            from (select y.rule from jsonb_array_elements(c.rules) y(rule) where (y.rule ->> 'rule_no')::int = f.rule_no limit 1) r
           cross join lateral (${tiersOf(sql`c.tiers`)}) s) n on true
        left join lateral (
          select sum(b.amount) as amount from financial_posting b
           where b.organization_id = f.organization_id and b.contract_number = f.contract_number and b.source_key = f.source_key and b.currency = f.currency
             and b.claim_number is null and f.claim_number is null and b.status <> 'rejected' and b.id < f.id and ${isSameKind}) p on true
       where f.organization_id = ${organizationId} and ${asked(parameters)}`
  },
}

/** The bands of the posting's rule in rising order. */
const tiersOf = (tiers: Sql): Sql => sql`
  select jsonb_agg(jsonb_strip_nulls(z.tier) order by (z.tier ->> 'from_value')::numeric) as tiers
    from jsonb_array_elements(case when jsonb_typeof(${tiers}) = 'array' then ${tiers} else '[]' end) z(tier)
   where (z.tier ->> 'rule_no')::int = f.rule_no`
