import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byCustomer, queryApp, type Row, sales } from '#tests/support/query-app.ts'
import type { SessionApp } from '#tests/support/session-app.ts'

let asked: Awaited<ReturnType<typeof queryApp>>
let s: SessionApp
let admin: string
let reader: string
let noMoney: string
let stranger: string

beforeAll(async () => {
  asked = await queryApp()
  ;({ s, admin, reader, noMoney, stranger } = asked)
})

afterAll(() => s?.close())

const call: (typeof asked)['call'] = (...given) => asked.call(...given)
const run: (typeof asked)['run'] = (...given) => asked.run(...given)
const rows: (typeof asked)['rows'] = (...given) => asked.rows(...given)

describe('what a query comes to', () => {
  test('amounts of several currencies are apart, and what a customer has is counted once, not once a line', async () => {
    expect(await rows(byCustomer)).toEqual([
      {
        c1: 'First',
        c2: '150.5000',
        c3: 2,
        c4: '1000.0000',
        currency_currency: 'EUR',
        currency_customer_number_currency: 'EUR',
      },
      {
        c1: 'Second',
        c2: '20.0000',
        c3: 1,
        c4: '500.0000',
        currency_currency: 'USD',
        currency_customer_number_currency: 'EUR',
      },
      {
        c1: 'Second',
        c2: '300.0000',
        c3: 1,
        c4: '500.0000',
        currency_currency: 'EUR',
        currency_customer_number_currency: 'EUR',
      },
      { c1: null, c2: '69.5000', c3: 1, c4: null, currency_currency: 'EUR', currency_customer_number_currency: null },
    ])
    const { body } = await run(byCustomer)
    expect(body.response).toMatchObject({ total_record: 4, totals: { c2: null, c3: '5' }, mixed: ['c2'] })
    expect(body.response!['totals']).not.toHaveProperty('c4')
    const [all] = await rows(
      sales([
        { id: 'c1', field: 'customer_number.credit_limit', aggregate: 'sum' },
        { id: 'c2', field: 'customer_number.*', aggregate: 'count' },
        { id: 'c3', field: 'customer_number.country', aggregate: 'distinct' },
      ]),
    )
    expect(all).toMatchObject({ c1: '1500.0000', c2: 2, c3: 1 })
  })

  test('rows within records are lines, beside which a record counts once', async () => {
    const contacts = { from: 'customer', each: 'contacts' }
    expect(
      await rows({
        ...contacts,
        columns: [
          { id: 'c1', field: 'customer_number' },
          { id: 'c2', field: 'row.name' },
        ],
        where: { op: 'notEmpty', field: 'row.email' },
        sort: [{ column: 'c1' }],
      }),
    ).toMatchObject([
      { c1: 'C1', c2: 'A' },
      { c1: 'C2', c2: 'A' },
      { c1: 'C3', c2: 'A' },
    ])
    const grouped = {
      ...contacts,
      related: [{ id: 'r1', screen: 'sales-data', by: 'customer_number' }],
      columns: [
        { id: 'c1', field: 'country' },
        { id: 'c2', field: 'row.*', aggregate: 'count' },
        { id: 'c3', field: '*', aggregate: 'count' },
        { id: 'c4', field: 'credit_limit', aggregate: 'sum' },
        { id: 'c5', field: 'r1.*', aggregate: 'count' },
      ],
      sort: [{ column: 'c1' }],
    }
    const { body } = await run(grouped)
    expect(body.response).toMatchObject({
      records: [
        { c1: 'Malta', c2: 2, c3: 1, c4: '70.0000', c5: 0 },
        { c1: 'Spain', c2: 4, c3: 2, c4: '1500.0000', c5: 4 },
      ],
      totals: { c2: '6' },
    })
    expect(Object.keys(body.response!['totals'] as object)).toEqual(['c2'])
  })

  test('related records are figures of a row and multiply nothing', async () => {
    const query = {
      from: 'customer',
      related: [
        { id: 'r1', screen: 'sales-data', by: 'customer_number' },
        {
          id: 'r2',
          screen: 'sales-data',
          by: 'customer_number',
          where: { op: 'gte', field: 'billing_date', value: '2011-02-01' },
        },
        { id: 'r3', rows: 'contacts' },
      ],
      columns: [
        { id: 'c1', field: 'customer_number' },
        { id: 'c2', field: 'credit_limit' },
        { id: 'c3', field: 'r1.*', aggregate: 'count' },
        { id: 'c4', field: 'r1.net_value', aggregate: 'sum' },
        { id: 'c5', field: 'r2.*', aggregate: 'count' },
        { id: 'c6', field: 'r3.email', aggregate: 'count' },
      ],
      where: null,
    }
    expect((await rows(query)).map(({ record_id: _id, ...row }) => row)).toEqual([
      { c1: 'C1', c2: '1000.0000', c3: 2, c4: '150.5000', c4_currency: 'EUR', c5: 1, c6: 1, currency_currency: 'EUR' },
      { c1: 'C2', c2: '500.0000', c3: 2, c4: null, c4_currency: 'Mixed', c5: 1, c6: 1, currency_currency: 'EUR' },
      { c1: 'C3', c2: '70.0000', c3: 0, c4: null, c4_currency: null, c5: 0, c6: 1, currency_currency: 'USD' },
    ])
    const none = { ...query, having: { op: 'eq', field: 'c3', value: 0 } }
    expect((await rows(none)).map(({ c1 }) => c1)).toEqual(['C3'])
    const grouped = {
      ...query,
      related: query.related.slice(0, 1),
      columns: [
        { id: 'c1', field: 'country' },
        { id: 'c2', field: '*', aggregate: 'count' },
        { id: 'c3', field: 'r1.*', aggregate: 'count' },
      ],
    }
    expect(await rows(grouped)).toEqual([
      { c1: 'Malta', c2: 1, c3: 0 },
      { c1: 'Spain', c2: 2, c3: 4 },
    ])
  })

  test('formulas, months, conditions on figures, the first rows and nested conditions', async () => {
    const query = sales(
      [
        { id: 'c1', field: 'billing_date', span: 'month' },
        { id: 'c2', field: 'net_value', aggregate: 'sum' },
        { id: 'c3', field: 'quantity', aggregate: 'sum' },
        { id: 'c4', formula: '[c2] / [c3]', label: 'Price', type: 'money' },
      ],
      {
        where: {
          op: 'and',
          of: [
            { op: 'not', of: { op: 'eq', field: 'customer_number.country', value: 'Malta' } },
            {
              op: 'or',
              of: [
                { op: 'eq', field: 'currency', value: 'EUR' },
                { op: 'gt', field: 'net_value', value: 1000 },
              ],
            },
          ],
        },
        having: { op: 'gt', field: 'c4', value: 20 },
        sort: [{ column: 'c4', descending: true }],
        limit: 2,
      },
    )
    expect(await rows(query)).toEqual([
      {
        c1: '2011-01-01',
        c1_from: '2011-01-01',
        c1_to: '2011-01-31',
        c2: '400.0000',
        c3: '4.000',
        c4: '100.0000',
        currency_currency: 'EUR',
      },
      {
        c1: '2011-03-01',
        c1_from: '2011-03-01',
        c1_to: '2011-03-31',
        c2: '69.5000',
        c3: '2.000',
        c4: '34.7500',
        currency_currency: 'EUR',
      },
    ])
  })

  test('without groups there is one row, of no lines too; a share is of the total in its currency', async () => {
    const summed = sales([
      { id: 'c1', field: 'net_value', aggregate: 'sum' },
      { id: 'c2', field: '*', aggregate: 'count' },
    ])
    const none = { ...summed, where: { op: 'eq', field: 'customer_number', value: 'C9' } }
    expect(await rows(none)).toEqual([{ c1: null, c2: 0, currency_currency: null }])
    expect((await rows(summed)).map(({ c1 }) => c1)).toEqual(expect.arrayContaining(['520.0000', '20.0000']))
    expect(await rows({ ...summed, columns: [{ id: 'c3', field: 'country' }, ...summed.columns] })).toHaveLength(2)

    const shares = sales(
      [
        { id: 'c1', field: 'customer_number' },
        { id: 'c2', field: 'net_value', aggregate: 'sum' },
        { id: 'c3', share: 'c2' },
        { id: 'c4', formula: '[c3] / 2', type: 'percent' },
      ],
      { sort: [{ column: 'c3', descending: true }], having: { op: 'gt', field: 'c2', value: 70 }, limit: 1 },
    )
    expect(await rows(shares)).toMatchObject([{ c1: 'C2', c2: '300.0000', c3: '57.69', c4: '28.85' }])
    const wrong = await run(
      sales([
        { id: 'c1', field: 'country' },
        { id: 'c2', share: 'c1' },
      ]),
    )
    expect([wrong.status, wrong.body.error?.issues?.[0]?.path]).toEqual([422, ['query', 'columns', 1, 'share']])
  })

  test.each([
    ['ne', 'customer_number', 'C1', ['3', '4', '5']],
    ['notIn', 'customer_number', ['C1'], ['3', '4', '5']],
    ['ne', 'customer_number.country', 'Malta', ['1', '2', '3', '4', '5']],
    ['notIn', 'customer_number.country', ['Spain'], ['5']],
  ] as const)('what is not a value is also what is empty: %s %s', async (op, field, value, expected) => {
    const found = await rows(
      sales([{ id: 'c1', field: 'billing_doc_number' }], { where: { op, field, value }, sort: [{ column: 'c1' }] }),
    )
    expect(found.map(({ c1 }) => c1)).toEqual(expected)
  })

  test('a formula over amounts of two currencies comes to nothing', async () => {
    const found = await rows({
      from: 'sales-data',
      columns: [
        { id: 'c1', field: 'net_value' },
        { id: 'c2', field: 'customer_number.credit_limit' },
        { id: 'c3', formula: '[c1] - [c2]' },
        { id: 'c4', field: 'billing_doc_number' },
      ],
      sort: [{ column: 'c4' }],
    })
    expect(found.map(({ c3 }) => c3)).toEqual(['-900.0000', '-949.5000', '-200.0000', null, null])
  })
})

describe('questions', () => {
  const asking = sales([{ id: 'c1', field: 'billing_doc_number' }], {
    where: {
      op: 'and',
      of: [
        { op: 'in', field: 'customer_number', value: { parameter: 'p1' } },
        { op: 'between', field: 'billing_date', value: [{ parameter: 'p2_from' }, { parameter: 'p2_to' }] },
      ],
    },
    parameters: [
      { name: 'p1', label: 'Customers', required: true },
      { name: 'p2_from', label: 'From' },
      { name: 'p2_to', label: 'To' },
    ],
  })

  test('are asked for; those left open do not narrow, those that are needed are told', async () => {
    const refused = await run(asking)
    expect([refused.status, refused.body.error?.issues?.[0]?.path]).toEqual([422, ['p1']])
    const numbers = async (parameters: object) => (await rows(asking, { parameters })).map(({ c1 }) => c1)
    expect(await numbers({ p1: ['C1', 'C2'] })).toEqual(['1', '2', '3', '4'])
    expect(await numbers({ p1: ['C1'], p2_to: '2011-01-31' })).toEqual(['1'])
    const preview = await call('POST', 'dynamic-query/preview', { query: asking })
    expect(preview.body.response!['records']).toHaveLength(5)
    const empty = await run(asking, { parameters: { p1: ['C9'] } })
    expect(empty.body.message).toBe('No records found.')
  })
})

describe('who may what', () => {
  test('only the records of the own organisation are read', async () => {
    expect(await rows(sales([{ id: 'c1', field: '*', aggregate: 'count' }]), {}, stranger)).toEqual([{ c1: 0 }])
  })

  test('records and fields that are not for the caller are neither offered nor read', async () => {
    const contracts = { from: 'contract', columns: [{ id: 'c1', field: 'contract_number' }] }
    const denied = await run(contracts, {}, noMoney)
    expect([denied.status, denied.body.message]).toEqual([403, 'This query reads contracts, which you may not see.'])
    const joined = await run(
      { from: 'sales-data', columns: [{ id: 'c1', field: 'material_number.standard_cost' }] },
      {},
      noMoney,
    )
    expect(joined.status).toBe(403)
    expect(joined.body.message).toBe('This query reads what you may not see: Standard cost of materials.')
    const tables = await call('GET', 'dynamic-query-table-determination', undefined, noMoney)
    const names = (tables.body.response!['records'] as Row[]).map(({ table_name: name }) => name)
    expect(names).toContain('customer')
    expect(names).not.toContain('contract')
    const fields = await call('GET', 'dynamic-query-fields?table_description=Materials', undefined, noMoney)
    const offered = (fields.body.response!['records'] as Row[]).map(({ name }) => name)
    expect(offered).toContain('list_price')
    expect(offered).not.toContain('standard_cost')
    expect((await call('GET', 'dynamic-query-fields?table_description=contract', undefined, noMoney)).status).toBe(403)
    expect((await run(byCustomer, {}, reader)).body.message).toBe(
      'This query reads what you may not see: Credit limit of customers.',
    )
  })

  test('a field that form_fields hide is gone from queries, those saved before included', async () => {
    const saved = await call('POST', 'dynamic-query-format', {
      name: 'Industries',
      query: { from: 'customer', columns: [{ id: 'c1', field: 'industry' }] },
    })
    expect(saved.status).toBe(201)
    const id = String(saved.body.response!['id'])
    expect((await call('POST', `dynamic-query/${id}`, { page: 1 })).status).toBe(200)
    const hidden = await call(
      'POST',
      'form_fields',
      { form_id: 'IMA_CONFIG_CUSTOMER', field_id: 'industry', hidden: true },
      admin,
    )
    expect([hidden.status, hidden.body.error]).toEqual([201, undefined])
    expect((await call('POST', `dynamic-query/${id}`, { page: 1 })).status).toBe(403)
    expect((await call('GET', `screens/query-${id}`)).status).toBe(403)
  })

  test('what is no way to records, no field or no formula is refused with words', async () => {
    const refusal = async (query: object) => {
      const { status, body } = await run(query)
      return [status, body.error?.issues?.[0]?.message]
    }
    expect(await refusal({ from: 'secrets', columns: [{ id: 'c1', field: 'a' }] })).toEqual([
      422,
      'There are no records called secrets to ask about.',
    ])
    expect(await refusal(sales([{ id: 'c1', field: 'uom.name' }]))).toEqual([422, 'Unit leads to no other records.'])
    expect(await refusal(sales([{ id: 'c1', field: `x" from y; --` }]))).toEqual([
      422,
      'This is not the way to a field',
    ])
    expect(await refusal(sales([{ id: 'c1', field: 'country', aggregate: 'sum' }]))).toEqual([
      422,
      'Country cannot be added up.',
    ])
    expect(await refusal(sales([{ id: 'c1', formula: '[c9] * 2' }]))).toEqual([
      422,
      'Formula: There is no column c9 before this one.',
    ])
    expect(
      await refusal({
        ...sales([{ id: 'c1', field: 'country' }]),
        related: [{ id: 'r1', screen: 'material', by: 'supplier_number' }],
      }),
    ).toEqual([422, 'Materials do not refer to sales data.'])
  })

  test('a usual answer fits what it is compared with', async () => {
    const refusal = async (query: object) => {
      const { status, body } = await run(query)
      return [status, body.message]
    }
    const asking = (field: string, usual: string | number) => ({
      ...sales([{ id: 'c1', field: 'billing_doc_number' }]),
      where: { op: 'gte', field, value: { parameter: 'p1' } },
      parameters: [{ name: 'p1', label: 'From', default: usual }],
    })
    expect(await refusal(asking('net_value', 'abc'))).toEqual([422, 'From: abc is no answer to it.'])
    expect(await refusal(asking('billing_date', 'soon'))).toEqual([422, 'From: soon is no answer to it.'])
    expect(await rows(asking('net_value', '300'))).toMatchObject([{ c1: '3' }])
    expect(await rows(asking('billing_date', '@yearStart'))).toEqual([])
    expect(await refusal({ ...sales([{ id: 'c1', field: 'row.name' }]), each: 'country' })).toEqual([
      422,
      'Sales data have no rows country.',
    ])
  })

  test('values are parameters, whatever they look like', async () => {
    const where = { op: 'eq', field: 'country', value: `' or true --` }
    expect(await rows({ ...sales([{ id: 'c1', field: 'billing_doc_number' }]), where })).toEqual([])
  })
})
