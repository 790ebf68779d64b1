import { fieldDisplays, type Field, type Screen } from '#src/definition'
import { plainText, type Parsed } from '#src/definition/field-types/field-type.ts'

export type Values = Readonly<Record<string, unknown>>

/** The rows of contracts that travel in files, by contract and field. */
export type RuleRows = Map<string, Record<string, Values[]>>

/** Something in a file that cannot be taken over, and where it stands. */
export interface FileIssue {
  readonly place: string
  /** The contract it is about, where it is about one. */
  readonly contract?: string
  readonly message: string
}

const names = ['rules', 'tiers', 'eligibility', 'payees']

/** The fields of a contract whose rows travel in files. */
export const rowFields = ({ fields }: Pick<Screen, 'fields'>): readonly Field[] =>
  fields.filter(({ name, type }) => type === 'rows' && names.includes(name))

/** A value as it stands in a file: choices by their label, decimals without trailing zeros. */
export function writtenValue(field: Field, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (field.type === 'flag') return value === true ? 'Yes' : 'No'
  if (field.choices) return field.choices.find((choice) => choice.value === value)?.label ?? String(value)
  const text = String(value)
  return /^-?\d+\.\d*$/.test(text) ? text.replace(/\.?0+$/, '') : text
}

/** Reads what a file says of one value: choices by label or value; what is empty is not there. */
export function readValue(field: Field, text: string): Parsed {
  const plain = text.trim()
  if (plain === '') return { ok: true, value: null }
  return fieldDisplays[field.type].parseText(plain, field, plainText)
}

/** The entry of a contract, made where there is none. */
export function entryOf(rows: RuleRows, contract: string): Record<string, Values[]> {
  const known = rows.get(contract) ?? {}
  rows.set(contract, known)
  return known
}

/** The rows a contract has, by field. */
export const rowsOfContract = (contract: Values, field: Field): readonly Values[] =>
  (contract[field.name] ?? []) as readonly Values[]
