import { amount, percentOf, zero, type Amount } from '../calculation/amount.ts'
import type { PlanMessage, PlanSurroundings } from './judge-plan.ts'
import { daysOf, dayBefore } from './plan-days.ts'
import { atPlanRates, type PlanLine } from './plan-lines.ts'

/** The rules of a market for a line of products. */
export interface MarketRule {
  readonly product_line: string
  readonly country: string
  readonly planning_level: 'country' | 'region' | 'territory'
  readonly max_support_percent: string | null
  readonly min_margin_percent: string | null
  readonly min_days: number | null
  readonly max_days: number | null
  readonly lead_days: number | null
  readonly max_stickers: number | null
}

/** What one unit costs us and is sold for in a country; amounts of one unit. */
export interface UnitCost {
  readonly cost: string
  readonly currency: string
  /** What dealers pay, where it is told; in the currency of the cost. */
  readonly sold_for: string | null
}

type Finding = readonly [field: string, message: string]

const given = (value: string | null): value is string => value !== null && value !== ''
const number = (value: string | null): Amount => (given(value) ? amount(value) : zero)

/** Where the unit costs of a material in a country are found. */
export const unitKey = (country: string, material: string): string => JSON.stringify([country, material])

const ruleFor = (
  { marketRules }: PlanSurroundings,
  country: string,
  line: string | null | undefined,
): MarketRule | undefined => marketRules.find((one) => one.country === country && one.product_line === line)

/** What is left of the price of one unit after its cost and the promotion, in percent of that price; null where it cannot be told. */
export function marginPercent(line: PlanLine, around: PlanSurroundings): Amount | null {
  if (line.material_number === null || !given(line.list_price)) return null
  const known = around.unitCosts.get(unitKey(line.country, line.material_number))
  if (!known) return null
  const inLine = (value: string): Amount | null =>
    known.currency === line.currency
      ? amount(value)
      : atPlanRates(amount(value), known.currency, line.currency, around.rates)
  const cost = inLine(known.cost)
  const sold = known.sold_for === null ? amount(line.list_price) : inLine(known.sold_for)
  if (cost === null || sold === null || sold.lte(0)) return null
  const finance = percentOf(
    percentOf(amount(line.list_price), number(line.buydown_percent)),
    number(line.financed_percent),
  )
  const left = sold
    .minus(cost)
    .minus(number(line.support_per_unit))
    .minus(number(line.coverage_per_unit))
    .minus(finance)
  return left.times(100).div(sold)
}

function supportFinding(line: PlanLine, rule: MarketRule): Finding[] {
  const most = rule.max_support_percent
  if (most === null || !given(line.list_price) || !given(line.support_per_unit)) return []
  if (amount(line.support_per_unit).lte(percentOf(amount(line.list_price), amount(most)))) return []
  const words = `The support is more than ${amount(most).toFixed()} % of the price, the most in ${line.country}`
  return [['support_per_unit', words]]
}

function marginFinding(line: PlanLine, rule: MarketRule, around: PlanSurroundings): Finding[] {
  const least = rule.min_margin_percent
  const margin = least === null ? null : marginPercent(line, around)
  if (least === null || margin === null || margin.gte(least)) return []
  const left = margin.toDecimalPlaces(2).toFixed()
  return [['support_per_unit', `${left} % margin is left; ${line.country} wants ${amount(least).toFixed()} % at least`]]
}

function levelFinding(line: PlanLine, { planning_level: level }: MarketRule): Finding[] {
  if (level === 'country')
    return line.territory === null
      ? []
      : [['territory', `${line.country} is planned as a whole, and this is for ${line.territory} alone`]]
  if (line.territory !== null) return []
  return [['territory', `${line.country} is planned by ${level}, and this is for the country as a whole`]]
}

/** What a line says against the rules of its market. */
export function ruleFindings(line: PlanLine, around: PlanSurroundings): Finding[] {
  const sticker = line.sticker_code === null ? undefined : around.stickers.get(line.sticker_code)
  const rule = ruleFor(around, line.country, sticker?.product_line)
  if (!rule) return []
  return [...supportFinding(line, rule), ...marginFinding(line, rule, around), ...levelFinding(line, rule)]
}

const warning = (message: string, field: string | null = null, line: number | null = null): PlanMessage => ({
  severity: 'warning',
  line_no: line,
  field,
  message,
})

/** Stickers on one material beyond what the market allows together, and those that are not given together with others. */
export function togetherWarnings(lines: readonly PlanLine[], around: PlanSurroundings): PlanMessage[] {
  const places = new Map<string, PlanLine[]>()
  for (const line of lines) {
    if (line.material_number === null || line.sticker_code === null) continue
    const key = JSON.stringify([line.country, line.territory, line.material_number])
    const own = places.get(key)
    if (!own) places.set(key, [line])
    else if (own.every((one) => one.sticker_code !== line.sticker_code)) own.push(line)
  }
  return [...places.values()].flatMap((own) => {
    if (own.length < 2) return []
    const last = own.at(-1)!
    const place = last.territory ?? last.country
    const most = ruleFor(around, last.country, around.lineOf.get(last.material_number!))?.max_stickers ?? null
    const found: PlanMessage[] = []
    if (most !== null && own.length > most)
      found.push(
        warning(
          `${last.material_number} has ${own.length} stickers in ${place}; ${most} together at most`,
          'sticker_code',
          last.line_no,
        ),
      )
    // One that is for itself may stand beside those that are given on top of others.
    const alone = own.filter((one) => around.stickers.get(one.sticker_code!)?.stackable === false)
    if (alone.length > 1) {
      const codes = alone.map((one) => one.sticker_code).join(' and ')
      found.push(
        warning(
          `${last.material_number} has ${codes} in ${place}, which are not given together`,
          'sticker_code',
          alone.at(-1)!.line_no,
        ),
      )
    }
    return found
  })
}

const rulesOf = ({ marketRules, countries, product_lines: lines }: PlanSurroundings): readonly MarketRule[] =>
  marketRules.filter((rule) => countries.includes(rule.country) && lines.includes(rule.product_line))

/** Plans that are shorter or longer than a market means them to be. */
export function lengthWarnings(around: PlanSurroundings): PlanMessage[] {
  const days = daysOf(around.valid_from, around.valid_to)
  return rulesOf(around).flatMap(({ country, product_line: line, min_days: least, max_days: most }) => {
    const words =
      least !== null && days < least ? `at least ${least}` : most !== null && days > most ? `at most ${most}` : null
    return words === null ? [] : [warning(`It lasts ${days} days; ${words} are meant for ${line} in ${country}`)]
  })
}

/** What has to be approved so many days before it begins, and no longer can be, as seen on a day. */
export function leadWarnings(around: PlanSurroundings): PlanMessage[] {
  const { today, valid_from: from } = around
  if (today === null) return []
  return rulesOf(around).flatMap(({ country, product_line: line, lead_days: lead }) => {
    if (lead === null || lead === 0) return []
    const due = dayBefore(from, lead)
    if (today <= due) return []
    const ahead = `${lead} ${lead === 1 ? 'day' : 'days'} ahead`
    return [warning(`${line} in ${country} is approved ${ahead}: for ${from} that was until ${due}`, 'valid_from')]
  })
}

/** Regions of which only a part is planned, in markets that are planned by region. */
export function regionWarnings(around: PlanSurroundings): PlanMessage[] {
  const byRegion = new Set(
    rulesOf(around).flatMap(({ country, planning_level: level }) => (level === 'region' ? [country] : [])),
  )
  const chosen = new Set(around.territories.map((one) => unitKey(one.country, one.territory)))
  const regions = new Map<string, { country: string; region: string; missing: string[]; some: boolean }>()
  for (const { country, territory, region } of around.regions) {
    if (!byRegion.has(country)) continue
    const key = unitKey(country, region)
    const own = regions.get(key) ?? { country, region, missing: [], some: false }
    if (chosen.has(unitKey(country, territory))) own.some = true
    else own.missing.push(territory)
    regions.set(key, own)
  }
  return [...regions.values()].flatMap(({ country, region, missing, some }) =>
    some && missing.length > 0
      ? [warning(`${country} is planned by region, and of ${region} ${missing.join(', ')} is missing`, 'territory')]
      : [],
  )
}
