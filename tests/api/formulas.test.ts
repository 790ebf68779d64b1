import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebateApp, type RebateApp, recordsIn } from '#tests/support/rebate-app.ts'

type Row = Record<string, unknown>

let it: RebateApp

const report = async (address: string, body: object): Promise<Row[]> => {
  const answer = await it.create(address, { limit: 100, ...body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return recordsIn(answer)
}
const formula = (formula_name: string, expression: string, more: object = {}) =>
  it.create('formula', { formula_name, description: formula_name, expression, ...more })

beforeAll(async () => {
  it = await rebateApp()
  await it.customer('C1', { country: 'Spain' })
  await it.customer('C2', { country: 'Malta' })
  await it.sell(
    { document: 'A', customer: 'C1', date: '2026-01-15', net: '100.55', quantity: '2' },
    { document: 'B', customer: 'C1', date: '2026-02-15', net: '50', quantity: '-1' },
    { document: 'C', customer: 'C2', date: '2026-03-15', net: '10', quantity: '4' },
    { document: 'D', customer: 'NOBODY', date: '2026-03-16', net: '1', quantity: '1' },
  )
  for (const [query_field, attribute] of [
    ['COUNTRY', 'customer.country'],
    ['DAY', 'sales-data.billing_date'],
  ])
    await it.create('query-field', { query_field, description: query_field, attribute })
})
afterAll(() => it.s.close())

test('a formula is kept once it can be reckoned, with the fields it reads', async () => {
  const made = await formula('F-NET', 'round(net_value * 0.98, 2)')
  expect([made.status, made.body.response]).toMatchObject([201, { uses: 'net_value' }])
  const { id, row_version } = made.body.response as { id: number; row_version: number }
  const changed = await it.s.call('PUT', `/api/formula/${id}`, {
    token: it.analyst,
    body: { row_version, expression: 'if(quantity < 0, 0, net_value)' },
  })
  expect(changed.body.error).toBeUndefined()
  expect(changed.body.response).toMatchObject({ uses: 'quantity, net_value' })
  const wrong = async (expression: string, more: object = {}) => {
    const { status, body } = await formula('F-WRONG', expression, more)
    return [status, body.error?.issues?.[0]?.path[0], body.error?.issues?.[0]?.message]
  }
  expect(await wrong('net_valu * 2')).toEqual([422, 'expression', expect.stringContaining('there are net_value')])
  expect(await wrong('net_value *')).toEqual([422, 'expression', expect.stringContaining('at character')])
  expect(await wrong('concat(country, "x")')).toEqual([422, 'expression', expect.stringContaining('comes to a number')])
  expect(await wrong('contract_price')).toEqual([422, 'expression', expect.any(String)])
  expect((await formula('F-IND', 'contract_price', { source_data_type: 'indirect' })).status).toBe(201)
})

test('its values add up to those of its lines, by whatever a query field stands for', async () => {
  expect((await formula('F-HALF', 'if(quantity < 0, 0, net_value * 0.5)', { decimals: 2 })).status).toBe(201)
  const asked = { formula: 'F-HALF', billing_date_from: '2026-01-01' }
  const groups = await report('formula-values-report', { ...asked, group_by: 'COUNTRY' })
  const figures = groups.map((row) => [row['key'], Number(row['value']), row['lines']])
  // 50.275 is rounded line by line.
  expect(figures).toEqual([
    ['Spain', 50.28, 2],
    ['Malta', 5, 1],
    ['(none)', 0.5, 1],
  ])
  const [spain, , none] = groups
  const behind = (row: Row | undefined) =>
    report('formula-lines-report', {
      ...asked,
      group_by: 'COUNTRY',
      group_value: row!['group_value'],
      group_absent: row!['group_absent'],
    })
  expect((await behind(spain)).map((row) => [row['billing_doc_number'], Number(row['value'])])).toEqual([
    ['B', 0],
    ['A', 50.28],
  ])
  expect((await behind(none)).map((row) => row['billing_doc_number'])).toEqual(['D'])
  const [all] = await report('formula-values-report', asked)
  expect([all!['key'], Number(all!['value']), Number(all!['percent'])]).toEqual(['All lines', 55.78, 34.53])
  const days = await report('formula-values-report', { ...asked, group_by: 'DAY', customer: 'C1' })
  expect(new Set(days.map((row) => row['key']))).toEqual(new Set(['2026-01-15', '2026-02-15']))
})

test('what may not be read is not reckoned with, and what is not active is not found', async () => {
  expect((await formula('F-COST', 'net_value - cost_value')).status).toBe(201)
  const reader = await it.s.call('POST', '/api/formula-values-report', {
    token: it.reader,
    body: { formula: 'F-COST', billing_date_from: '2026-01-01' },
  })
  expect([reader.status, reader.body.error?.code]).toEqual([403, 'FIELD_DENIED'])
  expect((await formula('F-OFF', 'net_value', { status: 'inactive' })).status).toBe(201)
  const off = await it.create('formula-values-report', { formula: 'F-OFF' })
  expect([off.status, off.body.error?.issues?.[0]?.path]).toEqual([422, ['formula']])
})
