import { evaluate, fieldDisplays, isAbsent, type Field, numberTypes } from '#src/definition'
import { compareValues } from '#src/definition/compare.ts'
import { readersCalendar } from '#src/definition/dates.ts'
import { cellText } from '../cell-text.ts'
import { quoted, readBlock } from '../copied-block.ts'
import { textFormatOf } from '../text-format.ts'
import { readTypedDay, readTypedMoment } from '../typed-dates.ts'
import { readTypedNumber, roundedTo } from '../typed-numbers.ts'

export type Row = Readonly<Record<string, unknown>>

export const asRows = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as readonly Row[]) : [])

export const emptyRow = (fields: readonly Field[]): Row =>
  Object.fromEntries(fields.map((field) => [field.name, field.default ?? null]))

/** Whether the field's condition holds in its row; days are those of this place. */
export const isShown = (field: Field, row: Row, fields: readonly Field[]): boolean =>
  !field.visible || evaluate(field.visible, row, { fields, ...readersCalendar() })

export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const next = [...list]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(to, 0, item)
  return next
}

/** Ordered by value; everything else as it reads. */
const byValue = new Set([...numberTypes, 'date', 'dateTime', 'flag'])

/** The places of the rows in the order of a column; what is empty comes last, and equal ones keep their order. */
export function sortedOrder(rows: readonly Row[], column: Field, descending: boolean, locale: string): number[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const values = rows.map((row) => row[column.name])
  const texts = byValue.has(column.type) ? null : values.map((value) => cellText(value, column, locale))
  return values
    .map((_, at) => at)
    .toSorted((a, b) => {
      const [left, right] = [isAbsent(values[a]), isAbsent(values[b])]
      if (left || right) return Number(left) - Number(right) || a - b
      const order = texts ? compare(texts[a]!, texts[b]!) : compareValues(values[a], values[b], column.type)
      return (descending ? -order : order) || a - b
    })
}

/** What is copied may hold tabs and line breaks, which an input of one line cannot show. */
export const oneLine = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ')

/** The fields that the cells of a first line name, in their order; null where it is no line of headings. */
function headingsIn(line: readonly string[], fields: readonly Field[]): readonly (Field | undefined)[] | null {
  const named = line.map((cell) => {
    const text = oneLine(cell.trim()).toLowerCase()
    return fields.find((field) => field.label.toLowerCase() === text || field.name.toLowerCase() === text)
  })
  return line.every((cell, at) => cell.trim() === '' || named[at]) && named.some(Boolean) ? named : null
}

/** A copied text as the value of a field; the text itself where it is none. */
function readCell(text: string, field: Field, locale: string): unknown {
  const { today } = readersCalendar()
  if (field.type === 'date') return readTypedDay(text, field, locale, today)
  if (field.type === 'dateTime') return text.includes('T') ? text : readTypedMoment(text, field, locale, today)
  if (numberTypes.has(field.type)) return readTypedNumber(text, field, locale)
  const parsed = fieldDisplays[field.type].parseText(text, field, textFormatOf(locale))
  return parsed.ok ? parsed.value : text
}

/**
 * Lays a block copied from a spreadsheet over the rows from one cell on; rows that are missing are added. Copied with its
 * headings, the values go to the columns they name. `rounded` counts the numbers with more decimals than their columns keep.
 */
export function pasteBlock(
  rows: readonly Row[],
  fields: readonly Field[],
  at: { readonly row: number; readonly column: number },
  text: string,
  locale: string,
): { readonly rows: Row[]; readonly rounded: number } {
  const [first = [], ...rest] = readBlock(text)
  let rounded = 0
  const named = headingsIn(first, fields)
  const next = [...rows]
  const lines = named ? rest : [first, ...rest]
  lines.forEach((cells, offset) => {
    const index = at.row + offset
    const row = { ...(next[index] ?? emptyRow(fields)) }
    cells.forEach((cell, shift) => {
      const field = named ? named[shift] : fields[at.column + shift]
      if (!field || field.readOnly) return
      const trimmed = field.type === 'longText' ? cell.trim() : oneLine(cell.trim())
      row[field.name] = trimmed === '' ? null : readCell(trimmed, field, locale)
      if (numberTypes.has(field.type) && trimmed !== '' && roundedTo(trimmed, field, locale) !== null) rounded += 1
    })
    next[index] = row
  })
  return { rows: next, rounded }
}

/** Whether a copied text is more than one cell. */
export function isBlock(text: string): boolean {
  const [first = [], ...rest] = readBlock(text)
  return first.length > 1 || rest.length > 0
}

/** The text of a single cell that spreadsheets copy in quotes for the tabs or line breaks in it; null for any other text. */
export function quotedCell(text: string): string | null {
  const cell = isBlock(text) ? undefined : readBlock(text)[0]?.[0]
  return cell !== undefined && /[\t\n]/.test(cell) ? cell : null
}

const cellOf = (value: unknown, field: Field, locale: string): string =>
  // Days go as they are kept, which every reader of a paste understands.
  quoted(
    oneLine(field.type === 'date' || field.type === 'dateTime' ? String(value ?? '') : cellText(value, field, locale)),
  )

/** Rows as a spreadsheet takes them, with their headings. */
export const copyBlock = (rows: readonly Row[], fields: readonly Field[], locale: string): string =>
  [
    fields.map(({ label }) => quoted(label)),
    ...rows.map((row) => fields.map((field) => cellOf(row[field.name], field, locale))),
  ]
    .map((cells) => cells.join('\t'))
    .join('\n')
