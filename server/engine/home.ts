import { fieldsOf, type Screen } from '#src/definition'
import { can, type Caller } from '../authorize.ts'
import { calendarOf } from '../caller-day.ts'
import type { Tx } from '../store/database.ts'
import { id, join, sql } from '../store/sql.ts'
import { conditionSql } from './condition-sql.ts'
import { screenNamed } from './effective-screens.ts'
import { belongs } from './navigation.ts'
import { recordPath } from './record-api.ts'
import { titlesOf } from './record-titles.ts'
import { mayReadField, mayUse } from './screen-access.ts'
import { andSeen } from './seen-rows.ts'

/** Beyond so many nobody counts any more. */
const mostCounted = 1_000
/** So many of the latest changes of an organisation are searched for those of one person. */
const lookedThrough = 5_000
const shown = 6

/** How many records wait in the views that definitions name, of screens whose records the caller may change or move on; none that are empty. */
export async function attention(tx: Tx, screens: readonly Screen[], caller: Caller, application: string | null) {
  const waiting = screens
    .filter(
      (screen) =>
        screen.table !== null &&
        (screen.list?.attention.length ?? 0) > 0 &&
        belongs(screen, application) &&
        (mayUse(caller, screen, 'update') || screen.actions.some(({ access }) => can(caller, access))),
    )
    .flatMap((screen) =>
      screen
        .list!.views.filter(({ name }) => screen.list!.attention.includes(name))
        .filter(({ condition }) => fieldsOf(condition).every((name) => mayReadField(caller, screen, name)))
        .map((view) => ({ screen, view })),
    )
  if (waiting.length === 0) return []
  const parts = waiting.map(({ screen, view }, at) => {
    const holds = conditionSql(view.condition, { fields: screen.fields, ...calendarOf(caller), me: caller.email })
    return sql`select ${at}::int as at, (select count(*) from (select from ${id(screen.table!.name)} t
                where t.organization_id = ${caller.organizationId}${andSeen(screen, caller, screens)} and ${holds} limit ${mostCounted}) c) as count`
  })
  const rows = await tx.query<{ at: number; count: number }>(join(parts, ' union all '))
  return rows
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, count }) => {
      const { screen, view } = waiting[at]!
      const path = `${screen.list!.path}?${new URLSearchParams({ view: view.name }).toString()}`
      return { screen: screen.name, label: screen.plural, view: view.name, count, path }
    })
}

interface Changed {
  readonly screen: string
  readonly record_id: number
  readonly operation: string
  readonly at: string
  /** How many records of the screen the same act wrote: a run writes hundreds, and one of them stands for all. */
  readonly together: number
}

/** The records the caller changed last that are still there, each once, and one for each act that wrote several. */
export async function changedLast(tx: Tx, screens: readonly Screen[], caller: Caller, application: string | null) {
  const known = screens.filter(
    (screen) => screen.form !== null && belongs(screen, application) && mayUse(caller, screen, 'read'),
  )
  const entries = await tx.query<Changed>(sql`
    select screen, record_id, operation, at, together from (
      select distinct on (screen, at) *, (count(*) over (partition by screen, at))::int as together from (
        select distinct on (screen, record_id) screen, record_id, operation, at, id
          from (select * from history where organization_id = ${caller.organizationId} order by at desc, id desc limit ${lookedThrough}) h
         where user_id = ${caller.userId} and last_record_id is null and upload_id is null
           and screen = any(${known.map(({ name }) => name)}::text[])
         order by screen, record_id, at desc, id desc) mine
       where operation <> 'delete' order by screen, at, id desc) acts
     order by at desc, id desc limit ${shown}`)
  const titles = await titlesOf(tx, caller, known, entries)
  return entries.flatMap((entry) => {
    const screen = screenNamed(known, entry.screen)!
    const title = titles.get(`${entry.screen} ${entry.record_id}`)
    if (title === undefined) return []
    return [{ ...entry, label: screen.label, title, path: recordPath(screen, entry.record_id) }]
  })
}

/** The last files the caller sent. */
export async function lastUploads(tx: Tx, screens: readonly Screen[], caller: Caller) {
  const readable = screens.filter((screen) => mayUse(caller, screen, 'read'))
  const rows = await tx.query<{ id: number; screen: string; file_name: string; state: string; at: string }>(sql`
    select id, screen, file_name, state, created_at as at from upload
     where created_by = ${caller.userId} and screen = any(${readable.map(({ name }) => name)}::text[])
     order by id desc limit ${shown}`)
  return rows.map((row) => ({
    ...row,
    label: screenNamed(readable, row.screen)!.plural,
    path: `/uploads/${row.id}`,
  }))
}
