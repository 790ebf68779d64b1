import { amount, percentOf, zero, type Amount } from '../domain/calculation/amount.ts'
import { unitKey } from '../domain/promotions/market-rules.ts'
import {
  actualTotals,
  planActuals,
  type ActualFigures,
  type ActualRow,
  type Compared,
  type PlannedGoods,
  type SoldGoods,
} from '../domain/promotions/plan-actuals.ts'
import { daysOf } from '../domain/promotions/plan-days.ts'
import { atPlanRates, type PlanLine } from '../domain/promotions/plan-lines.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import { surroundingsOf, type Surroundings } from './plan-surroundings.ts'
import { lineColumns } from './plan.ts'
import type { Scenario } from './scenario.ts'

type Reading = Pick<Tx, 'query'>

interface StoredLine extends PlanLine {
  readonly plan_cost: string
  readonly plan_beside: string
}

interface Sold {
  readonly country: string
  readonly material_number: string
  readonly currency: string | null
  readonly units: string
  readonly sales: string
  readonly goods_cost: string
  /** Units of lines that do not say what they cost. */
  readonly uncosted: string
  readonly lines: string
}

export interface Asking {
  readonly organizationId: number
  readonly seesCosts: boolean
  readonly today: string
  /** What of the sales lines `t` is seen. */
  readonly seen: Sql
}

export interface ScenarioActuals {
  /** Null: none of its days has begun. */
  readonly until: string | null
  readonly days: number
  readonly passed: number
  readonly rows: readonly ActualRow[]
  readonly totals: ActualFigures
  readonly markets: readonly (ActualFigures & { readonly country: string })[]
  /** Sales lines whose currency has no rate in the plan: they are in no figure. */
  readonly left_out: readonly { readonly currency: string; readonly lines: number }[]
  readonly names: ReadonlyMap<string, string>
  /** The materials of each group that is planned. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>
}

const storedLines = (tx: Reading, organizationId: number, number: string): Promise<StoredLine[]> =>
  tx.query<StoredLine>(sql`
    select ${lineColumns}, coalesce(l.plan_cost, 0)::text as plan_cost, (coalesce(l.plan_coverage, 0) + coalesce(l.plan_finance, 0))::text as plan_beside
      from promotion_scenario_line l
     where l.organization_id = ${organizationId} and l.scenario_number = ${number} and l.fault is null order by l.line_no`)

async function membersOf(tx: Reading, organizationId: number, codes: readonly string[]) {
  const found = await tx.query<{ group_code: string; materials: string[] }>(sql`
    select c.group_code, array_agg(r.material_number) as materials from custom_group c
     cross join lateral jsonb_to_recordset(c.materials) as r (material_number text)
     where c.organization_id = ${organizationId} and c.group_code = any(${[...codes]}::text[]) group by c.group_code`)
  return new Map(found.map(({ group_code: code, materials }) => [code, new Set(materials)]))
}

const soldOf = (
  tx: Reading,
  { organizationId, seen }: Asking,
  scenario: Scenario,
  { materials, until }: { readonly materials: readonly string[]; readonly until: string },
): Promise<Sold[]> =>
  tx.query<Sold>(sql`
    select t.country, t.material_number, t.currency, coalesce(sum(t.quantity), 0)::text as units, coalesce(sum(t.net_value), 0)::text as sales,
           coalesce(sum(t.cost_value), 0)::text as goods_cost, coalesce(sum(t.quantity) filter (where t.cost_value is null), 0)::text as uncosted,
           count(*)::text as lines
      from sales_data t
     where t.organization_id = ${organizationId} ${seen} and t.country = any(${[...scenario.countries]}::text[])
       and t.material_number = any(${[...materials]}::text[])
       and t.billing_date between ${scenario.valid_from}::date and ${until}::date
     group by t.country, t.material_number, t.currency`)

const number = (value: string | null): Amount => (value === null ? zero : amount(value))

/** What a promotion costs a unit of a line, and of it coverage and financing; in its currency. */
function perUnit(line: StoredLine): { readonly cost: Amount; readonly beside: Amount } {
  const finance = percentOf(
    percentOf(number(line.list_price), number(line.buydown_percent)),
    number(line.financed_percent),
  )
  const beside = number(line.coverage_per_unit).plus(finance)
  return { cost: beside.plus(number(line.support_per_unit)), beside }
}

/** Lines of one material or group in one country as one plan of it. */
function plannedGoods(own: readonly StoredLine[], around: Surroundings): PlannedGoods {
  const { currency, rates, unitCosts } = around
  const first = own[0]!
  const into = (value: Amount, from: string): Amount =>
    from === currency ? value : (atPlanRates(value, from, currency, rates) ?? zero)
  const total = (value: (line: StoredLine) => Amount): Amount => own.reduce((sum, line) => sum.plus(value(line)), zero)
  const units = total((line) => number(line.volume))
  const cost = total((line) => number(line.plan_cost))
  const beside = total((line) => number(line.plan_beside))
  // Of what nobody expected to sell, the lines say what one unit costs on average.
  const each = (part: 'cost' | 'beside', whole: Amount): Amount =>
    units.gt(0) ? whole.div(units) : total((line) => into(perUnit(line)[part], line.currency)).div(own.length)
  const known =
    first.material_number === null ? undefined : unitCosts.get(unitKey(first.country, first.material_number))
  return {
    country: first.country,
    material_number: first.material_number,
    group_code: first.group_code,
    units,
    sales: total((line) =>
      into(number(line.volume).times(number(line.list_price).minus(number(line.support_per_unit))), line.currency),
    ),
    cost,
    beside,
    costPerUnit: each('cost', cost),
    besidePerUnit: each('beside', beside),
    goodsCost: known ? into(units.times(known.cost), known.currency) : null,
  }
}

/** A sum of sales in the currency of the scenario; null where the plan has no rate for it. */
function soldGoods(sold: Sold, around: Surroundings, seesCosts: boolean): SoldGoods | null {
  const { currency, rates, unitCosts } = around
  const into = (value: Amount, from: string): Amount | null =>
    from === currency ? value : atPlanRates(value, from, currency, rates)
  const from = sold.currency ?? currency
  const sales = into(amount(sold.sales), from)
  const told = into(amount(sold.goods_cost), from)
  if (sales === null || told === null) return null
  const uncosted = amount(sold.uncosted)
  const known = unitCosts.get(unitKey(sold.country, sold.material_number))
  const rest = uncosted.isZero() ? zero : known ? into(uncosted.times(known.cost), known.currency) : null
  return {
    country: sold.country,
    material_number: sold.material_number,
    units: amount(sold.units),
    sales,
    goodsCost: seesCosts && rest !== null ? told.plus(rest) : null,
  }
}

/** What was sold of a scenario's goods in its days so far, beside its plan; amounts in its currency at the rates of its plan. */
export async function scenarioActuals(tx: Reading, asking: Asking, scenario: Scenario): Promise<ScenarioActuals> {
  const { organizationId, seesCosts, today } = asking
  const { valid_from: from, valid_to: to } = scenario
  const until = today < from ? null : today < to ? today : to
  const days = daysOf(from, to)
  const lines = await storedLines(tx, organizationId, scenario.scenario_number)
  const members = await membersOf(tx, organizationId, [...new Set(lines.flatMap(({ group_code: code }) => code ?? []))])
  const around = await surroundingsOf(tx, organizationId, scenario, lines, { costs: seesCosts, today })
  const groups = new Map<string, StoredLine[]>()
  for (const line of lines) {
    const key = JSON.stringify([line.country, line.material_number, line.group_code])
    const own = groups.get(key)
    if (own) own.push(line)
    else groups.set(key, [line])
  }
  const goods = [...groups.values()].map((own) => plannedGoods(own, around))
  const materials = new Set([
    ...lines.flatMap(({ material_number: one }) => one ?? []),
    ...[...members.values()].flatMap((own) => [...own]),
  ])
  const found = until === null ? [] : await soldOf(tx, asking, scenario, { materials: [...materials], until })
  const converted = found.map((one) => ({ one, sold: soldGoods(one, around, seesCosts) }))
  const elapsed = { days, passed: until === null ? 0 : daysOf(from, until), currency: scenario.currency }
  const rows = planActuals(
    goods,
    converted.flatMap(({ sold }) => sold ?? []),
    members,
    elapsed,
  )
  const left = new Map<string, number>()
  for (const { one, sold } of converted)
    if (sold === null) left.set(one.currency!, (left.get(one.currency!) ?? 0) + Number(one.lines))
  return {
    until,
    days,
    passed: elapsed.passed,
    rows,
    totals: actualTotals(rows),
    markets: scenario.countries.map((country) => ({
      country,
      ...actualTotals(rows.filter((row) => row.country === country)),
    })),
    left_out: [...left].map(([currency, count]) => ({ currency, lines: count })),
    names: around.materialNames,
    members,
  }
}

const told = (figure: Compared) => ({
  plan: figure.plan.toFixed(),
  due: figure.due.toFixed(),
  actual: figure.actual.toFixed(),
  difference: figure.difference.toFixed(),
})

/** Figures as the wire writes them. */
export const figuresTold = ({ units, sales, cost, margin }: ActualFigures) => ({
  units: told(units),
  sales: told(sales),
  cost: told(cost),
  margin: margin && told(margin),
})
