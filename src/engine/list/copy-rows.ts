import type { Field } from '#src/definition'
import { cellText, isAmount, type Labels } from '#src/widgets/cell-text.ts'
import { quoted } from '#src/widgets/copied-block.ts'
import { numberText } from '#src/widgets/text-format.ts'

type Row = Readonly<Record<string, unknown>>

// Spreadsheets read numbers and days from plain text, numbers in their own locale; formatted ones would arrive as text.
/** The value of a cell as a spreadsheet reads it. */
export function plainText(row: Row, field: Field, locale: string, labels: Labels): string {
  const value = row[field.name]
  if (value === null || value === undefined) return ''
  if (isAmount(field)) return numberText(value, locale)
  if (field.type === 'date' || field.type === 'reference') return String(value)
  return cellText(value, field, locale, labels)
}

/** Rows with their headings as tab-separated text, which spreadsheets paste into cells. */
export function rowsAsText(
  rows: readonly Row[],
  fields: readonly Field[],
  locale: string,
  labels: Labels = {},
): string {
  const lines = rows.map((row) => fields.map((field) => quoted(plainText(row, field, locale, labels))).join('\t'))
  return [fields.map((field) => quoted(field.label)).join('\t'), ...lines].join('\n')
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const days: ReadonlySet<string> = new Set(['date', 'dateTime'])
// Codes stay texts in a spreadsheet: 00123 is not 123.
const asText = ` style="mso-number-format:'\\@'"`

/** Rows with their headings as a table, which mails and documents paste as one. */
export function rowsAsHtml(
  rows: readonly Row[],
  fields: readonly Field[],
  locale: string,
  labels: Labels = {},
): string {
  const cell = (row: Row, field: Field): string =>
    `<td${isAmount(field) ? ' align="right"' : days.has(field.type) ? '' : asText}>${escaped(plainText(row, field, locale, labels))}</td>`
  const head = fields.map((field) => `<th>${escaped(field.label)}</th>`).join('')
  const lines = rows.map((row) => `<tr>${fields.map((field) => cell(row, field)).join('')}</tr>`)
  return `<table><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table>`
}

/** Puts rows with their headings on the clipboard, for spreadsheets and for documents; throws when the browser refuses. */
export async function copyCells(
  rows: readonly Row[],
  fields: readonly Field[],
  locale: string,
  labels: Labels = {},
): Promise<void> {
  const text = rowsAsText(rows, fields, locale, labels)
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(text)
  const html = rowsAsHtml(rows, fields, locale, labels)
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': new Blob([text], { type: 'text/plain' }),
      'text/html': new Blob([html], { type: 'text/html' }),
    }),
  ])
}
