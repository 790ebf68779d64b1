import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebateApp, type RebateApp, recordsIn, rule } from '#tests/support/rebate-app.ts'

type Row = Record<string, unknown>

let it: RebateApp

const year = { period_from: '2026-01-01', period_to: '2026-12-31', kind: 'Payment' }
const simulation = 'calculation_simulation/v2'
const posting = 'financial_posting_sim'
const materials = Array.from({ length: 60 }, (_, at) => `P${String(at).padStart(2, '0')}`)

interface Told {
  readonly totals: Row
  readonly mixed?: readonly string[]
}
const ask = async <T = Told>(address: string, body: object): Promise<T> => {
  const answer = await it.create(address, { limit: 200, ...body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.body.response as T
}
const rowsOf = async (address: string, body: object) => recordsIn(await it.create(address, { limit: 200, ...body }))
const csv = async (address: string, columns: string, body: object): Promise<string[][]> => {
  const answer = await it.s.app.inject({
    method: 'POST',
    url: `/api/${address}/export?format=csv&columns=${columns}`,
    headers: { authorization: `Bearer ${it.analyst}` },
    payload: body,
  })
  expect(answer.statusCode).toBe(200)
  return answer.body
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
}

beforeAll(async () => {
  it = await rebateApp()
  await it.customer('C1')
  await it.create('currency-rates', {
    from_currency: 'USD',
    to_currency: 'EUR',
    rate_type: 'average',
    valid_from: '2025-01-01',
    rate: '91.234567',
    per_units: 100,
  })
  await it.sell(
    { document: 'E', customer: 'C1', date: '2026-01-15', net: '1000', material: 'M1' },
    { document: 'U', customer: 'C1', date: '2026-02-15', net: '333.33', material: 'M2', currency: 'USD' },
    ...materials.map((material) => ({ document: material, customer: 'C1', date: '2026-07-01', net: '10', material })),
  )
  const half = { valid_to: '2026-03-31' }
  await it.agree('EUR-1', 'C1', { ...half, rules: [rule({ rate: '10' })] })
  await it.agree('EUR-2', 'C1', { ...half, rules: [rule({ rate: '1' })] })
  await it.agree('USD-1', 'C1', { ...half, currency: 'USD', rules: [rule({ rate: '10' })] })
  await it.agree('MANY', 'C1', {
    valid_from: '2026-07-01',
    rules: [rule({ rate: '1', aggregation_level: 'customer_material' })],
  })
})
afterAll(() => it.s.close())

describe('amounts of several currencies', () => {
  test('have no total; those of one currency have, and so have figures that are no amounts', async () => {
    const all = await ask(simulation, year)
    expect([all.totals['amount'], all.totals['lines'], all.mixed]).toEqual([null, '66', ['amount']])
    const euros = await ask(simulation, { ...year, within: { currency: 'EUR' } })
    expect([Number(euros.totals['amount']) > 0, euros.mixed]).toEqual([true, undefined])
  })

  test('keep only the groups they are in from having one, with a run and without', async () => {
    interface Groups {
      readonly groups: readonly (Told & { readonly values: readonly unknown[] })[]
    }
    const told = ({ groups }: Groups) =>
      groups.map(({ values, totals, mixed }) => [...values, totals['amount'] === null, mixed])
    const run = { request_id: crypto.randomUUID() }
    for (const more of [{}, run]) {
      const { groups } = await ask<Groups>(`${simulation}/groups`, { ...year, ...more, by: 'payee,currency' })
      expect(told({ groups })).toEqual([
        ['C1', true, ['amount']],
        ['C1', 'EUR', false, undefined],
        ['C1', 'USD', false, undefined],
      ])
    }
    const page = await ask<Told & { run: Told }>(simulation, { ...year, ...run })
    expect([page.mixed, page.run.mixed, page.run.totals['amount']]).toEqual([['amount'], ['amount'], null])
  })

  test('are compared currency by currency', async () => {
    const { period_to: _to, ...from } = year
    const body = {
      first: { ...from, period_to: '2026-03-31' },
      second: { ...from, period_to: '2026-12-31' },
      measure: 'amount',
      match: 'payee',
    }
    const rows = await rowsOf(simulation, body)
    expect(rows.map((row) => row['payee'])).toEqual(['C1', 'C1'])
    expect(new Set(rows.map((row) => row['currency']))).toEqual(new Set(['EUR', 'USD']))
    const usd = rows.find((row) => row['currency'] === 'USD')!
    expect([Number(usd['first']) > 0, Number(usd['difference'])]).toEqual([true, 0])
    const { totals, mixed } = await ask(simulation, body)
    expect(totals).toEqual({ first: null, second: null, difference: null, difference_percent: null })
    expect(mixed).toEqual(['first', 'second', 'difference', 'difference_percent'])
  })

  test('are told on paper', async () => {
    const answer = await it.s.app.inject({
      method: 'POST',
      url: `/api/${simulation}/export?format=pdf`,
      headers: { authorization: `Bearer ${it.analyst}` },
      payload: { ...year, by: 'contract_number' },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.subarray(-6).toString()).toContain('%%EOF')
  })
})

test.each([posting, simulation])(
  'each row of %s is on one page only, whatever the order, as in a file',
  async (address) => {
    const asked = { ...year, contract_number: 'MANY' }
    for (const more of [{}, { request_id: crypto.randomUUID() }, { sort: '-amount' }]) {
      const pages = await Promise.all(
        [1, 2, 3, 4, 5, 6].map((page) => rowsOf(address, { ...asked, ...more, page, limit: 10 })),
      )
      const paged = pages.flat().map((row) => row['material_number'])
      expect(new Set(paged)).toEqual(new Set(materials))
      const whole = await rowsOf(address, { ...asked, ...more, limit: 0 })
      expect(whole.map((row) => row['material_number'])).toEqual(paged)
      expect((await csv(address, 'material_number', { ...asked, ...more })).flat()).toEqual(paged)
    }
  },
)

test('numbers have no more digits than their field, in pages and in files', async () => {
  const asked = { ...year, contract_number: 'EUR-1' }
  const digits = (value: unknown) => (String(value).split('.')[1] ?? '').length
  const [row] = await rowsOf(simulation, asked)
  // 1,000 and 333.33 USD at 91.234567 for 100.
  expect(Number(row!['benefit'])).toBe(1304.1122)
  expect(digits(row!['benefit'])).toBe(4)
  const cells = await csv(simulation, 'qualifier,benefit,rate', asked)
  expect(Math.max(...cells.flat().map(digits))).toBeLessThanOrEqual(6)
  expect(Number(cells[0]![1])).toBe(1304.1122)
  expect(digits(cells[0]![1])).toBe(4)
})
