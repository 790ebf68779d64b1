import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { type Answer, sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
let admin: string
let clerk: string
let other: string
let dashboard: Record<string, unknown>

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, path: string, body?: object, token = admin): Promise<Answer> =>
  product.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
const recordsOf = ({ body }: Answer) => (body.response?.['records'] ?? []) as Record<string, unknown>[]
const figures = async (tile: number, more = '', token = admin) =>
  recordsOf(
    await call('GET', `dashboard/figures?dashboard=${String(dashboard['id'])}&tile=${tile}${more}`, undefined, token),
  )
const address = () => `dashboard/config/${String(dashboard['id'])}`
const menu = async (token: string) => {
  const found = await call('GET', 'navigation?area=dashboards', undefined, token)
  return recordsOf(found).map(({ label, path }) => [label, path])
}

const tiles = [
  { title: 'Customers', counts: 'records', chart: 'figures', only: 'status=active' },
  { title: 'By country', counts: 'records', by: 'country', split: 'status', chart: 'stacked' },
  { title: 'Limits', counts: 'records', by: 'country', sum: 'credit_limit', only: 'currency=EUR' },
  { title: 'New ones', counts: 'records', by: 'created_at', per: 'quarter', chart: 'line' },
  { title: 'Changes', counts: 'changes', per: 'year', chart: 'stacked', by: 'country' },
  { title: 'Kinds', counts: 'changes', chart: 'figures' },
  { title: 'One by one', counts: 'entries' },
]

const makeCustomer = async (customer: { readonly customer_number: string }): Promise<void> => {
  const answer = await call('POST', 'customer-data', {
    customer_name: `Customer ${customer.customer_number}`,
    ...customer,
  })
  expect([answer.status, answer.body.error?.issues]).toEqual([201, undefined])
}

beforeAll(async () => {
  product = await sessionApp()
  const authorizedApps = ['Customer Rebate', 'Pricing'] as const
  const organizationId = await product.organization({
    code: 'HERE',
    name: 'Here',
    roles: [
      { code: 'ADMINISTRATOR', name: 'Administrator', permissions: ['*'], authorizedApps: [...authorizedApps] },
      { code: 'CLERK', name: 'Clerk', permissions: ['masters.credit'], authorizedApps: [...authorizedApps] },
      { code: 'OTHER', name: 'Other', permissions: [], authorizedApps: [...authorizedApps] },
    ],
  })
  await product.user({ organizationId, email: 'admin@here.test', name: 'Ada', role: 'ADMINISTRATOR' })
  await product.user({ organizationId, email: 'clerk@here.test', name: 'Cleo', role: 'CLERK' })
  await product.user({ organizationId, email: 'other@here.test', name: 'Otto', role: 'OTHER' })
  admin = (await product.signIn('admin@here.test')).token
  clerk = (await product.signIn('clerk@here.test')).token
  other = (await product.signIn('other@here.test')).token
  const customers = [
    { customer_number: 'C-1', country: 'DE', credit_limit: '1000.50', currency: 'EUR' },
    { customer_number: 'C-2', country: 'DE', credit_limit: '500.25', currency: 'EUR' },
    { customer_number: 'C-3', country: 'FR', credit_limit: '70', currency: 'EUR' },
    {
      customer_number: 'C-4',
      country: 'FR',
      credit_limit: '9000',
      currency: 'USD',
      status: 'blocked',
      block_reason: 'x',
    },
  ]
  for (const one of customers) await makeCustomer(one)
})

afterAll(() => product?.close())

describe('a configured dashboard', () => {
  it('is saved with the functionality in the query, without what is empty', async () => {
    const answer = await call('POST', 'dashboard/config?functionality=CustomerDataUploadFormat', {
      name: 'Our customers',
      description: '',
      application_type: null,
      security_role: ['CLERK'],
      users: [],
      tiles,
    })
    expect([answer.status, answer.body.error?.issues]).toEqual([201, undefined])
    dashboard = answer.body.response!
    expect(dashboard).toMatchObject({ functionality: 'customer', description: null, security_role: ['CLERK'] })
    // What says nothing about changes is not kept.
    expect((dashboard['tiles'] as object[])[4]).toMatchObject({ counts: 'changes', by: null })
    expect(recordsOf(await call('GET', 'dashboard/config?functionality=customer'))).toHaveLength(1)
  })

  it('counts by nothing, adds up nothing and narrows by nothing that is hidden from who looks', async () => {
    const tile = async (at: number) =>
      (await call('GET', `dashboard/figures?dashboard=${String(dashboard['id'])}&tile=${at}`, undefined, clerk)).status
    for (const [field, at] of [
      ['country', 1],
      ['credit_limit', 2],
      ['currency', 2],
    ] as const) {
      const hidden = await call('POST', 'form_fields', {
        form_id: 'IMA_CONFIG_CUSTOMER',
        field_id: field,
        hidden: true,
      })
      expect([field, hidden.status]).toEqual([field, 201])
      expect([field, await tile(at)]).toEqual([field, 403])
      await call('DELETE', `form_fields/${String(hidden.body.response!['id'])}`)
      expect([field, await tile(at)]).toEqual([field, 200])
    }
  })

  it('is in the menu of those it is for, and of nobody else', async () => {
    const place = ['Our customers', `/dashboards/${String(dashboard['id'])}`]
    expect(await menu(clerk)).toEqual([place])
    expect(await menu(other)).toEqual([])
    const there = await call('GET', `places?path=${place[1]}`, undefined, clerk)
    expect(there.body.response).toMatchObject({
      route: { kind: 'dashboard' },
      screen: { dashboard: { tiles: tiles.map(({ title }) => ({ title })) } },
    })
    expect(JSON.stringify(there.body)).not.toContain('audience')
    expect((await call('GET', `places?path=${place[1]}`, undefined, other)).body.response).toHaveProperty('denied')
    const refused = await call('GET', `dashboard/figures?dashboard=${String(dashboard['id'])}`, undefined, other)
    expect(refused.status).toBe(403)
  })

  it('counts records as their list does, each figure leading to them', async () => {
    expect(await figures(0, '', clerk)).toEqual([
      { label: 'Customers', count: 3, path: '/customer-master?status=active' },
    ])
    const countries = await figures(1, '', clerk)
    expect(countries.map(({ label, split, count }) => [label, split, count])).toEqual([
      ['DE', 'Active', 2],
      ['FR', 'Active', 1],
      ['FR', 'Blocked', 1],
    ])
    const french = String(countries[1]!['path'])
    expect(french).toBe('/customer-master?country=FR')
    const listed = await call('GET', french.replace('/customer-master', 'customer-data'))
    expect(listed.body.response?.['total_record']).toBe(2)
  })

  it('adds up exactly, of one currency', async () => {
    expect(await figures(2, '', clerk)).toMatchObject([
      { label: 'DE', sum_2: '1500.7500', path: '/customer-master?currency=EUR&country=DE' },
      { label: 'FR', sum_2: '70.0000' },
    ])
  })

  it('adds no amounts of several currencies up, however it came to be asked for them', async () => {
    const ask = (only: string) =>
      product.db.system((tx) =>
        tx.query(sql`update dashboard_config set tiles = jsonb_set(tiles, '{2,only}', to_jsonb(${only}::text))`),
      )
    await ask('')
    expect((await figures(2, '', clerk)).map(({ label, sum_2: sum, mixed }) => [label, sum, mixed])).toEqual([
      ['DE', '1500.7500', undefined],
      ['FR', null, ['sum_2']],
    ])
    await ask('currency=EUR')
  })

  it('counts over time without leaving out spans in which nothing is', async () => {
    await product.db.system((tx) =>
      tx.query(sql`update customer set created_at = '2026-02-10' where customer_number = 'C-1'`),
    )
    await product.db.system((tx) =>
      tx.query(sql`update customer set created_at = '2025-08-10' where customer_number <> 'C-1'`),
    )
    const quarters = await figures(3)
    expect(quarters.map(({ period, count }) => [period, count])).toEqual([
      ['2025-Q3', 3],
      ['2025-Q4', 0],
      ['2026-Q1', 1],
    ])
  })

  it('tells the changes, narrowed by its filters, down to the history of the records', async () => {
    const [customer] = recordsOf(await call('GET', 'customer-data?customer_number=C-2'))
    await call('PUT', `customer-data/${String(customer!['id'])}`, { row_version: 1, city: 'Bonn' })
    expect((await figures(4)).map(({ operation, count }) => [operation, count])).toEqual([
      ['insert', 4],
      ['update', 1],
    ])
    expect(await figures(5)).toContainEqual(
      expect.objectContaining({ label: 'Changed', count: 1, path: expect.stringContaining('?operation=update') }),
    )
    const changed = await figures(6, '&operation=update', clerk)
    expect(changed).toMatchObject([{ record: expect.stringContaining('C-2'), user: 'Ada', fields: 'City' }])
    expect(changed[0]!['path']).toMatch(/\?tab=history$/)
    expect(await figures(6, '&from=1999-01-01&to=1999-01-02')).toEqual([])
  })

  it('is changed, keeps its history and goes when it is deleted', async () => {
    const changed = await call('PUT', address(), {
      row_version: 1,
      name: 'Everybody’s customers',
      security_role: [],
      users: [],
    })
    expect([changed.status, changed.body.error?.issues]).toEqual([200, undefined])
    expect((await menu(other)).map(([label]) => label)).toEqual(['Everybody’s customers'])
    const history = recordsOf(await call('GET', `${address()}/history`))
    expect(history.map(({ operation }) => operation)).toEqual(['update', 'insert'])
    expect((await call('PUT', address(), { row_version: 2, users: ['clerk@here.test'] })).status).toBe(200)
    expect([await menu(other), (await menu(clerk)).length]).toEqual([[], 1])
    expect((await call('PUT', address(), { row_version: 3, enabled: false })).status).toBe(200)
    expect(await menu(clerk)).toEqual([])
    expect((await call('DELETE', address())).status).toBe(200)
    expect((await call('GET', address())).status).toBe(404)
    expect((await call('GET', `dashboard/figures?dashboard=${String(dashboard['id'])}`)).status).toBe(404)
  })
})

describe('what cannot be a dashboard', () => {
  const given = (tile: object, more: object = {}) => ({
    name: 'Wrong',
    functionality: 'customer',
    tiles: [{ title: 'T', counts: 'records', by: 'country', chart: 'bar', ...tile }],
    ...more,
  })
  const places = async (body: object) =>
    ((await call('POST', 'dashboard/config', body)).body.error?.issues ?? []).map(({ path }) => path.join('.'))

  it.each([
    ['no field to count by', { by: null }, 'tiles.0.by'],
    ['a field there is not', { by: 'colour' }, 'tiles.0.by'],
    ['a text added up', { sum: 'customer_name' }, 'tiles.0.sum'],
    ['several currencies added up', { sum: 'credit_limit' }, 'tiles.0.sum'],
    ['a filter nobody understands', { only: 'colour=red' }, 'tiles.0.only'],
    ['twice the same', { split: 'country' }, 'tiles.0.split'],
    ['time within a bar', { split: 'created_at' }, 'tiles.0.split'],
  ])('%s is refused at its place', async (_, tile, place) => {
    expect(await places(given(tile))).toEqual([place])
  })

  it('names a list there is, and people who may read it', async () => {
    expect(await places(given({}, { functionality: 'nothing' }))).toEqual(['functionality'])
    expect(
      await places(given({ by: null, chart: 'figures' }, { functionality: 'user', security_role: ['CLERK'] })),
    ).toEqual(['security_role'])
  })

  it('shows nobody a figure that is hidden from his role', async () => {
    const tile = { sum: 'credit_limit', only: 'currency=EUR' }
    expect(await places(given(tile, { security_role: ['CLERK', 'OTHER'] }))).toEqual(['tiles.0.sum'])
    const everybody = await call('POST', 'dashboard/config', given(tile))
    expect(everybody.status).toBe(201)
    const id = String(everybody.body.response!['id'])
    const seen = async (token: string) =>
      (await call('GET', `dashboard/figures?dashboard=${id}&tile=0`, undefined, token)).body
    expect(recordsOf({ body: await seen(clerk) } as Answer)[0]).toMatchObject({ sum_0: '1500.7500' })
    expect(JSON.stringify(await seen(other))).not.toContain('1500.75')
    await call('DELETE', `dashboard/config/${id}`)
  })

  it('is configured by those who may', async () => {
    expect((await call('POST', 'dashboard/config', given({}), clerk)).status).toBe(403)
    expect((await call('GET', 'dashboard/config', undefined, clerk)).status).toBe(403)
    expect((await call('GET', 'dashboard/config-fields?functionality=customer', undefined, clerk)).status).toBe(403)
  })

  it('is told by the fields there are, as far as a role may see them', async () => {
    const of = async (query: string) => recordsOf(await call('GET', `dashboard/config-fields?functionality=${query}`))
    const groups = (await of('customer&use=groups')).map(({ value }) => value)
    expect(groups).toEqual(expect.arrayContaining(['country', 'status', 'created_at']))
    expect((await of('customer&use=sums')).map(({ value }) => value)).toContain('credit_limit')
    expect((await of('customer&security_role=CLERK')).length).toBeGreaterThan(0)
    expect(await of('user&security_role=CLERK')).toEqual([])
    expect((await call('GET', 'dashboard/config-fields?functionality=customer&security_role=NOBODY')).status).toBe(404)
  })
})
