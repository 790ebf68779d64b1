import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { amounts, rebateApp, type RebateApp, recordsIn, rule } from '#tests/support/rebate-app.ts'

let it: RebateApp

beforeAll(async () => {
  it = await rebateApp()
})
afterAll(() => it.s.close())

/** Contracts of one stack in the order of their numbers, each with one rule. */
const stacked = async (
  customer: string,
  ...contracts: readonly (readonly [number: string, rate: string, mode: string, more?: object, rule?: object])[]
): Promise<number[]> => {
  const ids: number[] = []
  for (const [number, rate, stack_mode, more, own] of contracts)
    ids.push(
      await it.agree(number, customer, {
        stack_group: customer,
        stack_mode,
        rules: [rule({ rate, ...own })],
        ...more,
      }),
    )
  return ids
}

const paid = async (...numbers: readonly string[]): Promise<number[]> => {
  const rows = await Promise.all(numbers.map((number) => it.simulate(number)))
  return rows.map((of) => amounts(of).reduce((sum, one) => sum + one, 0))
}

const sold = async (customer: string, ...lines: readonly (readonly [date: string, net: string, more?: object])[]) => {
  await it.customer(customer)
  await it.sell(
    ...lines.map(([date, net, more], at) => ({ document: `${customer}-${at}`, customer, date, net, ...more })),
  )
}

describe('contracts of one stack', () => {
  test('E6, E16: pay on what those before left, in their order', async () => {
    await sold('S6', ['2026-02-01', '1000'])
    await stacked(
      'S6',
      ['S6-1', '10', 'cascade'],
      ['S6-2', '15', 'exclude'],
      ['S6-3', '20', 'reduce'],
      ['S6-4', '25', 'exclude'],
    )
    expect(await paid('S6-1', 'S6-2', 'S6-3', 'S6-4')).toEqual([100, 135, 200, 175])
    const [row] = await it.simulate('S6-4')
    expect(row!['explanation']).toContain('after 300 ')
    await sold('S6R', ['2026-02-01', '1000'])
    await stacked(
      'S6R',
      ['S6R-1', '10', 'cascade', { stack_order: 4 }],
      ['S6R-2', '15', 'exclude', { stack_order: 3 }],
      ['S6R-3', '20', 'reduce', { stack_order: 2 }],
      ['S6R-4', '25', 'exclude', { stack_order: 1 }],
    )
    expect(await paid('S6R-1', 'S6R-2', 'S6R-3', 'S6R-4')).toEqual([80, 120, 200, 250])
    await sold('S16', ['2026-02-01', '1000'])
    await stacked('S16', ['S16-1', '2', 'cascade'], ['S16-2', '5', 'cascade'])
    expect(await paid('S16-1', 'S16-2')).toEqual([20, 49])
  })

  test('E10: a yearly one on the net of a monthly one, in whatever month it is asked for, and posted so', async () => {
    await sold(
      'S10',
      ...Array.from({ length: 12 }, (_, month) => [`2026-${String(month + 1).padStart(2, '0')}-05`, '1000'] as const),
    )
    const [, yearly] = await stacked(
      'S10',
      ['S10-1', '10', 'reduce', {}, { evaluation_period: 'month' }],
      ['S10-2', '10', 'net_of_prior', {}, { evaluation_period: 'year' }],
    )
    expect(await paid('S10-1', 'S10-2')).toEqual([1200, 1080])
    expect(amounts(await it.simulate('S10-2', { period_from: '2026-11-01' }))).toEqual([1080])
    expect((await it.post(yearly!, 'Payment')).body.response).toMatchObject({ done: 1 })
    expect(await it.postings('S10-2')).toEqual([['Payment', '1080']])
  })

  test('take only from lines they have in common, in the currency of each', async () => {
    await it.create('currency-rates', {
      rate_type: 'average',
      from_currency: 'EUR',
      to_currency: 'USD',
      valid_from: '2026-01-01',
      rate: '1.1',
    })
    await sold('SL', ['2026-02-01', '1000'], ['2026-02-02', '3000', { material: 'M2' }])
    const only = (value: string) => [
      { group_no: 1, mode: 'include', attribute: 'material.material_number', operator: 'eq', value },
    ]
    await stacked(
      'SL',
      ['SL-1', '10', 'cascade'],
      ['SL-2', '10', 'net_of_prior', { eligibility: only('M2') }],
      ['SL-3', '10', 'net_of_prior', { eligibility: only('M1'), currency: 'USD' }],
    )
    expect(await paid('SL-1', 'SL-2', 'SL-3')).toEqual([400, 270, 99])
  })

  test('an exclusive one has none of the lines that one before covers, on the days that one is valid', async () => {
    await sold('SX', ['2026-02-01', '1000'], ['2026-08-01', '500'], ['2026-02-02', '200', { material: 'M2' }])
    await stacked(
      'SX',
      [
        'SX-1',
        '5',
        'exclusive',
        {
          valid_to: '2026-06-30',
          eligibility: [
            { group_no: 1, mode: 'exclude', attribute: 'material.material_number', operator: 'eq', value: 'M2' },
          ],
        },
      ],
      ['SX-2', '10', 'exclusive'],
    )
    expect(await paid('SX-1', 'SX-2')).toEqual([50, 70])
    expect((await it.simulate('SX-2'))[0]!['explanation']).toContain('1 line of 1,000 left to SX-1')
    const source = await it.create('source_record_information', {
      contract_number: 'SX-2',
      rule_no: 1,
      period_from: '2026-01-01',
      period_to: '2026-12-31',
      kind: 'Payment',
      limit: 50,
    })
    expect(recordsIn(source).map((line) => [line['billing_date'], Number(line['amount'])])).toEqual([
      ['2026-02-02', 20],
      ['2026-08-01', 50],
    ])
  })

  test('count only where they are in force, and of the same application', async () => {
    await sold('SF', ['2026-02-01', '1000'])
    await stacked(
      'SF',
      ['SF-1', '10', 'cascade', { contract_status: 'Draft' }],
      ['SF-2', '10', 'cascade', { application_type: 'Royalty' }],
      ['SF-9', '10', 'cascade'],
    )
    expect(
      (
        await it.create('contracts', {
          ...it.contract('SF-0', 'SF'),
          stack_group: 'SF',
          stack_mode: 'cascade',
          rules: [rule({ rate: '10' })],
        })
      ).status,
    ).toBe(201)
    expect(await paid('SF-9')).toEqual([100])
  })
})
