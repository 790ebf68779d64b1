import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { type SessionApp, sessionApp } from '#tests/support/session-app.ts'

let s: SessionApp
let ada: string
let user: number
const [old, next] = ['ann@here.test', 'ann.lee@here.test']

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = async (method: Method, path: string, body?: object, token = ada) => {
  const answer = await s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
  expect(answer.body.error?.issues ?? answer.body.error).toBeUndefined()
  return answer.body.response ?? {}
}
const made = async (path: string, body: object, token = ada) => Number((await call('POST', path, body, token))['id'])

beforeAll(async () => {
  s = await sessionApp()
  const organizationId = await s.organization({ code: 'HERE', name: 'Here' })
  await s.user({ organizationId, email: 'ada@here.test', name: 'Ada', role: 'ADMINISTRATOR' })
  await s.user({ organizationId, email: 'bob@here.test', name: 'Bob', role: 'ANALYST' })
  user = await s.user({ organizationId, email: old, name: 'Ann', role: 'ANALYST' })
  ada = (await s.signIn('ada@here.test')).token
})
afterAll(() => s?.close())

test('an address that changes is changed wherever its user is referred to, and nowhere else', async () => {
  const members = [{ user: 'bob@here.test', responsibility: old }, { user: old }]
  const group = await made('approval-group', { group_code: 'TEAM', description: 'Team', members })
  const limit = await made('workflow-setup', {
    limit_code: 'L1',
    document_type: 'exception',
    currency: 'EUR',
    approver_type: 'user',
    approver_user: old,
  })
  const dashboard = await made('dashboard/config', {
    name: 'Customers',
    functionality: 'customer',
    users: ['bob@here.test', old],
    tiles: [{ title: 'All', chart: 'figures' }],
  })
  await call('PUT', 'modify_form_fields', [
    {
      form_id: 'IMA_CONFIG_CUSTOMER',
      field_id: 'keeper',
      delta: { label: 'Keeper', attribute_type: 'reference', attribute_target: 'user' },
    },
  ])
  const customer = await made('customer-data', { customer_number: 'C1', customer_name: 'One', keeper: old })
  const other = await made('customer-data', { customer_number: 'C2', customer_name: 'Two', keeper: 'bob@here.test' })
  const bob = (await s.signIn('bob@here.test')).token
  const ann = (await s.signIn(old)).token
  const exception = {
    description: 'Other rate',
    contract_number: 'CR-1',
    override_rate: '7',
    impact: '900',
    valid_from: '2026-01-01',
    valid_to: '2026-12-31',
    justification: 'Offer',
  }
  const asked = await made('incentive-override', exception, bob)
  await call('POST', 'incentive-override/actions/submit-approval', { ids: [asked], parameters: {} }, bob)
  const elsewhere = await s.organization({ code: 'THERE', name: 'There' })
  await s.db.system((tx) =>
    tx.query(sql`
      insert into workflow_request (organization_id, submitted_by) values (${elsewhere}, ${old})`),
  )

  await call('PUT', `users/${user}`, { row_version: 1, email: ' Ann.Lee@here.test ' })

  expect(await call('GET', `approval-group/${group}`)).toMatchObject({
    row_version: 2,
    members: [
      { user: 'bob@here.test', responsibility: old },
      { user: next, responsibility: null },
    ],
  })
  expect(await call('GET', `workflow-setup/${limit}`)).toMatchObject({ row_version: 2, approver_user: next })
  expect(await call('GET', `dashboard/config/${dashboard}`)).toMatchObject({
    row_version: 2,
    users: ['bob@here.test', next],
  })
  expect(await call('GET', `customer-data/${customer}`)).toMatchObject({ row_version: 2, keeper: next })
  expect(await call('GET', `customer-data/${other}`)).toMatchObject({ row_version: 1, keeper: 'bob@here.test' })
  const changes = await call('GET', `approval-group/${group}/history`)
  expect((changes['records'] as { changes: object }[])[0]!.changes).toHaveProperty('members')
  const there = await s.db.system((tx) =>
    tx.query(sql`select submitted_by, row_version from workflow_request where organization_id = ${elsewhere}`),
  )
  expect(there).toEqual([{ submitted_by: old, row_version: 1 }])

  // What waits for the decision waits for the same person.
  const decided = await call('POST', 'incentive-override/actions/approve', { ids: [asked], parameters: {} }, ann)
  expect(decided).toMatchObject({ done: 1 })
  const kept = await s.call('DELETE', `/api/users/${user}`, { token: ada })
  expect([kept.status, kept.body.error?.code]).toEqual([409, 'STILL_REFERENCED'])
})
