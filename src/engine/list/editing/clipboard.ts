import { fieldTypes, type Field, type TextFormat, decimalTypes } from '#src/definition'
import { textFormatOf } from '#src/widgets/text-format.ts'
import type { Steps } from './slices.ts'
import type { Values } from './staging.ts'

/** Splits tab-separated text as spreadsheets copy it: cells with tabs or line breaks stand in quotes. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let at = 0
  const endCell = (): void => {
    row.push(cell)
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    rows.push(row)
    row = []
  }
  while (at < text.length) {
    const char = text[at]!
    if (char > '"') {
      // Letters and digits, which most of a block is, are taken whole.
      let end = at + 1
      while (end < text.length && text[end]! > '"') end += 1
      cell += text.slice(at, end)
      at = end
      continue
    }
    if (cell === '' && char === '"') {
      const quoted = readQuoted(text, at)
      if (quoted) {
        cell = quoted.cell
        at = quoted.end
        continue
      }
    }
    if (char === '\t') endCell()
    else if (char === '\n') endRow()
    else if (char !== '\r') cell += char
    at += 1
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** A quoted cell from `start` on, when its quotes close right before the next cell; a lone quote is a quote. */
function readQuoted(text: string, start: number): { readonly cell: string; readonly end: number } | null {
  let cell = ''
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') cell += text[at]
    else if (text[at + 1] === '"') {
      cell += '"'
      at += 1
    } else {
      const next = text[at + 1]
      return next === undefined || /[\t\r\n]/.test(next) ? { cell: cell.replaceAll('\r\n', '\n'), end: at + 1 } : null
    }
  }
  return null
}

const currencySigns = /^(?:[A-Z]{3}\s?|[€$£¥]\s?)|(?:\s?[A-Z]{3}|\s?[€$£¥])$/g

const bare = (text: string, field: Field): string => {
  const trimmed = text.trim()
  return field.type === 'money' ? trimmed.replaceAll(currencySigns, '') : trimmed
}

function readCell(text: string, field: Field, format: TextFormat): { readonly ok: boolean; readonly value: unknown } {
  const trimmed = bare(text, field)
  if (trimmed === '') return { ok: true, value: null }
  const parsed = fieldTypes[field.type].parseText(trimmed, field, format)
  return parsed.ok ? parsed : { ok: false, value: text.trim() }
}

const otherMark = { '.': ',', ',': '.' } as const

/** How the cells of a column may be written, the user's own way first. */
function formatsFor(field: Field, own: TextFormat): readonly TextFormat[] {
  if (field.type === 'date' || field.type === 'dateTime')
    return [own, ...(['DMY', 'MDY', 'YMD'] as const).map((dateOrder) => ({ ...own, dateOrder }))]
  return [own, { ...own, decimal: otherMark[own.decimal] }]
}

/**
 * Reads the cells of one column that came from a spreadsheet. They are all written in one way: the user's own unless
 * another one reads more of them. A cell that cannot be read stays the text it is, for the validator to refuse.
 */
export function* readColumn(texts: readonly string[], field: Field, locale: string): Steps<unknown[]> {
  let best: readonly { readonly ok: boolean; readonly value: unknown }[] = []
  let most = -1
  for (const format of formatsFor(field, textFormatOf(locale))) {
    const cells: { readonly ok: boolean; readonly value: unknown }[] = []
    for (const text of texts) {
      cells.push(readCell(text, field, format))
      yield 0
    }
    const read = cells.filter((cell) => cell.ok).length
    if (read > most) [best, most] = [cells, read]
    if (read === texts.length) break
  }
  return best.map((cell) => cell.value)
}

const quoted = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A value as a spreadsheet of this locale reads it back, and as `readColumn` does. */
export function plainText(value: unknown, field: Field, locale: string): string {
  if (value === null || value === undefined || value === '') return ''
  if (field.type === 'date' || field.type === 'dateTime') return String(value)
  if (decimalTypes.has(field.type)) {
    const text = String(value)
    const short = /^-?\d+\.\d*$/.test(text) ? text.replace(/\.?0+$/, '') : text
    return textFormatOf(locale).decimal === ',' ? short.replace('.', ',') : short
  }
  if (typeof value === 'number') return String(value)
  return fieldTypes[field.type].format(value, field, locale)
}

/** Cells of rows as tab-separated text, with the headings above them if asked for. */
export function blockText(
  rows: readonly Values[],
  fields: readonly Field[],
  { locale, headings }: { readonly locale: string; readonly headings: boolean },
): string {
  const lines = rows.map((row) => fields.map((field) => quoted(plainText(row[field.name], field, locale))).join('\t'))
  return [...(headings ? [fields.map((field) => quoted(field.label)).join('\t')] : []), ...lines].join('\n')
}
