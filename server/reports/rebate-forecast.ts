import { amountsSql, sourcesSql, type Calculation } from '../calculation/amounts-sql.ts'
import { periodAround, type Window } from '../calculation/periods.ts'
import { calendarOf, spansOf, type Surroundings } from '../calculation/surroundings.ts'
import type { ContractTerms, RuleTerm } from '../calculation/terms.ts'
import { json, sql } from '../store/sql.ts'
import { partnerName } from './calculated.ts'
import { calculationAsked, calculationLines } from './calculation-asked.ts'
import { calculationReads } from './calculation-reads.ts'
import { periodNames } from './period-names.ts'
import type { Report, ReportContext } from './report.ts'
import { soldUntil } from './sold-until.ts'

type Parameters = Readonly<Record<string, unknown>>

interface Growth {
  readonly contract_number: string
  readonly rule_no: number
  readonly factor: number
}

const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
const earlier = (one: string, other: string): string => (one < other ? one : other)
const later = (one: string, other: string): string => (one > other ? one : other)

/** The period of a rule that runs on a day, within the validity of its contract. */
function periodOf(contract: ContractTerms, rule: RuleTerm, day: string, surroundings: Surroundings): Window {
  const { valid_from: from, valid_to: to, application_type: application } = contract
  const { evaluation_period: period } = rule
  if (period === 'lifetime') return { from, to }
  const fiscal = spansOf(surroundings, calendarOf(surroundings, application)).find(
    (span) => span.kind === period && span.period_from <= day && day <= span.period_to,
  )
  const around = fiscal
    ? { from: fiscal.period_from, to: fiscal.period_to }
    : periodAround(day, period === 'invoice' ? 'month' : period)
  return { from: later(around.from, from), to: earlier(around.to, to) }
}

/** How much more a whole period is than the part of it that is over, if every day is like those before. */
function pace(contract: ContractTerms, rule: RuleTerm, day: string, around: Surroundings): number {
  const { from, to } = periodOf(contract, rule, day, around)
  return Math.max(1, daysFrom(from, to) / Math.max(1, daysFrom(from, earlier(day, to))))
}

const yearBefore = (day: string): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year - 1, month, 0)).getUTCDate()
  return new Date(Date.UTC(year - 1, month - 1, Math.min(date, last))).toISOString().slice(0, 10)
}

/** How much more last year's same period was than its same part, by the sales the contract would have spoken of then. */
async function lastYear(calculation: Calculation, day: string, { read }: ReportContext): Promise<Map<string, number>> {
  const { contracts, around, kind } = calculation
  const shifted = contracts.map((contract) => ({
    ...contract,
    valid_from: yearBefore(contract.valid_from),
    valid_to: yearBefore(contract.valid_to),
    // What holds this year is asked of last year's sales, whatever days it holds on.
    eligibility: contract.eligibility.map((term) => ({ ...term, valid_from: null, valid_to: null })),
  }))
  const spans = contracts.flatMap((contract, no) =>
    contract.rules.map((rule) => {
      const { from, to } = periodOf(contract, rule, day, around)
      return {
        contract: no,
        rule_no: rule.rule_no,
        from: yearBefore(from),
        to: yearBefore(to),
        day: yearBefore(earlier(day, to)),
      }
    }),
  )
  const window = {
    from: spans.reduce((least, { from }) => earlier(least, from), yearBefore(day)),
    to: spans.reduce((most, { to }) => later(most, to), yearBefore(day)),
  }
  const rows = await read((tx) =>
    tx.query<{ contract: number; rule_no: number; whole: string; part: string }>(sql`
      with l as materialized (select l.contract, l.rule_no, l.billing_date, l.benefit from (${sourcesSql({ contracts: shifted, around, kind, window })}) l)
      select l.contract, l.rule_no, sum(l.benefit) as whole, coalesce(sum(l.benefit) filter (where l.billing_date <= s.day), 0) as part
        from l join jsonb_to_recordset(${json(spans)}) as s(contract int, rule_no int, "from" date, "to" date, day date)
          on s.contract = l.contract and s.rule_no = l.rule_no and l.billing_date between s."from" and s."to"
       group by 1, 2`),
  )
  return new Map(
    rows.flatMap(({ contract, rule_no: rule, whole, part }): [string, number][] =>
      Number(part) > 0 && Number(whole) >= Number(part) ? [[`${contract} ${rule}`, Number(whole) / Number(part)]] : [],
    ),
  )
}

const divided = (value: string | null | undefined, factor: number): string | null =>
  value === null || value === undefined ? null : (Number(value) / factor).toFixed(8)

/**
 * The contract whose tiers and fixed amounts are smaller by the factors of its rules: what it says of the sales so far, times the factor,
 * is what the contract says of so many times the sales.
 */
function shrunk(contract: ContractTerms, factorOf: (rule: number) => number): ContractTerms {
  return {
    ...contract,
    rules: contract.rules.map((rule) => ({
      ...rule,
      fixed_amount: divided(rule.fixed_amount, factorOf(rule.rule_no)),
      min_amount: divided(rule.min_amount, factorOf(rule.rule_no)),
      max_amount: divided(rule.max_amount, factorOf(rule.rule_no)),
    })),
    tiers: contract.tiers.map((tier) => ({
      ...tier,
      from_value: divided(tier.from_value, factorOf(tier.rule_no)) ?? '0',
      to_value: divided(tier.to_value, factorOf(tier.rule_no)),
      flat_amount: divided(tier.flat_amount, factorOf(tier.rule_no)),
    })),
  }
}

/** The payments of the periods that run on the day asked for. */
const asOf = (parameters: Parameters): Parameters => ({
  ...parameters,
  period_from: parameters['as_of'],
  period_to: parameters['as_of'],
  kind: 'Payment',
})

const level = sql`
  e.contract_number = a.contract_number and e.rule_no = a.rule_no and e.payee = a.payee and e.period_from = a.period_from
  and e.document is not distinct from a.document and e.customer_number is not distinct from a.customer_number
  and e.material_number is not distinct from a.material_number`

/** The periods that run on a day: what they have earned so far, and what they will have earned if sales go on as before or as last year. */
export const customerRebateForecast: Report = {
  reads: calculationReads,
  source: (parameters, context) => calculationLines(asOf(parameters), context),
  statement: async (parameters: Parameters, context) => {
    const day = String(parameters['as_of'])
    const asked = await calculationAsked(asOf(parameters), context)
    const calculation = { ...asked, contracts: asked.contracts.map((contract) => soldUntil(contract, day)) }
    const more = 1 + Number(parameters['growth'] ?? 0) / 100
    const seasons =
      parameters['method'] === 'last_year' ? await lastYear(asked, day, context) : new Map<string, number>()
    const growth: Growth[] = calculation.contracts.flatMap((contract, no) =>
      contract.rules.map((rule) => {
        const whole = seasons.get(`${no} ${rule.rule_no}`) ?? pace(contract, rule, day, asked.around)
        // Only what is still to come grows by more than expected.
        return {
          contract_number: contract.contract_number,
          rule_no: rule.rule_no,
          factor: 1 + Math.max(0, whole - 1) * more,
        }
      }),
    )
    const factors = new Map(growth.map((one) => [`${one.contract_number} ${one.rule_no}`, one.factor]))
    const contracts = calculation.contracts.map((contract) =>
      shrunk(contract, (rule) => factors.get(`${contract.contract_number} ${rule}`) ?? 1),
    )
    return sql`
      with now as materialized (${amountsSql(calculation)}),
           expected as materialized (${amountsSql({ ...calculation, contracts })})
      select r.*, r.expected_amount - r.amount as still_to_come, round(100 * r.expected_amount / nullif(r.expected_basis, 0), 2) as expected_rate
        from (
          select a.contract_number, c.contract_header as contract_description, c.partner_number, ${partnerName(sql`c.partner_number`, context)} as partner_name,
                 a.rule_no, a.payee, ${periodNames(calculation)(sql`a`)} as period, a.period_from, a.period_to, a.customer_number, a.material_number,
                 a.qualifier, a.benefit as basis, a.tier, a.rate, a.amount, a.currency, round(g.factor, 4) as factor,
                 round(a.qualifier * g.factor, 2) as expected_qualifier, round(a.benefit * g.factor, 2) as expected_basis,
                 e.tier as expected_tier, round(e.amount * g.factor, 2) as expected_amount, greatest(a.period_to - ${day}::date, 0) as days_left
            from now a
            join expected e on ${level}
            join jsonb_to_recordset(${json(growth)}) as g(contract_number text, rule_no int, factor numeric)
              on g.contract_number = a.contract_number and g.rule_no = a.rule_no
            join contract c on c.organization_id = ${context.organizationId} and c.contract_number = a.contract_number) r`
  },
}
