import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
const tokens: Record<string, string> = {}

beforeAll(async () => {
  product = await sessionApp()
  const organizationId = await product.organization({ code: 'HERE', name: 'Here' })
  for (const [name, role] of [
    ['ada', 'ADMINISTRATOR'],
    ['ann', 'ANALYST'],
    ['rex', 'READER'],
  ] as const) {
    await product.user({ organizationId, email: `${name}@here.test`, name, role })
    tokens[name] = (await product.signIn(`${name}@here.test`)).token
  }
})

afterAll(() => product.close())

const call = (method: 'GET' | 'POST' | 'PUT', path: string, as: string, body?: object) =>
  product.call(method, `/api/${path}`, { token: tokens[as]!, ...(body ? { body } : {}) })

const line = (material: string, without: string, along: string, more: object = {}) => ({
  material_number: material,
  baseline_quantity: without,
  planned_quantity: along,
  list_price: '10',
  promotional_price: '8',
  unit_cost: '5',
  ...more,
})

const offer = (more: object = {}) => ({
  description: 'Spring offer, price cut',
  promotion: 'SPRING-27',
  valid_from: '2027-03-01',
  valid_to: '2027-03-31',
  justification: 'Wins back the shelf',
  lines: [line('M1', '100', '180', { funding: '0.5' }), line('M2', '50', '70')],
  advertising: '100',
  ...more,
})

const made = async (more: object = {}) => {
  const answer = await call('POST', 'costings', 'ann', offer(more))
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body.response as Record<string, unknown> & { id: number; row_version: number }
}

const decide = (id: number, action: string, as: string, parameters: object = {}) =>
  call('POST', `costings/actions/${action}`, as, { ids: [id], parameters })

test('a costing says what it comes to, and anew with every change', async () => {
  // (180 + 70) × 2 given away, 180 × 0.5 funded, (80 + 20) × 5 earned more.
  const costing = await made()
  expect(costing).toMatchObject({
    price_reduction: '500.0000',
    funded: '90.0000',
    fixed_cost: '100.0000',
    promotion_cost: '510.0000',
    incremental_margin: '500.0000',
    contribution: '-10.0000',
  })
  const changed = await call('PUT', `costings/${costing.id}`, 'ann', {
    row_version: costing.row_version,
    advertising: '20',
  })
  expect(changed.body.response).toMatchObject({ promotion_cost: '430.0000', contribution: '70.0000' })
  const claimed = await call('POST', 'costings', 'ann', offer({ contribution: '1' }))
  expect([claimed.status, claimed.body.error?.issues?.[0]?.path]).toEqual([422, ['contribution']])
  const wrong = await call('POST', 'costings', 'ann', offer({ lines: [line('M1', 'many', '1')] }))
  expect([wrong.status, wrong.body.error?.issues?.[0]?.path]).toEqual([422, ['lines', 0, 'baseline_quantity']])
})

test('is approved by somebody else, by the limits made for it, and changes nothing after that without another approval', async () => {
  await call('POST', 'approval-limits', 'ada', {
    limit_code: 'CO-ADA',
    document_type: 'costing',
    level: 1,
    currency: 'EUR',
    amount_from: '500',
    approver_type: 'role',
    approver_role: 'ADMINISTRATOR',
  })
  const { id } = await made({ promotion: 'AUTUMN-27' })
  expect((await decide(id, 'submit-approval', 'ann')).body.response).toMatchObject({ done: 1 })
  const inbox = await call('GET', 'workflow-requests?document_type=Costing&status=open', 'ada')
  expect(inbox.body.response?.['records']).toMatchObject([
    { amount: '510.0000', description: 'Spring offer, price cut, AUTUMN-27, 1 Mar 2027' },
  ])
  const own = await decide(id, 'approve', 'ann')
  expect(own.body.response).toMatchObject({ done: 0 })
  expect((await decide(id, 'approve', 'ada')).body.response).toMatchObject({ done: 1 })
  const approved = (await call('GET', `costings/${id}`, 'ann')).body.response!
  expect(approved['approval_status']).toBe('approved')
  const dearer = await call('PUT', `costings/${id}`, 'ann', {
    row_version: approved['row_version'],
    advertising: '900',
  })
  expect(dearer.body.response).toMatchObject({ approval_status: 'new_changes', promotion_cost: '1310.0000' })
})

test('the report adds up by promotion and by material, the fixed cost shared out by what is sold', async () => {
  const one = { promotion: 'WINTER-27', valid_from: '2027-12-01', valid_to: '2027-12-24' }
  await made({ ...one, advertising: '200' })
  await made({ ...one, lines: [line('M2', '0', '10')], advertising: null, currency: 'CHF' })
  const run = async (by: string, as = 'ann') =>
    call('POST', 'costing-reports', as, { grouped_by: by, promotion: 'winter-27', period_from: '2027-12-24' })
  const promotions = (await run('promotion')).body.response?.['records']
  expect(promotions).toMatchObject([
    {
      key: 'WINTER-27',
      currency: 'EUR',
      costings: 1,
      promotion_cost: '610.00',
      contribution: '-110.00',
      uplift_percent: '66.67',
    },
    {
      key: 'WINTER-27',
      currency: 'CHF',
      costings: 1,
      promotion_cost: '20.00',
      contribution: '30.00',
      uplift_percent: null,
    },
  ])
  // 1,440 of 2,000 are to be sold of the first.
  expect((await run('material')).body.response?.['records']).toMatchObject([
    { key: 'M1', currency: 'EUR', fixed_cost: '144.00', promotion_cost: '414.00' },
    { key: 'M2', currency: 'EUR', fixed_cost: '56.00', promotion_cost: '196.00' },
    { key: 'M2', currency: 'CHF', fixed_cost: '0.00' },
  ])
  // A third of a hundred for each: no cent is lost.
  const free = { promotional_price: '0' }
  await made({ promotion: 'LAUNCH-27', lines: ['A', 'B', 'C'].map((name) => line(name, '0', '1', free)) })
  const shares = await call('POST', 'costing-reports', 'ann', { grouped_by: 'material', promotion: 'LAUNCH-27' })
  const fixed = (shares.body.response?.['records'] as { fixed_cost: string }[]).map((one) => one.fixed_cost)
  expect(fixed.toSorted()).toEqual(['33.33', '33.33', '33.34'])
  expect((await run('promotion', 'rex')).status).toBe(403)
  expect((await call('GET', 'costings', 'rex')).status).toBe(403)
})
