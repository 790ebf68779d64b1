import type { Aggregate, Field, SortKey } from '#src/definition'
import { parseSortKey, printSortKey } from '#src/definition/sort-key.ts'

/** What a pivot crosses and adds up, by the names of the fields. */
export interface PivotNames {
  readonly row: string
  readonly column: string
  readonly measure: string
  readonly how: Aggregate
}

/** What the address of a grid holds of it. */
export interface GridAddress {
  readonly sort: readonly SortKey[]
  /** What is typed above the columns, by field. */
  readonly filters: Readonly<Record<string, string>>
  readonly group: readonly string[]
  /** Whether the cross table is shown instead of the rows. */
  readonly pivot: boolean
  /** null: nothing was chosen, so that the pivot begins with what suits the rows. */
  readonly crossed: PivotNames | null
}

export const mostGroups = 3
const ways: ReadonlySet<string> = new Set<Aggregate>(['sum', 'avg', 'min', 'max', 'count'])
const filterMark = 'filter.'

const listed = (text: string | null): string[] => [...new Set(text ? text.split(',') : [])]

function readPivot(text: string | null, known: ReadonlySet<string>): PivotNames | null {
  const [row, column, measure, how] = text?.split(',') ?? []
  if (row === undefined || column === undefined || measure === undefined || how === undefined) return null
  if (![row, column, measure].every((name) => known.has(name)) || !ways.has(how)) return null
  return { row, column, measure, how: how as Aggregate }
}

/** Reads a grid back from the part of an address behind its `#`; `group`: what it is grouped by unless the address says. */
export function readGridAddress(hash: string, fields: readonly Field[], group: readonly string[]): GridAddress {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''))
  const known = new Set(fields.map((field) => field.name))
  const groups = parameters.has('group') ? listed(parameters.get('group')) : group
  return {
    sort: listed(parameters.get('sort'))
      .map(parseSortKey)
      .filter((key) => known.has(key.field)),
    filters: Object.fromEntries(
      [...parameters].flatMap(([key, text]) => {
        const name = key.startsWith(filterMark) ? key.slice(filterMark.length) : ''
        return known.has(name) && text !== '' ? [[name, text]] : []
      }),
    ),
    group: groups.filter((name) => known.has(name)).slice(0, mostGroups),
    pivot: parameters.has('pivot'),
    crossed: readPivot(parameters.get('pivot'), known),
  }
}

/** The part of an address behind its `#`, with it; empty where everything is as the grid begins. */
export function printGridAddress(
  { sort, filters, group, pivot, crossed }: GridAddress,
  standard: readonly string[],
): string {
  const parameters = new URLSearchParams()
  if (sort.length > 0) parameters.set('sort', sort.map(printSortKey).join(','))
  if (group.join() !== standard.join()) parameters.set('group', group.join(','))
  for (const [name, text] of Object.entries(filters)) if (text !== '') parameters.set(`${filterMark}${name}`, text)
  if (pivot)
    parameters.set('pivot', crossed ? [crossed.row, crossed.column, crossed.measure, crossed.how].join(',') : '')
  const text = parameters.toString()
  // Commas need no escape behind the `#`, and are read more easily.
  return text === '' ? '' : `#${text.replaceAll('%2C', ',')}`
}
