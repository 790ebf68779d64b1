import { fieldDisplays, type Field, type TextFormat } from '#src/definition'
import { compareDecimals } from '#src/definition/compare-decimals.ts'
import { isSignOf, namedCurrency } from '#src/definition/field-types/named-currency.ts'
import { readNumber } from '#src/definition/field-types/numbers.ts'
import { textFormatOf, understood } from './text-format.ts'

/** An amount without the currency that is written with it, a percentage without its sign; null where it is another currency than that of the field. */
function withoutUnit(text: string, { type }: Field, currency: string): string | null {
  if (type === 'percent') return text.replace(/\s*%$/, '')
  const named = type === 'money' ? namedCurrency(text) : null
  if (!named) return text
  const { sign, number } = named
  // Of a currency nobody knows only what is written as one is taken for it.
  const isOwn = currency === '' ? sign === sign.toUpperCase() : isSignOf(sign, currency)
  return isOwn ? number : null
}

/** A number that is none as the user writes numbers, in the other way; not where its only mark could group thousands. */
function readsOtherwise(text: string, { decimal }: TextFormat): boolean {
  const marks = text.split(decimal)
  const isGroup = marks.length === 2 && /^\D*[1-9]\d*$/.test(marks[0]!) && /^\d{3}\D*$/.test(marks[1]!)
  return !isGroup
}

/**
 * Reads a typed number as the user writes numbers, else in the other of the two ways where it means one thing only ("1.234,56"
 * where commas group), with the currency or percent sign of the field. What is no number stays the text it is.
 */
export function readTypedNumber(text: string, field: Field, locale: string, currency = ''): unknown {
  const own = textFormatOf(locale)
  const other = { ...own, decimal: own.decimal === ',' ? '.' : ',' } as const
  const bare = withoutUnit(text, field, currency)
  if (bare === null) return text
  const format =
    readNumber(bare, own) !== null
      ? own
      : readNumber(bare, other) !== null && readsOtherwise(bare, other)
        ? other
        : null
  if (!format) return text
  const parsed = fieldDisplays[field.type].parseText(bare, field, format)
  return parsed.ok ? parsed.value : understood(bare, field, format)
}

// More than anybody types.
const everyDigit = { precision: 120, scale: 60 }

/** How many decimals a typed number was rounded to; null where it was kept as it was typed. */
export function roundedTo(text: string, field: Field, locale: string, currency = ''): number | null {
  if (field.type === 'integer') return null
  const [kept, typed] = [field, { ...field, ...everyDigit }].map((one) => readTypedNumber(text, one, locale, currency))
  const isNumber = /^-?\d+(\.\d+)?$/.test(String(kept))
  return isNumber && compareDecimals(String(kept), String(typed)) !== 0 ? (field.scale ?? 0) : null
}

/** That a number was rounded, in words. */
export const roundedWords = (decimals: number): string =>
  `Rounded to ${decimals === 0 ? 'a whole number' : decimals === 1 ? '1 decimal' : `${decimals} decimals`}`
