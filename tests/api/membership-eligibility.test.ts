import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebateApp, type RebateApp, recordsIn, rule } from '#tests/support/rebate-app.ts'

// A customer belongs to an owner, or to a contract group, on the days its records cover; contracts pay on the lines of these days.
let it: RebateApp

const term = (attribute: string, value: string, more: object = {}) => ({
  group_no: 1,
  mode: 'include',
  attribute: `membership.${attribute}`,
  operator: 'eq',
  value,
  ...more,
})

const contracts: Readonly<Record<string, readonly object[]>> = {
  'ME-OWNER': [term('owner_id', 'NORTH')],
  'ME-UNDER': [term('owner_id', 'GPO', { operator: 'under' })],
  'ME-PRIMARY': [term('primary_owner', 'GPO', { operator: 'under' })],
  'ME-GROUP': [term('contract_group', 'GLOVES')],
  'ME-BOTH': [term('owner_id', 'GPO', { operator: 'under' }), term('contract_group', 'GLOVES')],
  'ME-NOT': [term('owner_id', 'NORTH', { mode: 'exclude' })],
}

let admin: string

const made = async (address: string, body: object): Promise<void> => {
  const { status, body: answer } = await it.s.call('POST', `/api/${address}`, { token: admin, body })
  if (status !== 201) throw new Error(`${address}: ${JSON.stringify(answer)}`)
}

beforeAll(async () => {
  it = await rebateApp()
  admin = await it.admin()
  for (const number of ['MA', 'MB', 'MC']) await it.customer(number)
  const owner = { membership_type: 'gpo', valid_from: '2025-01-01' }
  await made('membership', { owner_id: 'GPO', owner_name: 'Purchasing', ...owner })
  await made('membership', { owner_id: 'NORTH', owner_name: 'Purchasing North', parent_owner: 'GPO', ...owner })
  const member = (member_number: string, more: object) =>
    made('membership-roster', { owner_id: 'NORTH', member_number, valid_from: '2026-01-01', ...more })
  await member('MA', { valid_to: '2026-06-30', is_primary: true })
  await member('MB', { owner_id: 'GPO' })
  await member('MC', { status: 'pending' })
  await made('membership-contract-group', {
    contract_group: 'GLOVES',
    description: 'Gloves',
    owner_id: 'GPO',
    valid_from: '2026-01-01',
  })
  await made('membership-tier-activation', {
    contract_group: 'GLOVES',
    member_number: 'MB',
    tier: '1',
    valid_from: '2026-07-01',
  })
  await it.sell(
    ...['MA', 'MB', 'MC'].flatMap((customer, at) =>
      ['2026-03-01', '2026-09-01'].map((date, turn) => ({
        document: `${customer}-${turn}`,
        customer,
        date,
        net: String(1000 * 10 ** at),
      })),
    ),
  )
  for (const [number, eligibility] of Object.entries(contracts))
    await it.agree(number, 'MA', {
      own_sales_only: false,
      eligibility,
      rules: [rule({ rate: '1', evaluation_period: 'year' })],
    })
})
afterAll(() => it.s.close())

// One per cent of 1,000, 10,000 and 100,000 in March and again in September.
const wanted = new Map([
  ['ME-OWNER', 10],
  ['ME-UNDER', 10 + 200],
  ['ME-PRIMARY', 10],
  ['ME-GROUP', 100],
  ['ME-BOTH', 100],
  ['ME-NOT', 10 + 200 + 2000],
])

test.each([...wanted])('%s pays on the lines of its members alone', async (number, amount) => {
  expect((await it.simulate(number)).map((row) => Number(row['amount']))).toEqual([amount])
})

test('many contracts together come to the same', async () => {
  const rows = recordsIn(
    await it.create('calculation_simulation/v2', {
      period_from: '2026-01-01',
      period_to: '2026-12-31',
      kind: 'Payment',
      limit: 100,
    }),
  )
  expect(new Map(rows.map((row) => [row['contract_number'], Number(row['amount'])]))).toEqual(wanted)
})

test('a rule over all contracts may hang on membership, and counts the lines it fits', async () => {
  await made('universal-eligibility-rule', {
    rule_code: 'MEMBERS',
    valid_from: '2026-01-01',
    description: 'Members of the group',
    application_types: ['Royalty'],
    attribute: 'membership.owner_id',
    operator: 'under',
    values: [{ value: 'GPO' }],
  })
  const [found] = recordsIn(
    await it.s.call('GET', '/api/universal-eligibility-rule?rule_code=MEMBERS', { token: it.analyst }),
  )
  expect([found!['matched_lines'], found!['matched_customers']]).toEqual([3, null])
})

test.each([
  ['MA', '2026-03-01', ['ME-OWNER', 'ME-PRIMARY', 'ME-UNDER']],
  ['MA', '2026-09-01', ['ME-NOT']],
  ['MB', '2026-03-01', ['ME-NOT', 'ME-UNDER']],
  ['MB', '2026-09-01', ['ME-BOTH', 'ME-GROUP', 'ME-NOT', 'ME-UNDER']],
  ['MC', '2026-03-01', ['ME-NOT']],
])(
  'the contracts of %s on %s are those that its membership of that day fits',
  async (customer_number, on_day, numbers) => {
    const found = recordsIn(await it.create('contract-search-by-customer', { customer_number, on_day, limit: 50 }))
    expect(found.map((row) => row['contract_number'])).toEqual(numbers)
    // Nothing is left to the sale: the day is known, and so is what the customer belongs to.
    expect(found.map((row) => row['depends_on'])).toEqual(numbers.map(() => null))
  },
)

test('a condition that does not hold on the day lets nobody in', async () => {
  const dated = [term('owner_id', 'GPO', { operator: 'under', valid_to: '2026-05-31' })]
  await it.agree('ME-DATED', 'MA', { own_sales_only: false, eligibility: dated, rules: [rule({ rate: '1' })] })
  const of = async (on_day: string) =>
    recordsIn(await it.create('contract-search-by-customer', { customer_number: 'MB', on_day, limit: 50 })).map(
      (row) => row['contract_number'],
    )
  expect(await of('2026-05-31')).toContain('ME-DATED')
  expect(await of('2026-06-01')).not.toContain('ME-DATED')
})
