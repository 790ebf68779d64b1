import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '#server/demo/random.ts'
import { sql } from '#server/store/sql.ts'
import { killedServers } from '#tests/support/killed-servers.ts'
import { column } from '#tests/support/upload-app.ts'

let servers: Awaited<ReturnType<typeof killedServers>>
type Server = Awaited<ReturnType<typeof servers.next>>

beforeAll(async () => {
  servers = await killedServers()
})

afterAll(() => servers?.close())

const rounds = 3
const working = ['staging', 'checking', 'committing']
const format = { fields: ['code', 'title', 'count', 'day'].map((name) => column(name, name)) }
const [existing, lines] = [1_500, 3_500]
// A third of what is there changes, a third stays; two thousand are new.
const content = `code,title,count,day\n${Array.from({ length: lines }, (_, index) => `K${index},${index % 3 === 1 ? 'changed' : 'title'} ${index},${index},2026-01-31`).join('\n')}\n`
const counts = { insert: lines - existing, update: 500, unchanged: 1_000, rejected: 0, skipped: 0 }

const snapshot = async () =>
  (
    await servers.db.system((tx) =>
      tx.query<{ all: string }>(
        sql`select md5(coalesce(string_agg(t::text, e'\n' order by id), '')) as all from upload_specimen t`,
      ),
    )
  )[0]!.all

/** What an import has written: rows that carry its number, and rows its history tells of. */
const written = async (id: number) =>
  (
    await servers.db.system((tx) =>
      tx.query<object>(sql`
        select (select count(*) from upload_specimen where upload_id = ${id} and title = case when count % 3 = 1 then 'changed ' else 'title ' end || count) as rows,
               (select count(*) from upload_specimen) as all_rows,
               (select sum(coalesce(last_record_id, record_id) - record_id + 1)::int from history where upload_id = ${id} and operation = 'insert') as inserted,
               (select count(*) from history where upload_id = ${id} and operation = 'update') as updated`),
    )
  )[0]!
const whole = { rows: 2_500, all_rows: lines, inserted: 2_000, updated: 500 }

interface Found {
  readonly id: number
  readonly state: string
  readonly message: string | null
  readonly rows: number
  readonly counts: object | null
  readonly result: { readonly inserted: number; readonly updated: number } | null
}

const uploads = () =>
  servers.db.system((tx) =>
    tx.query<Found>(sql`select id, state, message, rows, counts, result from upload order by id`),
  )

/** Waits until nobody seems to work on an import, and answers the latest. */
async function settled(): Promise<Found | undefined> {
  for (;;) {
    const found = await uploads()
    if (found.every(({ state }) => !working.includes(state))) return found.at(-1)
    await pause(20)
  }
}

/** Nothing lies around that belongs to no import. */
async function demandTidy() {
  const orphans = await servers.db.system((tx) =>
    tx.query(sql`select tablename from pg_tables where schemaname = 'staging'
      and not exists (select from upload where kept and state not in ('failed', 'cancelled') and tablename ~ ('^upload_' || id || '(_|$)'))`),
  )
  expect(orphans).toEqual([])
  const alive = (await uploads()).filter(({ state }) => ['staged', 'checked'].includes(state)).map(({ id }) => id)
  // The file of an import that was just written goes a moment after it.
  await expect
    .poll(async () => (await servers.received()).map(Number).filter((id) => !alive.includes(id)), { timeout: 10_000 })
    .toEqual([])
}

interface Step {
  readonly run: (server: Server, id: number) => Promise<unknown>
  readonly from: string
  readonly to: string
}

const steps: readonly Step[] = [
  { run: (server) => server.send('uploads?app-functionality=SpecimenFormat', content), from: 'failed', to: 'staged' },
  { run: (server, id) => server.post(`uploads/${id}/check`, { format }), from: 'staged', to: 'checked' },
  { run: (server, id) => server.post(`uploads/${id}/commit`, {}), from: 'checked', to: 'committed' },
  { run: (server, id) => server.post(`uploads/${id}/undo`, {}), from: 'committed', to: 'undone' },
]

/** That an import is in the state a step leads to, and that everything it should have done by then is there. */
async function demandDone({ to }: Step, before: string, which: string) {
  const upload = (await settled())!
  const told = to === 'checked' ? { counts } : to === 'committed' ? { result: { inserted: 2_000, updated: 500 } } : {}
  expect(upload, which).toMatchObject({ state: to, rows: lines, ...told })
  await demandTable(upload, before, which)
  await demandTidy()
}

/** That the table is as it was, or as a written import makes it. */
async function demandTable({ id, state }: Found, before: string, which: string) {
  const [found, expected] = state === 'committed' ? [await written(id), whole] : [await snapshot(), before]
  expect(found, which).toEqual(expected)
}

/** That a step either was not taken or is done as a whole, and that the next server says so. */
async function demandEither(step: Step, last: number, left: Found, log: () => string, before: string, which: string) {
  const found = (await settled())!
  // A file that had not begun to arrive left no import.
  const missing = found.id === last && step.to === 'staged'
  expect([step.from, step.to, ...(missing ? ['undone'] : [])], which).toContain(found.state)
  // What was on its way to be committed may have arrived after all.
  const interrupted = working.includes(left.state) && found.state !== step.to
  expect(log().includes('interrupted imports were taken back'), which).toBe(interrupted)
  expect(found.message?.startsWith('Interrupted') ?? false, which).toBe(interrupted)
  await demandTable(found, before, which)
  await demandTidy()
  return found
}

test('a server that is killed at any moment leaves an import as it was, or done', async () => {
  await servers.db.system((tx) =>
    tx.query(sql`
      insert into upload_specimen (organization_id, code, title, count, day)
      select (select id from organization), 'K' || n, 'title ' || n, n, '2026-01-31' from generate_series(0, ${existing - 1}::int) n`),
  )
  const before = await snapshot()
  let server = await servers.next()
  // Once without a kill: how long each step takes.
  const durations: number[] = []
  for (const step of steps) {
    const started = performance.now()
    await step.run(server, (await uploads()).at(-1)?.id ?? 0)
    await settled()
    durations.push(performance.now() - started)
    await demandDone(step, before, step.to)
  }
  const random = createRandom(20_261_121)
  let caught = 0
  for (let number = 0; number < rounds * steps.length; number += 1) {
    const step = steps[number % steps.length]!
    // One moment in each stretch of the step.
    const moment = (Math.floor(number / steps.length) + random.whole(0, 999) / 1_000) / rounds
    const { id } = (await uploads()).at(-1)!
    const gone = step.run(server, id).catch((error: unknown) => error)
    await pause(durations[number % steps.length]! * moment)
    await server.kill()
    await gone
    const left = (await uploads()).at(-1)!
    if (working.includes(left.state)) caught += 1
    server = await servers.next()
    const which = `${step.to} at ${moment}, left ${left.state}`
    const found = await demandEither(step, id, left, server.log, before, which)
    // What was not done is done now, with nothing twice.
    if (found.state !== step.to) await step.run(server, found.id)
    await demandDone(step, before, which)
  }
  expect(caught).toBeGreaterThan(0)
  expect(await snapshot()).toBe(before)
  await server.kill()
}, 240_000)
