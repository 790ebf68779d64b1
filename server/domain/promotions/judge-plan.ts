import { amount, zero } from '../calculation/amount.ts'
import {
  leadWarnings,
  lengthWarnings,
  regionWarnings,
  ruleFindings,
  togetherWarnings,
  type MarketRule,
  type UnitCost,
} from './market-rules.ts'
import { lineKey } from './plan-differences.ts'
import { lineCost, planCost, type Cost, type PlanLine, type PlanRates } from './plan-lines.ts'

export interface Sticker {
  readonly sticker_code: string
  readonly sticker_name: string
  readonly sticker_type: string
  readonly product_line: string
  readonly country: string
  readonly stackable: boolean
  readonly archived: boolean
  readonly valid_from: string
  readonly valid_to: string
}

/** What a plan is judged by. */
export interface PlanSurroundings {
  readonly product_lines: readonly string[]
  readonly countries: readonly string[]
  /** Chosen territories; a country without any is planned as a whole. */
  readonly territories: readonly { readonly country: string; readonly territory: string }[]
  readonly valid_from: string
  readonly valid_to: string
  readonly currency: string
  readonly stickers: ReadonlyMap<string, Sticker>
  /** The line of products that each material is planned in; null for one that is unknown. */
  readonly lineOf: ReadonlyMap<string, string | null>
  readonly groups: ReadonlyMap<string, { readonly product_line: string; readonly archived: boolean }>
  readonly marketRules: readonly MarketRule[]
  /** What units cost us, by `unitKey`; none where whoever asks may not see that. */
  readonly unitCosts: ReadonlyMap<string, UnitCost>
  /** The territories of the market's countries that have a region. */
  readonly regions: readonly { readonly country: string; readonly territory: string; readonly region: string }[]
  /** The day on which it is judged, while it can still be approved; null afterwards. */
  readonly today: string | null
  readonly rates: PlanRates
}

/** What a simulation says: of a line, or of the plan where `line_no` is null. */
export interface PlanMessage {
  readonly severity: 'error' | 'warning' | 'info'
  readonly line_no: number | null
  readonly field: string | null
  readonly message: string
}

export interface JudgedLine {
  readonly line: PlanLine
  readonly cost: Cost
  /** In the currency of the scenario; null where it cannot be told. */
  readonly planned: Cost | null
  /** Why it does not count; null where it does. */
  readonly fault: string | null
}

export interface JudgedPlan {
  readonly lines: readonly JudgedLine[]
  readonly messages: readonly PlanMessage[]
}

type Finding = readonly [field: string, message: string]

const given = (value: string | null): boolean => value !== null && value !== ''

function placeFaults(line: PlanLine, around: PlanSurroundings): Finding[] {
  const { countries, territories } = around
  if (!countries.includes(line.country)) return [['country', `${line.country || 'No country'} is not in the market`]]
  const chosen = territories.filter(({ country }) => country === line.country).map(({ territory }) => territory)
  if (line.territory !== null && chosen.length > 0 && !chosen.includes(line.territory))
    return [['territory', `${line.territory} is not among the territories of ${line.country}`]]
  return []
}

function stickerFaults(line: PlanLine, around: PlanSurroundings): Finding[] {
  if (line.sticker_code === null) return [['sticker_code', 'No sticker is chosen']]
  const sticker = around.stickers.get(line.sticker_code)
  const code = line.sticker_code
  if (!sticker) return [['sticker_code', `There is no sticker ${code}`]]
  if (sticker.archived) return [['sticker_code', `${code} is archived`]]
  if (sticker.country !== line.country)
    return [['sticker_code', `${code} is for ${sticker.country}, not for ${line.country}`]]
  if (!around.product_lines.includes(sticker.product_line))
    return [['sticker_code', `${code} is of ${sticker.product_line}, which is not planned here`]]
  if (sticker.valid_from > around.valid_to || sticker.valid_to < around.valid_from)
    return [['sticker_code', `${code} holds from ${sticker.valid_from} to ${sticker.valid_to}, not in these days`]]
  return []
}

function goodsFaults(line: PlanLine, around: PlanSurroundings): Finding[] {
  if (line.material_number !== null && line.group_code !== null)
    return [['group_code', 'A material and a custom group are both named: one of them is planned']]
  if (line.material_number !== null) {
    const own = around.lineOf.get(line.material_number)
    if (own === undefined) return [['material_number', `There is no material ${line.material_number}`]]
    if (own === null || !around.product_lines.includes(own))
      return [
        [
          'material_number',
          `${line.material_number} is ${own === null ? 'in no line' : `of ${own}`}, which is not planned here`,
        ],
      ]
    return []
  }
  if (line.group_code === null) return [['material_number', 'Neither a material nor a custom group is chosen']]
  const group = around.groups.get(line.group_code)
  if (!group) return [['group_code', `There is no custom group ${line.group_code}`]]
  if (group.archived) return [['group_code', `${line.group_code} is archived`]]
  if (!around.product_lines.includes(group.product_line))
    return [['group_code', `${line.group_code} is of ${group.product_line}, which is not planned here`]]
  return []
}

const givesCoverage = new Set(['extended_coverage', 'package'])
const givesFinancing = new Set(['interest_buydown', 'package'])

function amountFaults(line: PlanLine, sticker: Sticker | undefined): Finding[] {
  if (!given(line.volume)) return [['volume', 'No volume is planned']]
  const negative = (['volume', 'support_per_unit', 'coverage_per_unit', 'list_price'] as const).find(
    (name) => given(line[name]) && amount(line[name]!).isNegative(),
  )
  if (negative) return [[negative, 'An amount is below nought']]
  const financed = given(line.financed_percent) && amount(line.financed_percent!).gt(0)
  if (sticker && givesCoverage.has(sticker.sticker_type) && !given(line.coverage_per_unit))
    return [['coverage_per_unit', `${sticker.sticker_code} gives coverage, and what it costs is not told`]]
  if (sticker && givesFinancing.has(sticker.sticker_type) && financed && !given(line.buydown_percent))
    return [['buydown_percent', `${sticker.sticker_code} gives financing, and its buydown is not told`]]
  const buys = given(line.buydown_percent) && amount(line.buydown_percent!).gt(0)
  if (financed && buys && !given(line.list_price))
    return [['list_price', 'It is financed, and there is no list price to finance']]
  if (given(line.list_price) && given(line.support_per_unit) && amount(line.support_per_unit!).gt(line.list_price!))
    return [['support_per_unit', 'The support is more than the price']]
  return []
}

function warningsOf(line: PlanLine, around: PlanSurroundings): Finding[] {
  const found: Finding[] = []
  if (given(line.volume) && amount(line.volume!).isZero())
    found.push(['volume', 'Its volume is nought: it costs nothing'])
  return [...found, ...ruleFindings(line, around)]
}

/** Stickers that hold on some of its days only, each told once. */
const partlyHeld = (
  lines: readonly PlanLine[],
  { stickers, valid_from: from, valid_to: to }: PlanSurroundings,
): PlanMessage[] =>
  [...new Set(lines.flatMap((line) => line.sticker_code ?? []))].flatMap((code) => {
    const sticker = stickers.get(code)
    if (!sticker || sticker.valid_from > to || sticker.valid_to < from) return []
    if (sticker.valid_from <= from && sticker.valid_to >= to) return []
    const message = `${code} holds from ${sticker.valid_from} to ${sticker.valid_to}, not on all of its days`
    return [{ severity: 'warning' as const, line_no: null, field: 'sticker_code', message }]
  })

const noCost: Cost = { cash: zero, coverage: zero, finance: zero, total: zero }

/**
 * Judges a plan: what every line costs, in its own currency and in that of the scenario, and what is to be said of it. A line with an error
 * costs nothing until it is mended, so that totals are those of the lines that count. `earlier` are the keys of lines before these, where these are a
 * part of the plan.
 */
export function judgePlan(
  lines: readonly PlanLine[],
  around: PlanSurroundings,
  earlier: ReadonlyMap<string, number> = new Map(),
): JudgedPlan {
  const seen = new Map(earlier)
  const messages: PlanMessage[] = []
  const judged = lines.map((line): JudgedLine => {
    const key = lineKey(line)
    const before = seen.get(key)
    const isSame = before !== undefined && before !== line.line_no
    if (before === undefined) seen.set(key, line.line_no)
    const errors: Finding[] = [
      ...placeFaults(line, around),
      ...stickerFaults(line, around),
      ...goodsFaults(line, around),
      ...amountFaults(line, line.sticker_code === null ? undefined : around.stickers.get(line.sticker_code)),
      ...(isSame ? [['sticker_code', `Line ${before} plans the same`] as const] : []),
    ]
    const cost = errors.length > 0 ? noCost : lineCost(line)
    const planned = errors.length > 0 ? null : planCost(cost, line.currency, around.currency, around.rates)
    if (errors.length === 0 && planned === null)
      errors.push(['currency', `There is no rate from ${line.currency} to ${around.currency} in the plan`])
    const say = (severity: PlanMessage['severity'], [field, message]: Finding) =>
      void messages.push({ severity, line_no: line.line_no, field, message })
    for (const error of errors) say('error', error)
    if (errors.length === 0) for (const warning of warningsOf(line, around)) say('warning', warning)
    return {
      line,
      cost: errors.length > 0 ? noCost : cost,
      planned,
      fault: errors.length > 0 ? errors.map(([, message]) => message).join('; ') : null,
    }
  })
  return {
    lines: judged,
    messages: [
      ...messages,
      ...partlyHeld(lines, around),
      ...togetherWarnings(lines, around),
      ...regionWarnings(around),
      ...lengthWarnings(around),
      ...leadWarnings(around),
    ],
  }
}
