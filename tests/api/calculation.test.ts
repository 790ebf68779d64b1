import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { amounts, rebateApp, type RebateApp, recordsIn, rule, tier } from '#tests/support/rebate-app.ts'

let it: RebateApp

beforeAll(async () => {
  it = await rebateApp()
})
afterAll(() => it.s.close())

describe('a simulation', () => {
  test('E12: each band its own rate, or the reached rate on everything', async () => {
    await it.customer('E12')
    await it.sell(
      { document: 'A', customer: 'E12', date: '2026-01-15', net: '90000' },
      { document: 'B', customer: 'E12', date: '2026-03-31', net: '60000' },
      { document: 'C', customer: 'E12', date: '2026-04-01', net: '1000' },
    )
    const tiers = [tier('0', '100000', '5'), tier('100000', '125000', '6'), tier('125000', null, '7')]
    await it.agree('E12M', 'E12', { rules: [rule({ tier_mode: 'marginal' })], tiers })
    await it.agree('E12R', 'E12', { rules: [rule({ tier_mode: 'retro' })], tiers })
    const marginal = await it.simulate('E12M')
    expect(amounts(marginal)).toEqual([8250, 50])
    expect(marginal[0]).toMatchObject({
      period: '2026-Q1',
      payee: 'E12',
      payee_name: 'Customer E12',
      lines: 2,
      tier: 3,
    })
    expect(marginal[0]!['explanation']).toBe(
      '2 lines, net 150,000; 100,000 × 5 % in tier 1 = 5,000, 25,000 × 6 % in tier 2 = 1,500, 25,000 × 7 % in tier 3 = 1,750',
    )
    expect(amounts(await it.simulate('E12R'))).toEqual([10500, 50])
  })

  test('D1: a cap holds after the rate, and what is less than nothing stays so', async () => {
    await it.customer('D1')
    await it.sell(
      { document: 'A', customer: 'D1', date: '2026-02-01', net: '90000' },
      { document: 'B', customer: 'D1', date: '2026-05-01', net: '-2000' },
    )
    await it.agree('D1', 'D1', { rules: [rule({ rate: '5', max_amount: '4000' })] })
    expect(amounts(await it.simulate('D1'))).toEqual([4000, -100])
  })

  test('D6: what rounding leaves over goes to the greatest share', async () => {
    await it.customer('D6')
    await it.sell({ document: 'A', customer: 'D6', date: '2026-02-01', net: '1000' })
    const payees = ['P1', 'P2'].map((payee) => ({ payee, percent: '33.333333' }))
    await it.agree('D6', 'D6', {
      rules: [rule({ rate: '10' })],
      payees: [...payees, { payee: 'P3', percent: '33.333334' }],
    })
    const rows = await it.simulate('D6')
    expect(Object.fromEntries(rows.map((row) => [row['payee'], Number(row['amount'])]))).toEqual({
      P1: 33.33,
      P2: 33.33,
      P3: 33.34,
    })
  })

  test('E9: a fixed amount is paid once, when its target is reached', async () => {
    await it.customer('E9')
    await it.sell(
      { document: 'A', customer: 'E9', date: '2026-01-05', net: '110000' },
      { document: 'B', customer: 'E9', date: '2026-04-05', net: '90000' },
    )
    await it.agree('E9', 'E9', {
      rules: [rule({ rate_type: 'fixed_amount', tier_mode: 'retro' })],
      tiers: [{ rule_no: 1, from_value: '100000', to_value: null, flat_amount: '1000' }],
    })
    expect(amounts(await it.simulate('E9'))).toEqual([1000, 0])
  })

  test('D2: units are converted, and a missing factor is told, never taken as one', async () => {
    await it.customer('D2')
    await it.create('material-uom', { material_number: 'M1', uom: 'CS', numerator: '24', denominator: '1' })
    await it.sell({ document: 'A', customer: 'D2', date: '2026-01-05', net: '100', quantity: '12', uom: 'CS' })
    const id = await it.agree('D2', 'D2', { rules: [rule({ rate_type: 'amount_per_unit', rate: '0.15', uom: 'EA' })] })
    expect(amounts(await it.simulate('D2'))).toEqual([43.2])
    await it.sell({ document: 'B', customer: 'D2', date: '2026-01-06', net: '100', quantity: '1', uom: 'PAL' })
    expect(await it.simulate('D2')).toMatchObject([
      { error: '1 line without a factor from PAL to EA or a measure of material M1', lines: 2 },
    ])
    expect((await it.post(id, 'Payment')).body.response).toMatchObject({
      done: 0,
      failed: [{ message: expect.stringContaining('Nothing was posted: 1 line without a factor from PAL to EA') }],
    })
    expect(await it.postings('D2')).toEqual([])
  })

  test('values of another currency are converted at the rate of their day', async () => {
    await it.customer('FX')
    const rate = { rate_type: 'average', from_currency: 'USD', to_currency: 'EUR', per_units: 1 }
    await it.create('currency-rates', { ...rate, valid_from: '2026-01-01', rate: '0.9' })
    await it.create('currency-rates', { ...rate, valid_from: '2026-02-01', rate: '0.8' })
    await it.sell(
      { document: 'A', customer: 'FX', date: '2026-01-31', net: '1000', currency: 'USD' },
      { document: 'B', customer: 'FX', date: '2026-02-01', net: '1000', currency: 'USD' },
    )
    await it.agree('FX', 'FX', { rules: [rule({ rate: '10', evaluation_period: 'month' })] })
    expect(amounts(await it.simulate('FX'))).toEqual([90, 80])
  })

  test('attributes of a group hold together, values and groups are alternatives, exclusion wins', async () => {
    for (const [number, group] of [
      ['G1', 'Hospital'],
      ['G2', 'Hospital'],
      ['G3', 'Pharmacy'],
    ] as const)
      await it.customer(number, { customer_group: group })
    await it.sell(
      { document: 'A', customer: 'G1', date: '2026-01-05', net: '100' },
      { document: 'B', customer: 'G1', date: '2026-01-05', net: '20', material: 'M2' },
      { document: 'C', customer: 'G2', date: '2026-01-05', net: '3000' },
      { document: 'D', customer: 'G3', date: '2026-01-05', net: '7', material: 'M2' },
    )
    const term = (group_no: number, mode: string, attribute: string, value: string) => ({
      group_no,
      mode,
      attribute,
      operator: 'eq',
      value,
    })
    await it.agree('G', 'G1', {
      own_sales_only: false,
      rules: [rule({ rate: '100', aggregation_level: 'customer' })],
      eligibility: [
        term(1, 'include', 'customer.customer_group', 'Hospital'),
        term(1, 'include', 'material.material_number', 'M1'),
        term(2, 'include', 'customer.customer_number', 'G3'),
        term(3, 'exclude', 'customer.customer_number', 'G2'),
      ],
    })
    const rows = await it.simulate('G')
    expect(rows.map((row) => [row['customer_number'], Number(row['amount'])])).toEqual([
      ['G1', 100],
      ['G3', 7],
    ])
  })

  test('leaves out what the rules over all contracts of the application leave out, on their days', async () => {
    await it.customer('UNI')
    await it.sell(
      { document: 'A', customer: 'UNI', date: '2026-01-05', net: '100' },
      { document: 'B', customer: 'UNI', date: '2026-01-05', net: '1000', material: 'M2' },
      { document: 'C', customer: 'UNI', date: '2026-06-05', net: '30', material: 'M2' },
    )
    await it.agree('UNI', 'UNI', {
      rules: [rule({ rate: '100', evaluation_period: 'year' })],
      application_type: 'Royalty',
    })
    const universal = (application: string) => ({
      rule_code: `NO-M2-${application}`.toUpperCase().replace(' ', '-'),
      description: 'Not in the first quarter',
      mode: 'exclude',
      attribute: 'material.material_number',
      operator: 'eq',
      values: [{ value: 'M2' }],
      application_types: [application],
      valid_from: '2026-01-01',
      valid_to: '2026-03-31',
    })
    const admin = await it.admin()
    const add = (body: object) => it.s.call('POST', '/api/universal-eligibility-rule', { token: admin, body })
    expect((await add(universal('Sales Commission'))).status).toBe(201)
    expect(amounts(await it.simulate('UNI'))).toEqual([1130])
    expect((await add(universal('Royalty'))).status).toBe(201)
    expect(amounts(await it.simulate('UNI'))).toEqual([130])
  })

  test('a rule over all contracts counts for the source of data it names only', async () => {
    const admin = await it.admin()
    await it.create('supplier-master', { supplier_number: 'SRC', supplier_name: 'Supplies' })
    const line = { billing_doc_number: 'SRC', billing_date: '2026-02-01', material_number: 'M1', quantity: '10' }
    // As many purchases do, it names no customer.
    const bought = { ...line, billing_doc_line: 1, supplier_number: 'SRC', net_value: '5000' }
    expect((await it.create('purchase-data', bought)).status).toBe(201)
    await it.customer('SRC')
    await it.sell({ document: 'SRC', customer: 'SRC', date: '2026-02-01', net: '900' })
    const rules = [rule({ rate: '10' })]
    const supplied = { partner_type: 'supplier', partner_customer: null, partner_supplier: 'SRC' }
    await it.agree('SRC-P', 'SRC', {
      ...supplied,
      application_type: 'Supplier Rebate',
      data_source_type: 'purchase',
      rules,
    })
    await it.agree('SRC-D', 'SRC', { rules })
    const paid = async () => [...amounts(await it.simulate('SRC-P')), ...amounts(await it.simulate('SRC-D'))]
    const over = async (more: object): Promise<number> => {
      const made = await it.s.call('POST', '/api/universal-eligibility-rule', {
        token: admin,
        body: {
          rule_code: 'SRC',
          description: 'Of one source',
          mode: 'exclude',
          group_no: 90,
          attribute: 'material.material_number',
          values: [{ value: 'M1' }],
          valid_from: '2026-01-01',
          ...more,
        },
      })
      expect(made.status).toBe(201)
      return (made.body.response as { id: number }).id
    }
    const under = async (more: object): Promise<number[]> => {
      const id = await over(more)
      const amount = await paid()
      expect((await it.s.call('DELETE', `/api/universal-eligibility-rule/${id}`, { token: admin })).status).toBe(200)
      return amount
    }
    expect(await paid()).toEqual([500, 90])
    expect(await under({ data_source_type: 'purchase' })).toEqual([90])
    expect(await under({ data_source_type: 'direct' })).toEqual([500])
    expect(await under({ data_source_type: 'indirect' })).toEqual([500, 90])
    expect(await under({})).toEqual([])
    // A line without a customer is of none that is blocked.
    const blocked = { attribute: 'customer.status', values: [{ value: 'blocked' }, { value: 'inactive' }] }
    expect(await under(blocked)).toEqual([500, 90])
  })

  test('is explained down to the invoice line, each with its share', async () => {
    const [row] = await it.simulate('E12R')
    const answer = await it.create('source_record_information', {
      contract_number: 'E12R',
      rule_no: 1,
      kind: 'Payment',
      period_from: row!['period_from'],
      period_to: row!['period_to'],
    })
    expect(recordsIn(answer)).toMatchObject([
      { billing_doc_number: 'A', benefit: '90000.0000', amount: '6300.0000' },
      { billing_doc_number: 'B', benefit: '60000.0000', amount: '4200.0000' },
    ])
    await it.customer('SHARE')
    await it.sell(
      ...[1, 2, 3, 4, 5, 6, 7].map((at) => ({
        document: `S${at}`,
        customer: 'SHARE',
        date: '2026-01-05',
        net: '33.37',
      })),
    )
    await it.agree('SHARE', 'SHARE', { rules: [rule({ rate: '3.333333' })] })
    const [whole] = await it.simulate('SHARE')
    const parts = await it.create('source_record_information', {
      contract_number: 'SHARE',
      rule_no: 1,
      kind: 'Payment',
      period_from: '2026-01-01',
      period_to: '2026-03-31',
    })
    expect(parts.body.response).toMatchObject({
      totals: { amount: expect.stringMatching(new RegExp(`^${Number(whole!['amount']).toFixed(2)}0*$`)) },
    })
  })

  test('is not for others: nothing of another organisation, and no call without the right', async () => {
    const body = { contract_number: 'E12M', period_from: '2026-01-01', period_to: '2026-12-31', kind: 'Payment' }
    const other = await it.s.call('POST', '/api/calculation_simulation/v2', { token: it.stranger, body })
    expect(recordsIn(other)).toEqual([])
    const mine = await it.s.call('POST', '/api/contracts/actions/post', {
      token: it.reader,
      body: { ids: [1], parameters: {} },
    })
    expect(mine.status).toBe(403)
  })
})

describe('a contract', () => {
  test('says at the field what is wrong with its terms', async () => {
    const paths = async (more: object) => {
      const answer = await it.create('contracts', it.contract('BAD', 'E12', more))
      expect(answer.status).toBe(422)
      return answer.body.error?.issues?.map((issue) => issue.path.join('.'))
    }
    expect(await paths({ rules: [rule(), rule()] })).toEqual(['rules.0.rate', 'rules.1.rule_no', 'rules.1.rate'])
    expect(await paths({ rules: [rule({ tier_mode: 'retro' })] })).toEqual(['rules.0.tier_mode'])
    const tiered = { rules: [rule({ tier_mode: 'retro' })] }
    expect(await paths({ ...tiered, tiers: [tier('0', '10', '1'), tier('12', null, '2')] })).toEqual([
      'tiers.1.from_value',
    ])
    expect(await paths({ ...tiered, tiers: [tier('0', null, '1'), tier('12', null, '2')] })).toEqual([
      'tiers.0.to_value',
    ])
    expect(await paths({ ...tiered, tiers: [tier('0', null, '1'), { ...tier('0', null, '1'), rule_no: 7 }] })).toEqual([
      'tiers.1.rule_no',
    ])
    expect(
      await paths({
        rules: [rule({ rate: '1' })],
        payees: [
          { payee: 'A', percent: '60' },
          { payee: 'A', percent: '30' },
        ],
      }),
    ).toEqual(['payees.1.payee', 'payees.1.percent'])
  })
})
