import { currencyColumns } from './currencies.ts'
import { f } from './f.ts'
import { numberTypes, type Field } from './field.ts'
import { normalizeField } from './normalize-field.ts'
import type { Aggregate } from './screen-list.ts'
import type { ResultView } from './screen-result.ts'
import type { Screen } from './screen.ts'

/** What two runs of one report are compared by: a figure of its rows, matched by some of their columns. */
export interface ComparisonChoice {
  readonly measure: string
  readonly match: readonly string[]
  /** One of these columns whose values are matched by their place: the first of one run beside the first of the other. */
  readonly place?: string | undefined
}

const matchable: ReadonlySet<string> = new Set(['text', 'choice', 'date', 'dateTime', 'reference', 'integer'])

/** The figures of a result that can be compared. */
export const comparedFigures = ({ columns }: ResultView, fields: readonly Field[]): readonly Field[] =>
  columns.flatMap((name) => fields.filter((field) => field.name === name && numberTypes.has(field.type)))

/** The columns that rows of two runs can be matched by. */
export const matchingColumns = ({ columns, key }: ResultView, fields: readonly Field[]): readonly Field[] =>
  fields.filter(
    ({ name, type }) => key.includes(name) || (columns.includes(name) && matchable.has(type) && !numberTypes.has(type)),
  )

/** The column, among those matched by, that rows can be put side by side by their place in: a day, or what the rows are in the order of. */
export const placedColumn = (
  { sort }: ResultView,
  fields: readonly Field[],
  match: readonly string[],
): Field | undefined =>
  fields.find(
    ({ name, type }) =>
      match.includes(name) &&
      (type === 'date' || type === 'dateTime' || (sort[0]?.field === name && !sort[0].descending)),
  )

/** What rows are matched by: amounts of several currencies have no sum and no difference, so the currency of the figure is a part of it. */
export function matchedBy(
  { ratios }: ResultView,
  fields: readonly Field[],
  { measure, match }: ComparisonChoice,
): readonly string[] {
  const added = [measure, ...(ratios[measure] ?? [])]
  return [...new Set([...match, ...currencyColumns(fields, added)])]
}

/** The columns that say more about a matched row, when it is matched by everything that tells rows apart. */
export const describingColumns = (
  { columns, key }: ResultView,
  fields: readonly Field[],
  match: readonly string[],
): readonly Field[] =>
  key.every((name) => match.includes(name))
    ? fields.filter(
        ({ name, type }) =>
          columns.includes(name) && !match.includes(name) && matchable.has(type) && !numberTypes.has(type),
      )
    : []

const foundIn = f.choice(
  [
    { value: 'both', label: 'Both', tone: 'neutral' },
    { value: 'first', label: 'Only in A', tone: 'warn' },
    { value: 'second', label: 'Only in B', tone: 'accent' },
  ],
  { label: 'Found in', width: 100 },
)

/** The place of a row, and what stands there in each run. */
const placeFields = (placed: Field): readonly Field[] => [
  normalizeField('place', f.integer({ label: 'Place', width: 80 })),
  ...(['first', 'second'] as const).map((side) => ({
    ...placed,
    name: `placed_${side}`,
    id: `placed_${side}`,
    label: `${placed.label} ${side === 'first' ? 'A' : 'B'}`,
    storage: { column: `placed_${side}` },
  })),
]

/**
 * The screen of a comparison: one row for each match of two runs, with the figure of both, their difference and its percentage.
 * Made from the definition alone, so that browser and server agree on it.
 */
export function comparisonScreen(screen: Screen, choice: ComparisonChoice): Screen {
  const { measure, place } = choice
  const result = screen.result!
  const match = matchedBy(result, screen.fields, choice)
  const figure = screen.fields.find((field) => field.name === measure)!
  const named = (name: string, label: string): Field => ({
    ...figure,
    name,
    id: name,
    label,
    storage: { column: name },
  })
  const placed = screen.fields.find((field) => field.name === place)
  const asked = screen.fields.filter((field) => choice.match.includes(field.name) && field !== placed)
  const valued = [...asked, ...screen.fields.filter(({ name }) => match.includes(name) && !choice.match.includes(name))]
  const describing = describingColumns(result, screen.fields, match)
  // What names of periods are in the order of is not compared.
  const about = [...(placed ? placeFields(placed) : []), ...valued, ...describing].map(
    ({ orderedBy: _by, ...field }) => ({
      ...field,
      hidden: false,
    }),
  )
  const fields = [
    ...about,
    named('first', `${figure.label} A`),
    named('second', `${figure.label} B`),
    named('difference', 'Difference'),
    normalizeField('difference_percent', f.percent({ label: 'Difference %', width: 110 })),
    normalizeField('found', foundIn),
  ]
  const adds = result.totals[measure] === 'sum'
  const totals: Record<string, Aggregate> = adds ? { first: 'sum', second: 'sum', difference: 'sum' } : {}
  const { drill: _lines, drills: _figures, grid: _grid, ...rest } = result
  return {
    ...screen,
    fields,
    result: {
      ...rest,
      columns: fields.map((field) => field.name),
      aside: [],
      totals,
      ratios: adds ? { difference_percent: ['difference', 'first'] } : {},
      sort: placed ? [{ field: 'place', descending: false }] : [{ field: 'difference', descending: true }],
      group: [],
      key: placed ? ['place', ...valued.map(({ name }) => name)] : match,
      chart: {
        type: 'bar',
        x: placed ? 'place' : ((describing[0] ?? about[0])?.name ?? match[0]!),
        y: ['first', 'second'],
        title: `${figure.label}, A and B`,
      },
    },
  }
}
