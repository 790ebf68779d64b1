import { fieldsOf, isAbsent } from './conditions.ts'
import { type ConditionContext, evaluate } from './evaluate.ts'
import { compareValues, equalValues } from './compare.ts'
import { resolveDate, type Calendar } from './dates.ts'
import type { Field } from './field.ts'
import { fieldSchemas } from './field-types/schemas.ts'

export interface Issue {
  readonly path: readonly (string | number)[]
  readonly code: 'required' | 'invalid' | 'unknown' | 'immutable' | 'duplicate' | 'order' | 'rejected'
  readonly message: string
}

export interface ValidateOptions {
  readonly mode: 'create' | 'update'
  readonly today: string
  readonly dayOf?: Calendar['dayOf']
  /** update: the stored record; absent names keep its values. */
  readonly current?: Readonly<Record<string, unknown>>
}

export interface Validated {
  /** Canonical values of every writable field that was given, defaulted or cleared. */
  readonly values: Record<string, unknown>
  readonly issues: readonly Issue[]
}

type Values = Readonly<Record<string, unknown>>

/**
 * Checks a record against its fields and returns canonical values with all issues.
 * Order of meaning: defaults first (at creation), then visibility; a hidden field is cleared and never required.
 */
export function validateRecord(fields: readonly Field[], input: Values, options: ValidateOptions): Validated {
  const issues: Issue[] = []
  const known = new Set(fields.map((field) => field.name))
  for (const name of Object.keys(input)) {
    if (!known.has(name)) issues.push({ path: [name], code: 'unknown', message: `There is no field ${name}` })
  }
  const values = canonicalValues(fields, input, options, issues)
  const merged: Record<string, unknown> = { ...options.current, ...values }
  const context: ConditionContext = { fields, today: options.today, dayOf: options.dayOf }
  const cleared = clearHidden(fields, merged, values, context)
  // What was wrong with a value that goes with its field is nobody's problem any more; nobody could see it.
  const standing = issues.filter(({ path, code }) => code === 'immutable' || !cleared.has(String(path[0])))
  issues.splice(0, issues.length, ...standing)
  for (const field of fields) {
    if (field.readOnly) continue
    const visible = !field.visible || evaluate(field.visible, merged, context)
    const needed = field.required || (field.requiredWhenVisible && visible)
    if (needed && visible && isAbsent(merged[field.name]) && !failed(issues, field)) {
      issues.push({ path: [field.name], code: 'required', message: `${begun(field.label)} is required` })
    }
    if (field.after) checkOrder(field, fields, merged, issues)
    if (field.rejects && visible) checkRejections(field, fields, merged, context, issues)
  }
  return { values, issues }
}

const failed = (issues: readonly Issue[], field: Field): boolean => issues.some((issue) => issue.path[0] === field.name)

function canonicalValues(
  fields: readonly Field[],
  input: Values,
  options: ValidateOptions,
  issues: Issue[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    if (field.readOnly) continue
    const given = Object.hasOwn(input, field.name) ? input[field.name] : undefined
    if (given === undefined) {
      if (options.mode === 'create') values[field.name] = resolveDate(field.default ?? null, field.type, options.today)
      continue
    }
    const value = typeof given === 'string' && given.trim() === '' ? null : given
    if (value === null) {
      values[field.name] = null
    } else {
      values[field.name] = checkValue(field, value, options, issues)
    }
    if (
      options.mode === 'update' &&
      field.immutable &&
      options.current &&
      !equalValues(field, options.current[field.name], values[field.name])
    ) {
      issues.push({
        path: [field.name],
        code: 'immutable',
        message: `${field.label} cannot be changed once it is saved`,
      })
    }
  }
  return values
}

type FieldSchema = ReturnType<(typeof fieldSchemas)[Field['type']]>

// A schema costs more to build than to use, and thousands of values of one field are checked in a row.
const built = new WeakMap<Field, FieldSchema>()

function schemaOf(field: Field): FieldSchema {
  const known = built.get(field)
  if (known) return known
  const schema = fieldSchemas[field.type](field)
  built.set(field, schema)
  return schema
}

function checkValue(field: Field, value: unknown, options: ValidateOptions, issues: Issue[]): unknown {
  const parsed = schemaOf(field).safeParse(value)
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      issues.push({
        path: [field.name, ...(issue.path as (string | number)[])],
        code: 'invalid',
        message: issue.message,
      })
    }
    return value
  }
  return field.fields
    ? checkRows(field, parsed.data as readonly Record<string, unknown>[], options, issues)
    : parsed.data
}

function checkRows(
  field: Field,
  rows: readonly Record<string, unknown>[],
  options: ValidateOptions,
  issues: Issue[],
): unknown[] {
  const seen = new Map<string, number>()
  return rows.map((row, index) => {
    const result = validateRecord(field.fields ?? [], row, {
      mode: 'create',
      today: options.today,
      dayOf: options.dayOf,
    })
    issues.push(...result.issues.map((issue) => ({ ...issue, path: [field.name, index, ...issue.path] })))
    if (field.key?.length) {
      const key = JSON.stringify(field.key.map((name) => result.values[name] ?? null))
      if (seen.has(key)) {
        issues.push({
          path: [field.name, index, field.key[0]!],
          code: 'duplicate',
          message: `The same as row ${seen.get(key)! + 1}`,
        })
      } else seen.set(key, index)
    }
    return result.values
  })
}

function clearHidden(
  fields: readonly Field[],
  merged: Record<string, unknown>,
  values: Record<string, unknown>,
  context: ConditionContext,
): ReadonlySet<string> {
  const cleared = new Set<string>()
  // Clearing one field can hide another; the number of fields bounds the chain.
  for (let round = 0; round < fields.length; round += 1) {
    let changed = false
    for (const field of fields) {
      if (!field.visible || isAbsent(merged[field.name]) || evaluate(field.visible, merged, context)) continue
      merged[field.name] = null
      values[field.name] = null
      cleared.add(field.name)
      changed = true
    }
    if (!changed) break
  }
  return cleared
}

/** What cannot be read is told by itself; of the rest the first that holds. */
function checkRejections(
  field: Field,
  fields: readonly Field[],
  merged: Values,
  context: ConditionContext,
  issues: Issue[],
): void {
  const wrong = (name: string) => fields.some((other) => other.name === name && failed(issues, other))
  if (failed(issues, field)) return
  const found = field.rejects!.find(({ when }) => !fieldsOf(when).some(wrong) && evaluate(when, merged, context))
  if (found) issues.push({ path: [field.name], code: 'rejected', message: found.message })
}

/** As a sentence begins, whatever stands before the label on the page. */
const begun = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1)

function checkOrder(field: Field, fields: readonly Field[], merged: Values, issues: Issue[]): void {
  const [from, to] = [merged[field.after!], merged[field.name]]
  const other = fields.find((candidate) => candidate.name === field.after)
  // Of what is no date nothing is before or after.
  if (isAbsent(from) || isAbsent(to) || failed(issues, field) || (other && failed(issues, other))) return
  if (compareValues(to, from, field.type) < 0) {
    issues.push({
      path: [field.name],
      code: 'order',
      message: `${begun(field.label)} cannot be before ${other?.label ?? field.after}`,
    })
  }
}
