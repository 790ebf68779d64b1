import { deleteRecords } from '../delete.ts'
import { formFieldsOf } from '../form-fields.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../../store/database.ts'
import { sql, type Sql } from '../../store/sql.ts'
import { createRecord, updateRecord } from '../write.ts'
import type { WriteContext } from '../write-check.ts'
import type { FieldChange, FieldChangeKey } from './change-input.ts'

const changesLock = 7_214_060

const identity = ({
  layer,
  layer_ref,
  form_id,
  field_id,
  app_source_type,
  data_source_type,
}: FieldChangeKey): Sql => sql`
  t.layer = ${layer} and t.layer_ref is not distinct from ${layer_ref}::bigint and t.form_id = ${form_id} and t.field_id = ${field_id}
  and t.app_source_type is not distinct from ${app_source_type}::text and t.data_source_type is not distinct from ${data_source_type}::text`

async function save(context: WriteContext, wanted: FieldChange): Promise<void> {
  const where = sql`t.organization_id = ${context.caller.organizationId} and ${identity(wanted)}`
  const [known] = await context.tx.query<{ id: number }>(sql`select t.id from form_field t where ${where}`)
  const { delta, row_version: version, ...key } = wanted
  if (delta === null) await deleteRecords(context, where)
  else if (known)
    await updateRecord(context, known.id, { delta, ...(version === undefined ? {} : { row_version: version }) })
  else await createRecord(context, { ...key, delta })
}

/** Names the change whose values are wrong. */
async function inPlace(index: number, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError) || !error.issues) throw error
    throw new AppError(error.code, {
      message: error.message,
      issues: error.issues.map((issue) => ({ ...issue, path: ['form_fields', index, ...issue.path] })),
      cause: error,
    })
  }
}

/** Two who change the fields of an organisation at the same moment: one after the other. */
export async function oneAtATime({ tx, caller }: Pick<WriteContext, 'tx' | 'caller'>): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${changesLock}, ${caller.organizationId}::int)`)
}

/** Writes changes of fields, all or none; VALIDATION names the wrong one at ['form_fields', index, …]. */
export async function saveChanges(db: Database, context: WriteContext, changes: readonly FieldChange[]): Promise<void> {
  await oneAtATime(context)
  // Attributes first: what else is said of one needs it.
  const order = changes.map((change, index) => ({ change, index }))
  order.sort(
    (a, b) => Number(Boolean(b.change.delta?.attribute_type)) - Number(Boolean(a.change.delta?.attribute_type)),
  )
  for (const { change, index } of order) await inPlace(index, () => save(context, change))
  formFieldsOf(db).touched(context.caller.organizationId)
}
