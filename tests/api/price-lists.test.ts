import { afterAll, beforeAll, expect, test } from 'vitest'
import { startingRoles } from '#server/session/seed.ts'
import { sql } from '#server/store/sql.ts'
import { multipartFile } from '#tests/support/multipart.ts'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
const tokens: Record<string, string> = {}
const ids: Record<string, number> = {}

const list = (price_list: string, priority: number) => ({
  price_list,
  description: `${price_list} of 2026`,
  currency: 'EUR',
  priority,
  valid_from: '2026-01-01',
  status: 'active',
  key_fields: ['CUSTOMER'],
})
const price = (price_list: string, material_number: string, amount: string, more: object = {}) => ({
  price_list,
  material_number,
  uom: 'EA',
  price: amount,
  currency: 'EUR',
  valid_from: '2026-01-01',
  ...more,
})

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, as = 'ada') =>
  product.call(method, `/api/${path}`, { token: tokens[as]!, ...(body ? { body } : {}) })
const records = async (path: string, as = 'ada') => {
  const { status, body } = await call('GET', path, undefined, as)
  expect(status, JSON.stringify(body.error)).toBe(200)
  return (body.response as { records: Record<string, unknown>[] }).records
}
const result = async (path: string, criteria: object) => {
  const { status, body } = await call('POST', path, criteria)
  expect(status, JSON.stringify(body.error)).toBe(200)
  return (body.response as { records: Record<string, unknown>[] }).records
}
const keep = async (path: string, record: object) => {
  const { status, body } = await call('POST', path, record)
  if (status !== 201) throw new Error(`${path}: ${JSON.stringify(body)}`)
  return (body.response as { id: number }).id
}

beforeAll(async () => {
  product = await sessionApp()
  const here = await product.organization({
    code: 'HERE',
    name: 'Here',
    roles: [
      ...startingRoles,
      { code: 'MASTERS', name: 'Masters only', permissions: ['masters.*'], authorizedApps: ['Pricing'] },
    ],
  })
  const there = await product.organization({ code: 'THERE', name: 'There' })
  const people = [
    ['ada', here, 'ADMINISTRATOR'],
    ['bob', here, 'ADMINISTRATOR'],
    ['far', there, 'ADMINISTRATOR'],
    ['max', here, 'MASTERS'],
  ] as const
  for (const [name, organizationId, role] of people) {
    await product.user({ organizationId, email: `${name}@price.test`, name, role })
    tokens[name] = (await product.signIn(`${name}@price.test`)).token
  }
  await keep('customer-data', { customer_number: 'C1', customer_name: 'Miller', country: 'Spain' })
  for (const name of ['M1', 'M2'])
    await keep('material-master', { material_number: name, material_description: `Soap ${name}`, base_uom: 'EA' })
  await keep('pricing/price-attributes', { attribute: 'CUSTOMER', description: 'Customer', field: 'customer_number' })
  for (const one of [list('STANDARD', 90), list('OWN', 50)]) await keep('config/price-list-masters', one)
  ids['first'] = await keep('price-list-data', price('STANDARD', 'M1', '10', { valid_to: '2026-06-30' }))
  ids['next'] = await keep('price-list-data', price('STANDARD', 'M1', '11', { valid_from: '2026-07-01' }))
  ids['second'] = await keep('price-list-data', price('STANDARD', 'M2', '20'))
  ids['own'] = await keep('price-list-data', price('OWN', 'M1', '9', { customer_number: 'C1' }))
})

afterAll(() => product.close())

test('B151 prices that are new are what waits for an approval, under both paths and no other organisation', async () => {
  expect(await records('price-list-data/approval')).toHaveLength(4)
  expect(await records('price-list-approval?approval_status=approved')).toEqual([])
  expect(await records('price-list-data/approval', 'far')).toEqual([])
})

test('one price or many are submitted and approved, each told by itself', async () => {
  const everything = Object.values(ids)
  const submitted = await call('POST', 'price-list-bulk-approval', {
    price_list_data_ids: everything,
    approval_status: 'submit_approval',
  })
  expect(submitted.body.response).toMatchObject({ done: 4, failed: [] })
  const foreign = await call('POST', 'price-list-approval', { id: ids['own'], approval_status: 'approved' }, 'far')
  expect(foreign.status).toBeGreaterThanOrEqual(404)
  const single = await call('POST', 'price-list-approval', { id: ids['own'], approval_status: 'approved' }, 'bob')
  expect(single.body.response).toMatchObject({ done: 1 })
  const rest = await call(
    'POST',
    'price-list-bulk-approval',
    { price_list_data_ids: everything, approval_status: 'approved' },
    'bob',
  )
  expect(rest.body.response).toMatchObject({ done: 3 })
  const bad = await call('POST', 'price-list-bulk-approval', { price_list_data_ids: [], approval_status: 'approved' })
  expect(bad.status).toBe(422)
})

test('lists are told by name, fields, values, filters, in sum and in detail', async () => {
  expect((await records('distinct-price-list-names')).map((row) => row['price_list'])).toEqual(['OWN', 'STANDARD'])
  expect(await records('pricing/price-field-values?name=material_number')).toEqual([
    { value: 'M1', count: 3 },
    { value: 'M2', count: 1 },
  ])
  expect((await call('GET', 'pricing/price-field-values?name=nonsense')).status).toBe(400)
  expect(await records('pricing/price-list/summary?price_list=STANDARD')).toEqual([
    {
      price_list: 'STANDARD',
      description: 'STANDARD of 2026',
      currency: 'EUR',
      prices: 3,
      materials: 2,
      approved: 3,
      waiting: 0,
      new: 0,
      first_from: '2026-01-01',
      last_to: null,
    },
  ])
  expect(await records('pricing/price-list/summary', 'far')).toEqual([])
  const filters = await records('pricing/price-list/filters?price_list=OWN')
  expect(filters.find(({ name }) => name === 'customer_number')).toMatchObject({ values: [{ value: 'C1', count: 1 }] })
  for (const path of ['pricing/price-list/fields', 'price-list-data-fields'])
    expect((await records(path)).map(({ name }) => name)).toEqual(expect.arrayContaining(['price', 'qty_from']))
  expect((await records('price-list-fields')).map(({ name }) => name)).toContain('priority')
  await keep('pricing-formula', {
    formula_procedure: 'OWN-PLUS',
    formula_name: 'Own prices and more',
    valid_from: '2026-01-01',
    status: 'active',
    steps: [
      { sequence: 10, component: 'Price', calc_type: 'lookup', lookup: 'price_list', price_list: 'OWN', sign: '+' },
      { sequence: 20, component: 'Freight', calc_type: 'percent', value: '2', sign: '+' },
    ],
  })
  await call(
    'PUT',
    `config/price-list-masters/${String((await records('config/price-list-masters?price_list=OWN'))[0]!['id'])}`,
    {
      base_list: 'STANDARD',
    },
  )
  const inPercent = await call('GET', 'pricing/price-list/detail?priceName=OWN&calcType=percent')
  expect(inPercent.body.response).toMatchObject({
    steps: [{ formula_procedure: 'OWN-PLUS', sequence: 20, component: 'Freight' }],
    prices: [{ material_number: 'M1', value: '-10', base_price: '10', base_list: 'STANDARD' }],
  })
  const { body } = await call('GET', 'pricing/price-list/detail?priceName=OWN&calcType=lookup')
  expect(body.response).toMatchObject({ price_list: 'OWN', calcType: 'lookup', prices: [{ price: '9.0000' }] })
  expect((await call('GET', 'pricing/price-list/detail?priceName=NONE')).status).toBe(404)
  expect((await call('GET', 'pricing/price-list/detail')).status).toBe(422)
})

test.for([
  'pricing/price-field-values?name=material_number',
  'distinct-price-list-names',
  'pricing/price-list/summary',
  'pricing/price-list/filters',
  'pricing/price-list/fields',
  'pricing/price-list/detail?priceName=OWN',
  'price-list-data/approval',
  'price-list-data/distinct?field=price_list',
])('%s is denied without the right to see prices', async (path) => {
  expect((await call('GET', path, undefined, 'max')).status).toBe(403)
})

test('prices are decided on by nobody without the right to', async () => {
  const decision = { approval_status: 'submit_approval' }
  const single = await call('POST', 'price-list-approval', { id: ids['own'], ...decision }, 'max')
  const many = await call('POST', 'price-list-bulk-approval', { price_list_data_ids: [ids['own']], ...decision }, 'max')
  expect([single.status, many.status]).toEqual([403, 403])
})

test('the catalogue tells what a buyer pays on a day, and why', async () => {
  const everybody = await result('pricing/catalog', { on_date: '2026-08-01', quantity: '1', shown: 'priced' })
  expect(everybody.map((row) => [row['material_number'], row['price'], row['price_list']])).toEqual(
    expect.arrayContaining([
      ['M1', '11.0000', 'STANDARD'],
      ['M2', '20.0000', 'STANDARD'],
    ]),
  )
  expect(everybody).toHaveLength(2)
  const [own] = await result('pricing/catalog', {
    on_date: '2026-08-01',
    quantity: '2',
    shown: 'priced',
    customer: 'C1',
    material: 'M1',
  })
  expect(own).toMatchObject({ price: '9.0000', price_list: 'OWN', amount: '18.00', prices: 2 })
})

test('a price that follows another is a change of it, whose effect is on what is bought at that price', async () => {
  // C1 buys from a list of its own; somebody else pays the standard price.
  await product.db.system((tx) =>
    tx.query(sql`
      insert into sales_data (organization_id, billing_doc_number, billing_doc_line, material_number, customer_number, billing_date, quantity, uom, currency, transaction_type)
      select o.id, s.customer, 1, 'M1', s.customer, '2026-03-01', s.quantity, 'EA', 'EUR', 'Sale'
        from organization o cross join (values ('C1', 100), ('C2', 40)) s (customer, quantity) where o.code = 'HERE'`),
  )
  const changes = await result('price-change-history', { changed_from: '2026-01-01' })
  expect(changes).toMatchObject([
    {
      material_number: 'M1',
      price_list: 'STANDARD',
      effective_from: '2026-07-01',
      old_price: '10.0000',
      new_price: '11.0000',
      change_percent: '10.00',
      quantity: '40.000',
      impact: '40.00',
    },
  ])
})

test('a list goes out as an 832 by a mapping, and is read back', async () => {
  const line = (sequence: number, segment: string, element: number, what: object) => ({
    sequence,
    level: 'line',
    segment,
    element,
    ...what,
  })
  await keep('edi-mappings', {
    mapping: 'SHORT',
    description: 'Short catalogue',
    receiver: 'BUYER',
    elements: [
      { ...line(10, 'BCT', 1, { source: 'constant', constant: 'PC' }), level: 'header' },
      { ...line(10, 'BCT', 2, { source: 'field', field: 'price_list', required: true }), level: 'header' },
      line(20, 'LIN', 2, { source: 'constant', constant: 'VP' }),
      line(20, 'LIN', 3, { source: 'field', field: 'material_number', required: true }),
      line(30, 'CTP', 3, { source: 'field', field: 'price', required: true }),
      line(30, 'CTP', 5, { source: 'field', field: 'uom' }),
    ],
  })
  const { body } = await call('GET', 'edi-mapping-data?mapping=SHORT&price_list=STANDARD&on=2026-08-01')
  const written = body.response as { text: string; prices: number; leftOut: unknown[] }
  expect(written).toMatchObject({ prices: 2, leftOut: [] })
  expect(written.text).toMatch(/^ISA\*.*\*ZZ\*HERE +\*ZZ\*BUYER +\*/)
  expect(written.text).toContain('BCT*PC*STANDARD~\nLIN**VP*M1~\nCTP***11**EA~\nLIN**VP*M2~\nCTP***20**EA~')
  const back = await call('POST', 'edi-mapping-data', { mapping: 'SHORT', text: written.text })
  expect(back.body.response).toMatchObject({
    list: { price_list: 'STANDARD' },
    records: [
      { material_number: 'M1', price: '11', uom: 'EA' },
      { material_number: 'M2', price: '20', uom: 'EA' },
    ],
    unknown: [],
  })
  const multipart = multipartFile('their-prices.edi', written.text.replaceAll('M2~\nCTP***20', 'M2~\nCTP***22'))
  const sent = await product.call('POST', '/api/files?screen=edi-mapping&field=received', {
    token: tokens['ada']!,
    ...multipart,
  })
  const [short] = await records('edi-mappings')
  const saved = await call('PUT', `edi-mappings/${String(short!['id'])}`, { received: sent.body.response })
  expect([saved.status, saved.body.error]).toEqual([200, undefined])
  const act = (action: string, parameters: object, as = 'ada') =>
    call('POST', `edi-mappings/actions/${action}`, { ids: [short!['id']], parameters }, as)
  const wrote = await act('write', { price_list: 'STANDARD', on: '2026-08-01' })
  expect(wrote.body.response).toMatchObject({ done: 1 })
  expect((await act('import', { price_list: 'OWN', valid_from: '2026-09-01' })).body.response).toMatchObject({
    done: 1,
  })
  expect((await act('import', { price_list: 'OWN', valid_from: '2026-09-01' })).body.response).toMatchObject({
    done: 1,
  })
  expect(await records('edi-mappings')).toMatchObject([
    {
      catalogue: { name: 'STANDARD-2026-08-01.edi' },
      catalogue_told: '2 prices of STANDARD on 2026-08-01',
      received_told: 'their-prices.edi into OWN: 0 new, 0 changed, 2 as before',
    },
  ])
  expect(await records('price-list-data?valid_from=2026-09-01&sort=material_number')).toMatchObject([
    { price_list: 'OWN', material_number: 'M1', price: '11.0000', approval_status: 'new' },
    { price_list: 'OWN', material_number: 'M2', price: '22.0000', approval_status: 'new' },
  ])
  expect((await act('import', { price_list: 'OWN', valid_from: '2020-01-01' })).body.response).toMatchObject({
    done: 0,
    failed: [{ message: expect.stringContaining('Price 1 (M1): OWN holds from 2026-01-01') }],
  })
  expect((await act('import', {}, 'max')).status).toBe(403)
  const bad = await call('POST', 'edi-mappings', {
    mapping: 'BAD',
    description: 'Without a field',
    elements: [line(10, 'c-p', 1, { source: 'field', field: null })],
  })
  expect(bad.body.error?.issues?.map(({ path }) => path.join('.'))).toEqual(
    expect.arrayContaining(['elements.0.segment', 'elements.0.field']),
  )
  const broken = await call('POST', 'edi-mapping-data', { mapping: 'SHORT', text: 'nothing' })
  expect([broken.status, broken.body.error]).toMatchObject([422, { code: 'FILE_UNREADABLE' }])
  expect((await call('GET', 'edi-mapping-data?mapping=SHORT&price_list=NONE')).status).toBe(404)
  expect((await call('GET', 'edi-mapping-data?mapping=SHORT&price_list=STANDARD', undefined, 'far')).status).toBe(404)
  expect((await records('edi-segments?level=line')).map(({ segment }) => segment)).toContain('CTP')
})

test('a file is about the list that price_list_id names, and of the own organisation', async () => {
  const upload = (query: string, as = 'ada') => {
    const { body, headers } = multipartFile('prices.csv', 'Material,Unit,Price,Valid from\nM2,EA,19.50,2026-10-01\n')
    return product.call('POST', `/api/price-list-data-upload?${query}`, { token: tokens[as]!, body, headers })
  }
  const lists = await records('config/price-list-masters')
  const { id } = lists.find(({ price_list }) => price_list === 'STANDARD')!
  const { status, body } = await upload(`price_list_id=${String(id)}`)
  expect([status, body.response?.['error_list']]).toEqual([200, undefined])
  expect(await records('price-list-data?valid_from=2026-10-01')).toMatchObject([
    { price_list: 'STANDARD', material_number: 'M2', price: '19.5000', approval_status: 'new' },
  ])
  const wrong = [
    await upload('price_list_id=999999'),
    await upload('price_list_id=first'),
    await upload(`price_list_id=${String(id)}`, 'far'),
  ]
  expect(wrong.map((one) => [one.status, one.body.error?.code])).toEqual(Array(3).fill([400, 'BAD_REQUEST']))
})

test('a file of changes is judged and written at once: what was approved holds on, what waits or strays from its list is refused, and all of it comes back', async () => {
  const upload = (content: string, currencies = false) => {
    const { body, headers } = multipartFile(
      'changes.csv',
      `List,Material,Customer,Unit,Price,Valid from,Valid to${currencies ? ',Currency' : ''}\n${content}`,
    )
    return product.call('POST', '/api/price-list-data-upload', { token: tokens['ada']!, body, headers })
  }
  const kept = async (which: string) => {
    const { body } = await call('GET', `price-list-data/${ids[which]}`)
    const { approval_status, price: now, price_in_force, valid_to_in_force, decided_by } = body.response!
    return [approval_status, now, price_in_force, valid_to_in_force, decided_by]
  }
  await keep('config/price-list-masters', { ...list('DOLLAR', 60), currency: 'USD', valid_to: '2026-12-31' })
  const before = await kept('second')
  ids['waits'] = await keep('price-list-data', price('OWN', 'M2', '5', { customer_number: 'C1' }))
  await call('POST', 'price-list-approval', { id: ids['waits'], approval_status: 'submit_approval' })
  const wrong = await upload(
    'OWN,M2,C1,EA,6,2026-01-01,,EUR\nDOLLAR,M1,,EA,6,2025-01-01,2027-01-31,EUR\nSTANDARD,M2,,EA,21,2026-01-01,,EUR\n',
    true,
  )
  expect(JSON.stringify(wrong.body.response?.['error_list'])).toMatch(
    /waits for approval.*Prices of DOLLAR are in USD|Prices of DOLLAR are in USD.*waits for approval/,
  )
  expect(await kept('second')).toEqual(before)
  const right = await upload('STANDARD,M2,,EA,21,2026-01-01,\nSTANDARD,M1,,EA,10,2026-01-01,2026-05-31\n')
  expect([right.status, right.body.response?.['error_list']]).toEqual([200, undefined])
  expect(await kept('second')).toEqual(['new_changes', '21.0000', '20.0000', null, null])
  expect(await kept('first')).toMatchObject(['new_changes', '10.0000', '10.0000', '2026-06-30', null])
  const [last] = await records('uploads?sort=-id&limit=1')
  const undone = await call('POST', `uploads/${String(last!['id'])}/undo`)
  expect(undone.status).toBe(202)
  await expect.poll(() => kept('second')).toEqual(before)
})

test('B150 prices and lists are those of the application, whichever the path of the call or the caller says', async () => {
  await keep('config/price-list-masters', { ...list('PROFIT', 70), application_type: 'Profit Optimization' })
  await keep('price-list-data', price('PROFIT', 'M1', '8'))
  const listsIn = async (path: string, application?: string) => {
    const { body } = await product.call('GET', `/api/${path}`, {
      token: tokens['ada']!,
      ...(application ? { headers: { 'x-app-source-type': application } } : {}),
    })
    const { records: rows } = body.response as { records: Record<string, unknown>[] }
    return [...new Set(rows.map((row) => String(row['price_list'])))].toSorted((a, b) => (a < b ? -1 : 1))
  }
  expect(await listsIn('price-list-data?limit=0', 'Pricing')).toEqual(['OWN', 'STANDARD'])
  expect(await listsIn('price-list-data?limit=0', 'Profit Optimization')).toEqual(['OWN', 'PROFIT', 'STANDARD'])
  expect(await listsIn('pricing/price-list-data?limit=0', 'Pricing')).toEqual(['OWN', 'PROFIT', 'STANDARD'])
  expect(await listsIn('price-list-data?limit=0')).toEqual(['OWN', 'PROFIT', 'STANDARD'])
  expect(await listsIn('config/price-list-masters', 'Pricing')).not.toContain('PROFIT')
  const shown = await product.call('GET', '/api/screens/price-list-data', {
    token: tokens['ada']!,
    headers: { 'x-app-source-type': 'Profit Optimization' },
  })
  expect(shown.body.response).toMatchObject({ endpoint: 'pricing/price-list-data' })
})
