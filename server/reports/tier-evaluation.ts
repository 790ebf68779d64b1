import { amountsSql } from '../calculation/amounts-sql.ts'
import { json, sql } from '../store/sql.ts'
import { calculationAsked, calculationLines } from './calculation-asked.ts'
import { calculationReads } from './calculation-reads.ts'
import { periodNames } from './period-names.ts'
import { tiersOf } from '../calculation/terms.ts'
import type { Report } from './report.ts'

/** What each tier of each rule would pay for what was bought, and which one was reached: what an exception of tier costs. */
export const tierEvaluation: Report = {
  reads: calculationReads,
  source: calculationLines,
  statement: async (parameters, context) => {
    const calculation = await calculationAsked(parameters, context)
    const tiers = calculation.contracts.flatMap((contract) =>
      contract.rules
        .filter(({ tier_mode: mode }) => mode !== 'none')
        .flatMap((rule) =>
          tiersOf(contract, rule).map((tier, at) => ({
            ...tier,
            contract_number: contract.contract_number,
            rate_type: rule.rate_type,
            tier_no: at + 1,
          })),
        ),
    )
    return sql`
      with earned as (
        select a.contract_number, a.rule_no, a.period_from, a.period_to, a.document, a.customer_number, a.material_number, a.currency,
               max(a.qualifier) as qualifier, max(a.benefit) as benefit, max(a.tier) as tier, sum(a.amount) as amount
          from (${amountsSql(calculation)}) a
         group by a.contract_number, a.rule_no, a.period_from, a.period_to, a.document, a.customer_number, a.material_number, a.currency
      ), promised as (
        select * from jsonb_to_recordset(${json(tiers)}) as x (contract_number text, rule_no int, tier_no int, from_value numeric,
               to_value numeric, rate numeric, flat_amount numeric, rate_type text)
      ), evaluated as (
        select a.*, p.tier_no, p.from_value, p.rate, p.flat_amount,
               round(case p.rate_type when 'percent' then a.benefit * coalesce(p.rate, 0) / 100
                          when 'amount_per_unit' then a.benefit * coalesce(p.rate, 0) else coalesce(p.flat_amount, 0) end, 2) as at_tier
          from earned a join promised p on p.contract_number = a.contract_number and p.rule_no = a.rule_no
      )
      select a.contract_number, c.contract_header as contract_description, a.rule_no, ${periodNames(calculation)(sql`a`)} as period, a.period_from, a.period_to,
             a.customer_number, a.material_number, a.qualifier, a.benefit, a.tier_no, a.from_value, a.rate, a.flat_amount,
             a.tier_no = a.tier as is_reached, greatest(a.from_value - a.qualifier, 0) as gap, a.amount as earned, a.at_tier,
             a.at_tier - a.amount as difference, a.currency
        from evaluated a join contract c on c.organization_id = ${context.organizationId} and c.contract_number = a.contract_number`
  },
}
