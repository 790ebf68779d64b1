import { plainText, type Field, type TextFormat } from '#src/definition'
import { readNumber } from '#src/definition/field-types/numbers.ts'

const known = new Map<string, TextFormat>()

/** How people of a locale write numbers and dates, for what they type into fields. */
export function textFormatOf(locale: string): TextFormat {
  const found = known.get(locale)
  if (found) return found
  const decimal = new Intl.NumberFormat(locale).format(1.5).includes(',') ? ',' : '.'
  const parts = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' }).formatToParts(
    new Date(Date.UTC(2026, 10, 22)),
  )
  const order = parts.flatMap((part) => ({ day: 'D', month: 'M', year: 'Y' })[part.type as 'day'] ?? []).join('')
  const format: TextFormat = { decimal, dateOrder: order === 'MDY' || order === 'YMD' ? order : 'DMY' }
  known.set(locale, format)
  return format
}

/** What a text that is refused was read as, so that its own reason is told; texts that are no number stay as they are. */
export function understood(text: string, { type }: Field, format: TextFormat): unknown {
  const read = readNumber(text, format) ?? readNumber(text, plainText)
  return read !== null && type === 'integer' ? Number(read) : (read ?? text)
}

// Zeros that say nothing go: '2.000' is two thousand where points group.
/** A stored number as fields and spreadsheets of this locale read it back; '' for absent values. */
export function numberText(value: unknown, locale: string): string {
  const text = String(value ?? '')
  const short = /^-?\d+\.\d*$/.test(text) ? text.replace(/\.?0*$/, '') : text
  return textFormatOf(locale).decimal === ',' ? short.replace('.', ',') : short
}
