import { amountsSql } from '../calculation/amounts-sql.ts'
import { isOverlaying, overlaid, type Overlay } from '../calculation/overlay.ts'
import { AppError } from '../errors.ts'
import { sql } from '../store/sql.ts'
import { partnerName } from './calculated.ts'
import { calculationAsked, calculationLines } from './calculation-asked.ts'
import { calculationReads } from './calculation-reads.ts'
import { periodNames } from './period-names.ts'
import type { Report } from './report.ts'

const invalid = (path: string, message: string) =>
  new AppError('VALIDATION', { issues: [{ path: [path], code: 'invalid', message }] })

/** What contracts owe as they are, and as they would with other rates, tiers or limits; by the same calculation, and nothing is written. */
export const whatIf: Report = {
  reads: calculationReads,
  source: calculationLines,
  statement: async (parameters, context) => {
    const overlay = parameters as Overlay
    if (!isOverlaying(overlay)) throw invalid('rate_change', 'Say what is to be tried: a rate, tiers or a limit')
    const present = await calculationAsked(parameters, context)
    const { rule_no: only } = overlay
    const has = (rules: readonly { readonly rule_no: number }[]) => rules.some((rule) => rule.rule_no === only)
    if (only && present.contracts.length > 0 && !present.contracts.some(({ rules }) => has(rules)))
      throw invalid('rule_no', 'None of these contracts has such a rule')
    const tried = { ...present, contracts: present.contracts.map((contract) => overlaid(contract, overlay)) }
    return sql`
      select r.*, r.amount_then - r.amount_now as difference,
             round(100 * (r.amount_then - r.amount_now) / nullif(abs(r.amount_now), 0), 2) as difference_percent
        from (
          select a.contract_number, max(c.contract_header) as contract_description, a.rule_no, a.payee, max(${partnerName(sql`a.payee`, context)}) as payee_name,
                 ${periodNames(present)(sql`a`)} as period, a.period_from, a.period_to, a.document, a.customer_number, a.material_number,
                 max(a.qualifier) as qualifier, max(a.benefit) as benefit,
                 max(a.tier) filter (where not a.tried) as tier_now, max(a.tier) filter (where a.tried) as tier_then,
                 max(a.rate) filter (where not a.tried) as rate_now, max(a.rate) filter (where a.tried) as rate_then,
                 coalesce(sum(a.amount) filter (where not a.tried), 0) as amount_now, coalesce(sum(a.amount) filter (where a.tried), 0) as amount_then,
                 a.currency, max(a.fault) as error, max(a.explanation) filter (where a.tried) as explanation
            from (select n.*, false as tried from (${amountsSql(present)}) n union all select t.*, true from (${amountsSql(tried)}) t) a
            join contract c on c.organization_id = ${context.organizationId} and c.contract_number = a.contract_number
           group by a.contract_number, a.rule_no, a.payee, a.period_from, a.period_to, a.document, a.customer_number, a.material_number, a.currency) r`
  },
}
