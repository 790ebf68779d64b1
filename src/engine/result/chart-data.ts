import type { Aggregate, ChartType, Field, Screen } from '#src/definition'
import { mixed } from '#src/definition/mixed.ts'
import { cellText, isAmount } from '#src/widgets/cell-text.ts'
import { aggregateRows, areMixed, ratioOf, type Row } from '#src/widgets/grid/aggregate.ts'
import type { ChartChoice } from './chart-choice.ts'
import {
  mixedNames,
  mixedPoint,
  mostCategories,
  mostSeries,
  words,
  type ChartData,
  type Group,
  type Point,
  type Series,
} from './chart-points.ts'
import { waterfallData } from './waterfall-data.ts'

/** Days run in their order, and so do the categories of a line; everything else comes as the result lists it. */
export const isOrdered = (type: ChartType, x: Field): boolean =>
  type === 'line' ||
  x.type === 'date' ||
  x.type === 'dateTime' ||
  x.name === 'period' ||
  x.monthly === true ||
  x.orderedBy !== undefined

function groupsOf(rows: readonly Row[], indexes: readonly number[], name: string): Group[] {
  const groups = new Map<unknown, Group>()
  for (const index of indexes) {
    const value = rows[index]![name] ?? null
    const group = groups.get(value)
    if (group) group.indexes.push(index)
    else groups.set(value, { value, indexes: [index] })
  }
  return [...groups.values()]
}

function ascending(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), 'en', { numeric: true })
}

/** Groups in the order of what they are called by, or of the column that says in which order that comes, where the rows have it. */
function inOrder(rows: readonly Row[], groups: readonly Group[], { orderedBy: by }: Field): readonly Group[] {
  if (by === undefined) return groups.toSorted((a, b) => ascending(a.value, b.value))
  const firsts = new Map(
    groups.map((group) => [
      group,
      group.indexes.map((index) => rows[index]![by] ?? null).toSorted(ascending)[0] ?? null,
    ]),
  )
  return groups.toSorted((a, b) => ascending(firsts.get(a), firsts.get(b)))
}

/** The figure that several rows have together: their sum or other total, a ratio of sums, the mean of anything else; `mixed` for several currencies. */
function amountOf(
  rows: readonly Row[],
  indexes: readonly number[],
  field: Field,
  { result, fields }: Screen,
): string | number | null {
  if (indexes.length === 0) return null
  const { ratios, totals } = result!
  const ratio = ratios[field.name]
  if (ratio) return ratioOf(rows, indexes, ratio, fields)
  const how: Aggregate | undefined = totals[field.name]
  // Of nothing there is no sum: a line ends there rather than falling to nought.
  if (how !== 'count' && indexes.every((index) => (rows[index]![field.name] ?? null) === null)) return null
  if (indexes.length === 1) return (rows[indexes[0]!]![field.name] ?? null) as string | number | null
  return aggregateRows(rows, indexes, field, how ?? 'avg')
}

export function pointOf(
  rows: readonly Row[],
  indexes: readonly number[],
  field: Field,
  screen: Screen,
  locale: string,
): Point {
  const value = amountOf(rows, indexes, field, screen)
  if (value === mixed) return mixedPoint
  if (value === null || value === '') return { value: null, text: '—' }
  return { value: Number(value), text: cellText(value, field, locale) }
}

/** Adds the rows of a result up to what a chart draws. */
export function chartData(rows: readonly Row[], screen: Screen, choice: ChartChoice, locale: string): ChartData {
  const find = (name: string | null) => screen.fields.find((field) => field.name === name)
  const x = find(choice.x)!
  const all = groupsOf(rows, [...rows.keys()], x.name)
  const measures = choice.y.flatMap((name) => find(name) ?? [])
  const weight = ({ indexes }: Group) => weightOf(amountOf(rows, indexes, measures[0]!, screen))
  const groups = isOrdered(choice.type, x)
    ? inOrder(rows, all, x)
    : // Where rows were added up the order of the result says nothing any more, but for steps that follow each other.
      all.length < rows.length && choice.type !== 'waterfall'
      ? all.toSorted((a, b) => weight(b) - weight(a))
      : all
  if (choice.type === 'waterfall')
    return waterfallData(rows, groups, screen, { x, y: [measures[0]!, ...measures.slice(1)] }, locale)
  const shown = groups.slice(0, mostCategories[choice.type])
  const split = find(choice.split)
  const series = split
    ? splitSeries(rows, shown, split, measures[0]!, screen, choice.type, locale)
    : { shown: measures.map((field) => plainSeries(rows, shown, field, screen, locale)), left: 0 }
  // What is stacked is added up by whoever looks at it, unless it is told apart by its currency.
  const isSum = choice.type === 'stacked' && (split === undefined || measures[0]!.currency !== split.name)
  const unstacked = shown.map(({ indexes }) => isSum && areMixed(rows, indexes, split ? [measures[0]!] : measures))
  const drawn = withFigures(series.shown).map(({ label, points }) => ({
    label,
    points: points.map((point, at) => (unstacked[at] ? mixedPoint : point)),
  }))
  const categories = shown.map(({ value }) => words(value, x, locale))
  return {
    categories,
    series: drawn,
    mixed: mixedNames(categories, drawn),
    rows: shown.map(({ indexes }) => (indexes.length === 1 ? rows[indexes[0]!] : undefined)),
    left: { categories: groups.length - shown.length, series: series.left },
    isPercent: measures.every(({ type }) => type === 'percent'),
  }
}

// Amounts of several currencies weigh nothing beside others.
const weightOf = (amount: string | number | null): number => (amount === mixed ? 0 : Number(amount ?? 0))

/** The series that say something: one without a single figure would only stand in the legend. */
function withFigures(series: readonly Series[]): readonly Series[] {
  const telling = series.filter(({ points }) => points.some(({ value, text }) => value !== null || text === mixed))
  return telling.length > 0 ? telling : series
}

const plainSeries = (
  rows: readonly Row[],
  groups: readonly Group[],
  field: Field,
  screen: Screen,
  locale: string,
): Series => ({
  label: field.label,
  points: groups.map(({ indexes }) => pointOf(rows, indexes, field, screen, locale)),
})

/** One series a value, the weightiest first; what is left of a stack is one more. */
function splitSeries(
  rows: readonly Row[],
  groups: readonly Group[],
  split: Field,
  measure: Field,
  screen: Screen,
  type: ChartType,
  locale: string,
): { readonly shown: readonly Series[]; readonly left: number } {
  const weight = ({ indexes }: Group) => Math.abs(weightOf(amountOf(rows, indexes, measure, screen)))
  const parts = groupsOf(
    rows,
    groups.flatMap(({ indexes }) => indexes),
    split.name,
  )
    .map((group) => ({ ...group, weight: weight(group) }))
    .toSorted((a, b) => b.weight - a.weight)
  const stacked = type === 'stacked' && parts.length > mostSeries
  const own = parts.slice(0, stacked ? mostSeries - 1 : mostSeries)
  const rest = parts.slice(own.length)
  const draw = (label: string, members: ReadonlySet<number>): Series => ({
    label,
    points: groups.map(({ indexes }) =>
      pointOf(
        rows,
        indexes.filter((index) => members.has(index)),
        measure,
        screen,
        locale,
      ),
    ),
  })
  const series = own.map((part) => draw(words(part.value, split, locale), new Set(part.indexes)))
  if (!stacked) return { shown: series, left: rest.length }
  return { shown: [...series, draw(`${rest.length} others`, new Set(rest.flatMap(({ indexes }) => indexes)))], left: 0 }
}

export interface ScatterPoint {
  readonly label: string
  readonly x: Point & { readonly value: number }
  readonly y: Point & { readonly value: number }
  readonly row: Row
}

/** A point a row that has both figures. */
export function scatterData(rows: readonly Row[], screen: Screen, choice: ChartChoice, locale: string): ScatterPoint[] {
  const find = (name: string) => screen.fields.find((field) => field.name === name)
  const [x, y] = [find(choice.x), find(choice.y[0] ?? '')]
  if (!x || !y) return []
  const named = screen.result!.columns.flatMap((name) => find(name) ?? []).filter((field) => !isAmount(field))
  return rows.slice(0, mostCategories.scatter).flatMap((row) => {
    const [a, b] = [row[x.name], row[y.name]]
    if (a === null || a === undefined || b === null || b === undefined) return []
    return [
      {
        label: named
          .map((field) => cellText(row[field.name], field, locale))
          .filter(Boolean)
          .slice(0, 3)
          .join(' · '),
        x: { value: Number(a), text: cellText(a, x, locale) },
        y: { value: Number(b), text: cellText(b, y, locale) },
        row,
      },
    ]
  })
}
