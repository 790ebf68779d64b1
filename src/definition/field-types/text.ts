import * as z from 'zod/mini'
import type { Operator } from '../conditions.ts'
import type { Field } from '../field.ts'
import { bad, ok, type FieldType, type Parsed } from './field-type.ts'

export const textOperators: readonly Operator[] = ['contains', 'eq', 'startsWith', 'endsWith', 'ne', 'in', 'notIn', 'empty', 'notEmpty']

const formats: Record<NonNullable<Field['format']>, { readonly pattern: RegExp; readonly message: string }> = {
  email: { pattern: /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/, message: 'An e-mail address is needed, such as name@company.com' },
  url: { pattern: /^https?:\/\/[^\s]+$/, message: 'A web address is needed, starting with https://' },
  phone: { pattern: /^[+()\d][\d\s()./-]{3,}$/, message: 'A telephone number is needed' },
}

// C0 controls but tab and line breaks can neither be typed nor stored (PostgreSQL refuses NUL).
// eslint-disable-next-line no-control-regex -- matching them is the point
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/

/** Why a text does not fit the field, in words; null when it does. */
export function textMisfit(text: string, field: Field): string | null {
  if (control.test(text)) return 'Control characters are not allowed'
  if (field.max !== undefined && [...text].length > Number(field.max)) return `At most ${field.max} characters`
  if (field.format && !formats[field.format].pattern.test(text)) return formats[field.format].message
  if (field.pattern && !new RegExp(`^(?:${field.pattern})$`, 'u').test(text)) return field.patternMessage ?? `Does not match ${field.pattern}`
  return null
}

const canonical = (text: string, field: Field): string => (field.upper ? text.trim().toUpperCase() : text.trim())

export const textSchema = (field: Field): z.ZodMiniType =>
  z.pipe(
    z.string({ error: 'Text is needed' }),
    z.pipe(
      z.transform((value: string, context) => {
        const text = canonical(value, field)
        const reason = textMisfit(text, field)
        if (reason !== null) context.issues.push({ code: 'custom', message: reason, input: value })
        return text
      }),
      z.string(),
    ),
  )

export function parseTextValue(text: string, field: Field): Parsed {
  const value = canonical(text, field)
  const reason = textMisfit(value, field)
  return reason ? bad(reason) : ok(value)
}

export const textType: FieldType = {
  name: 'text',
  sql: () => 'text',
  align: 'start',
  operators: textOperators,
  sortable: true,
  schema: textSchema,
  parseText: parseTextValue,
  fromText: (expression, field) => ({
    valid: [
      field.max === undefined ? '' : `length(${expression}) <= ${Number(field.max)}`,
      field.pattern ? `${expression} ~ '^(?:${field.pattern.replaceAll("'", "''")})$'` : '',
    ]
      .filter(Boolean)
      .join(' and ') || 'true',
    value: field.upper ? `upper(${expression})` : expression,
  }),
  format: (value) => (value === null || value === undefined ? '' : String(value)),
}
