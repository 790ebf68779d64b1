import { z } from 'zod'

const name = z.string().trim().min(1).max(80)
/** A text; one of blanks takes the change back, as an emptied field of a form does. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((given) => (given?.trim() === '' ? null : given))
const flag = z.boolean().nullish()
const whole = (max: number) => z.number().int().min(0).max(max).nullish()

const delta = z.strictObject({
  label: text(80),
  help: text(400),
  hidden: flag,
  required: flag,
  order: whole(100_000),
  list_order: whole(100_000),
  width: z.number().int().min(40).max(1000).nullish(),
  default: z.json().nullish(),
  text_format: z.enum(['email', 'url', 'phone']).nullish(),
  choices: z
    .array(z.object({ value: z.string().max(80), label: text(80) }))
    .max(1000)
    .nullish(),
  attribute_type: text(40),
  attribute_max: whole(100_000),
  attribute_scale: whole(6),
  attribute_target: text(80),
  attribute_search: flag,
  attribute_index: flag,
  attribute_soft: flag,
  attribute_searched: flag,
  attribute_closed: flag,
  attribute_values_of: z.strictObject({ screen: name, field: name }).nullish(),
  attribute_proposals: z.array(z.string().min(1).max(200)).max(1000).nullish(),
})

const change = z.object({
  form_id: name,
  field_id: name,
  layer: z.enum(['organization', 'role', 'user']).default('organization'),
  layer_ref: z.number().int().nullable().default(null),
  app_source_type: z.string().max(60).nullable().default(null),
  data_source_type: z.string().max(60).nullable().default(null),
  row_version: z.number().int().optional(),
  /** null takes every change of this layer back. */
  delta: delta.nullable(),
})

const changes = z.array(change, 'A list of changes is expected here, bare or under form_fields.').max(500)
const wrapped = z.object({ form_fields: changes }, 'A list of changes is expected, bare or under form_fields.')

/** What modify_form_fields and the look at its impact take: changes of fields, bare or under `form_fields`. */
export const fieldChanges = z.unknown().transform((body, context): z.output<typeof change>[] => {
  // Told by the one of the two forms that was meant: a union tells only that neither fits.
  const parsed = Array.isArray(body) ? changes.safeParse(body) : wrapped.safeParse(body)
  if (parsed.success) return Array.isArray(parsed.data) ? parsed.data : parsed.data.form_fields
  for (const { path, message } of parsed.error.issues)
    context.issues.push({ code: 'custom', path, message, input: body })
  return z.NEVER
})

export type FieldChange = z.output<typeof change>

/** Which stored row a change is about. */
export type FieldChangeKey = Omit<FieldChange, 'delta' | 'row_version'>
