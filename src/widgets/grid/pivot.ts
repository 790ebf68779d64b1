import type { Aggregate, Field } from '#src/definition'
import { aggregateRows, type Row } from './aggregate.ts'
import { columnOrder } from './grid-columns.ts'

export interface PivotSpec {
  readonly row: Field
  readonly column: Field
  readonly measure: Field
  readonly how: Aggregate
}

type Amount = string | number | null

export interface Pivot {
  readonly columns: readonly unknown[]
  readonly rows: readonly { readonly value: unknown; readonly cells: readonly Amount[]; readonly total: Amount }[]
  readonly totals: readonly Amount[]
  readonly total: Amount
  /** Columns and rows beyond the limits, which are in the totals but not shown. */
  readonly cut: number
  readonly cutRows: number
}

/** More columns than this cannot be read; the rest counts in the row totals only. */
const mostPivotColumns = 60
/** Nobody reads on after this many rows; column filters make them fewer. */
const mostPivotRows = 500

const handy = 100

/** The first of the fields that has a handful of values, by which rows can be told apart at a glance; else the first. */
export function handyField(rows: readonly Row[], indexes: Int32Array, fields: readonly Field[]): Field | undefined {
  const isHandy = (field: Field): boolean => {
    const seen = new Set<unknown>()
    for (const index of indexes) {
      seen.add(rows[index]![field.name] ?? null)
      if (seen.size > handy) return false
    }
    return seen.size > 1
  }
  return fields.find(isHandy) ?? fields[0]
}

function distinct(rows: readonly Row[], indexes: Int32Array, field: Field): unknown[] {
  const order = columnOrder(rows, field)
  const first = new Map<unknown, number>()
  for (const index of indexes) {
    const value = rows[index]![field.name] ?? null
    if (!first.has(value)) first.set(value, index)
  }
  return [...first].toSorted(([, a], [, b]) => order[a]! - order[b]!).map(([value]) => value)
}

/** Crosses two columns: one row a value of `row`, one column a value of `column`, the aggregate of `measure` where they meet. */
export function pivotRows(
  rows: readonly Row[],
  indexes: Int32Array,
  spec: PivotSpec,
  most = { columns: mostPivotColumns, rows: mostPivotRows },
): Pivot {
  const all = distinct(rows, indexes, spec.column)
  const columns = all.slice(0, most.columns)
  const place = new Map(columns.map((value, at) => [value, at]))
  const cells = new Map<unknown, { all: number[]; by: number[][] }>()
  const by: number[][] = columns.map(() => [])
  for (const index of indexes) {
    const key = rows[index]![spec.row.name] ?? null
    let row = cells.get(key)
    if (!row) cells.set(key, (row = { all: [], by: columns.map(() => []) }))
    const at = place.get(rows[index]![spec.column.name] ?? null)
    row.all.push(index)
    if (at === undefined) continue
    row.by[at]!.push(index)
    by[at]!.push(index)
  }
  const amount = (members: readonly number[] | Int32Array): Amount =>
    aggregateRows(rows, members, spec.measure, spec.how)
  const down = distinct(rows, indexes, spec.row)
  return {
    columns,
    rows: down.slice(0, most.rows).map((value) => {
      const row = cells.get(value)!
      return {
        value,
        cells: row.by.map((members) => (members.length ? amount(members) : null)),
        total: amount(row.all),
      }
    }),
    totals: by.map(amount),
    total: amount(indexes),
    cut: all.length - columns.length,
    cutRows: Math.max(0, down.length - most.rows),
  }
}
