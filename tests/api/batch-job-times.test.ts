import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueueDue } from '#server/jobs/scheduler.ts'
import { sql } from '#server/store/sql.ts'
import { jobApp } from '#tests/support/job-calls.ts'
import { goodPassword } from '#tests/support/session-app.ts'
import { recordsOf } from '#tests/support/upload-app.ts'

let { it, organizationId, held, job, run, runsOf, ended, becomes }: Awaited<ReturnType<typeof jobApp>> = {} as never

beforeAll(async () => {
  ;({ it, organizationId, held, job, run, runsOf, ended, becomes } = await jobApp())
})

afterAll(() => it?.product.close())

const logOf = async (run: Record<string, unknown>) =>
  recordsOf(await it.get(`message-log?batch_job_id=${String(run['number'])}&sort=at`)).map(({ message }) => message)

/** Lets the time of a job come. */
const comes = async (code: string, type: string) => {
  await becomes(code, type, sql`, next_run_at = now() - interval '10 minutes'`)
  const isPlanned = async () =>
    String(recordsOf(await it.get(`batch-job-definition?code=${code}`))[0]!['next_run_at']) > new Date().toISOString()
  await expect.poll(isPlanned, { timeout: 10_000, interval: 50 }).toBe(true)
}

const daily = { job_type: 'refresh_indexes', schedule: 'cron', cron: '15 3 * * *', time_zone: 'Europe/Berlin' }

test('a time that comes while the job is still at work is left out, and the run tells so', async () => {
  await job('SLOW', daily)
  await comes('SLOW', 'patient')
  await expect.poll(async () => (await runsOf('SLOW'))[0]?.['phase'], { timeout: 10_000 }).toBe('Waiting')
  await comes('SLOW', 'patient')
  const [running, ...more] = await runsOf('SLOW')
  expect(more).toEqual([])
  expect((await logOf(running!)).join()).toMatch(
    /The time \d{4}-\d\d-\d\d \d\d:\d\d \(Europe\/Berlin\) was skipped: this run was still going on\./,
  )
  held.get('Job SLOW')!()
  await ended('SLOW')
  await comes('SLOW', 'purge_logs')
  await ended('SLOW', 2)
})

test('schedulers that look at the same time ask once', async () => {
  await job('ONCE', daily)
  await becomes('ONCE', 'patient', sql`, next_run_at = now() - interval '10 minutes'`)
  const { db } = it.product
  await Promise.all([1, 2, 3, 4].map(() => enqueueDue(db, new Date())))
  expect(await runsOf('ONCE')).toHaveLength(1)
  await it.post('batch-job-status/actions/cancel', { ids: (await runsOf('ONCE')).map(({ id }) => id) })
  await ended('ONCE')
})

test('a time that comes before a run is tried again brings the try forward', async () => {
  await job('SOONER', { ...daily, retries: 2, retry_seconds: 3_600 })
  await comes('SOONER', 'flaky')
  const state = async () => (await runsOf('SOONER')).map(({ status, attempt }) => [status, attempt])
  await expect.poll(state, { timeout: 10_000 }).toEqual([['waiting', 1]])
  await comes('SOONER', 'flaky')
  await expect.poll(state, { timeout: 10_000 }).toEqual([['waiting', 2]])
  await comes('SOONER', 'flaky')
  expect(await ended('SOONER')).toMatchObject({ status: 'complete', attempt: 3 })
})

test('of the runs after another job one waits at most, and it begins after the last success', async () => {
  const first = await job('FIRST', { job_type: 'purge_logs' })
  await job('THEN', { job_type: 'refresh_indexes', schedule: 'after', after_job: 'FIRST' })
  await becomes('THEN', 'patient')
  await run(first)
  await expect.poll(async () => (await runsOf('THEN'))[0]?.['phase'], { timeout: 10_000 }).toBe('Waiting')
  for (const count of [2, 3]) {
    await run(first)
    await ended('FIRST', count)
  }
  expect((await runsOf('THEN')).map(({ status }) => status)).toEqual(['running', 'waiting'])
  await it.post('batch-job-status/actions/cancel', { ids: (await runsOf('THEN')).map(({ id }) => id) })
  await ended('THEN', 2)
})

test('a run that failed runs again as its job is set up now, else as it was', async () => {
  const record = await job('WRONG', { job_type: 'purge_logs' })
  await becomes('WRONG', 'nothing-of-the-kind')
  await run(record)
  const failed = await ended('WRONG')
  expect(failed).toMatchObject({ status: 'failed' })
  await becomes('WRONG', 'purge_logs', sql`, keep_days = 3000, name = 'Corrected'`)
  const again = () => it.post('batch-job-status/actions/run-again', { ids: [failed['id']] })
  expect((await again()).body.response).toMatchObject({ done: 1 })
  const corrected = await ended('WRONG')
  expect(corrected).toMatchObject({ status: 'complete', name: 'Corrected', job_type: 'purge_logs' })
  expect(corrected['message']).toContain('Older than 3000 days')
  expect(await logOf(corrected)).toContain('Runs again as WRONG is set up now, in the name of a@north.example.')

  const lost = await job('LOST', { job_type: 'purge_logs' })
  await becomes('LOST', 'nothing-of-the-kind')
  await run(lost)
  const before = await ended('LOST')
  expect((await it.del(`batch-job-definition/${String(lost['id'])}`)).status).toBeLessThan(300)
  await it.post('batch-job-status/actions/run-again', { ids: [before['id']] })
  await expect.poll(() => logOf(before), { timeout: 10_000 }).toHaveLength(3)
  expect((await logOf(before))[1]).toContain('as it was, since there is no job LOST any more')
})

test('a job says in whose name it runs, fails in words when that user is gone, and runs again for whoever asks', async () => {
  const person = { organizationId, email: 'o@north.example', name: 'Ona Owner', role: 'ADMINISTRATOR' }
  await it.product.user({ ...person, password: goodPassword })
  const { token } = await it.product.signIn(person.email)
  const made = { ...daily, code: 'OWNED', name: 'Job OWNED', job_type: 'purge_logs', retries: 0 }
  expect((await it.post('batch-job-definition', made, token)).status).toBe(201)
  const [owned] = recordsOf(await it.get('batch-job-definition?code=OWNED'))
  expect(owned).toMatchObject({ runs_as: person.email })
  const [user] = recordsOf(await it.get(`users?email=${person.email}`))
  expect((await it.post('users/actions/deactivate', { ids: [user!['id']] })).body.response).toMatchObject({ done: 1 })
  await comes('OWNED', 'purge_logs')
  const failed = await ended('OWNED')
  expect(failed).toMatchObject({ status: 'failed' })
  expect(failed['message']).toBe(
    'o@north.example, in whose name this runs, may not sign in any more. Run it again to have it run in your name, and save the job OWNED so that its times are kept in your name.',
  )
  await it.post('batch-job-status/actions/run-again', { ids: [failed['id']] })
  expect(await ended('OWNED')).toMatchObject({ status: 'complete', started_by: 'a@north.example' })
  // Saving it takes it over.
  const saved = await it.put(`batch-job-definition/${String(owned!['id'])}`, {
    name: 'Taken over',
    row_version: owned!['row_version'],
  })
  expect(saved.body.response, JSON.stringify(saved.body)).toMatchObject({ runs_as: 'a@north.example' })
  await comes('OWNED', 'purge_logs')
  expect(await ended('OWNED', 2)).toMatchObject({ status: 'complete', started_by: 'Schedule' })
})
