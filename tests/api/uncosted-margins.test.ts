import { afterAll, beforeAll, expect, test } from 'vitest'
import { marginVariance } from '#server/domain/profit/margin-variance.ts'
import { rows, s, sell, startProfit, type Row } from '#tests/support/profit-app.ts'

beforeAll(startProfit)
afterAll(() => s.close())

test('lines without a cost are no margin of a hundred percent: every result leaves them out and tells them', async () => {
  const sold = { customer: 'R1', material: 'X' }
  await sell({ ...sold, on: '2020-03-01', quantity: 10, net: 100, cost: 60 })
  await sell({ ...sold, on: '2021-03-01', quantity: 10, net: 110, cost: 70 })
  await sell({ ...sold, on: '2021-04-01', quantity: 50, net: 500, cost: null })
  await sell({ ...sold, on: '2021-05-01', quantity: 1, net: 7, cost: 0 })
  await sell({ on: '2021-06-01', customer: 'H1', material: 'Y', quantity: 2, net: 80, cost: null })
  const year = { billing_date_from: '2021-01-01', billing_date_to: '2021-12-31' }
  const asked = { ...year, analysis_level: 'TRADE' }
  const placed = (found: Row[]) => Object.fromEntries(found.map((row) => [String(row['place']), row]))
  const before = { first_from: '2020-01-01', first_to: '2020-12-31' }
  const changes = await rows('margin-variance', { ...asked, ...before })
  const item = { key: 'Retail', quantity_b: 10, net_b: 100, cost_b: 60, quantity_a: 11, net_a: 117, cost_a: 70 }
  const buckets = marginVariance([{ ...item, constant_rate: 1 }]).get('Retail')!
  expect(placed(changes)).toMatchObject({
    Retail: {
      before: '40.00',
      margin: '47.00',
      net_value: '117.00',
      margin_percent: '40.17',
      price_effect: buckets.price.toFixed(2),
      cost_effect: buckets.cost.toFixed(2),
      quantity_effect: buckets.quantity.toFixed(2),
      uncosted_lines: 1,
      uncosted_value: '500.00',
    },
    Hospital: { margin: null, uncosted_lines: 1, uncosted_value: '80.00' },
  })
  const medians = placed(await rows('profit/median-margin', asked))
  expect(medians).toMatchObject({
    Retail: {
      lines: 2,
      net_value: '117.00',
      margin: '47.00',
      lower_quartile: '52.27',
      median_margin: '68.18',
      uncosted_lines: 1,
      uncosted_value: '500.00',
    },
    Hospital: { lines: 0, margin_percent: null, uncosted_lines: 1, uncosted_value: '80.00' },
  })
  expect(Number(medians['Hospital']!['below_floor'])).toBe(0)
  const judged = async (shown: string) =>
    (await rows('profit-margin-policy-exceptions', { ...asked, shown })).map((row) => [
      row['judgement'],
      row['net_value'],
      row['margin'],
      row['uncosted_value'],
    ])
  const without = [
    ['uncosted', null, null, '500.00'],
    ['uncosted', null, null, '80.00'],
  ]
  expect(await judged('uncosted')).toEqual(expect.arrayContaining(without))
  expect(await judged('sold')).toEqual(expect.arrayContaining([...without, ['none', '110.00', '40.00', '0.00']]))
  // No policy holds in that year: nothing could have been missed.
  expect(await judged('floor')).toEqual([])
  const simulated = placed(await rows('profit-calc-sim', { ...asked, price_percent: '10' }))
  expect(simulated).toMatchObject({
    Retail: { revenue: '117.00', margin: '47.00', difference: '11.70', uncosted_lines: 1, uncosted_value: '500.00' },
    Hospital: { revenue: '0.00', margin: '0.00', uncosted_lines: 1, uncosted_value: '80.00' },
  })
  const steps = await rows('profit-gross-to-net', year)
  expect(steps.map(({ step, amount, so_far, uncosted_lines }) => [step, amount, so_far, uncosted_lines])).toEqual([
    ['Gross sales', '697.00', '697.00', null],
    ['Sold without a known cost', '-580.00', '117.00', 2],
    ['Cost of goods', '-70.00', '47.00', null],
  ])
  const [retail] = await rows('customer-margin-report', { ...year, customer: 'R1' })
  expect(retail).toMatchObject({
    quantity: '11.000',
    net_value: '117.0000',
    margin: '47.0000',
    margin_percent: '40.17',
    uncosted_lines: 1,
    uncosted_value: '500.0000',
  })
})
