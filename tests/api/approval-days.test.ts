import { afterAll, beforeAll, expect, test } from 'vitest'
import { followDays } from '#server/engine/approval/follow-days.ts'
import type { Notice } from '#server/engine/approval/tell.ts'
import { sql, type Sql } from '#server/store/sql.ts'
import { recordsIn } from '#tests/support/rebate-app.ts'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
const tokens: Record<string, string> = {}
const at = (name: string) => `${name}@here.test`
const call = (method: 'GET' | 'POST', path: string, as: string, body?: object) =>
  product.call(method, `/api/${path}`, { token: tokens[as]!, ...(body ? { body } : {}) })
const made = async (path: string, as: string, body: object): Promise<number> => {
  const answer = await call('POST', path, as, body)
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body.response!['id'] as number
}
const system = (statement: Sql) => product.db.system((tx) => tx.query(statement))
const inbox = async (as: string) =>
  recordsIn(await call('GET', 'workflow-requests?status=open&approvers=@me', as)).length
/** What is told, once the open requests have followed the days. */
async function followed(): Promise<Notice[]> {
  const told: Notice[] = []
  await followDays(product.app.session, (_, notices) => void told.push(...notices))
  return told
}

beforeAll(async () => {
  product = await sessionApp()
  const organizationId = await product.organization({ code: 'HERE', name: 'Here' })
  for (const [name, role] of [
    ['ada', 'ADMINISTRATOR'],
    ['ann', 'ANALYST'],
    ['bob', 'ANALYST'],
    ['cy', 'ANALYST'],
  ] as const) {
    await product.user({ organizationId, email: at(name), name: name.toUpperCase(), role })
    tokens[name] = (await product.signIn(at(name))).token
  }
})
afterAll(() => product.close())

test('what waits follows limits that begin and end with a day, without anybody doing anything', async () => {
  for (const [limit_code, approver] of [
    ['UNTIL', 'ann'],
    ['FROM', 'bob'],
  ] as const)
    await made('workflow-setup', 'ada', {
      limit_code,
      document_type: 'exception',
      currency: 'EUR',
      level: 1,
      amount_from: '0',
      approver_type: 'user',
      approver_user: at(approver),
      ...(limit_code === 'FROM' ? { valid_from: '2099-01-01' } : {}),
    })
  const id = await made('incentive-override', 'cy', {
    description: 'Other rate for the tender',
    contract_number: 'CR-1',
    override_rate: '7',
    impact: '100',
    valid_from: '2026-01-01',
    valid_to: '2026-12-31',
    justification: 'Offer of a competitor',
  })
  await call('POST', 'incentive-override/actions/submit-approval', 'cy', { ids: [id], parameters: {} })
  await expect.poll(() => Promise.all(['ann', 'bob'].map(inbox)), { timeout: 20_000 }).toEqual([1, 0])
  expect(await followed()).toEqual([])

  // As it is once the days have passed: nothing has touched the request since.
  await system(sql`update workflow_request set updated_at = now() - interval '3 days'`)
  await system(sql`update workflow_setup set valid_to = current_date - 1 where limit_code = 'UNTIL'`)
  await system(sql`update workflow_setup set valid_from = current_date where limit_code = 'FROM'`)
  expect(await followed()).toMatchObject([{ to: at('bob'), kind: 'asked' }])
  expect(await Promise.all(['ann', 'bob'].map(inbox))).toEqual([0, 1])
  const [request] = recordsIn(await call('GET', 'workflow-requests?status=open', 'ada'))
  expect(request).toMatchObject({ waiting_for: 'BOB' })
  // Once is enough.
  const version = request!['row_version']
  expect(await followed()).toEqual([])
  expect(recordsIn(await call('GET', 'workflow-requests?status=open', 'ada'))[0]).toMatchObject({
    row_version: version,
  })
})
