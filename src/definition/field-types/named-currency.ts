import { blanks, quoteSql } from './blanks.ts'

// Signs of several currencies are taken for any of these.
const currenciesOf: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'MXN', 'SGD', 'HKD', 'TWD', 'ARS', 'CLP', 'COP'],
  US$: ['USD'],
  CA$: ['CAD'],
  AU$: ['AUD'],
}

const sign = '(US[$]|CA[$]|AU[$]|[€£¥₹$]|[A-Za-z]{3})'
// One pattern each for JavaScript and PostgreSQL: a sign goes before the number or behind it, within its parentheses or its minus.
const beforePattern = `^([-+(]?)${sign}([^A-Za-z€£¥₹$]+)$`
const behindPattern = `^([^A-Za-z€£¥₹$]*[0-9.,)-])${sign}([-)]?)$`
const [before, behind] = [new RegExp(beforePattern), new RegExp(behindPattern)]
const longest = 200

export interface NamedCurrency {
  /** The number without the currency. */
  readonly number: string
  /** The sign or the letters, as they are written. */
  readonly sign: string
}

/** An amount that is written with a currency, taken apart; null where it names none. */
export function namedCurrency(text: string): NamedCurrency | null {
  if (text.length > longest) return null
  const body = text.replaceAll(/[\s'’]/g, '').replaceAll('−', '-')
  const front = before.exec(body)
  if (front) return { number: `${front[1]}${front[3]}`, sign: front[2]! }
  const back = behind.exec(body)
  return back ? { number: `${back[1]}${back[3]}`, sign: back[2]! } : null
}

/** Whether a sign or code stands for a currency: dollars for any that has them. */
export const isSignOf = (named: string, currency: string): boolean =>
  (currenciesOf[named.toUpperCase()] ?? [named.toUpperCase()]).includes(currency.toUpperCase())

const bodySql = (text: string): string => `translate(${text}, ${quoteSql(`−${blanks}'’`)}, '-')`

/** SQL that is true of a text that is no number alone; whatever else is asked of a currency waits for it. */
const mayName = (text: string): string => `length(${text}) <= ${longest} and (${text}) ~ '[A-Za-z€£¥₹$]'`

/** SQL of an amount's text without the currency it is written with; null where it names none. */
export function withoutCurrencySql(text: string): string {
  const body = bodySql(text)
  return `case when ${mayName(text)} then case when ${body} ~ '${beforePattern}' then regexp_replace(${body}, '${beforePattern}', '\\1\\3') when ${body} ~ '${behindPattern}' then regexp_replace(${body}, '${behindPattern}', '\\1\\3') end end`
}

/** SQL of the sign or code that an amount's text names; null where it names none. */
export function namedSignSql(text: string): string {
  const body = bodySql(text)
  return `case when ${mayName(text)} then upper(coalesce((regexp_match(${body}, '${beforePattern}'))[2], (regexp_match(${body}, '${behindPattern}'))[2])) end`
}

/** SQL: whether a sign or code, which may be null, is not that of a currency. */
export function isOtherCurrencySql(named: string, currency: string): string {
  const whens = Object.entries(currenciesOf).map(
    ([of, codes]) => `when '${of}' then upper(${currency}) in (${codes.map(quoteSql).join(', ')})`,
  )
  return `(${named} is not null and (case ${named} ${whens.join(' ')} else upper(${currency}) = ${named} end) is not true)`
}
