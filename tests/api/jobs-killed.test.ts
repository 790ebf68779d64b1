import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '#server/demo/random.ts'
import { enqueueRun } from '#server/engine/jobs/run-record.ts'
import { loadScreens } from '#server/screens.ts'
import { createOrganization, createUser } from '#server/session/seed.ts'
import { applySchema, planSchema } from '#server/store/schema-sync.ts'
import { sql } from '#server/store/sql.ts'
import { testDatabase, type TestDatabase } from '#tests/support/test-database.ts'

/** TIERLINE_JOBS=20000 tries it at the size of a night. */
const jobs = Number(process.env['TIERLINE_JOBS'] ?? 1_000)
const kills = 10

let db: TestDatabase
let organizationId = 0
let userId = 0
const all: ChildProcess[] = []

beforeAll(async () => {
  db = await testDatabase()
  const screens = await loadScreens()
  await applySchema(db, await planSchema(db, screens))
  organizationId = await createOrganization(db, screens, { code: 'J', name: 'Jobs' })
  userId = await createUser(db, { organizationId, email: 'j@jobs.example', name: 'Jo', role: 'ADMINISTRATOR' })
  await db.system((tx) =>
    tx.client.query(
      `create table worked (organization_id bigint not null, run_id bigint not null, pid int not null); select enable_tenant_rls('worked')`,
    ),
  )
})

afterAll(async () => {
  for (const child of all) child.kill('SIGKILL')
  await db?.close()
})

function spare() {
  const child = fork(join(import.meta.dirname, '..', 'support', 'job-process.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env['PATH'], TEST_DATABASE: db.url, TEST_APPLICATION: db.applicationUrl },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  all.push(child)
  return { child, ready: once(child, 'message') }
}

const counts = async () => {
  const rows = await db.system((tx) =>
    tx.query<{ status: string; count: number }>(
      sql`select status, count(*) as count from batch_job_run group by status`,
    ),
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
const finished = async () => {
  const { complete = 0, failed = 0 } = await counts()
  return complete + failed
}

test(
  'a thousand jobs, two workers, ten kills: each ran once or is reported, none is lost',
  async () => {
    await db.tenant({ organizationId, userId }, async (tx) => {
      for (let index = 0; index < jobs; index += 1)
        await enqueueRun(tx, {
          organizationId,
          userId,
          job: null,
          name: `Job ${index}`,
          jobType: 'line',
          appType: null,
          body: {},
          startedBy: 'test',
          maxAttempts: 1,
          retrySeconds: 1,
        })
    })
    const random = createRandom(7)
    const working = [spare(), spare()]
    await Promise.all(working.map(({ ready }) => ready))
    let next = spare()
    for (let kill = 0; kill < kills; kill += 1) {
      const before = await finished()
      await expect
        .poll(finished, { timeout: 30_000, interval: 5 })
        .toBeGreaterThan(Math.min(before + random.whole(1, jobs / kills / 2), jobs - 1))
      const victim = random.whole(0, 1)
      const { child } = working[victim]!
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      working[victim] = next
      next = spare()
      await working[victim].ready
    }
    await expect.poll(finished, { timeout: 60_000 + jobs * 10, interval: 100 }).toBe(jobs)
    // Time for a worker that believes it still has something to do.
    await pause(300)
    const [found] = await db.system((tx) =>
      tx.query<object>(sql`
      select (select count(*) from worked) as lines, (select count(distinct run_id) from worked) as jobs,
             (select count(*) from batch_job_run r where status = 'complete' and not exists (select from worked w where w.run_id = r.id)) as empty,
             (select count(*) from batch_job_run r where status <> 'complete' and exists (select from worked w where w.run_id = r.id)) as unsaid,
             (select count(*) from batch_job_run r where status = 'failed' and not exists (select from message_log m where m.batch_job_id = r.id and m.severity = 'error')) as unreported`),
    )
    const { complete = 0, failed = 0 } = await counts()
    expect(found).toEqual({ lines: complete, jobs: complete, empty: 0, unsaid: 0, unreported: 0 })
    expect(complete + failed).toBe(jobs)
    // Interrupted once or twice is no reason to give up.
    expect(failed).toBe(0)
  },
  120_000 + jobs * 20,
)
