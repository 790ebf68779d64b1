import { decimalTypes, type Field } from './field.ts'
import { formatDecimal } from './field-types/numbers.ts'

type Row = Readonly<Record<string, unknown>>

/** The most digits behind the mark that the numbers of each column have; of columns alone whose numbers may differ in them. */
export type Fractions = Readonly<Record<string, number>>

// More are shown where a number has them, and asked of no other.
const most = 4

/** Digits behind the mark of an exact decimal, without the zeros at its end. */
const fractionOf = (value: unknown): number => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const mark = text.indexOf('.')
  if (mark < 0) return 0
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  return end - mark - 1
}

/** Pure; rows beyond the given ones are not known, so that another page may have others. */
export function fractionsOf(fields: readonly Field[], rows: readonly Row[]): Fractions {
  const found = fields
    .filter(({ type }) => decimalTypes.has(type))
    .map(({ name }): [string, number] => {
      const digits = rows.reduce((more, row) => Math.max(more, fractionOf(row[name])), 0)
      return [name, Math.min(most, digits)]
    })
  return Object.fromEntries(found.filter(([, digits]) => digits > 0))
}

const marks = new Map<string, string>()

function markOf(locale: string): string {
  const known = marks.get(locale)
  if (known !== undefined) return known
  // As values are formatted: where the marks are known, without a formatter, the first of which takes a browser long.
  const mark = formatDecimal('1.5', locale, 1, 1).replaceAll(/\p{N}/gu, '')
  marks.set(locale, mark)
  return mark
}

/** A formatted number with as many digits behind its mark as the others of its column: "2.5 %" among "12.75 %" is "2.50 %". */
export function evened(text: string, digits: number | undefined, locale: string): string {
  const parts = digits ? /^(.*\d)(\D*)$/.exec(text) : null
  if (!parts || !digits) return text
  const [, body = '', tail = ''] = parts
  const mark = markOf(locale)
  const at = body.lastIndexOf(mark)
  const own = at < 0 ? 0 : body.length - at - mark.length
  return own >= digits ? text : `${body}${own === 0 ? mark : ''}${'0'.repeat(digits - own)}${tail}`
}
