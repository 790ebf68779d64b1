import { isAbsent, validateRecord, type Field } from '#src/definition'
import { emptyRow, type Row } from './row-list.ts'

// A row that was stored and emptied looks the same, and must be told from one that was only added.
const added = new WeakSet<Row>()

/** A row as Add row puts it into the table. */
export function addedRow(fields: readonly Field[]): Row {
  const row = emptyRow(fields)
  added.add(row)
  return row
}

/** The row with one cell changed; one that was added stays so. */
export function changedRow(row: Row, name: string, value: unknown): Row {
  const next = { ...row, [name]: value }
  if (added.has(row)) added.add(next)
  return next
}

// What its defaults make whole may be wanted as it stands.
function isUntouched(row: Row, fields: readonly Field[], today: string): boolean {
  const empty = emptyRow(fields)
  if (!added.has(row) || !fields.every(({ name }) => (row[name] ?? null) === empty[name])) return false
  const isBlank = fields.every(({ name }) => isAbsent(row[name]))
  return isBlank || validateRecord(fields, row, { mode: 'create', today }).issues.length > 0
}

/** The values without the rows that were added and left as they came; the same object where there are none. */
export function withoutUntouched(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  today: string,
): Readonly<Record<string, unknown>> {
  let next = values
  for (const field of fields) {
    const rows = values[field.name]
    if (!field.fields || !Array.isArray(rows)) continue
    const columns = field.fields
    const left = (rows as readonly Row[]).filter((row) => !isUntouched(row, columns, today))
    if (left.length < rows.length) next = { ...next, [field.name]: left.length === 0 ? null : left }
  }
  return next
}
