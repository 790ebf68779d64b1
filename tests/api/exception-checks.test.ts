import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { amounts, rebateApp, type RebateApp, rule, tier } from '#tests/support/rebate-app.ts'

// An exception is held against the contract that it departs from.
let it: RebateApp

const days = { valid_from: '2026-01-01', valid_to: '2026-12-31' }
const except = (more: object) =>
  it.create('incentive-override', {
    description: 'For the tender',
    contract_number: 'EXR',
    impact: '100',
    justification: 'Agreed',
    ...days,
    ...more,
  })

beforeAll(async () => {
  it = await rebateApp()
  await it.customer('EXR')
  await it.sell({ document: 'EXR', customer: 'EXR', date: '2026-01-05', net: '1000' })
  const tiers = [tier('0', '5000', '1'), tier('5000', null, '2')]
  await it.agree('EXR', 'EXR', { rules: [rule({ tier_mode: 'retro', description: 'Volume' })], tiers })
})
afterAll(() => it.s.close())

test('the rule, the tier and the currency are those of the contract, and no other one says the same', async () => {
  const issues = async (more: object) =>
    (await except(more)).body.error?.issues?.map((issue) => [issue.path.join('.'), issue.message])
  expect(await issues({ override_rate: '5', calculation_rule: '7' })).toEqual([
    ['calculation_rule', 'Contract EXR has no rule 7; it has 1'],
  ])
  expect(await issues({ exception_type: 'tier', override_tier: '3' })).toEqual([
    ['override_tier', 'Contract EXR has no tier 3 to take the rate of; tiers with a rate are 1, 2'],
  ])
  expect(await issues({ exception_type: 'amount', override_amount: '100000', currency: 'JPY' })).toEqual([
    ['currency', 'Contract EXR is reckoned in EUR: give the amount instead in EUR'],
  ])
  expect(await issues({ exception_type: 'minimum', override_amount: '0', currency: 'JPY' })).toBeUndefined()
  // What it costs may be told in any currency, where no amount is put in.
  const volume = { override_rate: '5', calculation_rule: 'Volume' }
  expect(await issues({ ...volume, currency: 'JPY' })).toBeUndefined()
  expect(await issues({ exception_type: 'tier', override_tier: '2', calculation_rule: 'Volume' })).toEqual([
    ['valid_from', expect.stringContaining('says already what holds instead')],
  ])
  expect(await issues({ ...volume, valid_from: '2027-01-01', valid_to: '2027-12-31' })).toBeUndefined()
  expect(await issues({ ...volume, customer_number: 'EXR' })).toBeUndefined()
})

test('what stands there may be ended, and is not asked again where nothing of it changes', async () => {
  const made = await except({ override_rate: '6', material_number: 'M2' })
  const { id } = made.body.response as { id: number }
  await it.s.db.system((tx) =>
    tx.query(sql`
      update incentive_override set calculation_rule = '9', exception_type = 'amount', override_amount = 5, currency = 'JPY' where id = ${id}`),
  )
  const put = await it.s.call('PUT', `/api/incentive-override/${id}`, {
    token: it.analyst,
    body: { row_version: 1, valid_to: '2026-02-28' },
  })
  expect(put.status).toBe(200)
})

test('one that changes nothing, as its contract is missing or over, is saved and told so', async () => {
  const told = async (more: object) => {
    const made = await except({ override_rate: '5', ...more })
    return [made.status, (made.body.response as Record<string, unknown>)['contract_message']]
  }
  expect(await told({ contract_number: 'NOBODY' })).toEqual([
    201,
    'There is no contract NOBODY: until there is, the exception changes nothing.',
  ])
  expect(await told({ valid_from: '2028-01-01', valid_to: '2028-12-31' })).toEqual([
    201,
    'Contract EXR holds on none of these days, so the exception changes nothing.',
  ])
  expect(await told({ material_number: 'M1' })).toEqual([201, undefined])
})

test('an amount in another currency than the contract has is not taken as if it were in that, and it is told', async () => {
  await it.customer('EXJ')
  await it.sell({ document: 'EXJ', customer: 'EXJ', date: '2026-01-05', net: '1000' })
  await it.agree('EXJ', 'EXJ', { rules: [rule({ rate: '10' })] })
  const fixed = { exception_type: 'amount', override_amount: '100000' }
  const made = await except({ contract_number: 'EXJ', ...fixed })
  const admin = await it.admin()
  for (const [name, token] of [
    ['submit-approval', it.analyst],
    ['approve', admin],
  ] as const)
    await it.s.call('POST', `/api/incentive-override/actions/${name}`, {
      token,
      body: { ids: [(made.body.response as { id: number }).id] },
    })
  expect(amounts(await it.simulate('EXJ'))).toEqual([100_000])
  await it.s.db.system((tx) =>
    tx.query(sql`
      update incentive_override set currency = 'JPY' where organization_id = ${it.organizationId} and contract_number = 'EXJ'`),
  )
  const [row] = await it.simulate('EXJ')
  expect([Number(row!['amount']), row!['explanation']]).toEqual([
    100,
    expect.stringContaining('the exception of 100,000 JPY is left out, the contract is in EUR'),
  ])
})
