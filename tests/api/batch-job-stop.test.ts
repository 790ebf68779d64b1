import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#server/errors.ts'
import { enqueueRun } from '#server/engine/jobs/run-record.ts'
import { JobWorker } from '#server/jobs/worker.ts'
import { createLog } from '#server/log.ts'
import { loadScreens } from '#server/screens.ts'
import { createOrganization, createUser } from '#server/session/seed.ts'
import { sql } from '#server/store/sql.ts'
import { productTemplateName } from '#tests/support/template.ts'
import { testDatabase } from '#tests/support/test-database.ts'

let db: Awaited<ReturnType<typeof testDatabase>>
let organizationId: number
let userId: number

beforeAll(async () => {
  db = await testDatabase({ template: productTemplateName })
  organizationId = await createOrganization(db, await loadScreens(), { code: 'N', name: 'North' })
  const person = { organizationId, email: 'a@north.example', name: 'A', role: 'ADMINISTRATOR' }
  userId = await createUser(db, { ...person, password: 'a good long password' })
})

afterAll(() => db.close())

/** A worker whose jobs end only by being cancelled. */
const patientWorker = () =>
  new JobWorker(db, createLog('silent'), {
    patient: async ({ signal }) => {
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new AppError('CANCELLED'))))
      return { message: 'Waited' }
    },
  })

const enqueue = () =>
  db.system((tx) =>
    enqueueRun(tx, {
      organizationId,
      userId,
      job: null,
      name: 'Patient',
      jobType: 'patient',
      appType: null,
      body: {},
      startedBy: 'a@north.example',
      maxAttempts: 1,
      retrySeconds: 1,
    }),
  )

const states = () =>
  db.system((tx) =>
    tx.query<object>(sql`select status, attempt from batch_job_run where status <> 'failed' order by id`),
  )

test('a worker that is stopped as it takes a run gives it back, and works on nothing afterwards', async () => {
  await enqueue()
  const worker = patientWorker()
  const waking = worker.wake()
  await worker.stop()
  await waking
  expect(await states()).toEqual([{ status: 'waiting', attempt: 0 }])
})

test('a run that was taken and has not begun hears that it is cancelled', async () => {
  const worker = patientWorker()
  await worker.wake()
  await worker.stop()
  expect(await states()).toEqual([{ status: 'waiting', attempt: 0 }])
})

test('a run that was cancelled before it began says so', async () => {
  const worker = patientWorker()
  const [run] = await db.system((tx) =>
    tx.query<{ id: number }>(
      sql`update batch_job_run set cancel_requested = true where status = 'waiting' returning id`,
    ),
  )
  await db.system(async (tx) => {
    // Nothing begins before it is known for whom, which waits here until it is cancelled.
    await tx.query(sql`lock table app_user in access exclusive mode`)
    await worker.wake()
    await worker.cancel(organizationId, run!.id)
  })
  await worker.stop()
  const [told] = await db.system((tx) =>
    tx.query<object>(sql`select status, message from batch_job_run where id = ${run!.id}`),
  )
  expect(told).toEqual({ status: 'cancelled', message: 'Cancelled before it had begun; nothing was done.' })
})
