import type { ErrorSchema, RJSFSchema, ValidatorType } from '@rjsf/utils'
import { validateRecord, type Field, type Issue } from '#src/definition'
import { readersCalendar } from '#src/definition/dates.ts'
import { daysInWords } from '#src/definition/days-in-words.ts'
import { recordJsonSchema } from '#src/definition/json-schema.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { changedNames, pick, type Values } from './changes.ts'

export interface RecordCheck {
  readonly fields: readonly Field[]
  readonly mode: 'create' | 'update'
  /** The stored record, or the defaults of a new one. */
  readonly base: Values
}

/** What a save would send, and everything that speaks against it, as the server will judge it. */
export function checkRecord(
  { fields, mode, base }: RecordCheck,
  values: Values,
): { readonly values: Record<string, unknown>; readonly issues: readonly Issue[] } {
  const writable = fields.filter((field) => !field.readOnly).map((field) => field.name)
  const given = pick(values, mode === 'create' ? writable : changedNames(fields, base, values))
  const options = { mode, ...readersCalendar(), ...(mode === 'update' ? { current: base } : {}) }
  const checked = validateRecord(fields, given, options)
  // An example of a day is written as the reader writes days, as in what the server answers.
  const issues = checked.issues.map((issue) => ({ ...issue, message: daysInWords(issue.message, userLocale()) }))
  return { values: checked.values, issues }
}

/** Issues as RJSF holds them: a tree by path with the messages at its leaves. */
export function errorSchemaOf(issues: readonly Pick<Issue, 'path' | 'message'>[]): ErrorSchema {
  const root: Record<string, unknown> = {}
  for (const { path, message } of issues) {
    let node = root
    for (const part of path) node = (node[part] ??= {}) as Record<string, unknown>
    node.__errors = [...((node.__errors as string[] | undefined) ?? []), message]
  }
  return root as ErrorSchema
}

/** The validator RJSF asks: the definition's own rules, so that nothing is compiled from text and a strict CSP holds. */
export function recordValidator(check: RecordCheck): ValidatorType<Values> {
  const validate = (values: Values | undefined) => checkRecord(check, values ?? {}).issues
  return {
    validateFormData: (values) => {
      const issues = validate(values)
      const errors = issues.map(({ path, code, message }) => ({
        name: code,
        property: `.${path.join('.')}`,
        message,
        stack: message,
      }))
      return { errors, errorSchema: errorSchemaOf(issues) as ErrorSchema<Values> }
    },
    // Asked only to choose between alternatives of a schema; derived schemas have none.
    isValid: () => true,
    rawValidation: <Result>(_schema: RJSFSchema, values?: Values) => ({ errors: [...validate(values)] as Result[] }),
  }
}

const opaque: Readonly<Record<string, RJSFSchema>> = {
  array: { type: ['array', 'null'], items: {} },
  object: { type: ['object', 'null'], additionalProperties: true },
}

/** The schema RJSF lays out: one input a field; defaults are already in the values, rows are one input of their own. */
export function formSchema(fields: readonly Field[]): RJSFSchema {
  const schema = recordJsonSchema(fields, { mode: 'update' }) as RJSFSchema
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { default: _default, ...rest } = property as RJSFSchema
    const type = [rest.type].flat()[0] as string
    return [name, opaque[type] ? { title: rest.title, ...opaque[type] } : rest] as const
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}
