import { amountsSql } from '../calculation/amounts-sql.ts'
import { AppError } from '../errors.ts'
import { json, sql } from '../store/sql.ts'
import { calculationAsked, calculationLines } from './calculation-asked.ts'
import { calculationReads } from './calculation-reads.ts'
import { dayAfter, soldUntil } from './sold-until.ts'
import type { Report } from './report.ts'

const most = 400

const steps: Readonly<Record<string, number>> = { day: 1, week: 7 }

/** Every so many days from one day to another, and the last one in any case. */
function daysBetween(from: string, to: string, step: number): string[] {
  const days: string[] = []
  for (let day = from; day < to; day = dayAfter(day, step)) days.push(day)
  return [...days, to]
}

/** What contracts were worth on each day, by what had been sold until then: how an amount grew, and when a tier was reached. */
export const dailySimulation: Report = {
  reads: calculationReads,
  source: calculationLines,
  statement: async (parameters, context) => {
    const calculation = await calculationAsked(parameters, context)
    const { from, to } = calculation.window
    const days = daysBetween(from, to, steps[String(parameters['step'])] ?? 1)
    if (days.length * calculation.contracts.length > most)
      throw new AppError('TOO_LARGE', {
        message: `${days.length} days of ${calculation.contracts.length} contracts are too many: ${most} in all are reckoned at a time. Name a contract, fewer days, or weeks.`,
      })
    const contracts = calculation.contracts.flatMap((contract) => days.map((day, at) => soldUntil(contract, day, at)))
    const known = days.map((day, at) => ({ at, day }))
    return sql`
      select r.contract_number, max(c.contract_header) as contract_description, r.day, sum(r.lines * r.share) as lines, sum(r.benefit * r.share) as basis,
             max(r.tier) as tier, sum(r.amount) as amount, max(r.currency) as currency,
             sum(r.amount) - coalesce(lag(sum(r.amount)) over (partition by r.contract_number order by r.day), 0) as change,
             ${from}::date as period_from
        from (
          select a.*, d.day, case when row_number() over (
                   partition by a.contract_number, a.contract_version, a.rule_no, a.period_from, a.document, a.customer_number, a.material_number order by a.payee) = 1
                   then 1 else 0 end as share
            from (${amountsSql({ ...calculation, contracts })}) a
            join jsonb_to_recordset(${json(known)}) as d(at int, day date) on d.at = a.contract_version) r
        join contract c on c.organization_id = ${context.organizationId} and c.contract_number = r.contract_number
       group by r.contract_number, r.day`
  },
}
