import { expect } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { recordsOf, type uploadApp } from './upload-app.ts'

/** Short ways to set batch jobs of an organisation up, to run them and to see what came of it. */
export function jobCalls(it: Awaited<ReturnType<typeof uploadApp>>, organizationId: number) {
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
