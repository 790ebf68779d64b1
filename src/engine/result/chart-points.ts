import type { ChartType, Field } from '#src/definition'
import { mixed } from '#src/definition/mixed.ts'
import { cellText } from '#src/widgets/cell-text.ts'
import type { Row } from '#src/widgets/grid/aggregate.ts'

export interface Point {
  readonly value: number | null
  readonly text: string
}

export interface Series {
  readonly label: string
  readonly points: readonly Point[]
}

/** Series of values over the same categories, exact in their texts. */
export interface ChartData {
  readonly categories: readonly string[]
  readonly series: readonly Series[]
  /** A row of each category, for the way to its lines; undefined where a category stands for several. */
  readonly rows: readonly (Row | undefined)[]
  /** Categories and series beyond what can be told apart. */
  readonly left: { readonly categories: number; readonly series: number }
  /** How many steps of a waterfall come to nothing and are not drawn. */
  readonly still?: number
  /** What is not drawn, its amounts being of several currencies. */
  readonly mixed?: readonly string[]
  /** Every figure is a percentage, and so are the ticks. */
  readonly isPercent?: boolean
  /** The categories of a waterfall that are no steps but levels: where it starts from, and what the steps come to. */
  readonly levels?: readonly number[]
}

/** More categories than this are a wall; the rest is in the table. */
export const mostCategories: Record<ChartType, number> = {
  line: 750,
  bar: 30,
  stacked: 30,
  waterfall: 30,
  scatter: 1_000,
}
/** More series than this cannot be told apart by colour. */
export const mostSeries = 8

export const words = (value: unknown, field: Field, locale: string): string =>
  cellText(value, field, locale) || '(none)'

/** Stands where a figure would be if its amounts were of one currency. */
export const mixedPoint: Point = { value: null, text: mixed }

/** The names of what is not drawn, its amounts being of several currencies: a category where all of it is, else with its series. */
export function mixedNames(categories: readonly string[], series: readonly Series[]): readonly string[] {
  return categories.flatMap((category, at) => {
    const several = series.filter(({ points }) => points[at]?.text === mixed)
    if (several.length === 0) return []
    const isAll = series.every(({ points }) => points[at]?.value === null)
    return isAll ? [category] : several.map(({ label }) => `${category}, ${label}`)
  })
}

const mostNamed = 5

/** Says what is not drawn for its currencies; null where everything is. */
export function mixedRemark(names: readonly string[] | undefined): string | null {
  if (!names || names.length === 0) return null
  const more = names.length - mostNamed
  return `Not drawn, being of several currencies: ${names.slice(0, mostNamed).join('; ')}${more > 0 ? ` and ${more} more` : ''}.`
}

/** The rows of one category, by their place in the result. */
export interface Group {
  readonly value: unknown
  readonly indexes: number[]
}
