import type { Field } from '#src/definition'
import { equalValues } from '#src/definition/compare.ts'

type Values = Readonly<Record<string, unknown>>

/** One place where two versions of a contract differ, in words; null: there was nothing, or there is nothing any more. */
export interface Difference {
  readonly field: string
  /** "Payment frequency", or within rows "Tiers 1, 25000: Rate". */
  readonly place: string
  readonly old_value: string | null
  readonly new_value: string | null
}

/** What tells the rows of a contract from one another; rows of the same name are told by their order. */
const rowNames: Readonly<Record<string, readonly string[]>> = {
  rules: ['rule_no'],
  tiers: ['rule_no', 'from_value'],
  payees: ['payee'],
  eligibility: ['group_no', 'mode', 'attribute', 'operator', 'value'],
}

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

/** A value as people read it: labels of choices, decimals without trailing zeros; null for none. */
export function inWords(field: Field, value: unknown): string | null {
  if (isNothing(value)) return null
  if (field.type === 'flag') return value === true ? 'yes' : 'no'
  if (field.choices) return field.choices.find((choice) => choice.value === value)?.label ?? String(value)
  if (/^-?\d+\.\d*$/.test(String(value))) return String(value).replace(/\.?0+$/, '')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const rowsOf = (value: unknown): readonly Values[] => (Array.isArray(value) ? (value as Values[]) : [])

const whole = (fields: readonly Field[], row: Values): string =>
  fields
    .flatMap((field) => {
      const words = inWords(field, row[field.name])
      return words === null ? [] : [`${field.label}: ${words}`]
    })
    .join(', ')

function named(field: Field, rows: readonly Values[]): Map<string, Values> {
  const names = rowNames[field.name] ?? field.key ?? []
  const fields = field.fields ?? []
  const found = new Map<string, Values>()
  rows.forEach((row, at) => {
    const parts = names.flatMap((name) => {
      const part = fields.find((one) => one.name === name)
      return part ? [inWords(part, row[name]) ?? ''] : []
    })
    const base = parts.length > 0 ? parts.join(', ') : String(at + 1)
    let name = base
    for (let again = 2; found.has(name); again += 1) name = `${base} (${again})`
    found.set(name, row)
  })
  return found
}

function rowDifferences(field: Field, before: unknown, after: unknown): Difference[] {
  const [old, next] = [named(field, rowsOf(before)), named(field, rowsOf(after))]
  const fields = field.fields ?? []
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((name): Difference[] => {
    const [left, right] = [old.get(name), next.get(name)]
    const place = `${field.label} ${name}`
    if (!left || !right) {
      const row = { field: field.name, place }
      return left
        ? [{ ...row, old_value: whole(fields, left), new_value: null }]
        : [{ ...row, old_value: null, new_value: whole(fields, right ?? {}) }]
    }
    return fields
      .filter((part) => !equalValues(part, left[part.name], right[part.name]))
      .map((part) => ({
        field: field.name,
        place: `${place}: ${part.label}`,
        old_value: inWords(part, left[part.name]),
        new_value: inWords(part, right[part.name]),
      }))
  })
}

/** Where two states of a record differ in these fields, field by field and row by row, in the order of the fields. Pure. */
export const differences = (fields: readonly Field[], before: Values, after: Values): Difference[] =>
  fields.flatMap((field): Difference[] => {
    if (field.type === 'rows') return rowDifferences(field, before[field.name], after[field.name])
    if (equalValues(field, before[field.name], after[field.name])) return []
    const [old_value, new_value] = [inWords(field, before[field.name]), inWords(field, after[field.name])]
    return [{ field: field.name, place: field.label, old_value, new_value }]
  })
