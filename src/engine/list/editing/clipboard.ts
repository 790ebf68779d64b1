import { fieldDisplays, type Field, type TextFormat, decimalTypes, numberTypes } from '#src/definition'
import { quoted } from '#src/widgets/copied-block.ts'
import { numberText, textFormatOf, understood } from '#src/widgets/text-format.ts'
import type { Steps } from './slices.ts'
import type { Values } from './staging.ts'

const currencySigns = /^(?:[A-Z]{3}\s?|[€$£¥]\s?)|(?:\s?[A-Z]{3}|\s?[€$£¥])$/g

const bare = (text: string, field: Field): string => {
  const trimmed = text.trim()
  return field.type === 'money' ? trimmed.replaceAll(currencySigns, '') : trimmed
}

interface ReadCell {
  readonly ok: boolean
  readonly value: unknown
}

function readCell(text: string, field: Field, format: TextFormat): ReadCell {
  const trimmed = bare(text, field)
  if (trimmed === '') return { ok: true, value: null }
  const parsed = fieldDisplays[field.type].parseText(trimmed, field, format)
  return parsed.ok ? parsed : { ok: false, value: text.trim() }
}

/** A number that is no number in the way of its column means what it is in the other one, or is told why it does not fit. */
function readApart(text: string, field: Field, format: TextFormat): unknown {
  const other = { ...format, decimal: otherMark[format.decimal] }
  const cell = readCell(text, field, other)
  if (cell.ok) return cell.value
  const trimmed = bare(text, field)
  const meant = [format, other].map((way) => understood(trimmed, field, way)).find((value) => value !== trimmed)
  return meant ?? cell.value
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
  const own = textFormatOf(locale)
  let best: readonly ReadCell[] = []
  let [most, way] = [-1, own]
  for (const format of formatsFor(field, own)) {
    const cells: ReadCell[] = []
    for (const text of texts) {
      cells.push(readCell(text, field, format))
      yield 0
    }
    const read = cells.filter((cell) => cell.ok).length
    if (read > most) [best, most, way] = [cells, read, format]
    if (read === texts.length) break
  }
  const isNumber = numberTypes.has(field.type)
  return best.map((cell, at) => (isNumber && !cell.ok ? readApart(texts[at]!, field, way) : cell.value))
}

/** A value as a spreadsheet of this locale reads it back, and as `readColumn` does. */
export function plainText(value: unknown, field: Field, locale: string): string {
  if (value === null || value === undefined || value === '') return ''
  if (field.type === 'date' || field.type === 'dateTime') return String(value)
  if (decimalTypes.has(field.type)) return numberText(value, locale)
  if (typeof value === 'number') return String(value)
  return fieldDisplays[field.type].format(value, field, locale)
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
