import type { CellValue } from 'hucre/xlsx'
import { decimalTypes, fieldTypes, type Field, numberTypes } from '#src/definition'
import { type DecimalMark, xlsxCell, xlsxText } from './export.ts'
import { escapeFormula } from './formula-escape.ts'

/** The heading of the column that carries the version of each row, so that a file that comes back can tell who changed what. */
export const versionHeading = 'Row version'

/** The headings of fields in a file that is to be uploaded, a template or what was exported: labels, and names where a label is not alone. */
export function headingsOf(fields: readonly Field[]): ReadonlyMap<string, Field> {
  const times = new Map<string, number>()
  for (const { label } of fields) times.set(label.toLowerCase(), (times.get(label.toLowerCase()) ?? 0) + 1)
  const taken = new Set(fields.map(({ name }) => name.toLowerCase()))
  return new Map(
    fields.map((field) => {
      const lower = field.label.toLowerCase()
      const alone = times.get(lower) === 1 && (!taken.has(lower) || lower === field.name.toLowerCase())
      return [alone && lower !== versionHeading.toLowerCase() ? field.label : field.name, field]
    }),
  )
}

/** A value as a text that is read as the same value. */
function sameText(value: unknown, field: Field): string {
  if (value === null || value === undefined) return ''
  if (field.type === 'flag' || field.type === 'references') return fieldTypes[field.type].format(value, field, 'en')
  if (field.type !== 'choice') return String(value)
  const label = fieldTypes.choice.format(value, field, 'en')
  const read = fieldTypes.choice.parseText(label, field, { decimal: '.', dateOrder: 'YMD' })
  return read.ok && read.value === value ? label : String(value)
}

/** One cell of a CSV file that is uploaded again: in quotation marks, never a formula. */
export function csvCellAgain(value: unknown, field: Field, decimal: DecimalMark): string {
  const text = sameText(value, field)
  const own = decimal === ',' && decimalTypes.has(field.type) ? text.replace('.', ',') : text
  const safe = numberTypes.has(field.type) ? own : escapeFormula(own)
  return text === '' ? '' : `"${safe.replaceAll('"', '""')}"`
}

/** One cell of a workbook that is uploaded again; days before Excel's calendar are texts. */
export function xlsxCellAgain(value: unknown, field: Field): CellValue {
  if (value === null || value === undefined) return null
  if (numberTypes.has(field.type)) return xlsxCell(value, field)
  if (field.type === 'date' || field.type === 'dateTime')
    return String(value) < '1901' || String(value) > '9999' ? String(value) : xlsxCell(value, field)
  return xlsxText(sameText(value, field))
}
