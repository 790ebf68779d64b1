import type { Field, ResultView } from '#src/definition'
import { cellText } from '#src/widgets/cell-text.ts'

type Row = Readonly<Record<string, unknown>>
type Chart = NonNullable<ResultView['chart']>

export interface Bar {
  readonly label: string
  /** Place of the row in the result. */
  readonly index: number
  readonly parts: readonly { readonly field: Field; readonly value: number; readonly text: string }[]
}

/** More bars than this are a wall; the rest is in the table. */
export const mostBars = 30

const amount = (value: unknown): number => {
  const number = Number(value ?? 0)
  return Number.isFinite(number) ? number : 0
}

/** The bars of a chart, one a row, in the order of the result; `named` adds the name of a key where the row carries one. */
export function barsOf(rows: readonly Row[], x: Field, y: readonly Field[], locale: string): Bar[] {
  return rows.slice(0, mostBars).map((row, index) => ({
    label: cellText(row[x.name], x, locale) || '(empty)',
    index,
    parts: y.map((field) => ({ field, value: amount(row[field.name]), text: cellText(row[field.name], field, locale) })),
  }))
}

export interface Scale {
  readonly from: number
  readonly to: number
}

/** The scale that holds every bar and zero; stacked bars count together, positive and negative apart. */
export function scaleOf(bars: readonly Bar[], stacked: boolean): Scale {
  const ends = bars.flatMap((bar) => {
    const values = bar.parts.map((part) => part.value)
    if (!stacked) return values
    const sum = (keep: (value: number) => boolean) => values.filter(keep).reduce((total, value) => total + value, 0)
    return [sum((value) => value > 0), sum((value) => value < 0)]
  })
  const [from, to] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  return from === to ? { from: 0, to: 1 } : { from, to }
}

/** Where a value lies on the scale, in percent from its start. */
export const placeOn = ({ from, to }: Scale, value: number): number => ((value - from) / (to - from)) * 100

/** Lines need an axis that has an order: days and numbers; everything else is drawn as bars. */
export function drawsLine(chart: Chart, x: Field): boolean {
  const ordered = x.type === 'date' || x.type === 'dateTime' || x.type === 'integer' || x.type === 'decimal'
  return chart.type === 'line' || chart.type === 'scatter' || (ordered && chart.type === 'bar')
}

/** The series of a line chart: x ascending (seconds for days), one list of values a measure. */
export function seriesOf(rows: readonly Row[], x: Field, y: readonly Field[]): number[][] {
  const at = (row: Row): number => {
    const value = row[x.name]
    return x.type === 'date' || x.type === 'dateTime' ? Date.parse(String(value)) / 1000 : amount(value)
  }
  const ordered = rows.filter((row) => Number.isFinite(at(row))).toSorted((a, b) => at(a) - at(b))
  return [ordered.map(at), ...y.map((field) => ordered.map((row) => amount(row[field.name])))]
}
