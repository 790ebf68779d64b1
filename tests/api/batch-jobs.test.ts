import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepLine } from '#server/log-tail.ts'
import { sql } from '#server/store/sql.ts'
import { jobApp } from '#tests/support/job-calls.ts'
import { column, recordsOf } from '#tests/support/upload-app.ts'

let { it, organizationId, held, delivered, job, run, runsOf, ended, becomes }: Awaited<ReturnType<typeof jobApp>> =
  {} as never

beforeAll(async () => {
  ;({ it, organizationId, held, delivered, job, run, runsOf, ended, becomes } = await jobApp())
})

afterAll(() => it?.product.close())

const drop = (...parts: string[]) => join(it.product.dataDir, 'drop', String(organizationId), ...parts)

test('takes files of the drop folder in through an upload format; refused ones lie beside their reasons', async () => {
  const format = await it.post('upload-format?app-functionality=CustomerDataUploadFormat', {
    name: 'Nightly',
    body: { fields: [column('customer_number', 'No'), column('customer_name', 'Name')] },
  })
  expect(format.status, JSON.stringify(format.body.error)).toBe(201)
  const record = await job('FILES', {
    upload_format: 'CustomerDataUploadFormat / Nightly',
    folder: 'customers',
    file_pattern: 'cust-*.csv',
  })
  await mkdir(drop('in', 'customers'), { recursive: true })
  await writeFile(drop('in', 'customers', 'cust-1.csv'), 'No,Name\nJ1,First\nJ2,Second\n')
  await writeFile(drop('in', 'customers', 'cust-2.csv'), 'No,Name\nJ3,\n')
  await writeFile(drop('in', 'customers', 'other.csv'), 'No,Name\nJ4,Stays\n')
  await run(record)
  const done = await ended('FILES')
  expect(done).toMatchObject({ status: 'partial', inserted: 2, rejected: 1, started_by: 'a@north.example', attempt: 1 })
  expect(String(done['message'])).toContain('1 file taken in, 1 refused')
  expect(recordsOf(await it.get('customer-data?customer_number.startsWith=J&sort=customer_number'))).toMatchObject([
    { customer_number: 'J1', customer_name: 'First' },
    { customer_number: 'J2', customer_name: 'Second' },
  ])
  expect(await readdir(drop('in', 'customers'))).toEqual(['other.csv'])
  const failed = await readdir(drop('failed', 'customers'))
  expect(failed.toSorted()).toEqual([
    `${String(done['number'])}-cust-2.csv`,
    `${String(done['number'])}-cust-2.csv.reasons.txt`,
  ])
  expect(
    await readFile(
      drop(
        'failed',
        'customers',
        failed.find((name) => name.endsWith('.txt'))!,
      ),
      'utf8',
    ),
  ).toContain('Line 2')
  const log = recordsOf(
    await it.get(`message-log?batch_job_id=${String(done['number'])}&user_time_zone=Asia/Tokyo&sort=at`),
  )
  expect(log.map(({ message }) => message).join('\n')).toMatch(
    /cust-1\.csv .*2 added[\s\S]*cust-2\.csv .*nothing was written/,
  )
  const [first] = log
  const tokyo = new Date(new Date(String(first!['at'])).getTime() + 9 * 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
  expect(first!['local_time']).toBe(tokyo)
  const whole = recordsOf(await it.get('message-log?limit=0&user_time_zone=Asia/Tokyo'))
  expect(whole.find(({ id }) => id === first!['id'])).toMatchObject({ local_time: tokyo })
})

test('writes what a list finds into a file that the run keeps', async () => {
  await it.post('customer-data', { customer_number: 'X1', customer_name: 'Exported', country: 'DE' })
  const record = await job('EXPORT', {
    job_type: 'export',
    export_screen: 'customer',
    export_filter: 'customer_number=X1&columns=customer_number,customer_name',
    folder: 'nightly',
  })
  await run(record)
  const done = await ended('EXPORT')
  expect(done).toMatchObject({ status: 'complete', message: expect.stringContaining('1 customer written') })
  const { id, name } = done['output'] as { id: string; name: string }
  const file = await it.product.app.inject({
    url: `/api/files/${id}`,
    headers: { authorization: `Bearer ${it.tokens.north}` },
  })
  expect(file.body).toContain('X1,Exported')
  expect(await readFile(drop('out', 'nightly', `${String(done['number'])}-${name}`), 'utf8')).toBe(file.body)
})

test('tries again what failed, later each time, and reports what never goes through', async () => {
  const flaky = await job('FLAKY', { job_type: 'refresh_indexes', retries: 2, retry_seconds: 1 })
  await becomes('FLAKY', 'flaky')
  await run(flaky)
  expect(await ended('FLAKY')).toMatchObject({ status: 'complete', attempt: 3, message: 'Went through at try 3' })
  const log = recordsOf(
    await it.get(`message-log?batch_job_id=${String((await runsOf('FLAKY'))[0]!['number'])}&sort=at`),
  )
  expect(log.map(({ severity }) => severity)).toEqual(['warning', 'warning', 'info'])

  const never = await job('NEVER', { job_type: 'refresh_indexes', retries: 0 })
  await becomes('NEVER', 'flaky')
  await run(never)
  expect(await ended('NEVER')).toMatchObject({ status: 'failed', message: 'The other side is away.' })
  const listed = recordsOf(await it.get('batch-job-definition?code=NEVER'))
  expect(listed[0]).toMatchObject({ last_status: 'failed' })
})

test('cancels a run in the middle of its work, and runs it again', async () => {
  const record = await job('PATIENT', { job_type: 'refresh_indexes' })
  await becomes('PATIENT', 'patient')
  await run(record)
  await expect.poll(async () => (await runsOf('PATIENT'))[0]?.['phase'], { timeout: 10_000 }).toBe('Waiting')
  // A second run of the same job waits for the first.
  await run(record)
  const [first, second] = await runsOf('PATIENT')
  expect([first!['status'], second!['status']]).toEqual(['running', 'waiting'])
  const answer = await it.post('batch-job-status/actions/cancel', { ids: [first!['id'], second!['id']] })
  expect(answer.body.response).toMatchObject({ done: 2 })
  expect(await ended('PATIENT', 2)).toMatchObject({ status: 'cancelled' })
  expect((await runsOf('PATIENT'))[0]).toMatchObject({ status: 'cancelled' })

  await it.post('batch-job-status/actions/run-again', { ids: [first!['id']] })
  held.delete('Job PATIENT')
  await expect.poll(() => held.has('Job PATIENT'), { timeout: 10_000 }).toBe(true)
  held.get('Job PATIENT')!()
  await ended('PATIENT', 2)
  expect((await runsOf('PATIENT'))[0]).toMatchObject({ status: 'complete', attempt: 1 })
  const late = await it.post('batch-job-status/actions/cancel', { ids: [first!['id']] })
  expect(late.body.response).toMatchObject({ done: 0, skipped: [{ id: first!['id'] }] })
})

test('an activity is cancelled by the number of its run', async () => {
  const record = await job('ACTIVITY', { job_type: 'refresh_indexes' })
  await becomes('ACTIVITY', 'patient')
  await run(record)
  await expect.poll(async () => (await runsOf('ACTIVITY'))[0]?.['phase'], { timeout: 10_000 }).toBe('Waiting')
  const [running] = await runsOf('ACTIVITY')
  const number = { request_id: String(running!['number']) }
  expect((await it.post('cancel-activity', number, it.tokens.analyst)).status).toBe(403)
  expect((await it.post('cancel-activity', number)).status).toBe(200)
  expect(await ended('ACTIVITY')).toMatchObject({ status: 'cancelled' })
  expect((await it.post('cancel-activity', number)).status).toBe(409)
  const never = await it.post('cancel-activity', { request_id: '987654321' })
  expect([never.status, never.body.message]).toEqual([404, 'There is no run 987654321.'])
})

test('an export that is cancelled leaves no file, neither with its run nor in the drop folder', async () => {
  const record = await job('LATE', { job_type: 'export', export_screen: 'customer', folder: 'late' })
  const kept = async () => {
    const files = await readdir(join(it.product.dataDir, 'files'), { recursive: true }).catch(() => [])
    const rows = await it.product.db.system((tx) => tx.query(sql`select id from stored_file`))
    return { files: files.filter((path) => path.includes('-')), rows }
  }
  const before = await kept()
  await it.product.db.system(async (tx) => {
    // The export waits for the customers until this ends.
    await tx.query(sql`lock table customer in access exclusive mode`)
    await run(record)
    // Running alone would not do: cancelled before its work has begun, it has no file to speak of.
    const waiting = sql`select from pg_locks where relation = 'customer'::regclass and not granted`
    await expect.poll(async () => (await tx.query(waiting)).length, { timeout: 10_000 }).toBe(1)
    const [running] = await runsOf('LATE')
    expect((await it.post('cancel-activity', { request_id: String(running!['number']) })).status).toBe(200)
  })
  expect(await ended('LATE')).toMatchObject({
    status: 'cancelled',
    message: 'Cancelled; no file was written.',
    output: null,
  })
  expect(await kept()).toEqual(before)
  expect(await readdir(drop('out', 'late')).catch(() => [])).toEqual([])
})

test('what a run hands over is handed over once nobody can cancel it, and taken back otherwise', async () => {
  const record = await job('PARCEL', { job_type: 'refresh_indexes', retries: 3 })
  await becomes('PARCEL', 'delivering')
  const goOn = async (at: number, cancel: boolean) => {
    await run(record)
    await expect.poll(() => held.has('Job PARCEL'), { timeout: 10_000 }).toBe(true)
    const number = String((await runsOf('PARCEL'))[at]!['number'])
    const cancelled = cancel ? (await it.post('cancel-activity', { request_id: number })).status : null
    held.get('Job PARCEL')!()
    held.delete('Job PARCEL')
    const done = await ended('PARCEL', at + 1)
    return { cancelled, done, told: delivered.get('Job PARCEL') }
  }
  const { cancelled, done, told } = await goOn(0, true)
  expect(cancelled).toBe(200)
  expect(done).toMatchObject({ status: 'cancelled', message: 'Cancelled; nothing was delivered.' })
  expect(told).toEqual(['taken back'])
  const whole = await goOn(1, false)
  expect(whole.done).toMatchObject({ status: 'complete', message: 'Delivered' })
  expect(whole.told).toEqual(['handed over'])
})

test('a job that waits to run is not put into the queue once more', async () => {
  const record = await job('TWICE', { job_type: 'refresh_indexes' })
  await becomes('TWICE', 'patient')
  await run(record)
  await expect.poll(async () => (await runsOf('TWICE'))[0]?.['phase'], { timeout: 10_000 }).toBe('Waiting')
  await run(record)
  const again = await it.post('batch-job-definition/actions/run-now', { ids: [record['id']] })
  const runs = await runsOf('TWICE')
  expect(runs).toHaveLength(2)
  expect(again.body.response).toMatchObject({
    done: 0,
    skipped: [{ key: 'TWICE', reason: `It waits to run already, as run ${String(runs[1]!['number'])}` }],
  })
  for (const { number } of runs) await it.post('cancel-activity', { request_id: String(number) })
})

test('a job comes at its times, however often, and says when they never come', async () => {
  const often = { job_type: 'refresh_indexes', schedule: 'cron', cron: '*/15 * * * *', day_rule: 'next' }
  expect((await job('OFTEN', often))['next_run_at']).not.toBeNull()
  const never = await it.post('batch-job-definition', {
    ...often,
    code: 'NEVER',
    name: 'Never',
    cron: '0 9 * * 6',
    day_rule: 'skip',
    weekend: 'sat-sun',
  })
  expect([never.status, never.body.error?.issues]).toEqual([
    422,
    [{ path: ['cron'], code: 'invalid', message: 'With these days off, these times never come' }],
  ])
})

test('a job runs after the success of another, and not after its failure', async () => {
  const before = await job('BEFORE', { job_type: 'purge_logs' })
  await job('AFTER', { job_type: 'purge_logs', schedule: 'after', after_job: 'BEFORE' })
  await run(before)
  expect(await ended('AFTER')).toMatchObject({ status: 'complete', started_by: 'After BEFORE' })
  await becomes('BEFORE', 'nothing-of-the-kind')
  await run(before)
  expect(await ended('BEFORE', 2)).toMatchObject({ status: 'failed' })
  expect(await runsOf('AFTER')).toHaveLength(1)
})

test('runs at its times, once, however late; holidays put it off', async () => {
  const daily = await job('DAILY', {
    job_type: 'purge_logs',
    schedule: 'cron',
    cron: '15 3 * * *',
    time_zone: 'Europe/Berlin',
  })
  expect(new Date(String(daily['next_run_at'])).getTime()).toBeGreaterThan(Date.now())
  // Hours have passed in which no server ran.
  await becomes('DAILY', 'purge_logs', sql`, next_run_at = now() - interval '50 hours'`)
  expect(await ended('DAILY')).toMatchObject({ status: 'complete', started_by: 'Schedule' })
  const [later] = recordsOf(await it.get('batch-job-definition?code=DAILY'))
  expect(new Date(String(later!['next_run_at'])).getTime()).toBeGreaterThan(Date.now())

  const working = { day_rule: 'next', weekend: 'none', calendar: 'TEST' }
  const moved = await job('MOVED', { job_type: 'purge_logs', schedule: 'cron', cron: '0 12 * * *', ...working })
  const planned = String(moved['next_run_at']).slice(0, 10)
  const holiday = await it.post('holiday', { calendar: 'TEST', day: planned, name: 'A day off' })
  const dayOf = async () =>
    String(recordsOf(await it.get('batch-job-definition?code=MOVED'))[0]!['next_run_at']).slice(0, 10)
  expect(await dayOf()).toBe(new Date(Date.parse(planned) + 86_400_000).toISOString().slice(0, 10))
  await it.del(`holiday/${String(holiday.body.response!['id'])}`)
  expect(await dayOf()).toBe(planned)
})

test('refuses times that never come, zones nobody knows and folders that lead out', async () => {
  const refuse = async (more: object) =>
    (
      await it.post('batch-job-definition', { code: 'BAD', name: 'Bad', job_type: 'purge_logs', ...more })
    ).body.error?.issues?.map(({ path }) => path.join('.'))
  expect(await refuse({ schedule: 'cron', cron: '0 0 31 2 *' })).toEqual(['cron'])
  expect(await refuse({ schedule: 'cron', cron: '0 0 * * *', time_zone: 'Mars/Base' })).toEqual(['time_zone'])
  expect(await refuse({ job_type: 'export', export_screen: 'customer', folder: '../../etc' })).toEqual(['folder'])
})

test('is for those who may, and each organisation has its own', async () => {
  expect((await it.get('batch-job-definition', it.tokens.analyst)).status).toBe(403)
  expect(recordsOf(await it.get('batch-job-status', it.tokens.south))).toEqual([])
  expect((await it.post('batch-job-status', { status: 'complete' })).status).toBe(403)
  const [one] = await runsOf('FILES')
  expect((await it.post('batch-job-status/actions/cancel', { ids: [one!['id']] }, it.tokens.analyst)).status).toBe(403)
})

test('the services tell what they did, each to those who may know', async () => {
  const told = await it.get('service-b/logs?limit=50')
  expect(recordsOf(told).map(({ job: code }) => code)).toContain('FLAKY')
  expect(recordsOf(await it.get('service-b/logs', it.tokens.south))).toEqual([])
  expect(recordsOf(await it.get('service-c/logs'))).toEqual([])
  expect((await it.get('service-c/logs', it.tokens.reader)).status).toBe(403)
  // The log of the process tells of every organisation.
  expect((await it.get('service-a/logs')).status).toBe(403)
  const operator = await it.product.db.system((tx) =>
    tx.query(
      sql`update role set permissions = permissions || '{platform.organizations}' where code = 'ADMINISTRATOR' and organization_id = ${organizationId} returning id`,
    ),
  )
  expect(operator).toHaveLength(1)
  it.product.app.session.callers.forget(organizationId)
  keepLine(JSON.stringify({ level: 50, msg: 'something broke' }))
  expect(recordsOf(await it.get('service-a/logs?limit=1'))).toEqual([{ level: 50, msg: 'something broke' }])
})

test('without an event transport a test message is refused with the reason', async () => {
  const answer = await it.post('kafka-test', {})
  expect(answer.status).toBe(501)
  expect(answer.body.message).toContain('No event transport is set up')
})

test('each application has its place, with its jobs', async () => {
  await job('PRICES', { job_type: 'purge_logs', app_type: 'Pricing' })
  const views = (await it.get('list-views/batch-job-definition')).body.response as { layouts: Record<string, unknown> }
  expect(views.layouts['/pricing-batchjob-setup']).toMatchObject({ query: { app_type: 'Pricing' } })
  expect(recordsOf(await it.get('batch-job-definition?app_type=Pricing'))).toMatchObject([{ code: 'PRICES' }])
})
