import { AppError } from '../../errors.ts'
import { id, sql } from '../../store/sql.ts'
import { locksOf } from '../bulk.ts'
import { keyFieldOf } from '../circles.ts'
import { fieldSql, selectList } from '../columns.ts'
import type { Row } from '../page.ts'
import { isReference } from '../references.ts'
import type { WriteContext } from '../write-check.ts'
import { returning, untouched, written, type UndoWork } from './undo.ts'

/** So many records are shown to the hooks of a screen at a time. */
const mostAtOnce = 2_000

/** The words of a refusal; what is no refusal is thrown on. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof AppError) || error.status >= 500) throw error
  return error.issues?.[0]?.message ?? error.message
}

type Reasons = Map<number, string>

/**
 * The rows of an import that nobody touched since and that a person could not change back or delete now, with the reason: somebody is editing them,
 * what they referred to is gone, or the hooks of the screen refuse it.
 */
export async function refusals(work: UndoWork, write: WriteContext): Promise<Reasons> {
  const dangling = await danglingRows(work, write)
  const refused = await refusedByHooks(work, write)
  return new Map([...dangling, ...refused, ...(await locksOfImport(work, write))])
}

/** The rows of an import that somebody else is editing. */
export async function locksOfImport(work: UndoWork, write: WriteContext): Promise<Reasons> {
  const locks = await locksOf(
    write,
    sql`t.organization_id = ${work.scope.organizationId} and t.id in (select w.record_id from ${written(work)} where ${untouched(work)})`,
  )
  return new Map([...locks].map(([record, { message }]) => [record, message]))
}

/** Rows whose former values refer strictly to records that are not there any more. */
async function danglingRows(work: UndoWork, { screens }: WriteContext): Promise<Reasons> {
  const { tx, screen, scope } = work
  const reasons: Reasons = new Map()
  if (!screen.table!.history) return reasons
  for (const field of screen.fields) {
    const target = screens.find(({ name }) => name === field.target)
    const key = keyFieldOf(target)
    if (!isReference(field) || field.integrity === 'soft' || field.storage.key || !target?.table || !key) continue
    const isKey = sql`${fieldSql(key)}::text = k.key`
    // What the import deleted to make room comes back together with it.
    const returns =
      target.name === screen.name
        ? sql` and not exists (select from ${returning(work)} where h.changes -> '_row' ->> ${key.storage.column} = k.key)`
        : sql``
    const rows = await tx.query<{ id: number; key: string }>(sql`
      with former as materialized (
        select w.record_id, v.value #>> '{}' as key
          from ${written(work)}, jsonb_path_query(w.changes -> ${field.name} -> 0, '$[*]') as v (value)
         where w.operation = 'update' and w.changes ? ${field.name} and ${untouched(work)}
      ), gone as (
        select k.key from (select distinct f.key from former f where f.key is not null) k
         where not exists (select from ${id(target.table.name)} t where t.organization_id = ${scope.organizationId} and ${isKey})${returns}
      )
      select f.record_id as id, min(f.key) as key from former f join gone using (key) group by f.record_id`)
    for (const row of rows) reasons.set(row.id, `There is no ${target.label.toLowerCase()} ${row.key}`)
  }
  return reasons
}

/** What the hooks of a screen refuse that are asked before records are deleted, or begun to be edited. */
async function refusedByHooks(work: UndoWork, write: WriteContext): Promise<Reasons> {
  const { tx, screen, scope } = work
  const { beforeDelete, beforeEdit } = write.hooks
  const reasons: Reasons = new Map()
  if (!beforeDelete && !beforeEdit) return reasons
  const asked = await tx.query<{ id: number; operation: string }>(sql`
    select w.record_id as id, w.operation from ${written(work)} where ${untouched(work)} order by w.record_id`)
  const idsOf = (operation: string) => asked.filter((one) => one.operation === operation).map((one) => one.id)
  const pieces = async (ids: readonly number[], ask: (rows: readonly Row[]) => Promise<Reasons>): Promise<void> => {
    for (let at = 0; at < ids.length; at += mostAtOnce) {
      const rows = await tx.query<Row>(sql`
        select ${selectList(screen.fields)} from ${id(screen.table!.name)} t
         where t.organization_id = ${scope.organizationId} and t.id = any(${ids.slice(at, at + mostAtOnce)}::bigint[]) order by t.id`)
      for (const [record, reason] of await ask(rows)) reasons.set(record, reason)
    }
  }
  if (beforeDelete)
    await pieces(idsOf('insert'), (rows) => refusedAmong(rows, (some) => tx.attempt(() => beforeDelete(write, some))))
  if (beforeEdit)
    await pieces(idsOf('update'), (rows) =>
      refusedAmong(rows, (some) =>
        tx.attempt(async () => {
          for (const row of some) await beforeEdit(write, row)
        }),
      ),
    )
  return reasons
}

/** Which of the rows are refused: as hooks refuse all that they are shown, by halves. */
async function refusedAmong(rows: readonly Row[], ask: (rows: readonly Row[]) => Promise<void>): Promise<Reasons> {
  if (rows.length === 0) return new Map()
  try {
    await ask(rows)
    return new Map()
  } catch (error) {
    const reason = reasonOf(error)
    if (rows.length === 1) return new Map([[rows[0]!.id, reason]])
    const half = Math.ceil(rows.length / 2)
    const [first, second] = [rows.slice(0, half), rows.slice(half)]
    return new Map([...(await refusedAmong(first, ask)), ...(await refusedAmong(second, ask))])
  }
}

class TakenBack extends Error {}

/** What some work comes to that is taken back again. */
export async function rehearsed<T>({ tx }: Pick<UndoWork, 'tx'>, work: () => Promise<T>): Promise<T> {
  let result: { readonly came: T } | undefined
  const attempt = tx.attempt(async () => {
    result = { came: await work() }
    throw new TakenBack()
  })
  await attempt.catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error
  })
  return result!.came
}
