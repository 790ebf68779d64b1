import { isFilled, isKeyNeeded } from '#src/definition/key-part.ts'
import { fieldTypes, isAbsent, type Field, type Screen } from '#src/definition'
import { AppError } from '../../errors.ts'
import { columnsRead, textFormat, type FileFormat, type FormatBody, type Mapping } from './format.ts'
import { givenNumber } from './numbered-lines.ts'
import { FileColumns, literal, literalOf } from './plan-values.ts'
import { periodFields } from './plan-visible.ts'
import type { FileColumn } from './seen.ts'

/** What can be wrong with a line, by its number in the line's list of reasons. */
export interface Rule {
  readonly field: string
  readonly label: string
  /** Words; `{value}` stands for the cell, `{line}` for the other line. */
  readonly message: string
  /** The column of the file that holds the cell. */
  readonly column: string | null
}

/** One field of the upload: its mapping and the name of its value among the checked rows. */
export interface PlannedField {
  readonly field: Field
  readonly mapping: Mapping
  readonly value: string
  readonly type: string
  /** SQL of the value that stands in for an empty cell; null when none does. */
  readonly fallback: string | null
  /** The fallback is the field's default, which is for new records: one that is there keeps what it must have, and else is emptied. */
  readonly isForNew?: true
  /** Not in the file, but subject to a condition: what the record holds, or the default, unless the line hides the field. */
  readonly carried?: true
}

/** An upload of one file into one table, compiled from the format and the definition. */
export interface UploadPlan {
  readonly screen: Screen
  readonly table: string
  readonly format: FileFormat
  readonly columns: FileColumns
  readonly fields: readonly PlannedField[]
  readonly keys: readonly PlannedField[]
  readonly rules: RuleBook
  readonly warnings: readonly string[]
  readonly today: string
  readonly uploadId: number
  /** Whether the file is known to hold every key once. */
  readonly keysAreDistinct: boolean
  /** Whether the file may have lines that are to be read with care. */
  readonly hasOdd: boolean
}

/** Numbers the rules of a check, each once. */
export class RuleBook {
  readonly list: Rule[] = []

  number(rule: Rule): number {
    const known = this.list.findIndex(
      (other) => other.field === rule.field && other.message === rule.message && other.column === rule.column,
    )
    if (known >= 0) return known
    this.list.push(rule)
    return this.list.length - 1
  }
}

export interface PlanInput {
  readonly screen: Screen
  readonly format: FileFormat
  readonly columns: readonly FileColumn[]
  readonly hasOdd: boolean
  readonly mayWrite: (field: string) => boolean
  readonly today: string
  readonly uploadId: number
}

/** Compiles a format against the columns of a file; throws VALIDATION when a column is missing or a key may not be written. */
export function planUpload(input: PlanInput): UploadPlan {
  const { screen, format } = input
  if (!screen.table || !screen.upload)
    throw new AppError('VALIDATION', { message: `${screen.plural} cannot be uploaded.` })
  const columns = new FileColumns(input.columns, format)
  const missing = columnsRead(format).filter(
    (name) => !input.columns.some((column) => column.name.toLowerCase() === name.trim().toLowerCase()),
  )
  if (missing.length > 0) {
    const issues = missing.map((name) => ({
      path: ['body', 'fields'],
      code: 'invalid',
      message: `The file has no column "${name}"`,
    }))
    throw new AppError('VALIDATION', {
      message: `The file has no column ${missing.map((name) => `"${name}"`).join(', ')}.`,
      issues,
    })
  }
  const warnings: string[] = []
  const fields = format.fields.flatMap((mapping): PlannedField[] => {
    const field = screen.fields.find(({ name }) => name === mapping.field)
    if (!field || !isFilled(field, screen.upload!.upsertOn)) return []
    if (!input.mayWrite(field.name)) {
      if (screen.upload!.upsertOn.includes(field.name)) throw new AppError('FIELD_DENIED')
      warnings.push(`${field.label} is left out: you may not change it`)
      return []
    }
    return [
      {
        field,
        mapping,
        value: `v_${field.name}`,
        type: fieldTypes[field.type].sql(field),
        fallback: givenNumber(field, input.uploadId) ?? fallbackOf(field, mapping, format),
        ...(mapping.default === undefined && !screen.upload!.upsertOn.includes(field.name) ? { isForNew: true } : {}),
      },
    ]
  })
  fields.push(...givenKeys(input, fields))
  const keys = screen.upload.upsertOn.map((name) => keyField(fields, name))
  fields.push(...carriedFields(screen, fields))
  return {
    screen,
    table: screen.table.name,
    format,
    columns,
    fields,
    keys,
    keysAreDistinct: areDistinct(keys, columns),
    hasOdd: input.hasOdd,
    rules: new RuleBook(),
    warnings,
    today: input.today,
    uploadId: input.uploadId,
  }
}

/** Fields that the file leaves alone while their conditions may hide them, or while they belong to the period of a line. */
function carriedFields(screen: Screen, mapped: readonly PlannedField[]): PlannedField[] {
  const names = new Set(mapped.map(({ field }) => field.name))
  const period = periodFields(screen)
  return screen.fields
    .filter(
      ({ name, visible, readOnly, storage }) =>
        (visible || period.includes(name)) && !readOnly && !storage.key && !names.has(name),
    )
    .map((field) => ({
      field,
      mapping: { field: field.name, source: 'constant' },
      value: `v_${field.name}`,
      type: fieldTypes[field.type].sql(field),
      fallback: null,
      carried: true,
    }))
}

/** Parts of the key that the file does not have: the field's default, or empty where it may be. */
function givenKeys({ screen, uploadId }: PlanInput, mapped: readonly PlannedField[]): PlannedField[] {
  return screen.upload!.upsertOn.flatMap((name): PlannedField[] => {
    const field = screen.fields.find((candidate) => candidate.name === name)
    if (!field || isKeyNeeded(field) || mapped.some((planned) => planned.field === field)) return []
    const value = isAbsent(field.default) ? {} : { value: String(field.default) }
    return [
      {
        field,
        mapping: { field: name, source: 'constant', ...value },
        value: `v_${name}`,
        type: fieldTypes[field.type].sql(field),
        fallback: givenNumber(field, uploadId),
      },
    ]
  })
}

function keyField(fields: readonly PlannedField[], name: string): PlannedField {
  const found = fields.find(({ field }) => field.name === name)
  if (!found) throw new AppError('VALIDATION', { message: `${name} tells the rows apart and has to be mapped.` })
  return found
}

/** A column in strictly ascending order repeats nothing; nor does a number counted within the rest of the key. */
function areDistinct(keys: readonly PlannedField[], columns: FileColumns): boolean {
  const plain = keys.filter(
    ({ field, mapping }) =>
      mapping.source === 'column' &&
      field.type === 'text' &&
      !field.upper &&
      !mapping.value_map &&
      mapping.when_empty !== 'default',
  )
  if (plain.some(({ mapping }) => columns.isAscending(mapping.column!))) return true
  const counter = keys.find(({ mapping }) => mapping.source === 'counter')
  const others = keys.filter((key) => key !== counter)
  const within = new Set(counter?.mapping.within?.map((name) => columns.index(name)))
  return (
    counter !== undefined &&
    others.every((key) => plain.includes(key)) &&
    within.size === others.length &&
    others.every(({ mapping }) => within.has(columns.index(mapping.column!)))
  )
}

/** An empty cell takes the mapping's default, else the field's; unless the format says otherwise. */
function fallbackOf(field: Field, mapping: Mapping, format: FormatBody): string | null {
  if (mapping.when_empty !== undefined && mapping.when_empty !== 'default') return null
  if (mapping.default !== undefined) return literal(field, mapping.default, textFormat(format))
  return isAbsent(field.default) || isRelative(field.default) ? null : literalOf(field, field.default)
}

/** Defaults such as '@today' depend on the day of the import and are set when the rows are written. */
const isRelative = (value: unknown): boolean => typeof value === 'string' && value.startsWith('@')
