import type { Field } from '#src/definition'
import { sameFieldValue } from '#src/data/same-value.ts'

export type Values = Readonly<Record<string, unknown>>

/** Why a save left a record as it is stored. */
export interface Refusal {
  readonly message: string
  readonly issues: readonly { readonly path: readonly (string | number)[]; readonly message: string }[]
  /** What somebody else has saved meanwhile; null where it is not known or gone. */
  readonly current: Values | null
  /** Whether it was the user, in another window; null where nobody knows, absent until it was asked. */
  readonly isOwn?: boolean | null
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

/** A record with one cell changed. */
export function withValue({ refusal, ...record }: StagedRecord, field: Field, value: unknown): StagedRecord {
  const { [field.name]: _before, ...others } = record.values
  const values = sameFieldValue(field, record.base[field.name], value) ? others : { ...others, [field.name]: value }
  // What was wrong with this cell was wrong with what stood in it; what is wrong elsewhere still is.
  const issues = refusal?.issues.filter((issue) => issue.path[0] !== field.name) ?? []
  const rest = refusal && (issues.length > 0 || refusal.current) ? { refusal: { ...refusal, issues } } : {}
  return { ...record, values, ...rest }
}

/** Puts records in the place of what was staged for them; a stored record whose cells are all as they were is no longer staged. */
export function putRecords(staging: Staging, records: readonly StagedRecord[]): Staging {
  if (records.length === 0) return staging
  const next = new Map(staging)
  for (const record of records) {
    if (record.id !== null && Object.keys(record.values).length === 0) next.delete(record.key)
    else next.set(record.key, record)
  }
  return next
}

/** Stages cells. */
export function stageCells(staging: Staging, edits: readonly CellEdit[]): Staging {
  const records = new Map<string, StagedRecord>()
  for (const { key, id, base, field, value } of edits) {
    const record = records.get(key) ?? staging.get(key) ?? { key, id, base, values: {} }
    records.set(key, withValue(record, field, value))
  }
  return putRecords(staging, [...records.values()])
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
export function unstageCell(staging: Staging, key: string, field: Field): Staging {
  const record = staging.get(key)
  return record ? putRecords(staging, [withValue(record, field, record.base[field.name])]) : staging
}

/** Takes what somebody else saved into a cell, in the place of one's own value. */
export function takeTheirs(staging: Staging, key: string, field: Field, fields: readonly Field[]): Staging {
  const record = staging.get(key)
  const current = record?.refusal?.current
  if (!record || !current) return staging
  const { [field.name]: _mine, ...values } = record.values
  const taken = { ...record, values }
  return putRecords(staging, [collisions(taken, fields).length > 0 ? taken : rebased(taken, current, fields)])
}

/** A record with what somebody else saved below one's own changes, which stay where they differ from it. */
export function rebased({ key, id, values }: StagedRecord, current: Values, fields: readonly Field[]): StagedRecord {
  const own = Object.entries(values).filter(([name, value]) => {
    const field = fields.find((candidate) => candidate.name === name)
    return field && !sameFieldValue(field, current[name], value)
  })
  return { key, id, base: current, values: Object.fromEntries(own) }
}

/** Puts what somebody else saved below the changes of one record. */
export function rebase(staging: Staging, key: string, current: Values, fields: readonly Field[]): Staging {
  const record = staging.get(key)
  return record ? putRecords(staging, [rebased(record, current, fields)]) : staging
}

/** What was read again meanwhile: changes of others in other fields go below one's own, real collisions wait for an answer. */
export function meetCurrent(staging: Staging, read: readonly Values[], fields: readonly Field[]): Staging {
  const met = read.flatMap((current): StagedRecord[] => {
    const record = staging.get(keyOfId(current['id']))
    const known = record?.refusal?.current ?? record?.base
    if (!record || Number(known?.['row_version']) >= Number(current['row_version'])) return []
    const refusal: Refusal = { message: 'Somebody else has changed this meanwhile.', issues: [], current }
    const refused = { ...record, refusal }
    return [collisions(refused, fields).length > 0 ? refused : rebased(record, current, fields)]
  })
  return putRecords(staging, met)
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

/** Notes who saved the version that one's own changes of a record collide with. */
export function withSaver(staging: Staging, key: string, version: number, isOwn: boolean | null): Staging {
  const record = staging.get(key)
  const current = record?.refusal?.current
  if (!record?.refusal || Number(current?.['row_version']) !== version) return staging
  return putRecords(staging, [{ ...record, refusal: { ...record.refusal, isOwn } }])
}

/** Keeps one's own value of a cell over what somebody else saved there; the other collisions of the record still wait. */
export function keepCell(staging: Staging, key: string, { name }: Field, fields: readonly Field[]): Staging {
  const record = staging.get(key)
  const current = record?.refusal?.current
  if (!record || !current) return staging
  const met = { ...record, base: { ...record.base, [name]: current[name] } }
  return putRecords(staging, [collisions(met, fields).length > 0 ? met : rebased(met, current, fields)])
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
