import {
  evaluate,
  fieldDisplays,
  isAbsent,
  numberTypes,
  plainText,
  validateRecord,
  whyFixed,
  type Field,
  type Screen,
} from '#src/definition'
import { readersCalendar, resolveDate } from '#src/definition/dates.ts'
import { conditionWords } from '#src/definition/condition-words.ts'
import { readNumber } from '#src/definition/field-types/numbers.ts'
import { cellText } from '#src/widgets/cell-text.ts'
import type { CellContext } from '#src/widgets/cells.ts'
import { isBlank, stagedValues, type StagedRecord, type Values } from './staging.ts'

export interface Checked {
  /** What a save sends. */
  readonly values: Values
  /** Fields that a save empties, because the rules hide them now, whatever was put into them before. */
  readonly cleared: Values
  /** What is wrong by field, in words; '' holds what belongs to no field. */
  readonly problems: Readonly<Record<string, string>>
}

/** Why a text that was put into a cell is no value of its field; null for values, whether they fit or not. */
function whyUnread(field: Field, value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null
  if (numberTypes.has(field.type) && readNumber(value, plainText) !== null) return null
  const parsed = fieldDisplays[field.type].parseText(value.trim(), field, plainText)
  return parsed.ok ? null : parsed.reason
}

/** Whether a cell holds a text that is no value of its field. */
export const isUnread = (field: Field, value: unknown): boolean => whyUnread(field, value) !== null

/** What a cell with changes holds, in words: a value as it is read, anything else as the text it is. */
export const stagedText = (
  value: unknown,
  field: Field,
  { locale, labels }: Pick<CellContext, 'locale' | 'labels'>,
): string => (isUnread(field, value) ? String(value) : cellText(value, field, locale, labels))

// Nobody is told what is missing in a row that nobody has begun.
const nothing: Checked = { values: {}, cleared: {}, problems: {} }
const known = new WeakMap<StagedRecord, Checked>()

/** What a save of a staged record would send and everything that speaks against it: the form's own rules, then what a save was refused for. */
export function checkStaged(record: StagedRecord, fields: readonly Field[]): Checked {
  const before = isBlank(record) ? nothing : known.get(record)
  if (before) return before
  const { id, base, values: given, refusal } = record
  const options = id === null ? ({ mode: 'create' } as const) : ({ mode: 'update', current: base } as const)
  const { values, issues } = validateRecord(fields, given, { ...options, ...readersCalendar() })
  const cleared = Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value === null && !isAbsent(name in given ? given[name] : base[name]),
    ),
  )
  const problems: Record<string, string> = {}
  for (const { path, message } of [...(refusal?.issues ?? []), ...issues]) problems[String(path[0] ?? '')] = message
  // The rules take more texts as a moment than can be told for sure.
  for (const field of fields) {
    const reason = field.name in given && !(field.name in cleared) ? whyUnread(field, given[field.name]) : null
    if (reason !== null) problems[field.name] ??= reason
  }
  if (refusal && refusal.issues.length === 0 && !refusal.current) problems[''] = refusal.message
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
  if (field.visible && !evaluate(field.visible, record.values, { fields, ...readersCalendar() }))
    return `Only where ${conditionWords(field.visible, fields)}`
  return record.id === null ? undefined : whyFixed({ fields, form }, record.values, field.name)
}

/** The record that stands in a row of the grid: as stored, or as it would be after saving. */
export const rowValues = (base: Values, staged: StagedRecord | undefined, fields: readonly Field[]): Values =>
  staged ? { ...stagedValues(staged), ...checkStaged(staged, fields).cleared } : base

/** The values a new record starts with. */
export const newRecord = (fields: readonly Field[]): Values =>
  Object.fromEntries(
    fields.map((field) => [field.name, resolveDate(field.default ?? null, field.type, readersCalendar().today)]),
  )
