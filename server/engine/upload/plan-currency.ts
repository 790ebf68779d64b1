import { constantCurrency, otherCurrency, takesCurrency } from '#src/definition/field-types/file-cell.ts'
import { quoteSql } from '#src/definition/field-types/blanks.ts'
import { isOtherCurrencySql, namedSignSql } from '#src/definition/field-types/named-currency.ts'
import type { Field } from '#src/definition'
import { id, raw, type Sql } from '../../store/sql.ts'
import { merged } from './plan-visible.ts'
import type { PlannedField } from './plan.ts'
import type { ValueSql } from './plan-values.ts'

const q = (name: string): string => id(name).sql

/** The column of the sign or code that an amount's cell names; null where cells cannot name any: columns of plain numbers are not looked at. */
export const currencyName = ({ field, mapping }: PlannedField, { text, seen }: ValueSql): string | null =>
  takesCurrency(field) && mapping.source !== 'constant' && text !== null && (seen === undefined || seen.form === 'text')
    ? `n_${field.name}`
    : null

/** Those columns as SQL over a line. */
export const currencySigns = (named: readonly { readonly name: string; readonly text: string }[]): string[] =>
  named.map(({ name, text }) => `${namedSignSql(text)} as ${q(name)}`)

/** The fields that hold the currencies of amounts whose cells may name one. */
export function currencyFields(fields: readonly Field[], amounts: readonly Field[]): Field[] {
  const names = new Set(amounts.map(({ currency }) => currency))
  return fields.filter(({ name }) => names.has(name))
}

/** What is wrong with a cell that names another currency than its record has once the line is written, and when. */
export function currencyRule(field: Field, name: string): { readonly message: string; readonly when: Sql } {
  const always = constantCurrency(field)
  const own = always === undefined ? `m.${q(merged(field.currency!))}` : quoteSql(always)
  return { message: otherCurrency(field), when: raw(isOtherCurrencySql(`m.${q(name)}`, own)) }
}
