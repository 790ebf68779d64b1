import { afterAll, beforeAll, expect, test } from 'vitest'
import { amounts, rebateApp, type RebateApp, rule } from '#tests/support/rebate-app.ts'

let it: RebateApp
let admin: string
let id: number

const call = (method: 'GET' | 'PUT' | 'DELETE' | 'POST', path: string, body?: object, token = it.analyst) =>
  it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
const read = async () => (await call('GET', `incentive-override/${id}`)).body.response!
const change = async (body: object) => {
  const { row_version } = await read()
  return call('PUT', `incentive-override/${id}`, { row_version, ...body })
}
const move = async (name: string, parameters: object = {}, token = admin) =>
  expect(
    (await call('POST', `incentive-override/actions/${name}`, { ids: [id], parameters }, token)).body.response,
  ).toMatchObject({ done: 1, failed: [] })
const submit = () => move('submit-approval', {}, it.analyst)
const owed = async () => amounts(await it.simulate('INF'))

beforeAll(async () => {
  it = await rebateApp()
  admin = await it.admin()
  await it.customer('INF')
  await it.sell({ document: 'A', customer: 'INF', date: '2026-01-05', net: '1000' })
  await it.agree('INF', 'INF', { rules: [rule({ rate: '10' })] })
  const made = await it.create('incentive-override', {
    description: 'Tender',
    contract_number: 'INF',
    exception_type: 'rate',
    override_rate: '20',
    impact: '100',
    valid_from: '2026-01-01',
    valid_to: '2026-12-31',
    justification: 'Agreed',
  })
  id = (made.body.response as { id: number }).id
})
afterAll(() => it?.s.close())

test('an approved exception is not deleted', async () => {
  expect(await owed()).toEqual([100])
  await submit()
  await move('approve')
  expect(await owed()).toEqual([200])
  const answer = await call('DELETE', `incentive-override/${id}`, undefined, admin)
  expect([answer.status, answer.body.error?.message]).toEqual([
    409,
    expect.stringContaining('End it with an earlier Valid to, or with Taken out of force'),
  ])
})

test('it stays in force as it was approved until its change is', async () => {
  expect((await change({ description: 'Tender of May' })).status).toBe(200)
  expect(await read()).toMatchObject({ approval_status: 'new_changes', in_force_words: 'The same terms' })
  expect(await owed()).toEqual([200])
  expect((await change({ override_rate: '30', valid_from: '2026-02-01' })).status).toBe(200)
  expect((await read())['in_force_words']).toBe('Rate instead: 20\nValid from: 2026-01-01')
  expect(await owed()).toEqual([200])
  expect((await call('DELETE', `incentive-override/${id}`)).status).toBe(409)
  await submit()
  expect(await owed()).toEqual([200])
  await move('reject', { note: 'Too much' })
  expect(await owed()).toEqual([200])
  expect((await change({ override_rate: '25', valid_from: '2026-01-01' })).status).toBe(200)
  expect((await read())['in_force_words']).toBe('Rate instead: 20')
  await submit()
  await move('approve')
  expect(await owed()).toEqual([250])
  expect((await read())['in_force_words']).toBeNull()
})

test('it stays with its contract', async () => {
  await it.agree('INF2', 'INF', { rules: [rule({ rate: '10' })] })
  const answer = await change({ contract_number: 'INF2' })
  expect([answer.status, answer.body.error?.issues?.[0]]).toMatchObject([422, { path: ['contract_number'] }])
})

test('it is taken out of force by approval only', async () => {
  expect((await change({ is_withdrawn: true })).status).toBe(200)
  expect((await read())['in_force_words']).toBe('Taken out of force: no')
  expect(await owed()).toEqual([250])
  await submit()
  await move('approve')
  expect(await owed()).toEqual([100])
  expect((await call('DELETE', `incentive-override/${id}`)).status).toBe(409)
})

test('what was never approved is deleted, and can be taken out of force by nobody', async () => {
  const made = await it.create('incentive-override', {
    description: 'Draft',
    contract_number: 'INF',
    override_rate: '20',
    impact: '100',
    valid_from: '2026-01-01',
    valid_to: '2026-12-31',
    justification: 'Agreed',
    is_withdrawn: true,
  })
  const draft = made.body.response as { id: number; is_withdrawn: boolean | null }
  expect([made.status, draft.is_withdrawn]).toEqual([201, null])
  expect((await call('DELETE', `incentive-override/${draft.id}`, undefined, admin)).status).toBe(200)
})
