import type { Aggregate, Field, SortKey } from '#src/definition'
import { aggregateRows, ratioOf, type Row } from './aggregate.ts'
import { columnOrder } from './grid-columns.ts'

/** One line of the grid: a record by its index, or the heading of a group with its subtotals. */
export type GridLine =
  | { readonly kind: 'record'; readonly index: number }
  | {
      readonly kind: 'group'
      readonly path: string
      readonly depth: number
      readonly field: Field
      readonly value: unknown
      readonly count: number
      readonly open: boolean
      readonly totals: Totals
    }

/** Columns that are the sum of one column in percent of the sum of another. */
export type Ratios = Readonly<Record<string, readonly [string, string]>>

export type Totals = Readonly<Record<string, string | number | null>>

/** Sorts row indexes by several keys; equal rows keep their order. */
export function sortRows(
  rows: readonly Row[],
  indexes: Int32Array,
  fields: readonly Field[],
  sort: readonly SortKey[],
): Int32Array {
  const keys = sort.flatMap((key) => {
    const field = fields.find((candidate) => candidate.name === key.field)
    return field ? [{ order: columnOrder(rows, field), sign: key.descending ? -1 : 1 }] : []
  })
  if (keys.length === 0) return indexes
  return indexes.toSorted((a, b) => {
    for (const { order, sign } of keys) {
      const difference = order[a]! - order[b]!
      if (difference !== 0 && !Number.isNaN(difference)) return difference * sign
    }
    return a - b
  })
}

/** What is added up of rows: an aggregate of some columns, ratios of others. */
export interface Summed {
  /** The columns that are shown. */
  readonly fields: readonly Field[]
  readonly totals: Readonly<Record<string, Aggregate>>
  readonly ratios?: Ratios | undefined
  /** All columns of the rows, where others than those that are shown are a part of ratios. */
  readonly all?: readonly Field[] | undefined
}

/** The totals of the given rows, one a column that has an aggregate. */
export function totalsOf(rows: readonly Row[], indexes: Int32Array, summed: Summed): Totals {
  const { fields, totals, ratios = {}, all = fields } = summed
  return Object.fromEntries(
    fields.flatMap((field) => {
      const ratio = ratios[field.name]
      if (ratio) return [[field.name, ratioOf(rows, indexes, ratio, all)]]
      const how = totals[field.name]
      return how ? [[field.name, aggregateRows(rows, indexes, field, how)]] : []
    }),
  )
}

export interface Grouping extends Summed {
  readonly by: readonly Field[]
  /** Paths of the groups that are folded. */
  readonly folded: ReadonlySet<string>
}

function partition(rows: readonly Row[], indexes: Int32Array, name: string): Map<unknown, Int32Array> {
  const groups = new Map<unknown, number[]>()
  for (const index of indexes) {
    const value = rows[index]![name] ?? null
    const group = groups.get(value)
    if (group) group.push(index)
    else groups.set(value, [index])
  }
  return new Map([...groups].map(([value, members]) => [value, Int32Array.from(members)]))
}

/** Lays the sorted rows out as lines: groups in the order of their column, each with subtotals, folded ones without their rows. */
export function groupRows(
  rows: readonly Row[],
  indexes: Int32Array,
  grouping: Grouping,
  depth = 0,
  path = '',
): GridLine[] {
  const field = grouping.by[depth]
  if (!field) return Array.from(indexes, (index) => ({ kind: 'record', index }))
  const order = columnOrder(rows, field)
  const groups = [...partition(rows, indexes, field.name)].toSorted(([, a], [, b]) => order[a[0]!]! - order[b[0]!]!)
  const lines: GridLine[] = []
  for (const [value, members] of groups) {
    const here = `${path}/${String(value)}`
    const open = !grouping.folded.has(here)
    const totals = totalsOf(rows, members, grouping)
    lines.push({ kind: 'group', path: here, depth, field, value, count: members.length, open, totals })
    if (open) for (const line of groupRows(rows, members, grouping, depth + 1, here)) lines.push(line)
  }
  return lines
}

/** The paths of all groups of the first level, to fold them at once. */
export const groupPaths = (rows: readonly Row[], indexes: Int32Array, field: Field): string[] =>
  [...partition(rows, indexes, field.name).keys()].map((value) => `/${String(value)}`)
