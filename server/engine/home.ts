import { fieldNamed, fieldsOf, type Screen } from '#src/definition'
import { can, type Caller } from '../authorize.ts'
import { calendarOf } from '../caller-day.ts'
import type { Tx } from '../store/database.ts'
import { id, join, sql } from '../store/sql.ts'
import { conditionSql } from './condition-sql.ts'
import { screenNamed } from './effective-screens.ts'
import { belongs, placesIn } from './navigation.ts'
import { recordPath } from './record-api.ts'
import { titlesOf } from './record-titles.ts'
import { mayReadField, mayUse } from './screen-access.ts'
import { andSeen } from './seen-rows.ts'

/** Beyond so many nobody counts any more. */
const mostCounted = 1_000
/** So many of the latest changes of an organisation are searched for those of one person. */
const lookedThrough = 5_000
const shown = 6

/** Views that definitions name for the start page: what waits for whoever may move it on, what comes due for whoever may read it. */
type Named = 'attention' | 'due'

const concerns = (kind: Named, screen: Screen, caller: Caller): boolean =>
  kind === 'due'
    ? mayUse(caller, screen, 'read')
    : mayUse(caller, screen, 'update') || screen.actions.some(({ access }) => can(caller, access))

/** How many records are in the views that definitions name; none that are empty, and first those of what the application is about. */
export async function countedViews(
  tx: Tx,
  kind: Named,
  screens: readonly Screen[],
  caller: Caller,
  application: string | null,
) {
  const place = placesIn(application)
  const named = screens
    .filter(
      (screen) =>
        screen.table !== null &&
        (screen.list?.[kind].length ?? 0) > 0 &&
        belongs(screen, application) &&
        concerns(kind, screen, caller),
    )
    .toSorted((a, b) => place(a) - place(b))
    .flatMap((screen) =>
      screen
        .list!.views.filter(({ name }) => screen.list![kind].includes(name))
        .filter(({ condition }) => fieldsOf(condition).every((name) => mayReadField(caller, screen, name)))
        .map((view) => ({ screen, view })),
    )
  if (named.length === 0) return []
  const parts = named.map(({ screen, view }, at) => {
    const holds = conditionSql(view.condition, { fields: screen.fields, ...calendarOf(caller), me: caller.email })
    return sql`select ${at}::int as at, (select count(*) from (select from ${id(screen.table!.name)} t
                where t.organization_id = ${caller.organizationId}${andSeen(screen, caller, screens)} and ${holds} limit ${mostCounted}) c) as count`
  })
  const rows = await tx.query<{ at: number; count: number }>(join(parts, ' union all '))
  return rows
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, count }) => {
      const { screen, view } = named[at]!
      const path = `${screen.list!.path}?${new URLSearchParams({ view: view.name }).toString()}`
      return { screen: screen.name, label: screen.plural, view: view.name, count, path }
    })
}

interface Ran {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly at: string
  readonly times: number
}

/** Fields of a run that the start page shows. */
const told = ['name', 'status', 'started_at', 'finished_at', 'app_type']
/** What belongs to no application runs for all. */
const forAll = ['Integration Studio', 'Transaction Data']

/** What ran within a day, each job once with its last run, those with problems first; null for whoever may not read runs. */
export async function ranLately(tx: Tx, screens: readonly Screen[], caller: Caller, application: string | null) {
  const runs = screens.find(({ name }) => name === 'batch-job-run')
  if (!runs || !mayUse(caller, runs, 'read') || !told.every((name) => mayReadField(caller, runs, name))) return null
  const within =
    application === null ? sql`` : sql` and (app_type is null or app_type = any(${[application, ...forAll]}::text[]))`
  const rows = await tx.query<Ran>(sql`
    select id, name, status, at, times from (
      select distinct on (name) id, name, status, coalesce(finished_at, started_at) as at,
             (count(*) over (partition by name))::int as times
        from batch_job_run t
       where t.organization_id = ${caller.organizationId}${andSeen(runs, caller, screens)}
         and started_at > now() - interval '1 day' and name is not null${within}
       order by name, started_at desc, id desc) last
     order by status in ('failed', 'partial') desc, at desc limit ${shown}`)
  const states = fieldNamed(runs.fields, 'status').choices ?? []
  return rows.map(({ status, ...run }) => {
    const state = states.find(({ value }) => value === status)
    return { ...run, state: state?.label ?? status, tone: state?.tone ?? 'neutral', path: recordPath(runs, run.id) }
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
