import { expect } from 'vitest'
import { AppError } from '#server/errors.ts'
import type { JobTypes } from '#server/jobs/job-type.ts'
import { sql } from '#server/store/sql.ts'
import { recordsOf, uploadApp } from './upload-app.ts'

/** Types of jobs that fail or wait as a test wants it: a patient one ends once what `held` has under its name is called. */
function trialTypes(held: Map<string, () => void>, delivered: Map<string, readonly string[]>): JobTypes {
  return {
    flaky: ({ run }) => {
      if (run.attempt < 3) throw new AppError('UNAVAILABLE', { message: 'The other side is away.' })
      return Promise.resolve({ message: `Went through at try ${run.attempt}` })
    },
    patient: async ({ run, signal, progress }) => {
      progress('Waiting', 1, 2)
      await new Promise<void>((resolve, reject) => {
        held.set(run.name, resolve)
        signal.addEventListener('abort', () => reject(new AppError('CANCELLED')))
      })
      return { message: 'Waited' }
    },
    // Has done its work, whoever cancels meanwhile, and says what becomes of it.
    delivering: async ({ run, progress }) => {
      const told: string[] = []
      progress('Waiting', 1, 2)
      await new Promise<void>((resolve) => held.set(run.name, resolve))
      delivered.set(run.name, told)
      return {
        message: 'Delivered',
        delivery: {
          handOver: () => Promise.resolve(void told.push('handed over')),
          takeBack: () => Promise.resolve(void told.push('taken back')),
          cancelled: 'Cancelled; nothing was delivered.',
        },
      }
    },
  }
}

/** The product with an organisation whose batch jobs may be of these types. */
export async function jobApp() {
  const held = new Map<string, () => void>()
  const delivered = new Map<string, readonly string[]>()
  const it = await uploadApp([], { jobTypes: trialTypes(held, delivered) })
  const [row] = await it.product.db.system((tx) =>
    tx.query<{ id: number }>(sql`select organization_id as id from organization where code = 'N'`),
  )
  const organizationId = row!.id
  return { it, organizationId, held, delivered, ...jobCalls(it, organizationId) }
}

/** Short ways to set batch jobs of an organisation up, to run them and to see what came of it. */
function jobCalls(it: Awaited<ReturnType<typeof uploadApp>>, organizationId: number) {
  const runsOf = async (code: string) => recordsOf(await it.get(`batch-job-status?job=${code}&sort=number`))
  return {
    job: async (code: string, more: object = {}) => {
      const answer = await it.post('batch-job-definition', { code, name: `Job ${code}`, retries: 0, ...more })
      expect(answer.status, JSON.stringify(answer.body.error)).toBe(201)
      return answer.body.response!
    },
    run: async (record: Record<string, unknown>) => {
      const answer = await it.post('batch-job-definition/actions/run-now', { ids: [record['id']] })
      expect(answer.status, JSON.stringify(answer.body.error)).toBe(200)
      expect(answer.body.response).toMatchObject({ done: 1 })
    },
    runsOf,
    /** The last run of a job, once so many have ended. */
    ended: async (code: string, count = 1) => {
      await expect
        .poll(
          async () => (await runsOf(code)).filter(({ status }) => !['waiting', 'running'].includes(String(status))),
          { timeout: 20_000, interval: 50 },
        )
        .toHaveLength(count)
      return (await runsOf(code)).at(-1)!
    },
    /** Gives a job another type than people may choose. */
    becomes: (code: string, type: string, more = sql``) =>
      it.product.db.system((tx) =>
        tx.query(
          sql`update batch_job_definition set job_type = ${type}${more} where code = ${code} and organization_id = ${organizationId}`,
        ),
      ),
  }
}
