import type { Field } from '#src/definition'
import { sameFieldValue } from '#src/data/same-value.ts'

export type Values = Readonly<Record<string, unknown>>

/** Why a save left a record as it is stored. */
export interface Refusal {
  readonly message: string
  readonly issues: readonly { readonly path: readonly (string | number)[]; readonly message: string }[]
  /** What somebody else has saved meanwhile; null where it is not known or gone. */
  readonly current: Values | null
}

/** A record with changes that are not saved yet. */
export interface StagedRecord {
  readonly key: string
  /** null: a new one. */
  readonly id: number | null
  /** The whole record as it was read; the defaults of a new one. */
  readonly base: Values
  /** The values that differ from it. */
  readonly values: Values
  readonly refusal?: Refusal
}

/** Staged records by key, in the order in which they were touched. */
export type Staging = ReadonlyMap<string, StagedRecord>

export interface CellEdit {
  readonly key: string
  readonly id: number | null
  readonly base: Values
  readonly field: Field
  readonly value: unknown
}

export const nothingStaged: Staging = new Map()

export const keyOfId = (id: unknown): string => `r${String(id)}`

/** The record as it would be after saving. */
export const stagedValues = ({ base, values }: Pick<StagedRecord, 'base' | 'values'>): Values => ({
  ...base,
  ...values,
})

function withValue({ refusal, ...record }: StagedRecord, field: Field, value: unknown): StagedRecord {
  const { [field.name]: _before, ...others } = record.values
  const values = sameFieldValue(field, record.base[field.name], value) ? others : { ...others, [field.name]: value }
  // What was wrong with this cell was wrong with what stood in it; what is wrong elsewhere still is.
  const issues = refusal?.issues.filter((issue) => issue.path[0] !== field.name) ?? []
  const rest = refusal && (issues.length > 0 || refusal.current) ? { refusal: { ...refusal, issues } } : {}
  return { ...record, values, ...rest }
}

/** Stages cells; a stored record whose cells are all as they were is no longer staged. */
export function stageCells(staging: Staging, edits: readonly CellEdit[]): Staging {
  const next = new Map(staging)
  for (const { key, id, base, field, value } of edits) {
    const record = withValue(next.get(key) ?? { key, id, base, values: {} }, field, value)
    if (id !== null && Object.keys(record.values).length === 0) next.delete(key)
    else next.set(key, record)
  }
  return next
}

/** Adds new records with these keys. */
export function stageRows(staging: Staging, keys: readonly string[], defaults: Values): Staging {
  const next = new Map(staging)
  for (const key of keys) next.set(key, { key, id: null, base: defaults, values: {} })
  return next
}

/** Takes back everything staged for these records. */
export function unstage(staging: Staging, keys: readonly string[]): Staging {
  const next = new Map(staging)
  for (const key of keys) next.delete(key)
  return next
}

/** Takes one changed cell back. */
export const unstageCell = (staging: Staging, key: string, field: Field): Staging => {
  const record = staging.get(key)
  return record
    ? stageCells(staging, [{ key, id: record.id, base: record.base, field, value: record.base[field.name] }])
    : staging
}

/** Puts what somebody else saved below one's own changes, which stay where they differ from it. */
export function rebase(staging: Staging, key: string, current: Values, fields: readonly Field[]): Staging {
  const record = staging.get(key)
  if (!record) return staging
  const values = Object.fromEntries(
    Object.entries(record.values).filter(([name, value]) => {
      const field = fields.find((candidate) => candidate.name === name)
      return field && !sameFieldValue(field, current[name], value)
    }),
  )
  const next = new Map(staging)
  if (Object.keys(values).length === 0) next.delete(key)
  else next.set(key, { key, id: record.id, base: current, values })
  return next
}

/** The names of the fields that both sides changed, to different values. */
export function collisions({ base, values, refusal }: StagedRecord, fields: readonly Field[]): readonly string[] {
  const current = refusal?.current
  if (!current) return []
  return fields
    .filter(
      (field) =>
        field.name in values &&
        !sameFieldValue(field, base[field.name], current[field.name]) &&
        !sameFieldValue(field, values[field.name], current[field.name]),
    )
    .map((field) => field.name)
}

export interface StagedCounts {
  readonly cells: number
  readonly records: number
}

/** A new record in which nothing was entered; it is neither counted nor saved. */
export const isBlank = (record: StagedRecord): boolean => record.id === null && Object.keys(record.values).length === 0

/** How many cells of how many records are staged. */
export function countStaged(staging: Staging): StagedCounts {
  const records = [...staging.values()].filter((record) => !isBlank(record))
  return {
    cells: records.reduce((sum, record) => sum + Object.keys(record.values).length, 0),
    records: records.length,
  }
}
