import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
let admin: string

const get = (query: string) => product.call('GET', `/api/sales_data?${query}`, { token: admin })
interface Group {
  level: number
  values: Record<string, unknown>
  count: number
  totals: Record<string, string | null>
  filters: Record<string, string>
}
const groups = async (query: string) => {
  const { status, body } = await get(query)
  expect([query, status, body.message]).toEqual([query, 200, undefined])
  return body.response?.['groups'] as Group[]
}
const shown = async (query: string) =>
  (await groups(query)).map(({ level, values, count, totals }) =>
    [level, ...Object.values(values), count, totals['net_value']].join(' '),
  )

beforeAll(async () => {
  product = await sessionApp()
  const here = await product.organization({ code: 'HERE', name: 'Here' })
  const there = await product.organization({ code: 'THERE', name: 'There' })
  await product.user({ organizationId: here, email: 'admin@here.test', name: 'Ada', role: 'ADMINISTRATOR' })
  await product.user({ organizationId: there, email: 'admin@there.test', name: 'Tom', role: 'ADMINISTRATOR' })
  admin = (await product.signIn('admin@here.test')).token
  const other = (await product.signIn('admin@there.test')).token
  await product.call('POST', '/api/customer-data', {
    token: admin,
    body: { customer_number: 'C1', customer_name: 'First' },
  })
  const line = (doc: string, more: object, token = admin) =>
    product.call('POST', '/api/sales_data', {
      token,
      body: {
        billing_doc_number: doc,
        billing_doc_line: 1,
        billing_date: '2026-01-15',
        material_number: 'M1',
        quantity: '2',
        ...more,
      },
    })
  const made = [
    await line('1', { country: 'Spain', net_value: '10.10', customer_number: 'C1' }),
    await line('2', { country: 'Spain', net_value: '20.20', customer_number: 'C2', billing_date: '2026-02-28' }),
    await line('3', { country: 'France', net_value: '5', customer_number: 'C1', billing_date: '2026-04-01' }),
    await line('4', { country: ',', net_value: '-1', customer_number: 'C3', billing_date: '2025-12-31' }),
    await line('5', { net_value: '100', customer_number: 'C1', transaction_type: 'Return' }),
    await line('6', { country: 'Spain', net_value: '999' }, other),
  ]
  const refused = made.find((answer) => answer.status !== 201)
  if (refused) throw new Error(refused.body.message)
})

afterAll(() => product.close())

describe('a grouped list', () => {
  it('counts and adds up, with what lists the records of each group', async () => {
    const { body } = await get('group=country&totals=true')
    expect(body.response).toEqual({
      groups: [
        {
          level: 1,
          values: { country: ',' },
          count: 1,
          totals: { quantity: '2.000', net_value: '-1.0000' },
          filters: { 'country.in': '\\,' },
        },
        {
          level: 1,
          values: { country: 'France' },
          count: 1,
          totals: { quantity: '2.000', net_value: '5.0000' },
          filters: { country: 'France' },
        },
        {
          level: 1,
          values: { country: 'Spain' },
          count: 2,
          totals: { quantity: '4.000', net_value: '30.3000' },
          filters: { country: 'Spain' },
        },
        {
          level: 1,
          values: { country: null },
          count: 1,
          totals: { quantity: '2.000', net_value: '100.0000' },
          filters: { 'country.empty': 'true' },
        },
      ],
      total_groups: 4,
      total_record: 5,
      totals: { quantity: '10.000', net_value: '134.3000' },
      labels: {},
    })
  })

  it('lists exactly the records of every group by its filters', async () => {
    for (const by of [
      'country,customer_number',
      'billing_date:month',
      'billing_date:quarter,country',
      'billing_date',
      'created_at',
      'created_at:year',
      'transaction_type,billing_date:year',
    ]) {
      for (const group of await groups(`group=${by}`)) {
        const { body } = await get(`limit=100&${new URLSearchParams(group.filters).toString()}`)
        expect([by, group.values, body.response?.['total_record']]).toEqual([by, group.values, group.count])
      }
    }
  })

  it('nests up to three levels, a group before those within it', async () => {
    expect(await shown('group=country,customer_number&country.notEmpty=true')).toEqual([
      '1 , 1 -1.0000',
      '2 , C3 1 -1.0000',
      '1 France 1 5.0000',
      '2 France C1 1 5.0000',
      '1 Spain 2 30.3000',
      '2 Spain C1 1 10.1000',
      '2 Spain C2 1 20.2000',
    ])
    const deep = await groups('group=transaction_type,country,billing_date:month')
    expect(deep.map((group) => group.level)).toEqual([1, 2, 3, 1, 2, 3, 2, 3, 2, 3, 3])
  })

  it('sorts by a total, by the count and by the values of a level', async () => {
    expect(await shown('group=country,customer_number&sort=-net_value&country.notEmpty=true')).toEqual([
      '1 Spain 2 30.3000',
      '2 Spain C2 1 20.2000',
      '2 Spain C1 1 10.1000',
      '1 France 1 5.0000',
      '2 France C1 1 5.0000',
      '1 , 1 -1.0000',
      '2 , C3 1 -1.0000',
    ])
    expect((await shown('group=customer_number&sort=-count'))[0]).toBe('1 C1 3 115.1000')
    expect((await shown('group=-country&sort=billing_date')).map((row) => row.split(' ')[1])).toEqual([
      'Spain',
      'France',
      ',',
      '',
    ])
    expect(await shown('group=billing_date:month&sort=-billing_date')).toEqual([
      '1 2026-04-01 1 5.0000',
      '1 2026-02-01 1 20.2000',
      '1 2026-01-01 2 110.1000',
      '1 2025-12-01 1 -1.0000',
    ])
  })

  it('pages its groups and names the records behind keys', async () => {
    const { body } = await get('group=customer_number&limit=1&page=1')
    expect(body.response).toMatchObject({ total_groups: 3, labels: { customer_number: { C1: 'First' } } })
    expect(await shown('group=customer_number&limit=2&page=2')).toEqual(['1 C3 1 -1.0000'])
    expect(await shown('group=customer_number&limit=0')).toHaveLength(3)
  })

  it('says what it does not understand', async () => {
    const refused = async (query: string) => {
      const { status, body } = await get(query)
      return [status, body.message]
    }
    expect(await refused('group=nothing')).toEqual([400, 'There is no field nothing to group by'])
    expect(await refused('group=attributes')).toEqual([400, 'Nothing can be grouped by Attributes'])
    expect(await refused('group=country:month')).toEqual([400, 'Country cannot be grouped by month'])
    expect(await refused('group=country,country')).toEqual([400, 'Country is grouped by twice'])
    expect(await refused('group=country&sort=nothing')).toEqual([400, 'There is no field nothing'])
    expect(await refused('group=country,uom,currency,territory')).toEqual([400, 'At most 3 levels can be grouped by'])
  })
})

describe('amounts of several currencies', () => {
  let token: string

  beforeAll(async () => {
    const organizationId = await product.organization({ code: 'ABROAD', name: 'Abroad' })
    await product.user({ organizationId, email: 'admin@abroad.test', name: 'Ann', role: 'ADMINISTRATOR' })
    token = (await product.signIn('admin@abroad.test')).token
    const sales = [
      ['Japan', 'JPY', '668748'],
      ['Japan', 'JPY', '1'],
      ['France', 'EUR', '10.5'],
      ['France', 'USD', '2291.72'],
      ['Malta', 'EUR', '4'],
    ]
    for (const [at, [country, currency, net_value]] of sales.entries())
      await product.call('POST', '/api/sales_data', {
        token,
        body: {
          billing_doc_number: String(at),
          billing_doc_line: 1,
          billing_date: '2026-01-15',
          material_number: 'M1',
          quantity: '1',
          country,
          currency,
          net_value,
        },
      })
  })

  const asked = async (query: string) => {
    const { status, body } = await product.call('GET', `/api/sales_data?${query}`, { token })
    expect([query, status, body.message]).toEqual([query, 200, undefined])
    return body.response as { groups: (Group & { mixed?: string[] })[]; totals: object; mixed?: string[] }
  }

  it('have no total, which is told by its column', async () => {
    const { totals, mixed } = await asked('totals=true&columns=country&limit=1')
    expect([totals, mixed]).toEqual([{ quantity: '5.000', net_value: null }, ['net_value']])
    const one = await asked('totals=true&country=Japan')
    expect([one.totals, one.mixed]).toEqual([{ quantity: '2.000', net_value: '668749.0000' }, undefined])
  })

  it('keep only the groups they are in from having one, which come last by it', async () => {
    const { groups, mixed } = await asked('group=country&sort=-net_value&totals=true')
    expect(mixed).toEqual(['net_value'])
    expect(groups.map(({ values, totals, mixed: own }) => [values['country'], totals['net_value'], own])).toEqual([
      ['Japan', '668749.0000', undefined],
      ['Malta', '4.0000', undefined],
      ['France', null, ['net_value']],
    ])
    const within = await asked('group=country,currency&country=France')
    expect(within.groups.map(({ values, totals }) => [values['currency'], totals['net_value']])).toEqual([
      [undefined, null],
      ['EUR', '10.5000'],
      ['USD', '2291.7200'],
    ])
  })
})
