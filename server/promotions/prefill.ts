import { amount } from '../domain/calculation/amount.ts'
import { byShares, yearBefore } from '../domain/promotions/plan-days.ts'
import type { PlanLine } from '../domain/promotions/plan-lines.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { planYearOf } from './plan-surroundings.ts'
import { lineOf } from './planned-for.ts'
import type { Scenario } from './scenario.ts'

/** The greatest number of lines of a plan. */
export const mostLines = 2000

interface Proposed extends Omit<PlanLine, 'line_no' | 'territory'> {
  readonly product_line: string
}

interface Share {
  readonly country: string
  readonly territory: string
  readonly product_line: string | null
  readonly share: string
}

/**
 * What stickers of the market give, beside the price of each material they reach and what was sold of it in the same days a year before. Of
 * several costs of a coverage the most special one counts: that of the material, of the line, of the country.
 */
const proposedSql = (organizationId: number, scenario: Scenario, usual: string | null, only: readonly string[] | null) => sql`
  with sticker as (
    select s.* from promotion_sticker s
     where s.organization_id = ${organizationId} and not coalesce(s.archived, false)
       and s.product_line = any(${[...scenario.product_lines]}::text[]) and s.country = any(${[...scenario.countries]}::text[])
       and s.valid_from <= ${scenario.valid_to}::date and s.valid_to >= ${scenario.valid_from}::date
       and (${only === null ? null : [...only]}::text[] is null or s.sticker_code = any(${only === null ? null : [...only]}::text[]))
  ), priced as (
    select p.material_number, p.country, p.list_price, p.currency, ${lineOf(sql`${scenario.valid_from}::date`)} as product_line, (
             select g.sticker_group from promotion_mapping g
              where g.organization_id = p.organization_id and g.material_number = p.material_number
                and g.valid_from <= ${scenario.valid_from}::date and coalesce(g.valid_to, 'infinity') >= ${scenario.valid_from}::date limit 1) as sticker_group
      from promotion_material_price p
      join material m on m.organization_id = p.organization_id and m.material_number = p.material_number
     where p.organization_id = ${organizationId} and p.country = any(${[...scenario.countries]}::text[])
       and p.valid_from <= ${scenario.valid_from}::date and coalesce(p.valid_to, 'infinity') >= ${scenario.valid_from}::date
  ), sold as (
    select d.country, d.material_number, sum(d.quantity) as units from sales_data d
     where d.organization_id = ${organizationId} and d.billing_date between ${yearBefore(scenario.valid_from)}::date and ${yearBefore(scenario.valid_to)}::date
       and d.country = any(${[...scenario.countries]}::text[]) and d.material_number in (select material_number from priced)
     group by d.country, d.material_number
  )
  select s.sticker_code, s.country, p.material_number, null as group_code, s.product_line, p.currency,
         trim_scale(round(greatest(coalesce(d.units, 0), 0), 3))::text as baseline_volume, null as volume,
         trim_scale(p.list_price)::text as list_price, trim_scale(coalesce(s.cash_support, 0))::text as support_per_unit,
         trim_scale(case when s.coverage_type is null then 0 else coalesce(s.coverage_cost, c.cost_per_unit, 0) end)::text as coverage_per_unit,
         trim_scale(case when s.promo_rate is null then 0 else coalesce(s.financed_percent, ${usual}::numeric, 0) end)::text as financed_percent,
         trim_scale(case when s.promo_rate is null then 0 else coalesce(f.buydown_cost_percent, 0) end)::text as buydown_percent
    from sticker s
    join priced p on p.country = s.country and p.product_line = s.product_line and p.currency = s.currency
     and (s.sticker_group is null or s.sticker_group = p.sticker_group)
     and (s.custom_group is null or exists (
       select from custom_group g, jsonb_array_elements(g.materials) as one (row)
        where g.organization_id = ${organizationId} and g.group_code = s.custom_group and one.row ->> 'material_number' = p.material_number))
    left join sold d on d.country = p.country and d.material_number = p.material_number
    left join lateral (
      select c.cost_per_unit from coverage_cost_mapping c
       where c.organization_id = ${organizationId} and c.coverage_type = s.coverage_type and c.term_months = s.coverage_months and c.currency = s.currency
         and (c.product_line is null or c.product_line = s.product_line) and (c.material_number is null or c.material_number = p.material_number)
         and (c.country is null or c.country = s.country)
         and c.valid_from <= ${scenario.valid_from}::date and coalesce(c.valid_to, 'infinity') >= ${scenario.valid_from}::date
       order by c.material_number nulls last, c.product_line nulls last, c.country nulls last limit 1) c on true
    left join lateral (
      select f.buydown_cost_percent from promotion_finance_cost f
       where f.organization_id = ${organizationId} and f.sticker_code = s.sticker_code and f.term_months = s.term_months and f.currency = s.currency
         and f.valid_from <= ${scenario.valid_to}::date and coalesce(f.valid_to, 'infinity') >= ${scenario.valid_from}::date
       order by f.valid_from desc limit 1) f on true
   order by s.country, s.sticker_code, coalesce(d.units, 0) desc, p.material_number
   limit ${mostLines + 1}`

const sharesOf = (tx: Pick<Tx, 'query'>, organizationId: number, scenario: Scenario): Promise<Share[]> =>
  tx.query<Share>(sql`
    select distinct on (t.country, t.territory) t.country, t.territory, t.product_line, t.share::text as share from promotion_territory t
     where t.organization_id = ${organizationId} and t.country = any(${[...scenario.countries]}::text[])
       and t.territory = any(${scenario.territories.map(({ territory }) => territory)}::text[])
       and (t.product_line is null or t.product_line = any(${[...scenario.product_lines]}::text[]))
       and t.valid_from <= ${scenario.valid_from}::date and coalesce(t.valid_to, 'infinity') >= ${scenario.valid_from}::date
     order by t.country, t.territory, t.product_line nulls last`)

/** Units as a plan begins with them: those of last year and the uplift that the plan expects, whole ones. */
const expected = (baseline: string, uplift: string | null): string =>
  amount(baseline)
    .times(amount(100).plus(uplift ?? 0))
    .div(100)
    .toDecimalPlaces(0)
    .toFixed()

/**
 * The lines that a plan begins with: each sticker of the market on each material it reaches, at the prices of the country, with what was sold a
 * year before. Where territories were chosen, a country is split among them by their shares.
 */
export async function proposedLines(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  scenario: Scenario,
  only: readonly string[] | null = null,
): Promise<PlanLine[]> {
  const year = await planYearOf(tx, organizationId, scenario)
  const found = await tx.query<Proposed>(proposedSql(organizationId, scenario, year?.default_financed_percent ?? null, only))
  const shares = await sharesOf(tx, organizationId, scenario)
  const lines = found.flatMap(({ product_line: _line, ...one }): Omit<PlanLine, 'line_no'>[] => {
    const baseline = one.baseline_volume ?? '0'
    const volume = expected(baseline, year?.default_uplift_percent ?? null)
    const places = shares.filter(({ country }) => country === one.country)
    if (places.length === 0) return [{ ...one, territory: null, volume }]
    const [baselines, volumes] = [baseline, volume].map((units) => byShares(units, places.map(({ share }) => share)))
    return places.map(({ territory }, at) => ({
      ...one,
      territory,
      baseline_volume: baselines![at]!,
      volume: volumes![at]!,
    }))
  })
  return lines.slice(0, mostLines).map((line, at) => ({ ...line, line_no: at + 1 }))
}
