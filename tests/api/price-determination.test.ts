import { afterAll, beforeAll, expect, test } from 'vitest'
import { choosePrice, type PriceCandidate } from '#server/domain/pricing/choose-price.ts'
import { determinePrices } from '#server/pricing/determine-price.ts'
import { sql } from '#server/store/sql.ts'
import { multipartFile } from '#tests/support/multipart.ts'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
let organizationId: number
const tokens: Record<string, string> = {}

beforeAll(async () => {
  product = await sessionApp()
  organizationId = await product.organization({ code: 'HERE', name: 'Here' })
  for (const name of ['ada', 'bob']) {
    await product.user({ organizationId, email: `${name}@here.test`, name, role: 'ADMINISTRATOR' })
    tokens[name] = (await product.signIn(`${name}@here.test`)).token
  }
  for (const [path, records] of Object.entries(masters)) for (const record of records) await keep(path, record)
})

afterAll(() => product.close())

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = 'ada') =>
  product.call(method, `/api/${path}`, { token: tokens[as]!, ...(body ? { body } : {}) })

const keep = async (path: string, record: object) => {
  const { status, body } = await call('POST', path, record)
  if (status !== 201) throw new Error(`${path}: ${JSON.stringify(body)}`)
}

const list = (price_list: string, priority: number, more: object = {}) => ({
  price_list,
  description: `${price_list} of 2026`,
  currency: 'EUR',
  priority,
  valid_from: '2026-01-01',
  status: 'active',
  key_fields: ['CUSTOMER', 'COUNTRY'],
  ...more,
})

const masters = {
  'customer-data': [
    { customer_number: 'C1', customer_name: 'Miller', customer_group: 'Key', country: 'Spain' },
    { customer_number: 'C2', customer_name: 'Jones', country: 'Malta' },
  ],
  'material-master': [{ material_number: 'M1', material_description: 'Soap', base_uom: 'EA' }],
  'material-uom': [{ material_number: 'M1', uom: 'CS', numerator: '12', denominator: '1' }],
  'pricing/price-attributes': [
    { attribute: 'CUSTOMER', description: 'Customer', field: 'customer_number' },
    { attribute: 'COUNTRY', description: 'Country', field: 'country' },
    { attribute: 'GROUP', description: 'Group', field: 'customer_group', usage: 'qualifier' },
  ],
  'pricing/price-types': [
    { price_type: 'LIST', description: 'List price' },
    { price_type: 'FLOOR', description: 'Floor', category: 'floor', is_sold_at: false },
  ],
  'config/price-list-masters': [
    list('STANDARD', 90),
    list('OWN', 50),
    list('OTHER', 50),
    list('PROMO', 10, { valid_from: '2026-06-01', valid_to: '2026-06-30' }),
    list('KEY', 40, { key_fields: [], qualifiers: [{ attribute: 'GROUP', value: 'Key' }] }),
    list('DRAFT', 1, { status: 'draft' }),
  ],
}

const add = async (price_list: string, price: string, more: object = {}) => {
  const answer = await call('POST', 'price-list-data', {
    price_list,
    material_number: 'M1',
    price,
    valid_from: '2026-01-01',
    ...more,
  })
  expect(answer.body.error).toBeUndefined()
  return answer.body.response as { id: number; row_version: number; approval_status: string }
}

const move = (id: number, action: string, as = 'ada') =>
  call('POST', `price-list-data/actions/${action}`, { ids: [id], parameters: { note: 'So' } }, as)

const approved = async (price_list: string, price: string, more: object = {}) => {
  const { id } = await add(price_list, price, more)
  await move(id, 'submit-approval')
  expect((await move(id, 'approve', 'bob')).body.response).toMatchObject({ done: 1 })
  return id
}

interface Ask {
  readonly customer?: string
  readonly quantity?: number
  readonly uom?: string
  readonly currency?: string
  readonly on?: string
}

const find = (asks: readonly Ask[]) =>
  product.db.system((tx) =>
    tx.query<Record<string, unknown>>(sql`
      select p.* from (${determinePrices({
        organizationId,
        asked: sql`
          select r.row_id, 'M1' as material_number, r.customer as customer_number, r.quantity, r.uom, r.currency, coalesce(r."on", date '2026-03-01') as on_date,
                 null::text as sales_organization, null::text as distribution_channel, null::text as division
            from jsonb_to_recordset(${JSON.stringify(asks.map((ask, row_id) => ({ row_id, ...ask })))}::jsonb)
                 as r (row_id int, customer text, quantity numeric, uom text, currency text, "on" date)`,
      })}) p order by p.row_id`),
  )

test('a row that is asked for has its price, why it is that one, and those not taken', async () => {
  const standard = await approved('STANDARD', '12.00')
  const bulk = await approved('STANDARD', '11.00', { qty_from: '100' })
  const own = await approved('OWN', '11.50', { customer_number: 'C1' })
  const spain = await approved('OTHER', '11.60', { country: 'Spain' })
  await approved('OTHER', '9.00', { customer_number: 'C1', price_type: 'FLOOR' })
  await approved('PROMO', '11.90', { valid_from: '2026-06-01' })
  await approved('DRAFT', '1.00')
  await add('OWN', '2.00', { qty_from: '5' })
  const found = await find([
    { customer: 'C1' },
    { customer: 'C2', quantity: 99 },
    { customer: 'C2', quantity: -100 },
    { customer: 'C1', on: '2026-06-15' },
    { uom: 'CS', quantity: 9 },
    { uom: 'CS', quantity: 8 },
    { customer: 'C1', currency: 'USD' },
    { uom: 'KG' },
    { on: '2025-12-31' },
  ])
  expect(found.map((one) => [one['price_list'], one['unit_price'], one['decided_by'], one['unit']])).toEqual([
    // One key each in lists of the same priority: the lower price.
    ['OWN', '11.500000', 'price', 'EA'],
    ['STANDARD', '12.000000', 'only', 'EA'],
    ['STANDARD', '11.000000', 'only', 'EA'],
    ['PROMO', '11.900000', 'priority', 'EA'],
    // Nine cases are 108 pieces; a case costs twelve times a piece.
    ['STANDARD', '132.000000', 'only', 'CS'],
    ['STANDARD', '144.000000', 'only', 'CS'],
    [null, null, null, 'EA'],
    [null, null, null, 'KG'],
    [null, null, null, 'EA'],
  ])
  expect(found[0]).toMatchObject({
    price_id: own,
    reason: 'Lower than 11.6 of OTHER',
    keys: 'customer_number=C1',
    prices: 3,
    alternatives: [
      { price_id: spain, price_list: 'OTHER', unit_price: '11.6', lost_by: 'price' },
      { price_id: standard, price_list: 'STANDARD', lost_by: 'priority' },
    ],
  })
  expect(found[2]).toMatchObject({ price_id: bulk, qty_from: '100.000', alternatives: [] })
  expect(found[3]).toMatchObject({ reason: 'Priority 10, OWN has 50' })
})

test('what was asked for and the prices found are matched at once, not row by row', async () => {
  const asked = sql`
    select row_id, 'M1' as material_number, null::text as customer_number, 1 as quantity, null::text as uom, null::text as currency, date '2026-03-01' as on_date,
           null::text as sales_organization, null::text as distribution_channel, null::text as division, row_id * 2 as twice from generate_series(1, 5) row_id`
  const prices = determinePrices({ organizationId, asked, carry: ['twice'] })
  const [plan, rows] = await product.db.system(async (tx) => [
    await tx.query<{ 'QUERY PLAN': string }>(sql`explain select * from (${prices}) p where p.price_list = 'STANDARD'`),
    await tx.query<{ row_id: number; twice: number }>(sql`select p.row_id, p.twice from (${prices}) p order by 1`),
  ])
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/(Hash|Merge) Full Join/)
  expect(rows.map(({ row_id, twice }) => [row_id, twice])).toEqual([1, 2, 3, 4, 5].map((one) => [one, one * 2]))
})

test('a list with qualifiers holds for those who fulfil them', async () => {
  await approved('KEY', '13.00')
  const found = await find([{ customer: 'C1' }, { customer: 'C2' }, {}])
  expect(found.map((one) => one['price_list'])).toEqual(['KEY', 'STANDARD', 'STANDARD'])
})

test('a changed price holds as it was approved until the change is', async () => {
  const id = await approved('OWN', '20.00', { customer_number: 'C2' })
  const { row_version } = (await call('GET', `price-list-data/${id}`)).body.response as { row_version: number }
  const changed = await call('PUT', `price-list-data/${id}`, { row_version, price: '21.00' })
  expect(changed.body.response).toMatchObject({ approval_status: 'new_changes', price_in_force: '20.0000' })
  const now = async () => (await find([{ customer: 'C2' }]))[0]!['unit_price']
  expect(await now()).toBe('20.000000')
  await move(id, 'submit-approval')
  await move(id, 'reject', 'bob')
  expect(await now()).toBe('20.000000')
  const { row_version: next } = (await call('GET', `price-list-data/${id}`)).body.response as { row_version: number }
  await call('PUT', `price-list-data/${id}`, { row_version: next, price: '22.00' })
  await move(id, 'submit-approval')
  await move(id, 'approve', 'bob')
  expect(await now()).toBe('22.000000')
  expect((await call('DELETE', `price-list-data/${id}`)).body.error?.code).toBe('WRONG_STATE')
})

test('whatever changes of an approved price, it holds on until the change is approved, and so it stands in an 832', async () => {
  await keep('material-master', { material_number: 'M2', material_description: 'Brush', base_uom: 'EA' })
  await keep('config/price-list-masters', list('TYPED', 95))
  const part = (sequence: number, level: string, segment: string, element: number, what: object) => ({
    sequence,
    level,
    segment,
    element,
    ...what,
  })
  await keep('edi-mappings', {
    mapping: 'SHORT',
    description: 'Short catalogue',
    receiver: 'BUYER',
    elements: [
      part(10, 'header', 'BCT', 1, { source: 'constant', constant: 'PC' }),
      part(20, 'line', 'LIN', 3, { source: 'field', field: 'material_number', required: true }),
      part(30, 'line', 'CTP', 3, { source: 'field', field: 'price', required: true }),
    ],
  })
  const id = await approved('TYPED', '20.00', { material_number: 'M2', price_type: 'LIST' })
  const waiting = await add('TYPED', '30.00', { material_number: 'M2', qty_from: '10' })
  const now = async () => {
    const asked = { on_date: '2026-03-01', quantity: '1', shown: 'priced', material: 'M2' }
    const priced = (await call('POST', 'pricing/catalog', asked)).body.response!['records'] as { price: string }[]
    const sent = await call('GET', 'edi-mapping-data?mapping=SHORT&price_list=TYPED&on=2026-03-01')
    const { text } = sent.body.response as { text: string }
    return [priced.map(({ price }) => Number(price)), text.match(/(?<=CTP[*]+)[^*~]+/g)]
  }
  const change = async (values: object) => (await call('PUT', `price-list-data/${id}`, values)).body.response
  expect(await now()).toEqual([[20], ['20']])
  // A floor is known, and nothing is sold at it: it becomes one when that is approved.
  expect(await change({ price_type: 'FLOOR' })).toMatchObject({
    approval_status: 'new_changes',
    price_in_force: '20.0000',
    price_type_in_force: 'LIST',
  })
  expect(await now()).toEqual([[20], ['20']])
  expect(await change({ price: '25.00', price_type: null })).toMatchObject({ price_in_force: '20.0000' })
  expect(await now()).toEqual([[20], ['20']])
  await move(id, 'submit-approval')
  expect(await now()).toEqual([[20], ['20']])
  await move(id, 'approve', 'bob')
  expect(await now()).toEqual([[25], ['25']])
  await change({ price_type: 'FLOOR' })
  await move(id, 'submit-approval')
  await move(id, 'approve', 'bob')
  expect((await now())[0]).toEqual([])
  expect((await call('DELETE', `price-list-data/${waiting.id}`)).status).toBe(200)
})

test('a file without currencies takes those of its lists, and one that names another is refused', async () => {
  await keep('config/price-list-masters', list('DOLLAR', 96, { currency: 'USD' }))
  const upload = (name: string, text: string) =>
    product.call('POST', '/api/price-list-data-upload', { token: tokens['ada']!, ...multipartFile(name, text) })
  const head = 'List,Material,Unit,Price,Valid from'
  const written = await upload('prices.csv', `${head}\nDOLLAR,M1,EA,6,2026-01-01\nSTANDARD,M1,EA,7,2033-01-01\n`)
  expect([written.status, written.body.response?.['error_list']]).toEqual([200, undefined])
  const kept = async (filter: string) =>
    ((await call('GET', `price-list-data?${filter}`)).body.response!['records'] as Record<string, unknown>[]).map(
      (row) => [row['price'], row['currency']],
    )
  expect(await kept('price_list=DOLLAR')).toEqual([['6.0000', 'USD']])
  expect(await kept('price_list=STANDARD&valid_from=2033-01-01')).toEqual([['7.0000', 'EUR']])
  const changed = await upload('changes.csv', `${head}\nDOLLAR,M1,EA,6.50,2026-01-01\n`)
  expect([changed.status, changed.body.response?.['error_list']]).toEqual([200, undefined])
  expect(await kept('price_list=DOLLAR')).toEqual([['6.5000', 'USD']])
  const foreign = await upload('foreign.csv', `${head},Currency\nDOLLAR,M1,EA,8,2026-02-01,EUR\n`)
  expect(JSON.stringify(foreign.body.response?.['error_list'])).toContain('Prices of DOLLAR are in USD')
})

test('the catalogue takes off what was spread over sales, of a case as often as it has pieces, and nothing that is planned', async () => {
  await product.db.system((tx) =>
    tx.query(sql`
      insert into off_invoice_cost (organization_id, cost_number, description, cost_type, basis, rate, status, currency, period_from, period_to)
      select ${organizationId}, c.*, 'EUR', '2028-01-01', '2028-12-31'
        from (values ('OI-1', 'Freight', 'freight', 'quantity', 0.25, 'actual'), ('OI-2', 'Terms', 'terms', 'net_value', 1, 'planned')) c`),
  )
  const asked = { on_date: '2028-02-01', quantity: '1', shown: 'priced', material: 'M1' }
  const taken = async (uom: string) => {
    const { body } = await call('POST', 'pricing/catalog', { ...asked, uom })
    return (body.response!['records'] as Record<string, unknown>[]).map((row) =>
      ['price', 'off_invoice', 'pocket_price'].map((name) => Number(row[name])),
    )
  }
  expect(await taken('EA')).toEqual([[12, 0.25, 11.75]])
  expect(await taken('CS')).toEqual([[144, 3, 141]])
  const rule = { cost_type: 'terms', description: 'Terms', default_rate: '2', valid_from: '2028-01-01' }
  await keep('pricing-offinvoice-config', rule)
  expect(await taken('CS')).toEqual([[144, 5.88, 138.12]])
})

test('the same key and break on the same days of one list is refused at approval', async () => {
  const first = await add('OTHER', '5', { customer_number: 'C2', valid_to: '2026-03-31' })
  const second = await add('OTHER', '6', { customer_number: 'C2', valid_from: '2026-03-31' })
  const third = await add('OTHER', '7', { customer_number: 'C2', valid_from: '2026-03-31', qty_from: '10' })
  for (const { id } of [first, second, third]) await move(id, 'submit-approval')
  const answer = await call('POST', 'price-list-data/actions/approve', { ids: [first.id, second.id, third.id] }, 'bob')
  expect(answer.body.response).toMatchObject({ done: 2 })
  expect(answer.body.response?.['failed']).toMatchObject([
    { id: second.id, message: expect.stringContaining('OTHER has a price for the same from 2026-01-01 to 2026-03-31') },
  ])
})

test('a price goes with its list', async () => {
  const issue = async (record: object) => {
    const answer = await call('POST', 'price-list-data', {
      material_number: 'M1',
      price: '1',
      valid_from: '2026-06-01',
      ...record,
    })
    return answer.body.error?.issues?.map(({ path }) => path[0])
  }
  expect(await issue({ price_list: 'KEY', customer_number: 'C1' })).toEqual(['customer_number'])
  expect(await issue({ price_list: 'PROMO', currency: 'USD' })).toEqual(['currency'])
  expect(await issue({ price_list: 'PROMO', valid_from: '2026-07-01' })).toEqual(['valid_from'])
  expect(await issue({ price_list: 'PROMO', valid_to: '2026-07-31' })).toEqual(['valid_to'])
  expect(await issue({ price_list: 'NONE' })).toEqual(['price_list'])
  const lists = (await call('GET', 'config/price-list-masters?price_list=OWN')).body.response?.['records'] as {
    id: number
    row_version: number
  }[]
  const { id, row_version } = lists[0]!
  const narrowed = await call('PUT', `config/price-list-master/${id}`, { row_version, key_fields: ['COUNTRY'] })
  expect(narrowed.body.error?.issues).toMatchObject([{ path: ['key_fields'] }])
  const qualified = await call('PUT', `config/price-list-master/${id}`, {
    row_version,
    key_fields: ['CUSTOMER', 'GROUP'],
  })
  expect(qualified.body.error?.issues).toMatchObject([{ path: ['key_fields'] }])
})

test('the statement chooses as the rule does, whatever the prices are', async () => {
  let seed = 7
  const roll = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
  const rows = Array.from({ length: 80 }, () => ({
    price_list: ['STANDARD', 'OWN', 'OTHER'][roll(3)]!,
    customer_number: roll(2) === 0 ? 'C1' : null,
    country: roll(3) === 0 ? 'Spain' : null,
    qty_from: String(roll(4) * 10),
    price: String(5 + roll(4)),
    valid_from: `2026-02-0${1 + roll(3)}`,
  }))
  // One price a list, key and break, as approval sees to.
  const known = [
    ...new Map(
      rows.map((row) => [JSON.stringify([row.price_list, row.customer_number, row.country, row.qty_from]), row]),
    ).values(),
  ]
  const stored = await product.db.system(async (tx) => {
    await tx.query(sql`delete from price_list_data where organization_id = ${organizationId}`)
    return tx.query<{
      id: number
      price_list: string
      customer_number: string | null
      country: string | null
      qty_from: string
      price: string
      valid_from: string
    }>(sql`
      insert into price_list_data (organization_id, price_list, material_number, uom, per_quantity, currency, approval_status, customer_number, country, qty_from, price, valid_from)
      select ${organizationId}, r.price_list, 'M1', 'EA', 1, 'EUR', 'approved', r.customer_number, r.country, r.qty_from, r.price, r.valid_from
        from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as r (price_list text, customer_number text, country text, qty_from numeric, price numeric, valid_from date)
      returning id, price_list, customer_number, country, qty_from, price, valid_from::text`)
  })
  const priorities: Record<string, number> = { STANDARD: 90, OWN: 50, OTHER: 50 }
  const candidates = (customer: string | undefined): PriceCandidate[] =>
    stored
      .filter(
        (row) =>
          (row.customer_number === null || row.customer_number === customer) &&
          (row.country === null || customer === 'C1'),
      )
      .map((row) => ({
        id: Number(row.id),
        priceList: row.price_list,
        priority: priorities[row.price_list]!,
        keys: [row.customer_number, row.country].filter((key) => key !== null),
        quantityFrom: row.qty_from,
        unitPrice: row.price,
        validFrom: row.valid_from,
      }))
  const asks = ['C1', 'C2', undefined].flatMap((customer) =>
    [1, 10, 15, 29, 30, 1000].map((quantity) => ({ ...(customer ? { customer } : {}), quantity })),
  )
  const found = await find(asks)
  expect(found).toHaveLength(18)
  for (const [at, { customer, quantity }] of asks.entries() as Iterable<[number, Ask & { quantity: number }]>) {
    const expected = choosePrice(candidates(customer), String(quantity))
    const { price_id: id, decided_by: by, alternatives } = found[at]!
    expect([Number(id), by]).toEqual([expected!.chosen.id, expected!.by])
    expect((alternatives as { price_id: number; lost_by: string }[]).map((one) => [one.price_id, one.lost_by])).toEqual(
      expected!.others.slice(0, 10).map(({ price, lostBy }) => [price.id, lostBy]),
    )
  }
})
