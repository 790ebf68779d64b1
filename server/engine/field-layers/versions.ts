import { AppError } from '../../errors.ts'
import type { Database, Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import type { WriteContext } from '../write-check.ts'
import type { FieldChange } from './change-input.ts'
import { oneAtATime, saveChanges } from './save-changes.ts'

interface NotedChange {
  readonly id: number
  readonly layer: FieldChange['layer']
  readonly layer_ref: number | null
  readonly form_id: string
  readonly field_id: string
  readonly app_source_type: string | null
  readonly data_source_type: string | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

interface Version {
  /** The last change of it, by which it is called. */
  readonly id: number
  readonly at: string
  readonly user: string | null
  /** The version that this one took back. */
  readonly taken_back: number | null
  readonly changes: readonly NotedChange[]
}

/** What was saved of a form, the newest first; one save is one version. */
export function versionsOf(
  tx: Tx,
  organizationId: number,
  formId: string,
  { limit, fieldId = null }: { limit: number; fieldId?: string | null },
): Promise<Version[]> {
  return tx.query<Version>(sql`
    select max(c.id) as id, max(c.at) as at, max(u.name) as "user", max(c.taken_back) as taken_back,
           jsonb_agg(jsonb_build_object('id', c.id, 'layer', c.layer, 'layer_ref', c.layer_ref, 'form_id', c.form_id, 'field_id', c.field_id,
             'app_source_type', c.app_source_type, 'data_source_type', c.data_source_type, 'before', c.before, 'after', c.after) order by c.id) as changes
      from form_field_change c left join app_user u on u.organization_id = c.organization_id and u.id = c.user_id
     where c.organization_id = ${organizationId} and c.form_id = ${formId} and (${fieldId}::text is null or c.field_id = ${fieldId}::text)
     group by c.save, c.user_id order by 1 desc limit ${limit}`)
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

const sorted = (value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([key, one]) => [key, sorted(one)]),
      )
    : value

/**
 * Puts back what a version changed, as a version of its own. What was changed again since stays, and is answered; NOT_FOUND for
 * a version of another form.
 */
export async function takeBack(
  db: Database,
  context: WriteContext,
  formId: string,
  versionId: number,
): Promise<{ taken_back: number; kept: readonly string[] }> {
  const { tx, caller } = context
  await oneAtATime(context)
  const noted = await tx.query<NotedChange>(sql`
    select c.* from form_field_change c
      join form_field_change v on v.organization_id = c.organization_id and v.save = c.save and v.form_id = c.form_id
     where c.organization_id = ${caller.organizationId} and v.id = ${versionId} and c.form_id = ${formId} order by c.id desc`)
  if (noted.length === 0) throw new AppError('NOT_FOUND')
  const kept: string[] = []
  const changes: FieldChange[] = []
  for (const change of noted) {
    const [now] = await tx.query<{ delta: unknown }>(sql`
      select delta from form_field where organization_id = ${caller.organizationId} and layer = ${change.layer}
         and layer_ref is not distinct from ${change.layer_ref}::bigint and form_id = ${change.form_id} and field_id = ${change.field_id}
         and app_source_type is not distinct from ${change.app_source_type}::text and data_source_type is not distinct from ${change.data_source_type}::text`)
    if (!same(now?.delta ?? null, change.after)) kept.push(change.field_id)
    else {
      const { layer, layer_ref, form_id, field_id, app_source_type, data_source_type } = change
      const key = { layer, layer_ref, form_id, field_id, app_source_type, data_source_type }
      changes.push({ ...key, delta: change.before as FieldChange['delta'] })
    }
  }
  await tx.query(sql`select set_config('app.taken_back', ${String(versionId)}, true)`)
  await saveChanges(db, context, changes)
  return { taken_back: changes.length, kept }
}
