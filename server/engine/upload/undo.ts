import { fieldTypes, type Field, type Screen } from '#src/definition'
import { systemColumns } from '#src/definition/reserved-names.ts'
import { AppError } from '../../errors.ts'
import type { TenantScope, Tx } from '../../store/database.ts'
import { id, ids, join, raw, sql, type Sql } from '../../store/sql.ts'
import { validitiesOf, validityConstraint } from '../../store/validity-constraint.ts'
import { fieldSql } from '../columns.ts'
import { besideKey } from './beside-key.ts'
import { isNamed, names, strictUses, type StrictUse } from '../strict-uses.ts'
import { withoutCircles } from './without-circles.ts'
import type { JobContext } from './jobs.ts'

/** A row that an import wrote and that its undoing leaves as it is. */
export interface KeptRow {
  readonly id: number
  readonly title: string
  readonly reason: string
}

export interface UndoResult {
  readonly deleted: number
  readonly restored: number
  /** Rows that were edited, deleted or are referred to since; the first of them with the reason. */
  readonly kept: number
  readonly kept_rows: readonly KeptRow[]
}

export interface UndoWork {
  readonly tx: Tx
  readonly screen: Screen
  readonly scope: TenantScope
  readonly uploadId: number
  /** Rows that stay although nobody touched them since, with the reason. */
  readonly refused?: ReadonlyMap<number, string>
}

const mostKept = 100

export const editedSince = 'Edited since'

/** Takes an import back: its new rows go, its changes are reversed, what it deleted returns, unless somebody edited or refers to them since. */
export function undoUpload(work: UndoWork, screens: readonly Screen[], context: JobContext): Promise<UndoResult> {
  const { tx, screen, scope } = work
  const restored = sql`select w.record_id from ${written(work)}`
  const { organizationId } = scope
  return withoutCircles({ tx, screen, organizationId }, null, restored, () => takeBack(work, screens, context))
}

async function takeBack(work: UndoWork, screens: readonly Screen[], context: JobContext): Promise<UndoResult> {
  const { tx, screen } = work
  await tx.query(sql`set local work_mem = '256MB'`)
  context.progress('Taking the lines back', 0, 0)
  const apart = await constraintsOf(tx, screen)
  // What comes back and what goes may overlap until both are done.
  if (apart.length > 0) await tx.query(sql`set constraints ${ids(apart)} deferred`)
  const changed = screen.table!.history ? await restoreRows(work) : 0
  context.signal.throwIfAborted()
  const deleted = await deleteRows(work, screens)
  context.signal.throwIfAborted()
  const returned = screen.table!.history ? await returnRows(work) : 0
  if (apart.length > 0) await demandApart(tx, screen, apart)
  return { deleted, restored: changed + returned, ...(await keptRows(work)) }
}

/** What keeps the periods of a screen's records apart, as far as it is there. */
async function constraintsOf(tx: Tx, screen: Screen): Promise<string[]> {
  const names = validitiesOf(screen).map((validity) => validityConstraint(screen, validity))
  const found = await tx.query<{ name: string }>(
    sql`select conname as name from pg_constraint where conname = any(${names}::text[])`,
  )
  return found.map(({ name }) => name)
}

async function demandApart(tx: Tx, screen: Screen, constraints: readonly string[]): Promise<void> {
  try {
    await tx.query(sql`set constraints ${ids(constraints)} immediate`)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== '23P01') throw error
    throw new AppError('WRONG_STATE', {
      message: `${screen.plural} that were entered since overlap those that would come back. Mend them first.`,
      cause: error,
    })
  }
}

/** The rows that an import wrote, with the alias w: from the history, or from the rows themselves where none is kept. */
export function written({ screen, scope, uploadId }: UndoWork): Sql {
  const table = screen.table!
  if (!table.history) {
    return sql`(select id as record_id, 'insert' as operation, '{}'::jsonb as changes, 0 as id from ${id(table.name)} where organization_id = ${scope.organizationId} and upload_id = ${uploadId} and row_version = 1) w`
  }
  return sql`(select generate_series(h.record_id, coalesce(h.last_record_id, h.record_id)) as record_id, h.operation, h.changes, h.id from history h
    where h.organization_id = ${scope.organizationId} and h.screen = ${screen.name} and h.upload_id = ${uploadId} and h.operation <> 'delete' and not h.changes ? ${undone}) w`
}

/** Marks entries of the history that an undoing wrote. */
const undone = '_undone'

/** Whether nothing came after the import, and nothing keeps a row from being taken back; what another import did and was taken back since does not count. */
export function untouched({ screen, scope, uploadId, refused }: UndoWork): Sql {
  const free = refused && refused.size > 0 ? sql`w.record_id <> all(${[...refused.keys()]}::bigint[])` : sql`true`
  if (!screen.table!.history) return free
  return sql`${free} and not exists (select from history later where later.organization_id = ${scope.organizationId} and later.screen = ${screen.name}
    and later.record_id = w.record_id and later.id > w.id and ${isStanding(uploadId, 'later')})`
}

/** Whether an entry of the history counts: what another import did and was taken back since does not. */
export const isStanding = (uploadId: number, entry: string): Sql =>
  sql`not exists (select from upload other where other.id = ${id(entry, 'upload_id')} and other.id <> ${uploadId} and other.state = 'undone')`

const note = ({ screen, scope, uploadId }: UndoWork, operation: string, changes: Sql, rows: Sql): Sql => sql`
  insert into history (organization_id, screen, record_id, user_id, operation, changes, upload_id)
  select ${scope.organizationId}::bigint, ${screen.name}, id, ${scope.userId}::bigint, ${operation}, ${changes} || ${JSON.stringify({ [undone]: true })}::jsonb, ${uploadId}::bigint from ${rows}`

/**
 * CTEs of what the import inserted and nobody touched: `going`, and those of it that `stay`, because others refer to them or
 * because they are referred to by what stays for that.
 */
export function goingAndStaying(work: UndoWork, screens: readonly Screen[]): Sql {
  const { screen, scope } = work
  const table = id(screen.table!.name)
  const key =
    screen.table!.key.length === 1 ? screen.fields.find(({ name }) => name === screen.table!.key[0]) : undefined
  const uses = key ? strictUses(screen, screens) : []
  const isOwn = (use: StrictUse): boolean => use.screen.name === screen.name
  const mine = (alias: string) => sql`${id(alias, 'organization_id')} = ${scope.organizationId}`
  const used = uses.map((use) =>
    isNamed(
      use,
      sql`g.key`,
      sql`${mine('u')}${isOwn(use) ? sql` and not exists (select from going o where o.id = u.id)` : sql``}`,
    ),
  )
  const own = uses.filter(isOwn).map((use) => names(use, 't', sql`g.key`))
  return sql`
    going as materialized (
        select t.id, ${key ? fieldSql(key) : sql`null::text`} as key from ${table} t join ${written(work)} on t.id = w.record_id
         where ${mine('t')} and w.operation = 'insert' and ${untouched(work)}),
      stay (id) as (
        select g.id from going g where ${used.length > 0 ? join(used, ' or ') : sql`false`}
        ${own.length > 0 ? sql`union select g.id from stay s join ${table} t on ${mine('t')} and t.id = s.id join going g on ${join(own, ' or ')}` : sql``})`
}

/** Deletes what the import inserted, but not what others refer to, nor what those refer to that stay for that. */
async function deleteRows(work: UndoWork, screens: readonly Screen[]): Promise<number> {
  const { tx, screen, scope } = work
  const [gone] = await tx.query<{ count: number }>(sql`
    with recursive ${goingAndStaying(work, screens)},
      gone as (
        delete from ${id(screen.table!.name)} t using going g
         where t.organization_id = ${scope.organizationId} and t.id = g.id and not exists (select from stay s where s.id = g.id)
        returning t.id),
      noted as (${note(work, 'delete', sql`'{}'::jsonb`, sql`gone where ${screen.table!.history}`)})
    select count(*) as count from gone`)
  return gone!.count
}

const quoted = (name: string): string => `'${name.replaceAll("'", "''")}'`

/** SQL that sets a column back to what an entry of the history (w) says it was. */
function restored(field: Field): string {
  const [column, name] = [id(field.storage.column).sql, quoted(field.name)]
  const type = fieldTypes[field.type].sql(field)
  const old = `w.changes->${name}->0`
  const value =
    type === 'text[]'
      ? `case when jsonb_typeof(${old}) = 'array' then array(select jsonb_array_elements_text(${old})) end`
      : type === 'jsonb'
        ? `nullif(${old}, 'null')`
        : `(w.changes->${name}->>0)::${type}`
  return `${column} = case when w.changes ? ${name} then ${value} else t.${column} end`
}

/** Sets the fields an import changed back to what its history says they were. */
async function restoreRows(work: UndoWork): Promise<number> {
  const { tx, screen, scope } = work
  const objects = new Set(screen.fields.filter(({ storage }) => storage.key).map(({ storage }) => storage.column))
  const plain = screen.fields.filter(({ storage }) => !storage.key && !objects.has(storage.column))
  // Columns of user-defined attributes are written down as a whole.
  const whole = [...objects].map((column) => {
    const name = id(column).sql
    const old = `w.changes->'_row'->${quoted(column)}`
    return `${name} = case when w.changes->'_row' ? ${quoted(column)} then nullif(${old}, 'null') else t.${name} end`
  })
  const sets = [...plain.map(restored), ...whole]
  const [row] = await tx.query<{ count: number }>(sql`
    with restored as (
      update ${id(screen.table!.name)} t set ${raw(sets.join(', '))}, row_version = coalesce((w.changes->'_row'->>'row_version')::int, t.row_version + 1),
             updated_at = coalesce((w.changes->'_row'->>'updated_at')::timestamptz, now()),
             updated_by = (w.changes->'_row'->>'updated_by')::bigint, upload_id = (w.changes->'_row'->>'upload_id')::bigint
        from ${written(work)}
       where t.organization_id = ${scope.organizationId} and t.id = w.record_id and w.operation = 'update' and ${untouched(work)}
      returning t.id, w.changes),
      noted as (${note(
        work,
        'update',
        sql`(select coalesce(jsonb_object_agg(key, jsonb_build_array(value->1, value->0)), '{}') from jsonb_each(changes) where key <> '_row')`,
        sql`restored`,
      )})
    select count(*) as count from restored`)
  return row!.count
}

/** Rows that the import deleted to make room, as they are written down, with the alias h. */
export const returning = ({ screen, scope, uploadId }: UndoWork): Sql =>
  sql`(select changes from history where organization_id = ${scope.organizationId} and screen = ${screen.name} and upload_id = ${uploadId} and operation = 'delete' and changes ? '_row') h`

/** Brings rows back that the import deleted to make room, unless their key is taken by now. */
async function returnRows(work: UndoWork): Promise<number> {
  const { tx, screen } = work
  const table = id(screen.table!.name)
  const names = [...new Set([...systemColumns, ...screen.fields.map(({ storage }) => storage.column)])]
  const columns = raw(names.map((name) => id(name).sql).join(', '))
  const [row] = await tx.query<{ count: number }>(sql`
    with returned as (
      insert into ${table} (${columns})
      select ${raw(names.map((name) => id('r', name).sql).join(', '))} from ${returning(work)}, jsonb_populate_record(null::${table}, h.changes->'_row') r
      on conflict ${besideKey(screen)}do nothing returning id),
      noted as (${note(work, 'insert', sql`'{}'::jsonb`, sql`returned`)})
    select count(*) as count from returned`)
  return row!.count
}

/** What the import wrote and what is there as it was written, or was changed or deleted since. */
async function keptRows(work: UndoWork): Promise<Pick<UndoResult, 'kept' | 'kept_rows'>> {
  const { tx, screen, scope } = work
  const table = screen.table!
  const title = screen.fields.find(({ name }) => name === (table.key[0] ?? screen.title))
  const own = table.history
    ? sql`not exists (select from history mine where mine.organization_id = ${scope.organizationId} and mine.screen = ${screen.name}
           and mine.record_id = w.record_id and mine.id > w.id and mine.changes ? ${undone} and mine.upload_id = ${work.uploadId})`
    : sql`true`
  const rows = await tx.query<KeptRow & { all_rows: number }>(sql`
    select w.record_id as id, coalesce(${title ? sql`${fieldSql(title)}::text` : sql`null`}, w.record_id::text) as title, count(*) over () as all_rows,
           case when t.id is null then 'Deleted since' when not (${untouched(work)}) then ${editedSince} else 'Other records refer to it' end as reason
      from ${written(work)} left join ${id(table.name)} t on t.organization_id = ${scope.organizationId} and t.id = w.record_id
     where (t.id is not null or w.operation = 'update') and ${own} order by w.record_id limit ${mostKept}`)
  return {
    kept: rows[0]?.all_rows ?? 0,
    kept_rows: rows.map(({ all_rows: _all, ...row }) => ({ ...row, reason: work.refused?.get(row.id) ?? row.reason })),
  }
}
