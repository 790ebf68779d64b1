import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
const tokens: Record<string, string> = {}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, path: string, as: string, body?: object) =>
  product.call(method, `/api/${path}`, { token: tokens[as]!, ...(body ? { body } : {}) })

async function created(path: string, as: string, body: object): Promise<number> {
  const answer = await call('POST', path, as, body)
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body.response!['id'] as number
}

const made = (as: string, impact = '100') =>
  created('incentive-override', as, {
    description: 'Other rate for the tender',
    contract_number: 'CR-1',
    override_rate: '7',
    impact,
    valid_from: '2026-01-01',
    valid_to: '2026-12-31',
    justification: 'Offer of a competitor',
  })

interface Told {
  done: number
  failed: { message: string }[]
}
const act = async (id: number, name: string, as: string, parameters: object = {}) =>
  (await call('POST', `incentive-override/actions/${name}`, as, { ids: [id], parameters })).body
    .response as unknown as Told

beforeAll(async () => {
  product = await sessionApp()
  const organizationId = await product.organization({ code: 'HERE', name: 'Here' })
  for (const [name, role] of [
    ['ada', 'ADMINISTRATOR'],
    ['ann', 'ANALYST'],
    ['bob', 'ANALYST'],
    ['rex', 'READER'],
  ] as const) {
    await product.user({ organizationId, email: `${name}@here.test`, name: name.toUpperCase(), role })
    tokens[name] = (await product.signIn(`${name}@here.test`)).token
  }
})
afterAll(() => product.close())

test('whoever changed a record does not approve it, also where its history is switched off', async () => {
  const off = await created('document-assignment-config', 'ada', {
    document_type: 'incentive-override',
    save_master_data_history: false,
  })
  const id = await made('ann')
  const changed = await call('PUT', `incentive-override/${id}`, 'ada', { row_version: 1, override_rate: '99' })
  expect(changed.status).toBe(200)
  expect(await act(id, 'submit-approval', 'ann')).toMatchObject({ done: 1 })
  expect(await act(id, 'approve', 'ada')).toMatchObject({
    done: 0,
    failed: [{ message: 'You changed or submitted this yourself: somebody else has to approve it.' }],
  })
  expect(await act(id, 'approve', 'bob')).toMatchObject({ done: 1 })
  expect((await call('DELETE', `document-assignment-config/${off}`, 'ada')).status).toBe(200)
})

test('nobody is asked who may not decide', async () => {
  const group = await created('approval-group', 'ada', {
    group_code: 'ONLOOKERS',
    description: 'Onlookers',
    members: [{ user: 'rex@here.test' }],
  })
  const limit = await created('workflow-setup', 'ada', {
    limit_code: 'L1',
    document_type: 'exception',
    currency: 'EUR',
    level: 1,
    amount_from: '0',
    approver_type: 'group',
    approver_group: 'ONLOOKERS',
  })
  const id = await made('ann')
  const stuck =
    'Nobody is left to approve at level 1: Onlookers. 1 person named there has a role without the permission to approve this: give it to the role, or name others.'
  expect((await act(id, 'submit-approval', 'ann')).failed[0]?.message).toBe(stuck)
  const level = await call('GET', 'approval-level?document_type=exception&amount=100&currency=EUR', 'ann')
  expect([level.status, level.body.error?.message ?? level.body.message]).toEqual([409, stuck])
  const members = [{ user: 'rex@here.test' }, { user: 'ann@here.test' }]
  expect((await call('PUT', `approval-group/${group}`, 'ada', { row_version: 1, members })).status).toBe(200)
  expect((await act(id, 'submit-approval', 'ann')).failed[0]?.message).toContain('Beside you nobody is left')
  const both = [...members, { user: 'bob@here.test' }]
  expect((await call('PUT', `approval-group/${group}`, 'ada', { row_version: 2, members: both })).status).toBe(200)
  expect(await act(id, 'submit-approval', 'ann')).toMatchObject({ done: 1 })
  const open = async () =>
    (await call('GET', 'workflow-requests?status=open', 'ada')).body.response!['records'] as {
      approvers: string[]
      waiting_for: string
    }[]
  expect((await open()).map((one) => one.approvers)).toEqual([['bob@here.test']])

  // What waits follows who may decide now.
  const changed = await call('PUT', `workflow-setup/${limit}`, 'ada', {
    row_version: 1,
    approver_type: 'user',
    approver_user: 'ada@here.test',
  })
  expect([changed.status, changed.body.error]).toEqual([200, undefined])
  await vi.waitFor(async () =>
    expect((await open()).map((one) => [one.approvers, one.waiting_for])).toEqual([[['ada@here.test'], 'ADA']]),
  )
  expect((await call('GET', `incentive-override/${id}`, 'ada')).body.response).toMatchObject({ waiting_for: 'ADA' })
  expect((await call('DELETE', `workflow-setup/${limit}`, 'ada')).status).toBe(200)
  await vi.waitFor(async () =>
    expect((await open()).map((one) => [one.approvers, one.waiting_for])).toEqual([
      [['ada@here.test', 'bob@here.test'], null],
    ]),
  )
  // Roles decide as well: whoever gets or loses one, and what it lets them do.
  const people = (await call('GET', 'users?email=bob@here.test', 'ada')).body.response!['records'] as { id: number }[]
  const become = async (role: string) =>
    expect((await call('PUT', `users/${people[0]!.id}`, 'ada', { role })).status).toBe(200)
  const waitsFor = (...approvers: string[]) =>
    vi.waitFor(async () => expect((await open()).map((one) => one.approvers)).toEqual([approvers]))
  await become('READER')
  await waitsFor('ada@here.test')
  await become('ANALYST')
  await waitsFor('ada@here.test', 'bob@here.test')
  expect(await act(id, 'approve', 'bob')).toMatchObject({ done: 1 })
})
