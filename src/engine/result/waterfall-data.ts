import type { Field, Screen } from '#src/definition'
import { cellText } from '#src/widgets/cell-text.ts'
import { aggregateRows, type Row } from '#src/widgets/grid/aggregate.ts'
import { mostCategories, words, type ChartData, type Group, type Point } from './chart-points.ts'

interface Axes {
  readonly x: Field
  readonly y: Field
}

/**
 * Steps between two levels: what the definition says it leads from, a step for each category, what is beyond those that can be
 * told apart as one more, and what all of it comes to.
 */
export function waterfallData(
  rows: readonly Row[],
  groups: readonly Group[],
  screen: Screen,
  { x, y }: Axes,
  locale: string,
): ChartData {
  const { chart } = screen.result!
  const named = (name: string | undefined) => screen.fields.find((field) => field.name === name)
  const isOwn = chart?.y[0] === y.name
  const [from, to] = [named(isOwn ? chart.between?.[0] : undefined), named(isOwn ? chart.between?.[1] : undefined)]
  const every = [...rows.keys()]
  const sum = (indexes: readonly number[], field: Field): Point => {
    const value = aggregateRows(rows, indexes, field, 'sum')
    return value === null ? { value: null, text: '—' } : { value: Number(value), text: cellText(value, field, locale) }
  }
  const most = mostCategories.waterfall
  const shown = groups.length > most ? groups.slice(0, most - 1) : groups
  const rest = groups.slice(shown.length)
  const bars = [
    ...(from ? [{ name: from.label, point: sum(every, from), row: undefined }] : []),
    ...shown.map(({ value, indexes }) => ({
      name: words(value, x, locale),
      point: sum(indexes, y),
      row: indexes.length === 1 ? rows[indexes[0]!] : undefined,
    })),
    ...(rest.length > 0
      ? [
          {
            name: `${rest.length} others`,
            point: sum(
              rest.flatMap(({ indexes }) => indexes),
              y,
            ),
            row: undefined,
          },
        ]
      : []),
    { name: to?.label ?? 'Total', point: sum(every, to ?? y), row: undefined },
  ]
  return {
    categories: bars.map(({ name }) => name),
    series: [{ label: y.label, points: bars.map(({ point }) => point) }],
    rows: bars.map(({ row }) => row),
    left: { categories: 0, series: 0 },
    levels: [...(from ? [0] : []), bars.length - 1],
  }
}
