import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  await made('membership-contract', {
    owner_id: 'GPO',
    contract_number: 'ME-GROUP',
    contract_group: 'GLOVES',
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

describe('an activation counts while roster, contract and group hold, too', () => {
  interface Given {
    /** What the roster, the membership contract, the group and the activation say otherwise. */
    readonly roster?: object
    readonly contract?: object | null
    readonly group?: object
    readonly activation?: object | null
    readonly customer?: object
  }

  /** A member that bought in March and in September, with its activation since January; the amounts of both, and what the report says of both days. */
  async function told(code: string, { roster, contract, group, activation, customer }: Given) {
    const names = { contract_group: `G-${code}`, member_number: `K-${code}` }
    const since = { valid_from: '2026-01-01' }
    await it.customer(names.member_number, customer)
    await it.sell(
      ...['2026-03-01', '2026-09-01'].map((date, turn) => ({
        document: `${code}-${turn}`,
        customer: names.member_number,
        date,
        net: turn === 0 ? '100' : '1000',
      })),
    )
    const { contract_group, member_number } = names
    // An owner of its own: a group that needs no activation is for all its members.
    const owner_id = `O-${code}`
    await made('membership', { owner_id, owner_name: code, membership_type: 'gpo' })
    await made('membership-roster', { owner_id, member_number, ...since, ...roster })
    await made('membership-contract-group', { contract_group, description: code, owner_id, ...since, ...group })
    if (contract !== null)
      await made('membership-contract', {
        owner_id,
        contract_number: `C-${code}`,
        contract_group,
        ...since,
        ...contract,
      })
    if (activation !== null) await made('membership-tier-activation', { ...names, tier: '1', ...since, ...activation })
    await it.agree(`C-${code}`, 'MA', {
      own_sales_only: false,
      eligibility: [term('contract_group', contract_group)],
      rules: [rule({ rate: '10', evaluation_period: 'year' })],
    })
    const paid = (await it.simulate(`C-${code}`)).map((row) => Number(row['amount']))
    const missing = async (day: string) => {
      const address = `/api/membership-tieractivation?contract_group=${contract_group}&valid_on=${day}`
      const [row] = recordsIn(await it.s.call('GET', address, { token: admin }))
      return row?.['missing']
    }
    return [paid, await missing('2026-03-01'), await missing('2026-09-01')]
  }

  const ended = { valid_to: '2026-06-30' }
  const left = { ...ended, status: 'terminated', termination_reason: 'left' }

  test.each<[string, Given, number[], string | null, string | null]>([
    ['ALL', {}, [110], null, null],
    ['ROSTER', { roster: ended }, [10], null, 'No membership on this day'],
    ['LEFT', { roster: left }, [10], null, 'No membership on this day'],
    ['PENDING', { roster: { status: 'pending' } }, [], 'Membership is not active', 'Membership is not active'],
    ['CONTRACT', { contract: ended }, [10], null, 'No contract on this day'],
    ['NONE', { contract: null }, [], 'No contract on this day', 'No contract on this day'],
    ['PRIMARY', { contract: { members: 'primary' }, roster: { is_primary: true } }, [110], null, null],
    ['OTHER', { contract: { members: 'primary' } }, [], 'No contract for this member', 'No contract for this member'],
    ['GROUP', { group: ended }, [10], null, 'Contract group does not hold on this day'],
    ['REFUSED', { activation: { status: 'refused' } }, [], 'Activation is refused', 'Activation is refused'],
    // A contract that the group lists counts on the days it is listed for; one it does not list counts on all of them.
    [
      'LISTED',
      { group: { contracts: [{ contract_number: 'C-LISTED', ...ended }] } },
      [10],
      null,
      'No contract on this day',
    ],
    ['UNLISTED', { group: { contracts: [{ contract_number: 'C-OTHER', ...ended }] } }, [110], null, null],
  ])('%s', async (code, given, paid, march, september) => {
    expect(await told(code, given)).toEqual([paid, march, september])
  })

  // Without an activation at all.
  const free = { activation_required: false, default_tier: 'D' }
  test.each<[string, Given, number[], string | null | undefined, string | null | undefined]>([
    ['FREE', { group: free, activation: null }, [110], null, null],
    ['NOTFREE', { group: { ...free, activation_required: true }, activation: null }, [], undefined, undefined],
    ['FREELEFT', { group: free, activation: null, roster: ended }, [10], null, undefined],
    [
      'FREEPEND',
      { group: free, activation: null, roster: { status: 'pending' } },
      [],
      'Membership is not active',
      'Membership is not active',
    ],
    [
      'FREEACT',
      { group: free, activation: null, contract: { members: 'activated' } },
      [],
      'No contract for this member',
      'No contract for this member',
    ],
    [
      'FREEPRIM',
      { group: free, activation: null, contract: { members: 'primary' } },
      [],
      'No contract for this member',
      'No contract for this member',
    ],
    // What was activated to June is the same as what needs no activation: nothing counts twice.
    ['FREEBOTH', { group: free, activation: ended }, [110], null, null],
  ])('%s: where the group needs no activation', async (code, given, paid, march, september) => {
    expect(await told(code, given)).toEqual([paid, march, september])
  })

  test('the tier of whoever activated none is that of the contract, else of the roster, else of the group', async () => {
    const tierOf = async (code: string, given: Given) => {
      await told(code, { group: free, activation: null, ...given })
      const rows = recordsIn(
        await it.s.call('GET', `/api/membership-tieractivation?contract_group=G-${code}&valid_on=2026-03-01`, {
          token: admin,
        }),
      )
      return rows.map((row) => row['tier'])
    }
    expect(await tierOf('TIER-G', {})).toEqual(['D'])
    expect(await tierOf('TIER-R', { roster: { tier: 'R' } })).toEqual(['R'])
    expect(await tierOf('TIER-C', { roster: { tier: 'R' }, contract: { tier: 'C' } })).toEqual(['C'])
    expect(await tierOf('TIER-A', { roster: { tier: 'R' }, activation: {} })).toEqual(['1'])
  })

  test('the class of trade is that of the roster, else of the customer', async () => {
    await made('class-of-trade', { class_of_trade: 'Hospital', description: 'Hospitals' })
    await made('class-of-trade', { class_of_trade: 'Pharmacy', description: 'Pharmacies' })
    const contract = { class_of_trade: 'Hospital' }
    expect(await told('COT-A', { contract, roster: contract })).toEqual([[110], null, null])
    const other = 'No contract for this member'
    expect(await told('COT-B', { contract, roster: { class_of_trade: 'Pharmacy' } })).toEqual([[], other, other])
    expect(await told('COT-C', { contract, customer: contract })).toEqual([[110], null, null])
    expect(await told('COT-D', { contract })).toEqual([[], other, other])
  })
})
