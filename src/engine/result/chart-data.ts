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

/** The bars of a chart, one a row, in the order of the result. */
export function barsOf(rows: readonly Row[], x: Field, y: readonly Field[], locale: string): Bar[] {
  return rows.slice(0, mostBars).map((row, index) => ({
    label: cellText(row[x.name], x, locale) || '(empty)',
    index,
    parts: y.map((field) => ({
      field,
      value: amount(row[field.name]),
      text: cellText(row[field.name], field, locale),
    })),
  }))
}

export interface Scale {
  readonly from: number
  readonly to: number
}

/** Bars side by side, on top of each other, or each starting where the one before ended. */
export type ChartKind = 'side' | 'stacked' | 'waterfall'

export interface Strip {
  readonly from: number
  readonly to: number
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** From where to where each part of a bar is drawn; positive and negative parts of a stack grow apart. */
export function stripsOf(bar: Bar, before: readonly Bar[], kind: ChartKind): Strip[] {
  const values = bar.parts.map((part) => part.value)
  if (kind === 'side') return values.map((value) => ({ from: 0, to: value }))
  if (kind === 'waterfall')
    return values.map((value, at) => stepOf(sum(before.map((other) => other.parts[at]?.value ?? 0)), value))
  return values.map((value, at) => stepOf(sum(values.slice(0, at).filter((other) => other < 0 === value < 0)), value))
}

const stepOf = (from: number, by: number): Strip => ({ from, to: from + by })

/** The scale that holds zero and every strip of every bar. */
export function scaleOf(bars: readonly Bar[], kind: ChartKind): Scale {
  const ends = bars.flatMap((bar, at) =>
    stripsOf(bar, bars.slice(0, at), kind).flatMap((strip) => [strip.from, strip.to]),
  )
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
