import { formatDecimal } from '#src/definition/field-types/numbers.ts'
import type { HomeFigure } from '#src/data/home.ts'

export interface FigureWords {
  readonly value: string
  /** What stands below it; '' for nothing. */
  readonly note: string
  /** Everything to the last digit, where the value does not say it. */
  readonly whole: string | null
}

const million = 1_000_000

function short(amount: string, locale: string): string {
  const value = Number(amount)
  return Math.abs(value) < million
    ? formatDecimal(amount, locale, 0, 0)
    : new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}

const withCurrency = (text: string, currency: string | null): string => (currency ? `${text} ${currency}` : text)

/** A figure as it is read at a glance: of several currencies that of the most records, the others named below. */
export function figureWords({ count, amounts }: HomeFigure, locale: string): FigureWords {
  if (count === null) return { value: '–', note: 'Too many to count here', whole: null }
  const counted = formatDecimal(count, locale, 0, 0)
  if (!amounts) return { value: counted, note: '', whole: null }
  const [first, ...others] = amounts
  if (!first) return { value: '0', note: 'None', whole: null }
  const records = `in ${counted} ${count === 1 ? 'record' : 'records'}`
  const more = others.length === 0 ? '' : `, ${others.length} more ${others.length === 1 ? 'currency' : 'currencies'}`
  return {
    value: withCurrency(short(first.amount, locale), first.currency),
    note: `${records}${more}`,
    whole: amounts
      .map(({ amount, currency }) => withCurrency(formatDecimal(amount, locale, 2, 2), currency))
      .join(' · '),
  }
}
