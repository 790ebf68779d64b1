import { can, type Caller } from '../authorize.ts'
import { dayIn } from '../caller-day.ts'
import { counts } from '../engine/count-cache.ts'
import { judgePlan, type JudgedLine, type PlanMessage } from '../domain/promotions/judge-plan.ts'
import { lineKey } from '../domain/promotions/plan-differences.ts'
import { addedUp, type PlanLine } from '../domain/promotions/plan-lines.ts'
import { yearMessages } from '../domain/promotions/plan-year.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { json, sql } from '../store/sql.ts'
import { marketFigures, type MarketFigures } from './market-figures.ts'
import { surroundingsOf, type Eye, type Surroundings } from './plan-surroundings.ts'
import type { Scenario } from './scenario.ts'

/** A line as the grid shows it: what was planned and what it costs. */
export interface PricedLine extends PlanLine {
  readonly cash_cost: string
  readonly coverage_cost: string
  readonly finance_cost: string
  readonly total_cost: string
  /** In the currency of the scenario; null where it cannot be told. */
  readonly plan_cost: string | null
  readonly fault: string | null
}

export interface Totals {
  readonly cash: string
  readonly coverage: string
  readonly finance: string
  readonly cost: string
  readonly faulty: number
}

/** What keeps a plan from being submitted although its lines are computed. */
export const blocked = (plan: WorkedPlan): string | null =>
  plan.message_log.find(({ severity, line_no: line }) => severity === 'error' && line === null)?.message ?? null

/** A plan worked out: its lines, what each country spends of its budget, and what is to be said. */
export interface WorkedPlan {
  readonly lines: readonly PricedLine[]
  readonly totals: Totals
  readonly markets: readonly MarketFigures[]
  readonly message_log: readonly PlanMessage[]
  readonly currency: string
  readonly plan_year: string | null
  /** What its materials and stickers are called, by number and code. */
  readonly names: {
    readonly materials: Readonly<Record<string, string>>
    readonly stickers: Readonly<Record<string, string>>
  }
}

const priced = ({ line, cost, planned, fault }: JudgedLine): PricedLine => ({
  ...line,
  cash_cost: cost.cash.toFixed(),
  coverage_cost: cost.coverage.toFixed(),
  finance_cost: cost.finance.toFixed(),
  total_cost: cost.total.toFixed(),
  plan_cost: planned?.total.toFixed() ?? null,
  fault,
})

const namesIn = ({ materialNames, stickers }: Surroundings): WorkedPlan['names'] => ({
  materials: Object.fromEntries(materialNames),
  stickers: Object.fromEntries([...stickers].map(([code, { sticker_name: name }]) => [code, name])),
})

/** Whoever a plan is worked out for. */
export type PlanReader = Pick<Caller, 'organizationId' | 'permissions' | 'zone'>

const eyeOf = (reader: PlanReader): Eye => ({
  costs: can(reader, 'masters.cost'),
  today: dayIn(reader.zone, Date.now()),
})

async function workedOut(tx: Pick<Tx, 'query'>, reader: PlanReader, scenario: Scenario, lines: readonly PlanLine[]) {
  const { organizationId } = reader
  const around = await surroundingsOf(tx, organizationId, scenario, lines, eyeOf(reader))
  const judged = judgePlan(lines, around)
  const { markets, findings } = await marketFigures(tx, organizationId, scenario, around, judged.lines)
  const total = addedUp(judged.lines.flatMap(({ planned }) => planned ?? []))
  const ofYear: PlanMessage[] = around.year
    ? around.today === null
      ? []
      : yearMessages(around.year, around.today)
    : [
        {
          severity: 'warning',
          line_no: null,
          field: null,
          message: `No plan holds ${scenario.valid_from}: there are neither budgets nor rates`,
        },
      ]
  const plan: WorkedPlan = {
    lines: judged.lines.map(priced),
    totals: {
      cash: total.cash.toFixed(),
      coverage: total.coverage.toFixed(),
      finance: total.finance.toFixed(),
      cost: total.total.toFixed(),
      faulty: judged.lines.filter(({ fault }) => fault !== null).length,
    },
    markets,
    message_log: [
      ...judged.messages,
      ...ofYear,
      ...findings.map((finding) => ({ ...finding, line_no: null, field: null })),
    ],
    currency: scenario.currency,
    plan_year: around.year?.plan_year ?? null,
    names: namesIn(around),
  }
  return { plan, judged: judged.lines }
}

/** Works a plan out without writing anything. */
export const workOut = async (
  tx: Pick<Tx, 'query'>,
  reader: PlanReader,
  scenario: Scenario,
  lines: readonly PlanLine[],
): Promise<WorkedPlan> => (await workedOut(tx, reader, scenario, lines)).plan

/** What is planned of a line `l`, as the wire writes it. */
export const lineColumns = sql`l.line_no, l.sticker_code, l.country, l.territory, l.material_number, l.group_code,
  trim_scale(l.baseline_volume)::text as baseline_volume, trim_scale(l.volume)::text as volume, trim_scale(l.financed_percent)::text as financed_percent,
  trim_scale(l.list_price)::text as list_price, trim_scale(l.support_per_unit)::text as support_per_unit,
  trim_scale(l.coverage_per_unit)::text as coverage_per_unit, trim_scale(l.buydown_percent)::text as buydown_percent, l.currency`

/** The stored lines of a scenario, in their order. */
export const linesOf = (tx: Pick<Tx, 'query'>, organizationId: number, scenarioNumber: string): Promise<PlanLine[]> =>
  tx.query<PlanLine>(sql`
    select ${lineColumns} from promotion_scenario_line l
     where l.organization_id = ${organizationId} and l.scenario_number = ${scenarioNumber} order by l.line_no`)

/** The lines behind one of them, so many at most, each worked out as in the whole of its plan. */
export async function linesBehind(
  tx: Pick<Tx, 'query'>,
  { organizationId }: PlanReader,
  scenario: Scenario,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Pick<WorkedPlan, 'lines' | 'names'>> {
  const found = await tx.query<PlanLine & { readonly first_same: number }>(sql`
    select ${lineColumns}, l.first_same
      from (select o.*, min(o.line_no) over (partition by o.country, o.territory, o.sticker_code, o.material_number, o.group_code) as first_same
              from promotion_scenario_line o
             where o.organization_id = ${organizationId} and o.scenario_number = ${scenario.scenario_number}) l
     where l.line_no > ${after} order by l.line_no limit ${limit}`)
  const lines = found.map(({ first_same: _first, ...line }): PlanLine => line)
  const earlier = new Map(found.map((line) => [lineKey(line), line.first_same]))
  const around = await surroundingsOf(tx, organizationId, scenario, lines)
  return { lines: judgePlan(lines, around, earlier).lines.map(priced), names: namesIn(around) }
}

interface Writing {
  readonly tx: Tx
  readonly caller: PlanReader & Pick<Caller, 'userId'>
}

/** Puts lines, each with a number of its own, in the place of those that a locked scenario has, with what they cost; its header says the sum. */
export async function keepPlan(
  { tx, caller }: Writing,
  scenario: Scenario,
  lines: readonly PlanLine[],
): Promise<WorkedPlan> {
  const { organizationId, userId } = caller
  const { plan, judged } = await workedOut(tx, caller, scenario, lines)
  const rows = plan.lines.map((line, at) => ({
    ...line,
    plan_currency: scenario.currency,
    plan_cash: judged[at]!.planned?.cash.toFixed() ?? null,
    plan_coverage: judged[at]!.planned?.coverage.toFixed() ?? null,
    plan_finance: judged[at]!.planned?.finance.toFixed() ?? null,
  }))
  await tx.query(sql`
    delete from promotion_scenario_line l where l.organization_id = ${organizationId} and l.scenario_number = ${scenario.scenario_number}`)
  await tx.query(sql`
    insert into promotion_scenario_line (organization_id, created_by, updated_by, scenario_number, line_no, sticker_code, country, territory, material_number,
           group_code, baseline_volume, volume, financed_percent, list_price, support_per_unit, coverage_per_unit, buydown_percent, currency, cash_cost,
           coverage_cost, finance_cost, total_cost, plan_currency, plan_cash, plan_coverage, plan_finance, plan_cost, fault)
    select ${organizationId}, ${userId}, ${userId}, ${scenario.scenario_number}, r.* from jsonb_to_recordset(${json(rows)}) as r (line_no bigint,
           sticker_code text, country text, territory text, material_number text, group_code text, baseline_volume numeric, volume numeric,
           financed_percent numeric, list_price numeric, support_per_unit numeric, coverage_per_unit numeric, buydown_percent numeric, currency text,
           cash_cost numeric, coverage_cost numeric, finance_cost numeric, total_cost numeric, plan_currency text, plan_cash numeric,
           plan_coverage numeric, plan_finance numeric, plan_cost numeric, fault text)`)
  const { cash, coverage, finance, cost } = plan.totals
  await tx.query(sql`
    update promotion_scenario t set line_count = ${rows.length}, cash_cost = ${cash}::numeric, coverage_cost = ${coverage}::numeric,
           finance_cost = ${finance}::numeric, planned_cost = ${cost}::numeric
     where t.organization_id = ${organizationId} and t.id = ${scenario.id}`)
  tx.afterCommit(() => counts.forget('promotion_scenario_line', organizationId))
  return plan
}

/** What was read has to be what is changed: ROW_CONFLICT otherwise. The next version is its own. */
export async function takeVersion({ tx, caller }: Writing, scenario: Scenario, version: number): Promise<number> {
  if (scenario.row_version !== version) throw new AppError('ROW_CONFLICT')
  await tx.query(sql`
    update promotion_scenario t set row_version = t.row_version + 1, updated_at = now(), updated_by = ${caller.userId}
     where t.organization_id = ${caller.organizationId} and t.id = ${scenario.id}`)
  return version + 1
}
