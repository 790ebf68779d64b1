import { fieldDisplays, type Field } from '#src/definition'
import { cellText, isAmount } from '#src/widgets/cell-text.ts'
import { type DecimalMark, delimiterOf } from '#src/widgets/csv-marks.ts'
import { numberText } from '#src/widgets/text-format.ts'
import type { Row } from './aggregate.ts'
import type { GridLine } from './grid-model.ts'

// A spreadsheet takes texts that begin like this for formulas; an apostrophe keeps them texts.
const formula = /^[=+\-@\t\r]/

/** The value of a cell: numbers and days plain, everything else as people read it. */
function plain(value: unknown, field: Field, locale: string): string {
  if (value === null || value === undefined) return ''
  if (isAmount(field) || field.type === 'date' || field.type === 'reference') return String(value)
  return fieldDisplays[field.type].operators.length > 0
    ? cellText(value, field, locale)
    : fieldDisplays[field.type].format(value, field, locale)
}

// A file is read by programs, a block is pasted by people, whose locale may take the point of a number for grouping.
const pasted = (value: unknown, field: Field, locale: string): string =>
  isAmount(field) ? numberText(value, locale) : plain(value, field, locale)

// As the files of the server have them: an instant without its zone means another one elsewhere.
const filed = (value: unknown, field: Field, locale: string): string =>
  field.type === 'dateTime' ? String(value ?? '') : plain(value, field, locale)

const safe = (text: string): string => (formula.test(text) ? `'${text}` : text)

const csvCell = (text: string): string => (/["\n\r,;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const tabCell = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const partSize = 5_000

/** The rows as they are filtered and sorted in the grid, as parts of a CSV file; texts never are formulas. */
export function gridCsv(
  rows: readonly Row[],
  indexes: Int32Array,
  fields: readonly Field[],
  locale: string,
  mark: DecimalMark = '.',
): readonly string[] {
  const delimiter = delimiterOf(mark)
  const cell = (row: Row, field: Field): string => {
    const text = filed(row[field.name], field, locale)
    // Semicolons part the cells where commas are in numbers.
    return isAmount(field) ? text.replace('.', mark) : csvCell(safe(text))
  }
  const line = (row: Row): string => fields.map((field) => cell(row, field)).join(delimiter)
  const parts = [`\uFEFF${fields.map((field) => csvCell(field.label)).join(delimiter)}\r\n`]
  for (let at = 0; at < indexes.length; at += partSize) {
    const some = Array.from(indexes.subarray(at, at + partSize), (index) => `${line(rows[index]!)}\r\n`)
    parts.push(some.join(''))
  }
  return parts
}

/** A block of the grid with its headings as tab-separated text; a group is its name and its totals. */
export function blockText(
  lines: Iterable<GridLine>,
  rows: readonly Row[],
  fields: readonly Field[],
  locale: string,
): string {
  const texts = [fields.map((field) => tabCell(field.label)).join('\t')]
  for (const line of lines) {
    const cells = fields.map((field, at) => {
      if (line.kind === 'record') return pasted(rows[line.index]![field.name], field, locale)
      if (at === 0) return cellText(line.value, line.field, locale) || '(empty)'
      const total = line.totals[field.name]
      return isAmount(field) ? numberText(total, locale) : String(total ?? '')
    })
    texts.push(cells.map(tabCell).join('\t'))
  }
  return texts.join('\n')
}
