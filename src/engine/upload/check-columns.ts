import { columnsOf } from '#src/definition/expression/ast.ts'
import type { Field, Screen } from '#src/definition'
import { mappingOf, sameColumn, uploadFields, type FileColumn, type FormatBody } from './format-body.ts'
import { readFormula, type Line } from './preview.ts'
import type { CheckedRow } from './upload-api.ts'

/** One column of the checked lines: a field, or a column of the file that only formulas read. */
export interface CheckColumn {
  readonly key: string
  readonly label: string
  readonly field: Field | null
  /** Position in the file of the cell that is edited here; -1: the value is calculated. */
  readonly index: number
  /** What the value is calculated from. */
  readonly from: readonly string[]
}

const indexOf = (columns: readonly FileColumn[], name: string): number =>
  columns.findIndex((column) => sameColumn(column.name, name))

/** The fields that a format fills, and after them the columns that formulas read and no field shows. */
export function checkColumns(screen: Screen, format: FormatBody, columns: readonly FileColumn[]): CheckColumn[] {
  const read = (formula: string, wanted: 'value' | 'condition'): string[] => {
    const { expression } = readFormula(formula, wanted)
    return expression ? columnsOf(expression) : []
  }
  const fields = uploadFields(screen).flatMap((field): CheckColumn[] => {
    const mapping = mappingOf(format, field.name)
    if (!mapping) return []
    const from =
      mapping.source === 'column'
        ? [mapping.column ?? '']
        : mapping.source === 'formula'
          ? read(mapping.formula ?? '', 'value')
          : []
    const index = from.length === 1 ? indexOf(columns, from[0]!) : -1
    return [{ key: field.name, label: field.label, field, index, from }]
  })
  const shown = new Set(fields.map(({ index }) => index))
  const used = new Set([...fields.flatMap(({ from }) => from), ...read(format.keep ?? '', 'condition')])
  const others = [...used].flatMap((name): CheckColumn[] => {
    const index = indexOf(columns, name)
    if (index < 0 || shown.has(index)) return []
    shown.add(index)
    const label = columns[index]!.name
    return [{ key: `column ${index}`, label, field: null, index, from: [label] }]
  })
  return [...fields, ...others]
}

/** The reason that a line's cell is wrong, if it is. */
export const reasonAt = (row: CheckedRow, column: CheckColumn): CheckedRow['reasons'][number] | undefined =>
  row.reasons.find((reason) =>
    column.field
      ? reason.field === column.field.name
      : column.from.some((name) => sameColumn(name, reason.column ?? '')),
  )

/** Which cell of the file is edited at a place: its own, or the one among several that is to blame; -1: none. */
export function editedIndex(row: CheckedRow, column: CheckColumn, columns: readonly FileColumn[]): number {
  if (column.index >= 0) return column.index
  const blamed = reasonAt(row, column)?.column
  return blamed ? indexOf(columns, blamed) : -1
}

/** The cells of a line by the names of their columns. */
export const lineOf = (row: CheckedRow, columns: readonly FileColumn[]): Line =>
  Object.fromEntries(columns.map((column, index) => [column.name, row.cells[index] || null]))
