import type { Screen } from '#src/definition'
import { type Caller, can } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { id, sql } from '../store/sql.ts'
import { andSeen } from './seen-rows.ts'

export interface Lock {
  readonly screen: string
  readonly record_id: number
  readonly user_id: number
  readonly acquired_at: string
  readonly expires_at: string
}

/** Throws NOT_FOUND for a record that is not there, or not for the caller. */
export async function demandRecord(
  tx: Tx,
  screen: Screen,
  caller: Caller,
  recordId: number,
  screens: readonly Screen[],
): Promise<void> {
  const [found] = await tx.query(sql`
    select 1 as one from ${id(screen.table?.name ?? '')} t
     where t.organization_id = ${caller.organizationId} and t.id = ${recordId}${andSeen(screen, caller, screens)}`)
  if (!found) throw new AppError('NOT_FOUND')
}

/** Where those who lose a lock are told of it, as `{ organizationId, userId, screen, id }`. */
export const lostLocks = 'tierline_lost_lock'

/**
 * Takes the lock of a record for two minutes, or renews it; RECORD_LOCKED names the holder. An administrator
 * ('locks.takeover') may take it over with `force`.
 */
export async function acquireLock(
  tx: Tx,
  caller: Caller,
  screen: string,
  recordId: number,
  force: boolean,
): Promise<Lock> {
  const [before] = await tx.query<{ user_id: number }>(sql`
    select user_id from record_lock
     where organization_id = ${caller.organizationId} and screen = ${screen} and record_id = ${recordId}`)
  const [lock] = await tx.query<Lock>(sql`
    insert into record_lock as held (organization_id, screen, record_id, user_id, acquired_at, expires_at)
    values (${caller.organizationId}, ${screen}, ${recordId}, ${caller.userId}, now(), now() + interval '2 minutes')
    on conflict (organization_id, screen, record_id) do update
      set user_id = excluded.user_id,
          acquired_at = case when held.user_id = excluded.user_id then held.acquired_at else excluded.acquired_at end,
          expires_at = excluded.expires_at
      where held.user_id = excluded.user_id or held.expires_at < now() or ${force && can(caller, 'locks.takeover')}
    returning screen, record_id, user_id, acquired_at, expires_at`)
  if (lock && before && before.user_id !== caller.userId) {
    const lost = { organizationId: caller.organizationId, userId: before.user_id, screen, id: recordId }
    await tx.query(sql`select pg_notify(${lostLocks}, ${JSON.stringify(lost)})`)
  }
  if (lock) return lock
  const [holder] = await tx.query<{ name: string | null; acquired_at: string }>(sql`
    select u.name, l.acquired_at from record_lock l left join app_user u on u.organization_id = l.organization_id and u.id = l.user_id
     where l.organization_id = ${caller.organizationId} and l.screen = ${screen} and l.record_id = ${recordId}`)
  const name = holder?.name ?? 'Somebody else'
  throw new AppError('RECORD_LOCKED', {
    message: `${name} has been editing this record since ${(holder?.acquired_at ?? '').slice(11, 16)} UTC.`,
    details: { holder: name, since: holder?.acquired_at, takeover: can(caller, 'locks.takeover') },
  })
}

/** Gives the caller's own lock back; a lock of somebody else stays. */
export async function releaseLock(tx: Tx, caller: Caller, screen: string, recordId: number): Promise<void> {
  await tx.query(sql`
    delete from record_lock where organization_id = ${caller.organizationId} and screen = ${screen} and record_id = ${recordId} and user_id = ${caller.userId}`)
}
