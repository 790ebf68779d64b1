import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { amountsSql } from '#server/calculation/amounts-sql.ts'
import type { UniversalRule } from '#server/calculation/surroundings.ts'
import type { ContractTerms, EligibilityTerm } from '#server/calculation/terms.ts'
import { json, sql } from '#server/store/sql.ts'
import { type SessionApp, sessionApp } from '#tests/support/session-app.ts'

// Many contracts read the lines together, one reads its own: whichever way, a contract comes to the same.

let s: SessionApp
let organizationId: number

const at = <T>(list: readonly T[], place: number): T => list[place % list.length]!

beforeAll(async () => {
  s = await sessionApp()
  organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading' })
  const customers = Array.from({ length: 9 }, (_, no) => ({
    number: `K${no}`,
    group: at(['Retail', 'Trade', null], no),
  }))
  const materials = Array.from({ length: 12 }, (_, no) => ({
    number: `M${no}`,
    family: at(['Tools', 'Paint', 'Glue', null], no),
    brand: at(['Alpha', 'Beta', null], Math.floor(no / 2)),
  }))
  const lines = Array.from({ length: 4000 }, (_, no) => ({
    no,
    // Some name a customer or a material that has no master yet, some no customer at all.
    customer: no % 13 === 5 ? null : `K${(no * 7) % 11}`,
    material: `M${(no * 5) % 14}`,
    day: new Date(Date.UTC(2026, 0, 1 + (no % 180))).toISOString().slice(0, 10),
    country: at(['Spain', 'France', 'Italy', null], (no * 3) % 17),
    net: String(((no * 37) % 991) + 0.25),
  }))
  await s.db.system(async (tx) => {
    await tx.query(sql`
      insert into customer (organization_id, customer_number, customer_name, customer_group)
      select ${organizationId}, x.number, x.number, x."group" from jsonb_to_recordset(${json(customers)}) as x (number text, "group" text)`)
    await tx.query(sql`
      insert into material (organization_id, material_number, material_description, material_group, brand)
      select ${organizationId}, x.number, x.number, x.family, x.brand
        from jsonb_to_recordset(${json(materials)}) as x (number text, family text, brand text)`)
    await tx.query(sql`
      insert into sales_data (organization_id, billing_doc_number, billing_doc_line, billing_date, customer_number, material_number, net_value, currency, country, quantity, uom)
      select ${organizationId}, 'D', x.no, x.day, x.customer, x.material, x.net, 'EUR', x.country, 1, 'EA'
        from jsonb_to_recordset(${json(lines)}) as x (no bigint, day date, customer text, material text, country text, net numeric)`)
    // What is known of the table decides whether combinations of kinds are put together or lines are read for them.
    await tx.query(sql`analyze sales_data`)
  })
})
afterAll(() => s.close())

const asked: Readonly<Record<string, readonly string[]>> = {
  'customer.customer_number': ['K1', 'K2', 'K9', 'K10'],
  'customer.customer_group': ['Retail', 'Trade', 'Nobody'],
  'material.material_number': ['M1', 'M4', 'M13'],
  'material.material_group': ['Tools', 'Paint', 'Glue'],
  'material.brand': ['Alpha', 'Beta'],
  'sales-data.country': ['Spain', 'France', 'Italy'],
}

const term = fc
  .record({
    attribute: fc.constantFrom(...Object.keys(asked)),
    value: fc.nat(3),
    operator: fc.constantFrom('eq', 'eq', 'eq', 'like', 'between'),
    mode: fc.constantFrom('include', 'include', 'include', 'exclude'),
    group_no: fc.integer({ min: 1, max: 2 }),
    valid_from: fc.constantFrom(null, null, null, '2026-02-14'),
  })
  .map(({ value, ...rest }) => {
    const text = at(asked[rest.attribute]!, value)
    return { ...rest, value: rest.operator === 'like' ? `${text.slice(0, 2)}*` : text, value_to: `${text}z` }
  }) as fc.Arbitrary<EligibilityTerm>

const contract = fc
  .record({
    eligibility: fc.array(term, { maxLength: 6 }),
    own_sales_only: fc.constantFrom(false, false, true),
    partner_number: fc.constantFrom('K1', 'K5'),
    valid_to: fc.constantFrom('2026-03-31', '2026-12-31'),
    aggregation_level: fc.constantFrom('contract', 'customer', 'material'),
    evaluation_period: fc.constantFrom('month', 'year'),
  })
  .map(({ aggregation_level, evaluation_period, ...rest }, no = 0) => ({
    ...rest,
    id: no,
    row_version: 1,
    application_type: 'Customer Rebate',
    currency: 'EUR',
    partner_type: 'customer',
    payment_frequency: 'year',
    valid_from: '2026-01-01',
    payees: [],
    tiers: [],
    rules: [
      {
        rule_no: 1,
        rule_type: 'Both',
        rate_type: 'percent',
        rate: '10',
        benefit_basis: 'net',
        qualifier_basis: 'net',
        tier_mode: 'none',
        bound: 'lower',
        aggregation_level,
        evaluation_period,
      },
    ],
  })) as unknown as fc.Arbitrary<ContractTerms>

/** Of values alone: then the kinds of customers, materials and countries are few, and are put together instead of read from lines. */
const plain = (one: EligibilityTerm): EligibilityTerm => ({
  ...one,
  operator: 'eq',
  value: at(asked[one.attribute]!, one.value.length),
  valid_from: null,
})

const ruleOverAll = fc
  .record({
    term,
    mode: fc.constantFrom('include', 'exclude', 'exclude'),
    attribute: fc.constantFrom('customer.customer_group', 'customer.customer_group', ...Object.keys(asked)),
    data_source_type: fc.constantFrom(null, null, 'direct', 'purchase'),
    application_types: fc.constantFrom([], [], ['Customer Rebate'], ['Royalty']),
    valid_to: fc.constantFrom(null, null, '2026-05-31'),
  })
  .map(
    ({ term: { value, value_to, ...rest }, ...more }) =>
      ({
        ...rest,
        values: [{ value: at(asked[more.attribute]!, value.length), value_to }],
        ...more,
      }) as unknown as UniversalRule,
  )

async function calculated(
  contracts: readonly ContractTerms[],
  universal: readonly UniversalRule[] = [],
): Promise<string[]> {
  const around = { organizationId, screens: s.screens, universal, reference: 'EUR' }
  const window = { from: '2026-01-01', to: '2026-12-31' }
  const rows = await s.db.tenant({ organizationId, userId: 1 }, (tx) =>
    tx.query<{ told: string }>(sql`
      select concat_ws('|', a.contract_number, a.period_from, a.customer_number, a.material_number, a.lines, a.amount) as told
        from (${amountsSql({ around, contracts, window, kind: 'Payment' })}) a`),
  )
  return rows.map(({ told }) => told).toSorted()
}

async function expectTheSame(
  made: readonly ContractTerms[],
  universal: readonly UniversalRule[] = [],
): Promise<number> {
  const contracts = made.map((one, no) => ({ ...one, contract_number: `C${no + 10}` }))
  const together = await calculated(contracts, universal)
  const apart: string[] = []
  for (const one of contracts) apart.push(...(await calculated([one], universal)))
  expect(together).toEqual(apart.toSorted())
  return together.length
}

test('contracts come to the same together as each by itself', async () => {
  let rows = 0
  await fc.assert(
    fc.asyncProperty(fc.array(contract, { minLength: 12, maxLength: 12 }), fc.boolean(), async (made, isPlain) => {
      rows += await expectTheSame(
        made.map((one) => ({ ...one, eligibility: isPlain ? one.eligibility.map(plain) : one.eligibility })),
      )
    }),
    { numRuns: Number(process.env['CALCULATION_RUNS'] ?? 6), endOnFailure: true, seed: 11 },
  )
  expect(rows).toBeGreaterThan(200)
}, 600_000)

test('so they do under rules over all contracts, also for lines without a customer', async () => {
  let rows = 0
  const rules = fc.array(ruleOverAll, { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(fc.array(contract, { minLength: 8, maxLength: 8 }), rules, async (made, universal) => {
      rows += await expectTheSame(made, universal)
    }),
    { numRuns: Number(process.env['CALCULATION_RUNS'] ?? 20), endOnFailure: true, seed: 12 },
  )
  expect(rows).toBeGreaterThan(100)
}, 600_000)

test('what a line does not say leaves it in, however many contracts look at it', async () => {
  const [everything] = fc.sample(contract, { numRuns: 1, seed: 5 }) as [ContractTerms]
  const open = {
    ...everything,
    eligibility: [],
    own_sales_only: false,
    valid_to: '2026-12-31',
    rules: [{ ...everything.rules[0]!, aggregation_level: 'customer', evaluation_period: 'year' }],
  } as unknown as ContractTerms
  const blocked = { mode: 'exclude', group_no: 1, operator: 'eq', application_types: [], valid_from: null } as const
  const rules = [
    { ...blocked, attribute: 'customer.customer_group', values: [{ value: 'Retail' }], valid_to: null },
    // On certain days only, and of customers by their number.
    {
      ...blocked,
      group_no: 2,
      attribute: 'customer.customer_number',
      values: [{ value: 'K1' }],
      valid_to: '2026-02-28',
    },
  ]
  for (const rule of rules) {
    await expectTheSame(
      Array.from({ length: 6 }, () => open),
      [rule],
    )
    const told = await calculated([{ ...open, contract_number: 'C10' }], [rule])
    const lines = 4000 / 13
    // The lines without a customer are told without its number.
    const without = told.filter((row) => !row.includes('K'))
    expect(without).toHaveLength(1)
    expect(Number(without[0]!.split('|')[2])).toBeCloseTo(lines, -1)
  }
})
