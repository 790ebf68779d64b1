import type { Field, Screen } from '#src/definition'
import type { ChartTile } from '#src/definition/dashboard.ts'
import { cellText } from '#src/widgets/cell-text.ts'
import { mixedNames, mixedPoint, mostCategories, mostSeries, type ChartData } from './chart-points.ts'

export type DashboardRow = Readonly<Record<string, unknown>>

/** Whether several currencies keep a column of a row from being a figure. */
export const isMixedIn = ({ mixed }: DashboardRow, name: string): boolean =>
  Array.isArray(mixed) && mixed.includes(name)

const words = (value: unknown, field: Field | undefined, locale: string): string =>
  field ? cellText(value, field, locale) || 'None' : String(value ?? 'None')

/** The rows of a chart's call as what is drawn: categories in the order they come, a series for each value of the split. */
export function dashboardChart(
  rows: readonly DashboardRow[],
  screen: Screen,
  { chart, x, y, split }: ChartTile<string>,
  locale: string,
): ChartData & { readonly first: readonly (DashboardRow | undefined)[] } {
  const field = (name: string | undefined) => screen.fields.find((one) => one.name === name)
  const all = [...new Set(rows.map((row) => row[x] ?? null))]
  // Of a time axis the latest part is what matters, of anything else the first.
  const most = mostCategories[chart]
  const categories = chart === 'line' || x === 'period' ? all.slice(-most) : all.slice(0, most)
  const series = split === undefined ? [null] : [...new Set(rows.map((row) => row[split] ?? null))]
  const number = new Intl.NumberFormat(locale)
  const at = (category: unknown, one: unknown) =>
    rows.filter((row) => (row[x] ?? null) === category && (split === undefined || (row[split] ?? null) === one))
  const names = categories.map((category) => words(category, field(x), locale))
  const drawn = series.slice(0, mostSeries).map((one) => ({
    label: split === undefined ? (field(y)?.label ?? y) : words(one, field(split), locale),
    points: categories.map((category) => {
      const found = at(category, one)
      if (found.length === 0) return { value: null, text: '–' }
      if (found.some((row) => isMixedIn(row, y))) return mixedPoint
      const value = found.reduce((sum, row) => sum + Number(row[y] ?? 0), 0)
      return { value, text: number.format(value) }
    }),
  }))
  return {
    categories: names,
    series: drawn,
    mixed: mixedNames(names, drawn),
    rows: categories.map(() => undefined),
    first: categories.map((category) => rows.find((row) => (row[x] ?? null) === category)),
    left: { categories: all.length - categories.length, series: Math.max(0, series.length - mostSeries) },
  }
}
