import type { Field, Screen } from '#src/definition'
import { cellText } from '#src/widgets/cell-text.ts'
import { aggregateRows, areMixed, type Row } from '#src/widgets/grid/aggregate.ts'
import {
  mixedNames,
  mixedPoint,
  mostCategories,
  words,
  type ChartData,
  type Group,
  type Point,
} from './chart-points.ts'

interface Axes {
  readonly x: Field
  /** One figure has a step for each category; several have a step for each of them. */
  readonly y: readonly [Field, ...Field[]]
}

interface Bar {
  readonly name: string
  readonly point: Point
  readonly row?: Row | undefined
}

type Sum = (indexes: readonly number[], ...fields: readonly Field[]) => Point

/** Adds figures of some rows up, exactly. */
const sumOf =
  (rows: readonly Row[], locale: string): Sum =>
  (indexes, ...fields) => {
    const parts = fields.map((field) => ({ value: aggregateRows(rows, indexes, field, 'sum') }))
    const value = aggregateRows(parts, [...parts.keys()], { ...fields[0]!, name: 'value' }, 'sum')
    return value === null
      ? { value: null, text: '—' }
      : { value: Number(value), text: cellText(value, fields[0]!, locale) }
  }

/** A step for each category that makes a difference, and one for all beyond those that can be told apart. */
function categorySteps(
  rows: readonly Row[],
  groups: readonly Group[],
  { x, y }: Axes,
  sum: Sum,
  locale: string,
): { readonly bars: readonly Bar[]; readonly still: number } {
  const all = groups.map(({ value, indexes }) => ({
    name: words(value, x, locale),
    point: sum(indexes, y[0]),
    row: indexes.length === 1 ? rows[indexes[0]!] : undefined,
    indexes,
  }))
  // A step of nothing leads nowhere: it would only push the level that all of them lead to out of view.
  const leading = all.filter(({ point }) => point.value !== 0)
  const steps = leading.length > 0 ? leading : all
  const most = mostCategories.waterfall
  const shown = steps.length > most ? steps.slice(0, most - 1) : steps
  const rest = steps.slice(shown.length)
  const point = () =>
    sum(
      rest.flatMap(({ indexes }) => indexes),
      y[0],
    )
  return {
    bars: rest.length > 0 ? [...shown, { name: `${rest.length} others`, point: point() }] : shown,
    still: all.length - steps.length,
  }
}

/** Steps between two levels: what the definition says it leads from, the steps, and what all of it comes to. */
export function waterfallData(
  rows: readonly Row[],
  groups: readonly Group[],
  screen: Screen,
  axes: Axes,
  locale: string,
): ChartData {
  const { y } = axes
  const { chart } = screen.result!
  const isOwn = chart?.y.join() === y.map(({ name }) => name).join()
  const [from, to] = (isOwn ? (chart?.between ?? []) : []).map((name) =>
    screen.fields.find((field) => field.name === name),
  )
  const every = [...rows.keys()]
  // The steps lead to one figure, which amounts of several currencies have not.
  const isMixed = areMixed(
    rows,
    every,
    [...y, from, to].filter((field) => field !== undefined),
  )
  const sum = isMixed ? () => mixedPoint : sumOf(rows, locale)
  const steps =
    y.length > 1
      ? { bars: y.map((field): Bar => ({ name: field.label, point: sum(every, field) })), still: 0 }
      : categorySteps(rows, groups, axes, sum, locale)
  const bars: readonly Bar[] = [
    ...(from ? [{ name: from.label, point: sum(every, from) }] : []),
    ...steps.bars,
    { name: to?.label ?? 'Total', point: to ? sum(every, to) : sum(every, ...y) },
  ]
  const categories = bars.map(({ name }) => name)
  const series = [{ label: y.map(({ label }) => label).join(', '), points: bars.map(({ point }) => point) }]
  return {
    categories,
    series,
    mixed: mixedNames(categories, series),
    rows: bars.map(({ row }) => row),
    left: { categories: 0, series: 0 },
    still: steps.still,
    levels: [...(from ? [0] : []), bars.length - 1],
  }
}
