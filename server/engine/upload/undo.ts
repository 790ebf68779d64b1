import { fieldTypes, type Screen } from '#src/definition'
import type { TenantScope, Tx } from '../../store/database.ts'
import { id, raw, sql, type Sql } from '../../store/sql.ts'
import { fieldSql } from '../columns.ts'
import type { JobContext } from './jobs.ts'

export interface UndoResult {
  readonly deleted: number
  readonly restored: number
  /** Rows that were edited or are referred to since. */
  readonly kept: number
}

export interface UndoWork {
  readonly tx: Tx
  readonly screen: Screen
  readonly scope: TenantScope
  readonly uploadId: number
}

/** Takes an import back: its new rows go, its changes are reversed, unless somebody edited or refers to them since. */
export async function undoUpload(work: UndoWork, screens: readonly Screen[], context: JobContext): Promise<UndoResult> {
  const { tx, screen, scope, uploadId } = work
  await tx.query(sql`set local work_mem = '256MB'`)
  context.progress('Taking the lines back', 0, 0)
  const table = screen.table!
  const [before] = await tx.query<{ count: number }>(sql`select count(*) as count from ${written(work)}`)
  const restored = table.history ? await restoreRows(work) : 0
  const [gone] = await tx.query<{ count: number }>(sql`
    with gone as (
      delete from ${id(table.name)} t using ${written(work)}
       where t.organization_id = ${scope.organizationId} and t.id = w.record_id and w.operation = 'insert' and ${untouched(work)} ${unreferenced(work, screens)}
      returning t.id), noted as (
      insert into history (organization_id, screen, record_id, user_id, operation, upload_id)
      select ${scope.organizationId}::bigint, ${screen.name}, id, ${scope.userId}::bigint, 'delete', ${uploadId}::bigint from gone where ${table.history})
    select count(*) as count from gone`)
  const deleted = gone!.count
  return { deleted, restored, kept: before!.count - deleted - restored }
}

/** The rows that the import wrote: from the history, or from the rows themselves where none is kept. */
export function written({ screen, scope, uploadId }: UndoWork): Sql {
  const table = screen.table!
  if (!table.history) {
    return sql`(select id as record_id, 'insert' as operation, 0 as id from ${id(table.name)} where organization_id = ${scope.organizationId} and upload_id = ${uploadId} and row_version = 1) w`
  }
  return sql`(select generate_series(h.record_id, coalesce(h.last_record_id, h.record_id)) as record_id, h.operation, h.changes, h.id from history h
    where h.organization_id = ${scope.organizationId} and h.screen = ${screen.name} and h.upload_id = ${uploadId} and h.operation <> 'delete') w`
}

/** Rows that nobody wrote since. */
export function untouched({ screen, scope }: UndoWork): Sql {
  if (!screen.table!.history) return sql`true`
  return sql`not exists (select from history later where later.organization_id = ${scope.organizationId} and later.screen = ${screen.name}
    and later.record_id = w.record_id and later.id > w.id)`
}

/** Rows that other records refer to stay. */
export function unreferenced({ screen, scope }: UndoWork, screens: readonly Screen[]): Sql {
  const key = screen.fields.find(({ name }) => name === screen.table?.key[0])
  if (!key || screen.table!.key.length !== 1) return sql``
  const uses = screens.flatMap((other) =>
    other.fields
      .filter(
        (field) =>
          field.type === 'reference' &&
          field.target === screen.name &&
          field.integrity !== 'soft' &&
          other.table &&
          !field.storage.key,
      )
      .map((field) => ({ other, field })),
  )
  const conditions = uses.map(
    ({ other, field }) =>
      sql` and not exists (select from ${id(other.table!.name)} u where u.organization_id = ${scope.organizationId} and u.${id(field.storage.column)} = ${fieldSql(key)})`,
  )
  return conditions.reduce((all, condition) => sql`${all}${condition}`, sql``)
}

/** Sets the fields an import changed back to what its history says they were. */
async function restoreRows(work: UndoWork): Promise<number> {
  const { tx, screen, scope, uploadId } = work
  const table = screen.table!
  const plain = screen.fields.filter((field) => !field.storage.key && fieldTypes[field.type].fromText)
  const assignments = plain.map((field) => {
    const [column, name] = [id(field.storage.column).sql, field.name.replaceAll("'", "''")]
    const type = fieldTypes[field.type].sql(field)
    const old =
      type === 'text[]'
        ? `(select array_agg(e) from jsonb_array_elements_text(case when jsonb_typeof(w.changes->'${name}'->0) = 'array' then w.changes->'${name}'->0 end) e)`
        : `(w.changes->'${name}'->>0)::${type}`
    return `${column} = case when w.changes ? '${name}' then ${old} else t.${column} end`
  })
  const [row] = await tx.query<{ count: number }>(sql`
    with restored as (
      update ${id(table.name)} t set ${raw(assignments.join(', '))}, row_version = t.row_version + 1, updated_at = now(), updated_by = ${scope.userId}::bigint, upload_id = null
        from ${written(work)}
       where t.organization_id = ${scope.organizationId} and t.id = w.record_id and w.operation = 'update' and ${untouched(work)}
      returning t.id, w.changes), noted as (
      insert into history (organization_id, screen, record_id, user_id, operation, changes, upload_id)
      select ${scope.organizationId}::bigint, ${screen.name}, id, ${scope.userId}::bigint, 'update',
             (select jsonb_object_agg(key, jsonb_build_array(value->1, value->0)) from jsonb_each(changes)), ${uploadId}::bigint from restored)
    select count(*) as count from restored`)
  return row!.count
}
