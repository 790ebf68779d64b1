import type { Screen } from '#src/definition'
import type { RecordHooks } from '../hooks.ts'
import { formFieldsOf } from '../form-fields.ts'
import { keyFieldOf } from '../references.ts'
import { AppError, type Issue } from '../../errors.ts'
import type { Database } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { fieldChanges } from '../field-layers/change-input.ts'
import { saveChanges } from '../field-layers/save-changes.ts'
import { readValues, sourceOf, valuesFrom, type Attribute, type AttributeContext } from './attribute.ts'

/** As many values as a field of a form lists. */
const mostListed = 1000

/** What attributes become fields with. */
export interface FieldContext extends AttributeContext {
  readonly db: Database
  /** The hooks of form_fields, which check every change. */
  readonly formFieldHooks: RecordHooks
}

type Delta = Readonly<Record<string, unknown>>

/** The field that an attribute is on the masters it applies to, as form_fields keep it. */
async function deltaFor(context: FieldContext, attribute: Attribute): Promise<Delta> {
  const shown = {
    label: attribute.attribute_label,
    help: attribute.attribute_description,
  }
  const scale = attribute.data_type === 'decimal' ? { attribute_scale: 3 } : {}
  if (attribute.data_type !== 'text') return { ...shown, attribute_type: attribute.data_type, ...scale }
  const origin = await valuesFrom(context, attribute)
  const source = sourceOf(context, origin)
  // The key of a master is picked among its records.
  if (source && keyFieldOf(source.screen) === source.field)
    return {
      ...shown,
      attribute_type: 'reference',
      attribute_target: source.screen.name,
      attribute_soft: !attribute.standard_values_only,
    }
  const { records, total_record } = await readValues(context, attribute, { search: '', limit: mostListed })
  const searched = attribute.search_only === true
  const [text, values] = [
    { ...shown, attribute_type: 'text', attribute_max: attribute.max_length ?? 100, attribute_searched: searched },
    records.map(({ value, description }) => ({
      value,
      label: attribute.values_display_only || !description ? value : description.slice(0, 80),
    })),
  ]
  if (!attribute.standard_values_only || values.length === 0)
    return values.length > 0 ? { ...text, attribute_proposals: values.map(({ value }) => value) } : text
  if (total_record > mostListed)
    throw new AppError('VALIDATION', {
      issues: [
        {
          path: ['standard_values_only'],
          code: 'too_many',
          message: `A field lists at most ${mostListed} values; ${attribute.attribute_label} has ${total_record}`,
        },
      ],
    })
  return { ...shown, attribute_type: 'choice', choices: values, attribute_searched: searched }
}

/** Makes an attribute a field of the masters it applies to and of no other; the same transaction, the same checks as form_fields have. */
export async function syncFields(
  context: FieldContext,
  attribute: Attribute,
  removed = false,
  before: readonly string[] = [],
): Promise<void> {
  const { db, tx, caller, screens, formFieldHooks } = context
  const administered = screens.find((screen) => screen.name === 'form-field')
  if (!administered || attribute.attribute_type !== 'user_defined') return
  const wanted = new Map(
    removed || attribute.status !== 'active'
      ? []
      : (attribute.applies_to ?? []).map((one) => [formOf(screens, one.master), one]),
  )
  const gone = before.map((master) => formOf(screens, master)).filter((form) => !wanted.has(form))
  if (wanted.size === 0 && gone.length === 0) return
  const field = await deltaFor(context, attribute)
  const stored = await tx.query<{ form_id: string; delta: Delta }>(sql`
    select form_id, delta from form_field where organization_id = ${caller.organizationId} and layer = 'organization'
       and field_id = ${attribute.attribute} and form_id = any(${[...wanted.keys(), ...gone]}::text[])
       and app_source_type is null and data_source_type is null`)
  const known = new Map(stored.map((one) => [one.form_id, one.delta]))
  const changes = [
    ...[...wanted].map(([form_id, one]) => ({
      form_id,
      field_id: attribute.attribute,
      delta: {
        ...arranged(known.get(form_id)),
        ...field,
        required: one.required === true,
        attribute_index: one.fast === true,
      },
    })),
    ...gone
      .filter((form) => known.has(form))
      .map((form_id) => ({ form_id, field_id: attribute.attribute, delta: null })),
  ]
  await saveChanges(
    db,
    { tx, caller, screens, screen: administered, hooks: formFieldHooks },
    fieldChanges.parse(changes.map(({ delta, ...rest }) => ({ ...rest, delta: delta && present(delta) }))),
  )
  formFieldsOf(db).touched(caller.organizationId)
}

const present = (delta: Delta): Delta =>
  Object.fromEntries(
    Object.entries(delta).filter(([, value]) => value !== null && value !== undefined && value !== false),
  )

/** What administrators have arranged of the field themselves stays. */
const arranged = (delta: Delta | undefined): Delta =>
  Object.fromEntries(
    ['hidden', 'order', 'list_order', 'width', 'default'].flatMap((name) =>
      delta?.[name] === undefined ? [] : [[name, delta[name]]],
    ),
  )

const formOf = (screens: readonly Screen[], master: string): string =>
  screens.find((screen) => screen.name === master)?.formId ?? master

/** Issues of form_fields at the field of the attribute that they are about. */
export function asAttributeIssues(error: unknown): readonly Issue[] {
  if (!(error instanceof AppError) || !error.issues) throw error
  const places: Readonly<Record<string, string>> = {
    field_id: 'attribute',
    attribute_index: 'applies_to',
    attribute: 'applies_to',
  }
  return error.issues.map(({ path, ...issue }) => {
    const last = String(path.at(-1))
    return { ...issue, path: [path[0] === 'form_fields' ? (places[last] ?? 'attribute') : last] }
  })
}
