import type { Screen } from '#src/definition'
import { longestIndexed } from '#src/definition/deltas.ts'
import type { RecordHooks } from '../hooks.ts'
import { formFieldsOf } from '../form-fields.ts'
import { keyFieldOf } from '../circles.ts'
import { AppError, type Issue } from '../../errors.ts'
import type { Database } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { fieldChanges } from '../field-layers/change-input.ts'
import { saveChanges } from '../field-layers/save-changes.ts'
import { declaredSource, readValues, valuesFrom, type Attribute, type AttributeContext } from './attribute.ts'

/** As many values as a field of a form lists. */
const mostListed = 1000

/** Longer texts of a table are taken, and not offered. */
const longestProposal = 200

/** What attributes become fields with. */
export interface FieldContext extends AttributeContext {
  readonly db: Database
  /** The hooks of form_fields, which check every change. */
  readonly formFieldHooks: RecordHooks
}

type Delta = Readonly<Record<string, unknown>>

/** The field that an attribute is on the masters it applies to, as form_fields keep it; `counted` refuses more values than a field lists. */
async function deltaFor(context: FieldContext, attribute: Attribute, counted: boolean): Promise<Delta> {
  const { attribute_label: label, standard_values_only: strict } = attribute
  const shown = { label, help: attribute.attribute_description }
  const scale = attribute.data_type === 'decimal' ? { attribute_scale: 3 } : {}
  if (attribute.data_type !== 'text') return { ...shown, attribute_type: attribute.data_type, ...scale }
  const source = declaredSource(context.screens, await valuesFrom(context, attribute))
  // The key of a master is picked among its records.
  if (source && keyFieldOf(source.screen) === source.field)
    return {
      ...shown,
      attribute_type: 'reference',
      attribute_target: source.screen.name,
      attribute_soft: !strict,
    }
  const { records, total_record } = await readValues(context, attribute, { search: '', limit: mostListed })
  const searched = { attribute_searched: attribute.search_only === true }
  const offered = records.map(({ value }) => value).filter((value) => value !== '' && value.length <= longestProposal)
  const proposals = offered.length > 0 ? { attribute_proposals: offered } : {}
  const text = { ...shown, ...searched, ...proposals, attribute_type: 'text' }
  // What a table holds changes without anybody touching the attribute: it is looked up with every writing.
  if (strict && source)
    return {
      ...text,
      attribute_max: longestIndexed,
      attribute_values_of: { screen: source.screen.name, field: source.field.name },
    }
  if (!strict || records.length === 0)
    return { ...text, attribute_max: attribute.max_length ?? 100, attribute_closed: strict === true }
  if (total_record > mostListed && counted)
    throw new AppError('VALIDATION', {
      issues: [
        {
          path: ['standard_values_only'],
          code: 'too_many',
          message: `A field lists at most ${mostListed} values; ${label} would have ${total_record}`,
        },
      ],
    })
  const choices = records.map(({ value, description }) => ({
    value,
    label: attribute.values_display_only || !description ? value : description.slice(0, 80),
  }))
  return { ...shown, ...searched, attribute_type: 'choice', choices }
}

/** Makes an attribute a field of the masters it applies to and of no other, those of `before` among them; the same transaction, the same checks as form_fields have. */
export async function syncFields(
  context: FieldContext,
  attribute: Attribute,
  {
    counted = false,
    removed = false,
    before = [],
  }: { readonly counted?: boolean; readonly removed?: boolean; readonly before?: readonly string[] } = {},
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
  const field = wanted.size > 0 ? await deltaFor(context, attribute, counted) : {}
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
