import * as z from 'zod/mini'
import { earliestDay, isIsoDay } from '../dates.ts'
import type { Field, FieldTypeName } from '../field.ts'
import { plainText } from './field-type.ts'
import { misfit, readNumber, roundDecimal } from './numbers.ts'
import { canonicalText, textMisfit, unstorable } from './text.ts'

type Schema = (field: Field) => z.ZodMiniType

const text: Schema = (field) =>
  z.pipe(
    z.string({ error: 'Text is needed' }),
    z.pipe(
      z.transform((value: string, context) => {
        const canonical = canonicalText(value, field)
        const reason = textMisfit(canonical, field)
        if (reason !== null) context.issues.push({ code: 'custom', message: reason, input: value })
        return canonical
      }),
      z.string(),
    ),
  )

/** A decimal as text; numbers are accepted and turned into text. */
const decimal: Schema = (field) =>
  z.pipe(
    z.union([z.string(), z.number()], { error: 'A number is needed' }),
    z.pipe(
      z.transform((value: string | number, context) => {
        const read = readNumber(String(value), plainText)
        const rounded = read === null ? null : roundDecimal(read, field.scale ?? 0)
        const reason = rounded === null ? 'A number is needed' : misfit(rounded, field)
        if (reason !== null) context.issues.push({ code: 'custom', message: reason, input: value })
        return rounded ?? String(value)
      }),
      z.string(),
    ),
  )

const integer: Schema = (field) => {
  let schema = z.int({ error: 'A whole number is needed' })
  if (field.min !== undefined) schema = schema.check(z.gte(Number(field.min), { error: `At least ${field.min}` }))
  if (field.max !== undefined) schema = schema.check(z.lte(Number(field.max), { error: `At most ${field.max}` }))
  return schema
}

const choice: Schema = (field) => {
  const choices = field.choices ?? []
  return z.enum(choices.map(({ value }) => value) as [string, ...string[]], {
    error: `Choose one of ${choices.map(({ label }) => label).join(', ')}`,
  })
}

const tooEarly = `A year from ${earliestDay.slice(0, 4)} on is needed`

const dateTime: Schema = () =>
  z.pipe(
    z.string({ error: 'A date and time is needed' }),
    z.pipe(
      z.transform((value: string, context) => {
        const at = Date.parse(value)
        if (Number.isNaN(at))
          context.issues.push({ code: 'custom', message: 'A date and time is needed', input: value })
        else if (at < Date.parse(earliestDay)) context.issues.push({ code: 'custom', message: tooEarly, input: value })
        return Number.isNaN(at) ? value : new Date(at).toISOString()
      }),
      z.string(),
    ),
  )

/** Refuses values in which a text stands that cannot be stored. */
const storable = () =>
  z.superRefine((value: unknown, context) => {
    const reason = unstorable(value)
    if (reason !== null) context.addIssue({ code: 'custom', message: reason })
  })

const rows: Schema = (field) =>
  z
    .array(z.record(z.string(), z.unknown()), { error: 'A list of rows is needed' })
    .check(z.maxLength(field.maxRows ?? 5000, { error: `At most ${field.maxRows ?? 5000} rows` }))

/** zod schemas of present values in canonical form (decimals as text, days as YYYY-MM-DD); apart from the types, so that lists load no zod. */
export const fieldSchemas = {
  text,
  longText: text,
  choice,
  flag: () => z.boolean({ error: 'Yes or no is needed' }),
  integer,
  decimal,
  money: decimal,
  percent: decimal,
  date: () =>
    z.string({ error: 'A date is needed' }).check(
      z.refine((value) => isIsoDay(value), { error: 'A date is needed, such as 2026-01-31', abort: true }),
      z.refine((value) => value >= earliestDay, { error: tooEarly }),
    ),
  dateTime,
  reference: text,
  references: () => z.array(z.string({ error: 'Text is needed' }), { error: 'A list is needed' }).check(storable()),
  rows,
  attributes: () => z.record(z.string(), z.unknown(), { error: 'Named values are needed' }).check(storable()),
  file: () =>
    z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.number() }, { error: 'A file is needed' }),
} satisfies Record<FieldTypeName, Schema> as Record<FieldTypeName, Schema>
