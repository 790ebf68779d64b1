import { AppError } from '../errors.ts'
import { id, sql, type Sql } from '../store/sql.ts'
import { counts } from './count-cache.ts'
import { heldRecords, type Held } from './held-records.ts'
import { deleteWithHistory } from './history.ts'
import type { Row } from './page.ts'
import type { WriteContext } from './write-check.ts'

// Deletions that something else hangs on are looked at one by one.
const mostHooked = 10_000

/** Deletes the rows a condition on `t` finds, with their history, all or none; STILL_REFERENCED when records that stay refer to them. Answers how many. */
export async function deleteRecords(context: WriteContext, where: Sql): Promise<number> {
  const { tx, screen, caller, hooks } = context
  const table = id(screen.table!.name)
  const held = await heldRecords(context, where)
  if (held.size > 0) throw stillReferenced([...held.values()])
  let rows: readonly Row[] = []
  if (hooks.beforeDelete ?? hooks.afterDelete) {
    rows = await tx.query<Row>(sql`select t.* from ${table} t where ${where} limit ${mostHooked + 1} for update`)
    if (rows.length > mostHooked) {
      throw new AppError('TOO_LARGE', {
        message: `At most ${mostHooked} of these are deleted at a time. Narrow the filter.`,
      })
    }
    await hooks.beforeDelete?.(context, rows)
  }
  const deleted = await deleteWithHistory(tx, screen, caller, table, where)
  await hooks.afterDelete?.(context, rows)
  tx.afterCommit(() => counts.forget(screen.table!.name, caller.organizationId))
  return deleted
}

/** Says which records stand against a deletion, all places of several records together. */
export function stillReferenced(held: readonly Held[]): AppError {
  const places = new Map<string, { screen: string; one: string; many: string; count: number }>()
  for (const use of held.flatMap(({ used }) => used)) {
    const known = places.get(use.screen)
    places.set(use.screen, { ...use, count: use.count + (known?.count ?? 0) })
  }
  const used = [...places.values()].map(({ screen, one, many, count }) => ({
    screen,
    label: count === 1 ? one : many,
    count,
  }))
  const words = used.map(({ label, count }) => `${count} ${label.toLowerCase()}`).join(', ')
  const isOne = used.length === 1 && used[0]!.count === 1
  return new AppError('STILL_REFERENCED', {
    message: `This cannot be deleted: ${words} ${isOne ? 'refers' : 'refer'} to it.`,
    details: { used },
  })
}
