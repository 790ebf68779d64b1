import { amount } from '../domain/calculation/amount.ts'
import { byShares, yearBefore } from '../domain/promotions/plan-days.ts'
import type { PlanLine } from '../domain/promotions/plan-lines.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { planYearOf } from './plan-surroundings.ts'
import type { Scenario } from './scenario.ts'
import { unitCosts } from './unit-costs-sql.ts'

/** The greatest number of lines of a plan. */
export const mostLines = 20_000

type Proposed = Omit<PlanLine, 'line_no' | 'territory' | 'volume'>

interface Share {
  readonly country: string
  readonly territory: string
  readonly product_line: string | null
  readonly share: string
}

/** Each sticker of the market on each material it reaches, as the master data cost a unit, with what was sold in the same days a year before. */
function proposedSql(organizationId: number, scenario: Scenario, only: readonly string[] | null) {
  const [from, to] = [scenario.valid_from, scenario.valid_to]
  const wanted = only === null ? sql`true` : sql`s.sticker_code = any(${[...only]}::text[])`
  const which = sql`s.archived is not true and s.product_line = any(${[...scenario.product_lines]}::text[])
    and s.country = any(${[...scenario.countries]}::text[]) and s.valid_from <= ${to}::date and s.valid_to >= ${from}::date and ${wanted}`
  return sql`
    select u.sticker_code, u.country, u.material_number, null as group_code, u.currency, trim_scale(round(greatest(coalesce(d.units, 0), 0), 3))::text as baseline_volume,
           trim_scale(u.list_price)::text as list_price, trim_scale(u.cash_support)::text as support_per_unit, trim_scale(u.coverage_cost)::text as coverage_per_unit,
           trim_scale(u.financed_percent)::text as financed_percent, trim_scale(u.buydown_percent)::text as buydown_percent
      from (${unitCosts(organizationId, which, from, false)}) u
      left join (
        select d.country, d.material_number, sum(d.quantity) as units from sales_data d
         where d.organization_id = ${organizationId} and d.billing_date between ${yearBefore(from)}::date and ${yearBefore(to)}::date
           and d.country = any(${[...scenario.countries]}::text[])
         group by d.country, d.material_number) d on d.country = u.country and d.material_number = u.material_number
     where u.list_price is not null
     order by u.country, u.sticker_code, coalesce(d.units, 0) desc, u.material_number
     limit ${mostLines + 1}`
}

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
  const found = await tx.query<Proposed>(proposedSql(organizationId, scenario, only))
  const shares = await sharesOf(tx, organizationId, scenario)
  const lines = found.flatMap((one): Omit<PlanLine, 'line_no'>[] => {
    const baseline = one.baseline_volume ?? '0'
    const volume = expected(baseline, year?.default_uplift_percent ?? null)
    const places = shares.filter(({ country }) => country === one.country)
    if (places.length === 0) return [{ ...one, territory: null, volume }]
    const [baselines, volumes] = [baseline, volume].map((units) =>
      byShares(
        units,
        places.map(({ share }) => share),
      ),
    )
    return places.map(({ territory }, at) => ({
      ...one,
      territory,
      baseline_volume: baselines![at]!,
      volume: volumes![at]!,
    }))
  })
  // One more than there may be, so that it is told.
  return lines.slice(0, mostLines + 1).map((line, at) => ({ ...line, line_no: at + 1 }))
}
