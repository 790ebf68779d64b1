import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'
import { recordsIn } from '#tests/support/rebate-app.ts'
import { sql } from '#server/store/sql.ts'

let product: SessionApp
let organizationId: number
const tokens: Record<string, string> = {}

const post = (path: string, as: string, body: object) =>
  product.call('POST', `/api/${path}`, { token: tokens[as]!, body })

beforeAll(async () => {
  product = await sessionApp()
  organizationId = await product.organization({ code: 'HERE', name: 'Here' })
  for (const name of ['ann', 'bob', 'cy']) {
    await product.user({ organizationId, email: `${name}@here.test`, name, role: 'ANALYST' })
    tokens[name] = (await product.signIn(`${name}@here.test`)).token
  }
})

afterAll(() => product.close())

async function waiting(count: number): Promise<{ documents: number[]; requests: number[] }> {
  const documents: number[] = []
  for (let at = 0; at < count; at += 1) {
    const made = await post('incentive-override', 'ann', {
      description: 'Other rate',
      contract_number: 'CR-1',
      override_rate: '7',
      impact: '100',
      valid_from: '2026-01-01',
      valid_to: '2026-12-31',
      justification: 'Offer of a competitor',
    })
    documents.push(made.body.response!['id'] as number)
  }
  // Submitted the other way round, so that requests and documents do not follow one another.
  for (const id of documents.toReversed())
    await post('incentive-override/actions/submit-approval', 'ann', { ids: [id], parameters: {} })
  const open = await product.call('GET', '/api/workflow-requests?status=open&limit=500', { token: tokens['bob']! })
  const requests = recordsIn(open)
    .filter((one) => documents.includes(one['record_number'] as number))
    .map((one) => one['id'] as number)
  return { documents, requests }
}

const doneIn = ({ body }: { body: { response?: Record<string, unknown> } }) => Number(body.response?.['done'] ?? 0)

test('two people decide the same documents at the same moment: each is decided once, nobody meets a failure', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { documents, requests } = await waiting(8)
    expect(requests).toHaveLength(8)
    const inList = () =>
      post('approval-request/bulk-approval/exception', 'bob', { exception_ids: documents, approval_status: 'approved' })
    const inInbox = () => post('workflow-status', 'cy', { id: requests, approve: round % 2 === 0, notes: 'As agreed' })
    const answers = await Promise.all(round % 3 === 0 ? [inInbox(), inList()] : [inList(), inInbox()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.map(doneIn).toSorted((a, b) => a - b)).toEqual([0, 8])
    const refused = answers.find(({ status }) => status === 409)!
    expect(refused.body.error?.code).toBe('WRONG_STATE')
    const rows = await product.db.tenant({ organizationId, userId: 0 }, (tx) =>
      tx.query<{ decisions: number; open: number }>(sql`
        select (select count(*) from approval_decision d where d.record_number = any(${documents}::bigint[]) and d.decision <> 'submit') as decisions,
               (select count(*) from workflow_request w where w.id = any(${requests}::bigint[]) and w.status = 'open') as open`),
    )
    expect(rows).toEqual([{ decisions: 8, open: 0 }])
  }
})

test('one document, many callers from both sides at once: one of them decides', async () => {
  const { documents, requests } = await waiting(1)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      at % 2 === 0
        ? post('workflow-status', 'cy', { id: requests[0], approve: true })
        : post('approval-request/bulk-approval/exception', 'bob', {
            exception_ids: documents,
            approval_status: 'approved',
          }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)])
})
