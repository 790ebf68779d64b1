import { evaluate, isAbsent, validateRecord, whyFixed, type Field, type Screen } from '#src/definition'
import { conditionWords } from '#src/definition/condition-words.ts'
import { isBlank, stagedValues, type StagedRecord, type Values } from './staging.ts'

export interface Checked {
  /** What a save sends. */
  readonly values: Values
  /** Fields that a save empties, because the rules hide them now. */
  readonly cleared: Values
  /** What is wrong by field, in words; '' holds what belongs to no field. */
  readonly problems: Readonly<Record<string, string>>
}

const today = (): string => new Date().toISOString().slice(0, 10)

// Nobody is told what is missing in a row that nobody has begun.
const nothing: Checked = { values: {}, cleared: {}, problems: {} }
const known = new WeakMap<StagedRecord, Checked>()

/** What a save of a staged record would send and everything that speaks against it: the form's own rules, then what a save was refused for. */
export function checkStaged(record: StagedRecord, fields: readonly Field[]): Checked {
  const before = isBlank(record) ? nothing : known.get(record)
  if (before) return before
  const { id, base, values: given, refusal } = record
  const options = id === null ? ({ mode: 'create' } as const) : ({ mode: 'update', current: base } as const)
  const { values, issues } = validateRecord(fields, given, { ...options, today: today() })
  const problems: Record<string, string> = {}
  for (const { path, message } of [...(refusal?.issues ?? []), ...issues]) problems[String(path[0] ?? '')] = message
  if (refusal && refusal.issues.length === 0 && !refusal.current) problems[''] = refusal.message
  const cleared = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value === null && !(name in given) && !isAbsent(base[name])),
  )
  const checked = { values, cleared, problems }
  known.set(record, checked)
  return checked
}

/** Why a cell cannot be edited here, in words; undefined when it can. */
export function lockedReason(
  field: Field,
  { fields, form }: Pick<Screen, 'fields'> & Partial<Pick<Screen, 'form'>>,
  record: { readonly id: number | null; readonly values: Values },
): string | undefined {
  if (field.readOnly) return `${field.label} cannot be changed by you`
  if (field.immutable && record.id !== null) return `${field.label} cannot be changed once it is saved`
  if (field.visible && !evaluate(field.visible, record.values, { fields, today: today() }))
    return `Only where ${conditionWords(field.visible, fields)}`
  return record.id === null ? undefined : whyFixed({ fields, form }, record.values, field.name)
}

/** The record that stands in a row of the grid: as stored, or as it would be after saving. */
export const rowValues = (base: Values, staged: StagedRecord | undefined, fields: readonly Field[]): Values =>
  staged ? { ...stagedValues(staged), ...checkStaged(staged, fields).cleared } : base

/** The values a new record starts with. */
export const newRecord = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map((field) => [field.name, field.default ?? null]))
