import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { amounts, rebateApp, type RebateApp, recordsIn, rule, tier } from '#tests/support/rebate-app.ts'

let it: RebateApp
let admin: string

beforeAll(async () => {
  it = await rebateApp()
  admin = await it.admin()
})
afterAll(() => it.s.close())

/** A customer with one line of sales for each day and value. */
async function sold(number: string, ...lines: readonly (readonly [date: string, net: string, more?: object])[]) {
  await it.customer(number)
  await it.sell(
    ...lines.map(([date, net, more], at) => ({ document: `${number}-${at}`, customer: number, date, net, ...more })),
  )
}

/** The amounts of a contract with these terms over the year. */
async function owed(number: string, customer: string, terms: object, more: object = {}): Promise<number[]> {
  await it.agree(number, customer, terms)
  return amounts(await it.simulate(number, more))
}

const except = async (number: string, more: object) => {
  const made = await it.create('incentive-override', {
    description: number,
    contract_number: number,
    impact: '100',
    valid_from: '2026-01-01',
    valid_to: '2026-12-31',
    justification: 'Agreed',
    ...more,
  })
  expect(made.status).toBe(201)
  return (made.body.response as { id: number }).id
}
const decide = async (id: number) => {
  for (const [name, token] of [
    ['submit-approval', it.analyst],
    ['approve', admin],
  ] as const)
    await it.s.call('POST', `/api/incentive-override/actions/${name}`, { token, body: { ids: [id] } })
}

const year = { evaluation_period: 'year' }

describe('what a value is held against', () => {
  test('D3: growth pays on everything or on the increment; without a prior value there is a message', async () => {
    await sold('D3', ['2025-02-01', '100000'], ['2026-02-01', '112000'])
    const growth = { tier_mode: 'retro', benchmark: 'prior_period' }
    const tiers = [tier('0', null, '3')]
    expect(await owed('D3W', 'D3', { rules: [rule(growth)], tiers })).toEqual([3360])
    expect(await owed('D3I', 'D3', { rules: [rule({ ...growth, growth_pays: 'increment' })], tiers })).toEqual([360])
    const [row] = await it.simulate('D3I')
    expect(row).toMatchObject({
      qualifier: '112000.0000',
      lines: 1,
      explanation: expect.stringContaining('12 % more than 100,000'),
    })
    await sold('D3N', ['2026-02-01', '112000'])
    expect(await owed('D3N', 'D3N', { rules: [rule(growth)], tiers })).toEqual([0])
    expect((await it.simulate('D3N'))[0]!['explanation']).toContain('there is no value to grow from')
  })

  test('who sells less than the year before has not grown', async () => {
    await sold('D3L', ['2025-02-01', '100000'], ['2026-02-01', '90000'])
    const rules = [rule({ tier_mode: 'retro', benchmark: 'prior_period', growth_pays: 'increment' })]
    expect(await owed('D3L', 'D3L', { rules, tiers: [tier('0', null, '3')] })).toEqual([0])
  })

  test('D4: attainment of a target chooses the band, the target being the rule’s or one of the targets', async () => {
    await sold('D4', ['2026-02-01', '60000'])
    const tiers = [tier('0', '100', '4'), tier('100', null, '6')]
    const held = { tier_mode: 'marginal', benchmark: 'target' }
    expect(await owed('D4', 'D4', { rules: [rule({ ...held, benchmark_value: '50000' })], tiers })).toEqual([2600])
    await it.agree('D4T', 'D4', { rules: [rule(held)], tiers })
    expect((await it.simulate('D4T'))[0]).toMatchObject({ explanation: expect.stringContaining('there is no target') })
    const target = {
      target_number: 'D4T-1',
      contract_number: 'D4T',
      period_from: '2026-01-01',
      period_to: '2026-03-31',
    }
    const made = await it.create('target_data', { ...target, target_value: '50000' })
    expect(made.status).toBe(201)
    expect(amounts(await it.simulate('D4T'))).toEqual([2600])
  })
})

describe('what is paid on', () => {
  test('E4, weight, volume, a formula and the difference to a price', async () => {
    await it.s.call('POST', '/api/material-master', {
      token: it.analyst,
      body: {
        material_number: 'W1',
        material_description: 'Weighed',
        base_uom: 'EA',
        net_weight: '2.5',
        weight_uom: 'KG',
        volume: '0.02',
      },
    })
    await sold('E4', ['2026-02-01', '3000', { quantity: '1000', material: 'W1' }])
    const on = (benefit_basis: string, more: object = {}) => ({
      rules: [rule({ rate: '100', benefit_basis, ...more })],
    })
    expect(await owed('E4N', 'E4', on('net'))).toEqual([3000])
    expect(await owed('E4Q', 'E4', on('quantity'))).toEqual([1000])
    expect(await owed('E4W', 'E4', on('weight'))).toEqual([2500])
    expect(await owed('E4V', 'E4', on('volume'))).toEqual([20])
    expect(await owed('E4F', 'E4', on('formula', { formula: 'net_value - quantity * 2' }))).toEqual([1000])
    const formula = { rate_type: 'formula', rate: null, formula: 'if(quantity > 500, net_value * 0.1, 0)' }
    expect(await owed('E4G', 'E4', on('net', formula))).toEqual([300])
    expect(await owed('E4P', 'E4', on('net', { rate_type: 'price_difference', rate: '2' }))).toEqual([1000])
    expect((await it.simulate('E4P'))[0]!['explanation']).toContain('3,000 − 1,000 × 2 in tier 1 = 1,000')
  })

  test('a formula that is none is told at its place', async () => {
    const issues = async (more: object) => {
      const answer = await it.create('contracts', it.contract('BADF', 'E4', { rules: [rule({ rate: '1', ...more })] }))
      expect(answer.status).toBe(422)
      return answer.body.error?.issues?.map((issue) => issue.path.join('.'))
    }
    expect(await issues({ benefit_basis: 'formula' })).toEqual(['rules.0.formula'])
    expect(await issues({ formula: 'net_value *' })).toEqual(['rules.0.formula'])
    expect(await issues({ formula: 'password_hash * 2' })).toEqual(['rules.0.formula'])
    expect(await issues({ benchmark: 'fixed' })).toEqual(['rules.0.benchmark_value'])
    expect(await issues({ benchmark: 'prior_period', evaluation_period: 'lifetime' })).toEqual(['rules.0.benchmark'])
  })

  test('units that hold in general are converted, too', async () => {
    await it.create('general-uom', { uom: 'KG', description: 'Kilogram', dimension: 'mass' })
    await it.create('general-uom', {
      uom: 'TO',
      description: 'Tonne',
      dimension: 'mass',
      base_unit: 'KG',
      factor: '1000',
    })
    await sold('UOM', ['2026-02-01', '1', { quantity: '2', uom: 'TO' }])
    expect(
      await owed('UOM', 'UOM', { rules: [rule({ rate_type: 'amount_per_unit', rate: '0.5', uom: 'KG' })] }),
    ).toEqual([1000])
  })

  test('sales of distributors and purchases, by what the contract is reckoned on', async () => {
    await it.create('supplier-master', { supplier_number: 'SUP1', supplier_name: 'Supplies' })
    const line = {
      billing_doc_number: '1',
      billing_doc_line: 1,
      billing_date: '2026-02-01',
      material_number: 'M1',
      quantity: '10',
    }
    expect((await it.create('purchase-data', { ...line, supplier_number: 'SUP1', net_value: '5000' })).status).toBe(201)
    expect((await it.create('purchase-data', { ...line, supplier_number: 'OTHER', net_value: '77' })).status).toBe(201)
    await it.agree('PUR', 'E4', {
      partner_type: 'supplier',
      partner_customer: null,
      partner_supplier: 'SUP1',
      application_type: 'Supplier Rebate',
      data_source_type: 'purchase',
      rules: [rule({ rate: '2' })],
    })
    expect(amounts(await it.simulate('PUR'))).toEqual([100])
    await it.customer('IND')
    const sale = { ...line, distributor_number: 'IND', customer_number: 'IND', net_value: '800' }
    expect((await it.create('indirect-sales-data', sale)).status).toBe(201)
    expect(await owed('IND', 'IND', { data_source_type: 'indirect', rules: [rule({ rate: '10' })] })).toEqual([80])
  })
})

describe('periods', () => {
  test('D10: fixed amounts only for the days of a period that the contract covers', async () => {
    await sold('D10', ['2026-05-01', '100'])
    const rules = [rule({ rate_type: 'fixed_amount', fixed_amount: '9100', prorate: true })]
    expect(await owed('D10', 'D10', { valid_from: '2026-04-16', rules })).toEqual([7600])
    expect((await it.simulate('D10'))[0]!['explanation']).toContain('76 of 91 days')
  })

  test('those of the fiscal calendar, where it is defined', async () => {
    const made = await it.s.call('POST', '/api/fiscal-year-definition', {
      token: admin,
      body: { fiscal_year: 2026, calendar: 'STANDARD', pattern: '4-4-5', start_date: '2025-12-29', weeks: '53' },
    })
    expect(made.status).toBe(201)
    await sold('FIS', ['2026-03-29', '100'], ['2026-03-30', '1000'])
    await it.agree('FIS', 'FIS', { rules: [rule({ rate: '10', evaluation_period: 'fiscal_quarter' })] })
    const rows = await it.simulate('FIS', { sort: 'period_from' })
    expect(rows.map((row) => [row['period_from'], row['period_to'], Number(row['amount'])])).toEqual([
      ['2026-01-01', '2026-03-29', 10],
      ['2026-03-30', '2026-06-28', 100],
    ])
  })

  test('accruals on the tier that is expected at the end of the period', async () => {
    await sold('EXP', ['2026-01-10', '40000'])
    const terms = {
      rules: [rule({ ...year, tier_mode: 'retro', accrue_on: 'expected' })],
      tiers: [tier('0', '100000', '1'), tier('100000', null, '3')],
    }
    const until = { period_to: '2026-03-31', kind: 'Accrual' }
    expect(await owed('EXP', 'EXP', terms, until)).toEqual([1200])
    expect((await it.simulate('EXP', until))[0]!['explanation']).toContain('expected 162,222.2222')
    expect(amounts(await it.simulate('EXP', { ...until, kind: 'Payment' }))).toEqual([400])
  })
})

describe('rules of one stack', () => {
  const stack = (rates: readonly (readonly [rate: string, mode: string])[]) => ({
    rules: rates.map(([rate, stack_mode], at) =>
      rule({ rule_no: at + 1, rate, stack_group: 'S', stack_mode, sequence: at + 1 }),
    ),
  })

  test('E6, E16: the order counts where they take from each other', async () => {
    await sold('E6', ['2026-02-01', '1000'])
    const paid = async (number: string, rates: Parameters<typeof stack>[0]) => owed(number, 'E6', stack(rates))
    expect(
      await paid('E16C', [
        ['2', 'cascade'],
        ['5', 'cascade'],
      ]),
    ).toEqual([20, 49])
    expect(
      await paid('E16A', [
        ['2', 'additive'],
        ['5', 'additive'],
      ]),
    ).toEqual([20, 50])
    expect(
      await paid('E6X', [
        ['2', 'exclusive'],
        ['5', 'exclusive'],
      ]),
    ).toEqual([0, 50])
    const [first] = await it.simulate('E6X')
    expect(first!['explanation']).toContain('another rule pays more')
  })

  test('E10: annual on the net of the monthly rules', async () => {
    await sold(
      'E10',
      ...Array.from({ length: 12 }, (_, month) => [`2026-${String(month + 1).padStart(2, '0')}-05`, '1000'] as const),
    )
    const rules = [
      rule({ rate: '10', evaluation_period: 'month', stack_group: 'S', stack_mode: 'reduce' }),
      rule({ rule_no: 2, rate: '10', ...year, stack_group: 'S', stack_mode: 'net_of_prior' }),
    ]
    const paid = await owed('E10', 'E10', { rules })
    expect(paid.reduce((sum, one) => sum + one, 0)).toBe(2280)
    expect(paid.at(-1)).toBe(1080)
    // The year is settled on what its twelve months left, whichever of them are asked for.
    expect(amounts(await it.simulate('E10', { period_from: '2026-12-01' }))).toEqual([100, 1080])
  })

  test('a rule that another one beats pays nothing, not its least; a least that is waived leaves the others more', async () => {
    await sold('STM', ['2026-02-01', '1000'])
    const least = { rate: '2', stack_group: 'S', min_amount: '40' }
    const best = rule({ rule_no: 2, rate: '5', stack_group: 'S', stack_mode: 'exclusive' })
    expect(await owed('STX', 'STM', { rules: [rule({ ...least, stack_mode: 'exclusive' }), best] })).toEqual([0, 50])
    const rules = [rule({ ...least, stack_mode: 'cascade' }), rule({ ...best, stack_mode: 'cascade' })]
    expect(await owed('STC', 'STM', { rules })).toEqual([40, 48])
    await decide(await except('STC', { exception_type: 'minimum', override_amount: '0', calculation_rule: '1' }))
    expect(amounts(await it.simulate('STC'))).toEqual([20, 49])
  })
})

test('values are converted through a third currency, and a missing rate is told', async () => {
  for (const [from_currency, to_currency, rate] of [
    ['GBP', 'EUR', '1.2'],
    ['EUR', 'USD', '1.1'],
  ])
    await it.create('currency-rates', {
      rate_type: 'average',
      from_currency,
      to_currency,
      valid_from: '2026-01-01',
      rate,
    })
  await sold('TRI', ['2026-02-01', '100', { currency: 'GBP' }], ['2026-02-02', '100'])
  expect(await owed('TRI', 'TRI', { currency: 'USD', rules: [rule({ rate: '10' })] })).toEqual([24.2])
  await sold('TRM', ['2026-02-01', '100', { currency: 'CHF' }], ['2026-02-02', '100'])
  const [row] = await it.simulate('TRI')
  expect(row!['error']).toBeNull()
  expect(await owed('TRM', 'TRM', { currency: 'USD', rules: [rule({ rate: '10' })] })).toEqual([11])
  const [missing] = await it.simulate('TRM')
  expect(missing!['error']).toBe('1 line without a rate of exchange from CHF to USD on 2026-02-01')
})

test('half a cent is one, also where a rate of exchange has no inverse that ends', async () => {
  await it.create('currency-rates', {
    rate_type: 'average',
    from_currency: 'AUD',
    to_currency: 'USD',
    valid_from: '2026-01-01',
    rate: '1.0815',
  })
  const third = ['2026-02-01', '3.605', { currency: 'USD' }] as const
  await sold('HALF', third, third, third)
  // Thrice 3.605 of the one are 10 of the other, and 0.05 % of that are 0.005.
  const terms = { currency: 'AUD', rules: [rule({ tier_mode: 'retro' })] }
  expect(await owed('HALF', 'HALF', { ...terms, tiers: [tier('0', '10', '7'), tier('10', null, '0.05')] })).toEqual([
    0.01,
  ])
})

describe('an approved exception', () => {
  test('puts another rate in the place of a rule’s for its lines, once it is approved', async () => {
    await sold('EXC', ['2026-01-05', '1000'], ['2026-02-05', '500', { material: 'M2' }])
    const contract = { rules: [rule({ rate: '10' })] }
    expect(await owed('EXC', 'EXC', contract)).toEqual([150])
    const id = await except('EXC', { exception_type: 'rate', override_rate: '20', material_number: 'M2' })
    expect(amounts(await it.simulate('EXC'))).toEqual([150])
    await decide(id)
    const [row] = await it.simulate('EXC')
    expect([Number(row!['amount']), row!['explanation']]).toEqual([
      200,
      expect.stringContaining('500 by exception = 100'),
    ])
  })

  test('fixes the amount, waives the least, or lets in what was left out', async () => {
    await sold('EXF', ['2026-01-05', '1000'], ['2026-02-05', '500', { material: 'M2' }])
    const eligibility = [
      { group_no: 1, mode: 'exclude', attribute: 'material.material_number', operator: 'eq', value: 'M2' },
    ]
    expect(await owed('EXF', 'EXF', { eligibility, rules: [rule({ rate: '10' })] })).toEqual([100])
    await decide(await except('EXF', { exception_type: 'eligibility', material_number: 'M2' }))
    expect(amounts(await it.simulate('EXF'))).toEqual([150])
    await decide(await except('EXF', { exception_type: 'amount', override_amount: '777' }))
    expect(amounts(await it.simulate('EXF'))).toEqual([777])
    expect(await owed('EXM', 'EXF', { rules: [rule({ rate: '10', min_amount: '400' })] })).toEqual([400])
    await decide(await except('EXM', { exception_type: 'minimum', override_amount: '0' }))
    expect(amounts(await it.simulate('EXM'))).toEqual([150])
  })
  test('stays on its lines when the next tier is reached', async () => {
    await sold('EXN', ['2026-01-05', '500'], ['2026-02-05', '1000', { material: 'M2' }])
    const tiers = [tier('0', '5000', '1'), tier('5000', null, '2')]
    expect(await owed('EXN', 'EXN', { rules: [rule({ tier_mode: 'retro' })], tiers })).toEqual([15])
    await decide(await except('EXN', { exception_type: 'rate', override_rate: '20', material_number: 'M2' }))
    const next = async () => {
      const answer = await it.create('calculation_simulation/next-tier', {
        contract_number: 'EXN',
        period_from: '2026-01-01',
        period_to: '2026-03-31',
        kind: 'Payment',
      })
      const [row] = recordsIn(answer)
      return ['earned', 'gap', 'at_bound', 'uplift'].map((name) => Number(row![name]))
    }
    // 500 at 1 % and 1,000 at 20 %; then 4,000 at 2 % and 1,000 at 20 %.
    expect(await next()).toEqual([205, 3500, 280, 75])
    await decide(await except('EXN', { exception_type: 'minimum', override_amount: '400' }))
    expect(await next()).toEqual([400, 3500, 400, 0])
  })
})
