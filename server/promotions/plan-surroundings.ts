import type { PlanSurroundings, Sticker } from '../domain/promotions/judge-plan.ts'
import { unitKey, type MarketRule, type UnitCost } from '../domain/promotions/market-rules.ts'
import type { PlanLine } from '../domain/promotions/plan-lines.ts'
import type { PlanningYear } from '../domain/promotions/plan-year.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { lineOf } from './planned-for.ts'
import type { Scenario } from './scenario.ts'

/** The year that a scenario is planned in: its money, its budgets and what plans begin with. */
export interface PlanYear extends PlanningYear {
  readonly currency: string
  readonly valid_from: string
  readonly valid_to: string
  readonly default_financed_percent: string | null
  readonly default_uplift_percent: string | null
  readonly budgets: readonly { readonly product_line: string; readonly country: string; readonly amount: string }[]
}

/** The plan whose days hold the first day of the scenario, an annual one before others; null without one. */
export async function planYearOf(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  { valid_from: day }: Pick<Scenario, 'valid_from'>,
): Promise<PlanYear | null> {
  const [found] = await tx.query<PlanYear>(sql`
    select g.plan_year, g.plan_status, g.planning_from, g.planning_to, g.currency, g.valid_from, g.valid_to, g.default_financed_percent, g.default_uplift_percent, coalesce(g.budgets, '[]') as budgets
      from global_promotion g
     where g.organization_id = ${organizationId} and g.valid_from <= ${day}::date and g.valid_to >= ${day}::date
     order by g.plan_type = 'annual' desc, g.plan_year desc limit 1`)
  return found ?? null
}

export interface Surroundings extends PlanSurroundings {
  readonly year: PlanYear | null
  /** What materials are called. */
  readonly materialNames: ReadonlyMap<string, string>
}

/** For whom a plan is judged: whether they see what units cost us, and what day it is for them. */
export interface Eye {
  readonly costs: boolean
  readonly today: string
}

type Named = Pick<PlanLine, 'sticker_code' | 'material_number' | 'group_code'>

/** What a unit costs and is sold for in each country: as its price there says, else as its master does. */
const unitCostsOf = (
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  scenario: Scenario,
  materials: readonly string[],
): Promise<(UnitCost & { readonly country: string; readonly material_number: string })[]> =>
  tx.query(sql`
    select c.country, m.material_number, coalesce(p.standard_cost, m.standard_cost)::text as cost,
           case when p.standard_cost is not null then p.currency else coalesce(m.currency, p.currency) end as currency,
           case when p.standard_cost is not null or p.currency = m.currency then p.dealer_cost::text end as sold_for
      from material m
     cross join unnest(${[...scenario.countries]}::text[]) as c (country)
      left join promotion_material_price p on p.organization_id = m.organization_id and p.material_number = m.material_number and p.country = c.country
                and p.valid_from <= ${scenario.valid_from}::date and coalesce(p.valid_to, 'infinity') >= ${scenario.valid_from}::date
     where m.organization_id = ${organizationId} and m.material_number = any(${[...materials]}::text[])
       and coalesce(p.standard_cost, m.standard_cost) is not null`)

/** Everything that the lines of a scenario are judged by: one statement a kind, whatever the number of lines. */
export async function surroundingsOf(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  scenario: Scenario,
  lines: readonly Named[],
  eye: Eye | null = null,
): Promise<Surroundings> {
  const named = (name: 'sticker_code' | 'material_number' | 'group_code'): string[] => [
    ...new Set(lines.flatMap((line) => line[name] ?? [])),
  ]
  const year = await planYearOf(tx, organizationId, scenario)
  const stickers = await tx.query<Sticker>(sql`
    select s.sticker_code, s.sticker_name, s.sticker_type, s.product_line, s.country, coalesce(s.stackable, false) as stackable,
           coalesce(s.archived, false) as archived, s.valid_from, s.valid_to
      from promotion_sticker s where s.organization_id = ${organizationId} and s.sticker_code = any(${named('sticker_code')}::text[])`)
  const materials = await tx.query<{ material_number: string; name: string; line: string | null }>(sql`
    select m.material_number, m.material_description as name, ${lineOf(sql`${scenario.valid_from}::date`)} as line
      from material m where m.organization_id = ${organizationId} and m.material_number = any(${named('material_number')}::text[])`)
  const groups = await tx.query<{ group_code: string; product_line: string; archived: boolean }>(sql`
    select c.group_code, c.product_line, coalesce(c.archived, false) as archived
      from custom_group c where c.organization_id = ${organizationId} and c.group_code = any(${named('group_code')}::text[])`)
  const marketRules = await tx.query<MarketRule>(sql`
    select r.product_line, r.country, r.planning_level, r.max_support_percent, r.min_margin_percent, r.min_days, r.max_days, r.lead_days, r.max_stickers
      from promotion_config r
     where r.organization_id = ${organizationId} and r.product_line = any(${[...scenario.product_lines]}::text[])
       and r.country = any(${[...scenario.countries]}::text[])
       and r.valid_from <= ${scenario.valid_from}::date and coalesce(r.valid_to, 'infinity') >= ${scenario.valid_from}::date`)
  const costs = eye?.costs === true ? await unitCostsOf(tx, organizationId, scenario, named('material_number')) : []
  const regions = marketRules.some(({ planning_level: level }) => level === 'region')
    ? await tx.query<{ country: string; territory: string; region: string }>(sql`
        select distinct t.country, t.territory, t.region from promotion_territory t
         where t.organization_id = ${organizationId} and t.country = any(${[...scenario.countries]}::text[]) and t.region is not null
           and (t.product_line is null or t.product_line = any(${[...scenario.product_lines]}::text[]))
           and t.valid_from <= ${scenario.valid_from}::date and coalesce(t.valid_to, 'infinity') >= ${scenario.valid_from}::date
         order by t.country, t.region, t.territory`)
    : []
  const rates = await tx.query<{ from_currency: string; to_currency: string; rate: string; per_units: number }>(sql`
    select r.from_currency, r.to_currency, r.rate, r.per_units from promotion_currency_rate r
     where r.organization_id = ${organizationId} and r.plan_year = ${year?.plan_year ?? null}::text`)
  return {
    year,
    product_lines: scenario.product_lines,
    countries: scenario.countries,
    territories: scenario.territories,
    valid_from: scenario.valid_from,
    valid_to: scenario.valid_to,
    currency: scenario.currency,
    stickers: new Map(stickers.map((sticker) => [sticker.sticker_code, sticker])),
    materialNames: new Map(materials.map(({ material_number: material, name }) => [material, name])),
    lineOf: new Map(materials.map(({ material_number: material, line }) => [material, line])),
    groups: new Map(groups.map((group) => [group.group_code, group])),
    marketRules,
    unitCosts: new Map(costs.map((one) => [unitKey(one.country, one.material_number), one])),
    regions,
    // What is approved was approved in time, or it was known.
    today: scenario.status === 'draft' || scenario.status === 'in_review' ? (eye?.today ?? null) : null,
    rates: { rates: rates.map((rate) => ({ ...rate, valid_from: '0001-01-01' })), reference: year?.currency ?? null },
  }
}
