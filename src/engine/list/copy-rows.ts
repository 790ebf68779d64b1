import type { Field } from '#src/definition'
import { cellText, isAmount, type Labels } from '#src/widgets/cell-text.ts'

type Row = Readonly<Record<string, unknown>>

const quoted = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

// Spreadsheets read numbers and days from plain text in their own locale; formatted ones would arrive as text.
function plain(row: Row, field: Field, locale: string, labels: Labels): string {
  const value = row[field.name]
  if (value === null || value === undefined) return ''
  if (isAmount(field) || field.type === 'date' || field.type === 'reference') return String(value)
  return cellText(value, field, locale, labels)
}

/** Rows with their headings as tab-separated text, which spreadsheets paste into cells. */
export function rowsAsText(
  rows: readonly Row[],
  fields: readonly Field[],
  locale: string,
  labels: Labels = {},
): string {
  const lines = rows.map((row) => fields.map((field) => quoted(plain(row, field, locale, labels))).join('\t'))
  return [fields.map((field) => quoted(field.label)).join('\t'), ...lines].join('\n')
}
