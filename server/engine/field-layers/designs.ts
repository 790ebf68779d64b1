import { z } from 'zod'
import type { Screen } from '#src/definition'
import { formNamed } from '#src/definition/variants.ts'
import type { Caller } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import type { Database, Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { formFieldsOf } from '../form-fields.ts'
import { screensOf } from '../own-screens.ts'
import { readableFields } from '../screen-access.ts'
import type { WriteContext } from '../write-check.ts'
import { viewerOf, type Layer } from './audience.ts'
import { fieldChanges } from './change-input.ts'
import { screenOf } from './layered-screen.ts'
import { saveChanges } from './save-changes.ts'

export interface DesignServices {
  readonly db: Database
  readonly screens: readonly Screen[]
}

const field = z.object({
  field_id: z.string().min(1).max(80),
  label: z.string().max(80).nullish(),
  help: z.string().max(400).nullish(),
  hidden: z.boolean().nullish(),
  required: z.boolean().nullish(),
  order: z.number().int().min(0).max(100_000).nullish(),
  default: z.json().nullish(),
})

/** What a design says of single fields; a property that is not named stays, null takes it back. */
export const designFields = z.array(field).max(500)

type DesignFields = z.output<typeof designFields>

interface StoredDesign extends Layer {
  readonly id: number
}

/** A design by its id, or the place it is for. */
type Which = number | Layer

const designColumns = sql`id, layer, layer_ref, app_source_type`

async function designAt(tx: Tx, caller: Caller, formId: string, which: Which): Promise<StoredDesign | undefined> {
  const found =
    typeof which === 'number'
      ? sql`id = ${which}`
      : sql`layer = ${which.layer} and layer_ref is not distinct from ${which.layer_ref}::bigint
            and app_source_type is not distinct from ${which.app_source_type}::text`
  const [design] = await tx.query<StoredDesign>(sql`
    select ${designColumns} from form_design
     where organization_id = ${caller.organizationId} and form_id = ${formId} and ${found}`)
  return design
}

async function placeOf(tx: Tx, caller: Caller, formId: string, which: Which): Promise<Layer> {
  const design = await designAt(tx, caller, formId, which)
  if (design) return design
  if (typeof which === 'number') throw new AppError('NOT_FOUND')
  return which
}

const sameLayer = (a: Layer, b: Layer): boolean =>
  a.layer === b.layer && a.layer_ref === b.layer_ref && a.app_source_type === b.app_source_type

/** The designs of a form: whom each is for, and how many fields it says something of. */
export async function listDesigns(
  { db }: DesignServices,
  caller: Caller,
  formId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
) {
  return db.tenant(
    caller,
    async (tx) => {
      const rows = await tx.query<Record<string, unknown> & { total: number }>(sql`
        select d.id, d.form_id, d.layer, d.layer_ref, d.app_source_type as application_type,
               coalesce(r.name, u.name) as "for", d.created_at, count(f.id) as fields, max(f.updated_at) as updated_at,
               count(*) over () as total
          from form_design d
          left join form_field f on f.organization_id = d.organization_id and f.form_id = d.form_id and f.layer = d.layer
           and f.layer_ref is not distinct from d.layer_ref and f.app_source_type is not distinct from d.app_source_type
          left join role r on d.layer = 'role' and r.organization_id = d.organization_id and r.id = d.layer_ref
          left join app_user u on d.layer = 'user' and u.organization_id = d.organization_id and u.id = d.layer_ref
         where d.organization_id = ${caller.organizationId} and d.form_id = ${formId}
         group by d.organization_id, d.id, r.name, u.name order by d.id
         ${limit === 0 ? sql`` : sql`limit ${limit} offset ${(page - 1) * limit}`}`)
      return { records: rows.map(({ total: _total, ...row }) => row), total_record: rows[0]?.total ?? 0 }
    },
    { readOnly: true },
  )
}

/** The form as the people of a design see it: every field with its section, place and what this design says of it. */
export async function readDesign(services: DesignServices, caller: Caller, formId: string, which: Which) {
  const { db } = services
  const screen = formNamed(await screensOf(services, caller), formId)
  if (!screen) throw new AppError('NOT_FOUND')
  const stored = await formFieldsOf(db).beneath(caller, screen)
  const { at, viewer, id } = await db.tenant(
    caller,
    async (tx) => {
      const place = await placeOf(tx, caller, formId, which)
      return {
        at: place,
        viewer: await viewerOf(tx, caller, place),
        id: (await designAt(tx, caller, formId, place))?.id,
      }
    },
    { readOnly: true },
  )
  const shown = screenOf(screen, stored, viewer)
  const given = shown.result ? [{ title: 'Columns', rows: [shown.result.columns] }] : (shown.form?.sections ?? [])
  const sections = given.flatMap(({ title, rows }) =>
    rows.flat().map((name, index) => [name, { section: title, order: (index + 1) * 10 }] as const),
  )
  const placed = new Map(sections)
  const known = new Set(readableFields(caller, screen).map(({ name }) => name))
  return {
    id: id ?? null,
    form_id: formId,
    layer: at.layer,
    layer_ref: at.layer_ref,
    application_type: at.app_source_type,
    fields: shown.fields
      .filter(({ name, storage }) => known.has(name) || storage.key !== undefined)
      .map((one) => ({
        field_id: one.id,
        label: one.label,
        help: one.help ?? null,
        type: one.type,
        hidden: one.hidden,
        required: one.required,
        default: one.default ?? null,
        section: placed.get(one.name)?.section ?? null,
        order: placed.get(one.name)?.order ?? null,
        changed:
          stored.find(
            (row) =>
              row.form_id === formId && row.field_id === one.id && row.data_source_type === null && sameLayer(row, at),
          )?.delta ?? null,
      })),
  }
}

/** Says something of fields for the people of a design; what it says already stays where nothing else is said. */
export async function writeDesign(
  { db }: DesignServices,
  context: WriteContext,
  formId: string,
  which: Which,
  fields: DesignFields,
): Promise<void> {
  const { tx, caller } = context
  const { layer, layer_ref, app_source_type } = await placeOf(tx, caller, formId, which)
  await viewerOf(tx, caller, { layer, layer_ref, app_source_type })
  const stored = (await formFieldsOf(db).stored(caller, formId)).filter(
    (row) => row.data_source_type === null && sameLayer(row, { layer, layer_ref, app_source_type }),
  )
  const changes = fields.map(({ field_id, ...wanted }) => {
    const delta = Object.fromEntries(
      Object.entries({ ...stored.find((row) => row.field_id === field_id)?.delta, ...wanted }).filter(
        ([, value]) => value !== null && value !== undefined,
      ),
    )
    return {
      form_id: formId,
      field_id,
      layer,
      layer_ref,
      app_source_type,
      delta: Object.keys(delta).length > 0 ? delta : null,
    }
  })
  await saveChanges(db, context, fieldChanges.parse(changes))
}

/** Begins a design for a layer that has none; answers its id. */
export async function createDesign(
  services: DesignServices,
  context: WriteContext,
  formId: string,
  at: Layer,
  fields: DesignFields,
): Promise<number> {
  const { tx, caller } = context
  await viewerOf(tx, caller, at)
  const [made] = await tx.query<{ id: number }>(sql`
    insert into form_design (organization_id, form_id, layer, layer_ref, app_source_type, created_by)
    values (${caller.organizationId}, ${formId}, ${at.layer}, ${at.layer_ref}, ${at.app_source_type}, ${caller.userId})
    on conflict do nothing returning id`)
  if (!made)
    throw new AppError('DUPLICATE_KEY', { message: 'There is a design for these people already. Change that one.' })
  if (fields.length > 0) await writeDesign(services, context, formId, at, fields)
  return made.id
}

/** Takes a design back: its fields are as the other layers have them; attributes stay. Answers how many fields it said something of. */
export async function deleteDesign(
  db: Database,
  context: WriteContext,
  formId: string,
  designId: number,
): Promise<number> {
  const { tx, caller } = context
  const at = await designAt(tx, caller, formId, designId)
  if (!at) throw new AppError('NOT_FOUND')
  const said = (await formFieldsOf(db).stored(caller, formId)).filter(
    (row) => row.data_source_type === null && sameLayer(row, at) && !('attribute_type' in row.delta),
  )
  const { layer, layer_ref, app_source_type } = at
  const changes = said.map(({ field_id }) => ({
    form_id: formId,
    field_id,
    layer,
    layer_ref,
    app_source_type,
    delta: null,
  }))
  await saveChanges(db, context, fieldChanges.parse(changes))
  await tx.query(sql`delete from form_design where organization_id = ${caller.organizationId} and id = ${designId}`)
  return said.length
}
