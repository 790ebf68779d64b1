import type { MarketRule, PlanSurroundings, Sticker } from '../domain/promotions/judge-plan.ts'
import type { PlanLine } from '../domain/promotions/plan-lines.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { lineOf } from './planned-for.ts'
import type { Scenario } from './scenario.ts'

/** The year that a scenario is planned in: its money, its budgets and what plans begin with. */
export interface PlanYear {
  readonly plan_year: string
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
    select g.plan_year, g.currency, g.valid_from, g.valid_to, g.default_financed_percent, g.default_uplift_percent, coalesce(g.budgets, '[]') as budgets
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

/** Everything that the lines of a scenario are judged by: one statement a kind, whatever the number of lines. */
export async function surroundingsOf(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  scenario: Scenario,
  lines: readonly Pick<PlanLine, 'sticker_code' | 'material_number' | 'group_code'>[],
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
    select r.product_line, r.country, r.max_support_percent, r.min_days, r.max_days, r.max_stickers from promotion_config r
     where r.organization_id = ${organizationId} and r.product_line = any(${[...scenario.product_lines]}::text[])
       and r.country = any(${[...scenario.countries]}::text[])
       and r.valid_from <= ${scenario.valid_from}::date and coalesce(r.valid_to, 'infinity') >= ${scenario.valid_from}::date`)
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
    rates: { rates: rates.map((rate) => ({ ...rate, valid_from: '0001-01-01' })), reference: year?.currency ?? null },
  }
}
