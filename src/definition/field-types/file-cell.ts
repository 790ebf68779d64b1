import type { Field } from '../field.ts'
import { fieldDisplays } from './display-registry.ts'
import { fieldTypes } from './registry.ts'
import { bad, withValue, type Parsed, type SeenColumn, type SqlReading, type TextFormat } from './field-type.ts'
import { isSignOf, namedCurrency, withoutCurrencySql } from './named-currency.ts'
import { withoutMonthName, withoutMonthNameSql } from './named-month.ts'

const isDay = ({ type }: Field): boolean => type === 'date' || type === 'dateTime'

/** Whether the cells of a field may name the currency of their amounts: only where it can be held against the record's. */
export const takesCurrency = ({ type, currency }: Field): boolean => type === 'money' && currency !== undefined

/** The ISO code of a field whose currency is always the same; undefined where a field of the record holds it. */
export const constantCurrency = ({ currency }: Field): string | undefined =>
  currency !== undefined && /^[A-Z]{3}$/.test(currency) ? currency : undefined

/** What is said of a cell that names a currency which is not that of its record. */
export const otherCurrency = (field: Field): string =>
  `"{value}" is not in ${constantCurrency(field) ?? 'the currency of its record'}`

/**
 * Reads a cell of a file: as the type of its field reads what is typed, and besides amounts with a currency and days with the
 * name of their month, which one meets in files. A currency is held against `currency`, that of the record, where it is known.
 */
export function parseCell(
  text: string,
  field: Field,
  format: TextFormat,
  currency: string | undefined = constantCurrency(field),
): Parsed {
  const type = fieldDisplays[field.type]
  const parsed = type.parseText(text, field, format)
  if (parsed.ok) return parsed
  const named = takesCurrency(field) ? namedCurrency(text) : null
  const plain = named ? named.number : isDay(field) ? withoutMonthName(text) : null
  if (plain === null) return parsed
  // What names a currency is a text, also in a workbook.
  const read = type.parseText(plain, field, { ...format, typed: false })
  // The words are those of the whole cell where nothing of it could be read.
  if (!read.ok) return read.reason.startsWith('"') ? parsed : read
  return named && currency && !isSignOf(named.sign, currency) ? bad(withValue(otherCurrency(field), text)) : read
}

/** The same as SQL, the currency aside; what is written plainly is read as ever, before anything else is looked for. */
export function cellFromText(
  text: string,
  field: Field,
  format: TextFormat,
  seen?: SeenColumn,
): SqlReading | undefined {
  const type = fieldTypes[field.type]
  const reading = type.fromText?.(text, field, format, seen)
  const isPlain = seen !== undefined && seen.form !== 'text'
  if (!reading || isPlain || !(takesCurrency(field) || isDay(field))) return reading
  const plain = takesCurrency(field) ? withoutCurrencySql(text) : withoutMonthNameSql(text)
  const other = `(select ${type.fromText!('cell', field, { ...format, typed: false }).value} from (select ${plain} as cell offset 0) as written where cell is not null)`
  return { ...reading, value: `coalesce(${reading.value}, ${other})` }
}
