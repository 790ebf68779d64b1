import type { PlannedField } from './plan-edit.ts'
import { exact, plain } from './plan-words.ts'
import type { PlanLine, PricedLine } from './scenario-api.ts'

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

const entered = (field: PlannedField, label: string, width: number, tip: string): PlanColumn => ({
  id: field,
  label,
  tip,
  width,
  field,
  isNumber: true,
  text: ({ line }, locale) => plain(line[field], locale),
})

const worked = (id: string, label: string, width: number, text: PlanColumn['text'], tip?: string): PlanColumn => ({
  id,
  label,
  width,
  isNumber: true,
  text,
  ...(tip ? { tip } : {}),
})

/** The columns of the grid; without territories where nothing is planned by them. */
export function planColumns(
  currency: string,
  hasTerritories: boolean,
  nameOf: (line: PlanLine) => string,
): readonly PlanColumn[] {
  return [
    { id: 'goods', label: 'Material', width: 190, isNumber: false, text: ({ line }) => nameOf(line) },
    place('country', 'Country', 112),
    ...(hasTerritories ? [place('territory', 'Territory', 96)] : []),
    { id: 'sticker', label: 'Sticker', width: 112, isNumber: false, text: ({ line }) => line.sticker_code ?? '' },
    worked(
      'baseline',
      'Last year',
      76,
      ({ line }, locale) => plain(line.baseline_volume, locale),
      'Units sold in the same days a year before',
    ),
    entered('volume', 'Units', 76, 'Units expected with the promotion'),
    entered('support_per_unit', 'Support', 84, 'Cash off one unit, in the currency of the line'),
    entered('coverage_per_unit', 'Coverage', 84, 'What the coverage of one unit costs'),
    entered('financed_percent', 'Financed %', 84, 'Units of a hundred that take the financing'),
    entered('buydown_percent', 'Buydown %', 84, 'Of the list price of what is financed'),
    entered('list_price', 'List price', 96, 'Of one unit, in the currency of the line'),
    worked('total_cost', 'Cost', 124, ({ line, priced }, locale) =>
      priced ? `${exact(priced.total_cost, locale)} ${line.currency}` : '…',
    ),
    worked(
      'plan_cost',
      `Cost, ${currency}`,
      108,
      ({ priced }, locale) => (priced ? (priced.plan_cost === null ? '–' : exact(priced.plan_cost, locale)) : '…'),
      'At the rates of the plan',
    ),
  ]
}
