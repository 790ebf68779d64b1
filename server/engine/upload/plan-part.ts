import type { Field } from '#src/definition'
import { decimalTypes } from '#src/definition'
import { id } from '../../store/sql.ts'
import { currencyName } from './plan-currency.ts'
import type { PlannedField, UploadPlan } from './plan.ts'
import { typed, valueSql, type Trust, type ValueSql } from './plan-values.ts'
import { isDay, isNumber } from './style-questions.ts'

/** A field of the file with the SQL of its value and of what may be wrong with it. */
export interface Part {
  readonly planned: PlannedField
  readonly value: ValueSql
  /** The text as it is used: inline, or computed once. */
  readonly text: string | null
  /** Names of the columns that tell an empty and an unreadable cell. */
  readonly empty: string | null
  readonly unreadable: string | null
  /** Name of the column that tells an empty cell whose value depends on whether the record is there already. */
  readonly later: string | null
  /** Name of the column that tells the currency that an amount's cell names. */
  readonly named: string | null
}

export const q = (name: string): string => id(name).sql

export function partOf(plan: UploadPlan, planned: PlannedField, trust: Trust, existing: boolean): Part {
  if (planned.carried)
    return {
      planned,
      value: typed(`null::${planned.type}`),
      text: null,
      empty: null,
      unreadable: null,
      later: null,
      named: null,
    }
  const value = valueSql(planned.field, planned.mapping, plan.format, plan.columns, trust)
  const text = value.text === null ? null : value.costly ? `x.${q(planned.value)}` : value.text
  const mayFail = value.text !== null && !isSure(planned.field, value, plan)
  const mayBeEmpty = value.mayBeEmpty && planned.fallback === null
  return {
    planned,
    value,
    text,
    empty: mayBeEmpty ? (mayFail ? `e_${planned.field.name}` : planned.value) : null,
    unreadable: mayFail ? planned.value : null,
    later: existing && planned.isForNew && planned.fallback !== null && value.mayBeEmpty ? laterName(planned) : null,
    named: currencyName(planned, value),
  }
}

/** Whether reading a cell takes so long that it is done once, whatever becomes of the line: numbers and days that are not written plainly. */
export const isDear = ({ planned: { field }, value: { text, seen } }: Part): boolean =>
  text !== null && (seen === undefined || seen.form === 'text') && (isNumber(field) || isDay(field))

const laterName = ({ field }: PlannedField): string => `f_${field.name}`

/** The name of a value as it was read, before it is known whether the record is there already. */
export const readName = ({ planned, later }: Part): string =>
  later === null ? planned.value : `w_${planned.field.name}`

const textual = new Set(['text', 'longText', 'reference', 'references'])

/** Whether the text is known to be readable. */
function isSure(field: Field, { seen }: ValueSql, plan: UploadPlan): boolean {
  if (textual.has(field.type)) return true
  if (!seen) return false
  if (field.type === 'date' || field.type === 'dateTime') return seen.form === 'day' || seen.form === 'instant'
  if (seen.form !== 'number' || plan.format.decimal !== '.') return false
  return field.type === 'integer'
    ? seen.fraction === 0 && seen.whole <= 15
    : seen.bytes <= 60 && decimalTypes.has(field.type)
}

/** Whether a cell says something that is no value of its field. */
export function unreadableSql({ planned, empty, later }: Part): string {
  const name = `m.${q(planned.value)}`
  const blank = empty ?? later
  return blank ? `${name} is null and not m.${q(blank)}` : `${name} is null`
}

export const emptySql = ({ planned, empty }: Part, alias: string): string =>
  empty === planned.value ? `${alias}.${q(empty)} is null` : `${alias}.${q(empty!)}`

/** What a bad operand leaves without a value is told once, and is not empty. */
export const notBroken = ({ planned, value }: Part, alias: string): string =>
  value.operands.map((_, index) => ` and not ${alias}.${q(`b${index}_${planned.field.name}`)}`).join('')
