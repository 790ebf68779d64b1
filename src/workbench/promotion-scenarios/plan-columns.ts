import { formatDecimal } from '#src/definition/field-types/numbers.ts'
import { exact, plain } from './plan-words.ts'
import type { PlanLine, PlannedField, PricedLine } from './scenario-api.ts'

/** A line as it is planned, with what the server made of it last; nothing yet for a new one. */
export interface ShownLine {
  readonly line: PlanLine
  readonly priced: PricedLine | undefined
}

export interface PlanColumn {
  readonly id: string
  readonly label: string
  readonly tip?: string
  readonly width: number
  /** Given: the column is planned in. */
  readonly field?: PlannedField
  readonly isNumber: boolean
  readonly text: (line: ShownLine, locale: string) => string
}

const place = (id: 'country' | 'territory', label: string, width: number): PlanColumn => ({
  id,
  label,
  width,
  isNumber: false,
  text: ({ line }) => line[id] ?? '',
})

const entered = (field: PlannedField, label: string, width: number, tip: string, least = 0): PlanColumn => ({
  id: field,
  label,
  tip,
  width,
  field,
  isNumber: true,
  text: ({ line }, locale) => formatDecimal(line[field], locale, least, 6),
})

const share = (field: PlannedField, label: string, width: number, tip: string): PlanColumn => ({
  ...entered(field, label, width, tip),
  text: ({ line }, locale) => (line[field] === null ? '' : `${plain(line[field], locale)} %`),
})

const worked = (id: string, label: string, width: number, text: PlanColumn['text'], tip?: string): PlanColumn => ({
  id,
  label,
  width,
  isNumber: true,
  text,
  ...(tip ? { tip } : {}),
})

interface Wanted {
  /** That of the scenario. */
  readonly currency: string
  /** Something is planned by territory. */
  readonly hasTerritories: boolean
  /** Something is planned in another currency than that of the scenario. */
  readonly hasCurrencies: boolean
  readonly nameOf: (line: PlanLine) => string
}

/** The columns of the grid; without territories and other currencies where there are none. */
export function planColumns({ currency, hasTerritories, hasCurrencies, nameOf }: Wanted): readonly PlanColumn[] {
  const costInPlan = worked(
    'plan_cost',
    `Cost, ${currency}`,
    104,
    ({ priced }, locale) => (priced ? (priced.plan_cost === null ? '–' : exact(priced.plan_cost, locale)) : '…'),
    'At the rates of the plan',
  )
  const costInOwn = worked('total_cost', 'Cost as planned', 128, ({ line, priced }, locale) =>
    priced ? `${exact(priced.total_cost, locale)} ${line.currency}` : '…',
  )
  const baseline = worked(
    'baseline',
    'Last year',
    74,
    ({ line }, locale) => plain(line.baseline_volume, locale),
    'Units sold in the same days a year before',
  )
  return [
    { id: 'goods', label: 'Material', width: 190, isNumber: false, text: ({ line }) => nameOf(line) },
    place('country', 'Country', 108),
    ...(hasTerritories ? [place('territory', 'Territory', 92)] : []),
    { id: 'sticker', label: 'Sticker', width: 108, isNumber: false, text: ({ line }) => line.sticker_code ?? '' },
    baseline,
    entered('volume', 'Units', 70, 'Units expected with the promotion'),
    costInPlan,
    entered('support_per_unit', 'Support', 76, 'Cash off one unit, in the currency of the line', 2),
    entered('coverage_per_unit', 'Coverage', 76, 'What the coverage of one unit costs', 2),
    share('financed_percent', 'Financed', 80, 'Units of a hundred that take the financing'),
    share('buydown_percent', 'Buydown', 92, 'Of the list price of what is financed'),
    entered('list_price', 'List price', 86, 'Of one unit, in the currency of the line', 2),
    ...(hasCurrencies ? [costInOwn] : []),
  ]
}
