import { afterAll, beforeAll, expect, test } from 'vitest'
import { startingRoles } from '#server/session/seed.ts'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
const tokens: Record<string, string> = {}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Row = Record<string, unknown> & { id: number; row_version: number }

const call = (method: Method, path: string, body?: object, as = 'planner') =>
  product.call(method, `/api/${path}`, { token: tokens[as]!, ...(body ? { body } : {}) })

const made = async (path: string, body: object): Promise<Row> => {
  const answer = await call('POST', path, body)
  expect([answer.status, answer.body.error?.issues, answer.body.error?.message]).toEqual([201, undefined, undefined])
  return answer.body.response as Row
}

const refusedAt = async (path: string, body: object, method: Method = 'POST'): Promise<unknown[]> => {
  const { status, body: answer } = await call(method, path, body)
  return [status, ...(answer.error?.issues ?? []).map((issue) => issue.path.join('.'))]
}

const recordsOf = async (path: string): Promise<Row[]> => {
  const { status, body } = await call('GET', path)
  expect(status, path).toBe(200)
  return body.response!['records'] as Row[]
}

const offer = (code: string, more: object = {}) => ({
  sticker_code: code,
  sticker_name: `Offer ${code}`,
  sticker_type: 'package',
  product_line: 'Mowers',
  country: 'Norway',
  cash_support: '100',
  promo_rate: '0',
  term_months: 36,
  financed_percent: '50',
  coverage_type: 'extended_warranty',
  coverage_months: 24,
  valid_from: '2027-03-01',
  valid_to: '2027-05-31',
  ...more,
})

beforeAll(async () => {
  product = await sessionApp()
  const planner = {
    code: 'PLANNER',
    name: 'Planner',
    permissions: ['promotions.read', 'promotions.write', 'promotions.delete', 'masters.read'],
    authorizedApps: ['Promotions'] as const,
  }
  const here = await product.organization({ code: 'HERE', name: 'Here', roles: [...startingRoles, planner] })
  const there = await product.organization({ code: 'THERE', name: 'There', roles: startingRoles })
  for (const [name, organizationId, role] of [
    ['ada', here, 'ADMINISTRATOR'],
    ['planner', here, 'PLANNER'],
    ['rex', here, 'READER'],
    ['ann', here, 'ANALYST'],
    ['stranger', there, 'ADMINISTRATOR'],
  ] as const) {
    await product.user({ organizationId, email: `${name}@here.test`, name, role })
    tokens[name] = (await product.signIn(`${name}@here.test`)).token
  }
  for (const [number, line] of [
    ['M1', 'Mowers'],
    ['M2', 'Mowers'],
    ['M3', 'Saws'],
  ])
    await call(
      'POST',
      'material-master',
      {
        material_number: number,
        material_description: `Machine ${number}`,
        product_line: line,
        promotion_relevant: true,
      },
      'ada',
    )
  for (const line of ['Mowers', 'Saws']) await made('product-line', { product_line: line, description: line })
  await made('global-promotion', {
    plan_year: '2027',
    description: 'Promotions 2027',
    valid_from: '2027-01-01',
    valid_to: '2027-12-31',
    plan_status: 'open',
    budgets: [
      { product_line: 'Mowers', country: 'Norway', amount: '1000.10' },
      { product_line: 'Saws', country: 'Norway', amount: '200.05' },
    ],
  })
  await made('promotion-finances', {
    country: 'Norway',
    currency: 'EUR',
    term_months: 36,
    standard_rate: '6',
    valid_from: '2027-01-01',
  })
  for (const [number, price] of [
    ['M1', '10000'],
    ['M2', '5000'],
  ])
    await made('material-pricing', {
      material_number: number,
      country: 'Norway',
      list_price: price,
      valid_from: '2027-01-01',
    })
  await made('coverage-cost-mapping', {
    coverage_type: 'extended_warranty',
    term_months: 24,
    product_line: 'Mowers',
    cost_per_unit: '60',
    valid_from: '2027-01-01',
  })
  await made('coverage-cost-mapping', {
    coverage_type: 'extended_warranty',
    term_months: 24,
    material_number: 'M2',
    cost_per_unit: '40',
    valid_from: '2027-01-01',
  })
  await made('promotion-sticker', offer('SPRING'))
})

afterAll(() => product?.close())

test('a plan adds up its budgets, stays once it is closed, and shares no day with another', async () => {
  const [plan] = await recordsOf('global-promotion?plan_year=2027')
  expect(plan).toMatchObject({ total_budget: '1200.1500' })
  expect(
    await refusedAt('global-promotion', {
      plan_year: '2028',
      description: 'Early',
      valid_from: '2027-12-31',
      valid_to: '2028-12-30',
    }),
  ).toEqual([422, 'valid_from'])
  const closed = await call('PUT', 'global-promotion', { id: plan!.id, plan_status: 'closed' })
  expect(closed.status).toBe(200)
  expect((await call('PUT', 'global-promotion', { id: plan!.id, description: 'Other' })).body.error?.code).toBe(
    'WRONG_STATE',
  )
  expect(
    (
      await call('POST', 'promo-currency-rates', {
        plan_year: '2027',
        from_currency: 'NOK',
        to_currency: 'EUR',
        rate: '0.09',
      })
    ).body.error?.code,
  ).toBe('WRONG_STATE')
  expect((await call('DELETE', `global-promotion/${plan!.id}`)).body.error?.code).toBe('WRONG_STATE')
  expect((await call('PUT', 'global-promotion', { id: plan!.id, plan_status: 'open' })).status).toBe(200)
  const rate = await made('promo-currency-rates', {
    plan_year: '2027',
    from_currency: 'NOK',
    to_currency: 'EUR',
    rate: '0.09',
  })
  expect(
    await refusedAt('promo-currency-rates', { plan_year: '2027', from_currency: 'EUR', to_currency: 'EUR', rate: '1' }),
  ).toEqual([422, 'to_currency'])
  expect((await call('PUT', `update-promo-currency-rates/${rate.id}`, { rate: '0.088' })).body.response).toMatchObject({
    rate: '0.088000000',
  })
})

test('territories of a country share at most all of it, and are told by country and region', async () => {
  const part = (territory: string, share: string, more: object = {}) => ({
    territory,
    description: territory,
    country: 'Norway',
    region: 'South',
    share,
    valid_from: '2027-01-01',
    ...more,
  })
  await made('promo-territory', part('NO-1', '60'))
  expect(await refusedAt('promo-territory', part('NO-2', '40.000001'))).toEqual([422, 'share'])
  const second = await made('promo-territory', part('NO-2', '40', { region: 'North' }))
  await made('promo-territory', part('NO-2', '30', { product_line: 'Mowers', region: 'North' }))
  expect(await refusedAt(`update-promo-territory/${second.id}`, { share: '41' }, 'PUT')).toEqual([422, 'share'])
  expect(await recordsOf('promo-territory-by-value?by=country')).toMatchObject([
    { value: 'Norway', territories: 2, share: '100' },
  ])
  expect(
    await recordsOf('promo-territory-by-value?by=region&country=Norway&product_line=Mowers&on=2027-06-01'),
  ).toMatchObject([
    { value: 'North', share: '30' },
    { value: 'South', share: '60' },
  ])
})

test('what must be found once holds once, and makes sense', async () => {
  const again = { material_number: 'M1', country: 'Norway', list_price: '9000', valid_from: '2027-06-01' }
  expect(await refusedAt('material-pricing', again)).toEqual([422, 'valid_from'])
  expect(await refusedAt('material-pricing', { ...again, country: 'Denmark', dealer_cost: '9000.01' })).toEqual([
    422,
    'dealer_cost',
  ])
  expect(
    await refusedAt('promotion-finances', {
      country: 'Norway',
      currency: 'EUR',
      term_months: 36,
      standard_rate: '5',
      valid_from: '2028-01-01',
    }),
  ).toEqual([422, 'valid_from'])
  expect(
    await refusedAt('coverage-cost-mapping', {
      coverage_type: 'warranty',
      term_months: 12,
      product_line: 'Mowers',
      material_number: 'M3',
      cost_per_unit: '1',
      valid_from: '2027-01-01',
    }),
  ).toEqual([422, 'material_number'])
  expect(
    await refusedAt('promo-config', {
      product_line: 'Mowers',
      country: 'Norway',
      valid_from: '2027-01-01',
      min_days: 30,
      max_days: 20,
    }),
  ).toEqual([422, 'max_days'])
  expect(
    await refusedAt('promotion-mapping', { material_number: 'M1', product_line: 'Boats', valid_from: '2027-01-01' }),
  ).toEqual([422, 'product_line'])
})

test('the rate of an offer costs what its payments are worth less, or what is entered', async () => {
  const cost = {
    sticker_code: 'SPRING',
    currency: 'EUR',
    term_months: 36,
    customer_rate: '0',
    valid_from: '2027-03-01',
    valid_to: '2027-05-31',
  }
  const computed = await made('promo-finance-cost', cost)
  // 36 payments of 1/36, each worth less by half a percent a month: 8.69 of a hundred.
  expect(computed).toMatchObject({
    origin: 'computed',
    standard_rate: '6.000000',
    buydown_cost_percent: '8.691622',
    country: 'Norway',
  })
  const dearer = await call('PUT', `update-promo-finance-cost/${computed.id}`, { customer_rate: '3' })
  expect(dearer.body.response).toMatchObject({ origin: 'computed', buydown_cost_percent: '4.407109' })
  const entered = await call('PUT', `update-promo-finance-cost/${computed.id}`, { buydown_cost_percent: '5' })
  expect(entered.body.response).toMatchObject({ origin: 'entered', buydown_cost_percent: '5.000000' })
  const kept = await call('PUT', `update-promo-finance-cost/${computed.id}`, { notes: 'As agreed' })
  expect(kept.body.response).toMatchObject({ origin: 'entered', buydown_cost_percent: '5.000000' })
  expect((await call('DELETE', `promo-finance-cost/${computed.id}`)).status).toBe(200)
  expect(await refusedAt('promo-finance-cost', { ...cost, term_months: 48 })).toEqual([422, 'buydown_cost_percent'])
  expect(await refusedAt('promo-finance-cost', { ...cost, customer_rate: '7' })).toEqual([422, 'customer_rate'])
  expect(await refusedAt('promo-finance-cost', { ...cost, valid_to: '2027-06-01' })).toEqual([422, 'valid_to'])
})

test('a unit costs cash, coverage and its part of the buydown; what is missing is said', async () => {
  const lines = await recordsOf('promotion-cost-material?sticker_code=SPRING')
  // 100 + 60 + 10,000 × 8.691622 % × 50 %; M2 has a coverage cost of its own.
  expect(lines).toMatchObject([
    {
      material_number: 'M1',
      coverage_cost: '60.0000',
      buydown_percent: '8.691622',
      finance_cost: '869.1622',
      cost_per_unit: '594.5811',
      percent_of_list: '5.9458',
      problem: null,
    },
    { material_number: 'M2', coverage_cost: '40.0000', finance_cost_per_unit: '217.2906', cost_per_unit: '357.2906' },
  ])
  expect(await recordsOf('promotion-cost-header?product_line=Mowers')).toMatchObject([
    {
      sticker_code: 'SPRING',
      materials: 2,
      incomplete: 0,
      cost_per_unit: '475.9359',
      lowest_cost: '357.2906',
      highest_cost: '594.5811',
    },
  ])
  await made('promotion-sticker', offer('SAWS', { product_line: 'Saws', coverage_months: 12, term_months: 60 }))
  const [saw] = await recordsOf('promotion-cost-material?sticker_code=SAWS')
  expect(saw).toMatchObject({
    cost_per_unit: null,
    problem: 'no price in Norway; no coverage cost over 12 months; no finance cost over 60 months',
  })
  const listed = await recordsOf('promotion-cost-header?country=Norway&on=2027-04-01')
  expect(listed.map((row) => [row['sticker_code'], row['incomplete']])).toEqual([
    ['SAWS', 1],
    ['SPRING', 0],
  ])
})

test('a custom group has materials of its line, is claimed under a number of its own, and is shown with their prices', async () => {
  const group = {
    group_code: 'BIG',
    group_name: 'Big mowers',
    product_line: 'Mowers',
    claim_number: 'C-1',
    materials: [{ material_number: 'M1' }],
  }
  const big = await made('promotion/custom-group', group)
  expect(big).toMatchObject({ material_count: 1 })
  expect(
    await refusedAt('promotion/custom-group', {
      ...group,
      group_code: 'MIXED',
      claim_number: 'C-2',
      materials: [{ material_number: 'M1' }, { material_number: 'M3' }],
    }),
  ).toEqual([422, 'materials.1.material_number'])
  expect((await call('POST', 'promotion/custom-group', { ...group, group_code: 'TWICE' })).body.error?.code).toBe(
    'DUPLICATE_KEY',
  )
  const saved = await call('PUT', 'promotion/custom-group', { id: big.id, group_name: 'Large mowers' })
  expect(saved.body.response).toMatchObject({ group_name: 'Large mowers', row_version: 2 })
  const grouped = await call('POST', 'promotion/custom-grouped-data', {
    product_line: 'Mowers',
    country: 'Norway',
    on: '2027-04-01',
    ungrouped: true,
  })
  expect(grouped.body.response).toMatchObject({
    total_record: 2,
    records: [
      {
        group_code: 'BIG',
        claim_number: 'C-1',
        average_list_price: '10000.0000',
        materials: [{ material_number: 'M1', list_price: '10000.0000', currency: 'EUR' }],
      },
      { group_code: null, materials: [{ material_number: 'M2' }] },
    ],
  })
  const clone = await call('POST', 'promotion/custom-group/clone', { id: big.id })
  expect([clone.status, clone.body.response]).toMatchObject([
    201,
    { group_code: 'BIG-2', claim_number: null, material_count: 1 },
  ])
  const limited = await made(
    'promotion-sticker',
    offer('LIMITED', { custom_group: 'BIG', valid_from: '2127-03-01', valid_to: '2127-05-31' }),
  )
  expect(await recordsOf('promotion-cost-material?sticker_code=LIMITED&on=2127-03-01')).toMatchObject([
    { material_number: 'M1' },
  ])
  expect(await refusedAt('promotion-sticker', offer('WRONG', { custom_group: 'BIG', product_line: 'Saws' }))).toEqual([
    422,
    'custom_group',
  ])
  const held = await call('PUT', `promotion/${big.id}/archive?table_name=custom_group`)
  expect([held.status, held.body.message]).toEqual([409, 'Stickers that still hold are limited to it: LIMITED'])
  expect((await call('PUT', `promotion/${limited.id}/archive?table_name=promotion_sticker`)).status).toBe(200)
  expect((await call('PUT', `promotion/${big.id}/archive?table_name=custom_group`)).body.response).toMatchObject({
    archived: true,
  })
  expect(await refusedAt('promotion-sticker', offer('LATE', { custom_group: 'BIG' }))).toEqual([422, 'custom_group'])
  expect(await recordsOf('custom-group-choice?product_line=Mowers')).toMatchObject([{ value: 'BIG-2' }])
})

test('a sticker is cloned with its finance costs; archived it stays as it is, and nothing new refers to it', async () => {
  const first = await made('promotion-sticker', offer('CLONED'))
  await made('promo-finance-cost', {
    sticker_code: 'CLONED',
    currency: 'EUR',
    term_months: 36,
    customer_rate: '0',
    valid_from: '2027-03-01',
  })
  const clone = await call('POST', `promotion-sticker/${first.id}/clone`, { sticker_code: 'copy' })
  expect([clone.status, clone.body.response]).toMatchObject([
    201,
    { sticker_code: 'COPY', cash_support: '100.0000', archived: false },
  ])
  expect(await recordsOf('promo-finance-cost?sticker_code=COPY')).toMatchObject([
    { term_months: 36, buydown_cost_percent: '8.691622', origin: 'computed' },
  ])
  expect((await recordsOf('promotion/promotional-financing?country=Norway')).map((row) => row['sticker_code'])).toEqual(
    ['CLONED', 'COPY'],
  )
  const saved = await call('POST', `promotion-sticker/${first.id}`, { sticker_text: '0 % for 36 months' })
  expect(saved.body.response).toMatchObject({ sticker_text: '0 % for 36 months' })
  const archived = await call('PUT', `promotion/${first.id}/archive?table_name=promotion_stickers`)
  expect(archived.body).toMatchObject({ response: { archived: true }, message: 'Successfully archived' })
  expect((await call('PUT', `promotion-sticker/${first.id}`, { sticker_text: 'x' })).body.error?.code).toBe(
    'WRONG_STATE',
  )
  expect(
    await refusedAt('promo-finance-cost', {
      sticker_code: 'CLONED',
      currency: 'EUR',
      term_months: 24,
      customer_rate: '0',
      buydown_cost_percent: '4',
      valid_from: '2027-03-01',
    }),
  ).toEqual([422, 'sticker_code'])
  expect((await recordsOf('promotion-sticker-choice?gives=finance')).map((row) => row['value'])).not.toContain('CLONED')
  expect(
    (await call('PUT', `promotion/${first.id}/archive?table_name=promotion_sticker`, { archived: false })).body
      .response,
  ).toMatchObject({ archived: false })
  expect((await call('PUT', `promotion/${first.id}/archive?table_name=material`)).status).toBe(400)
})

test('a type of offer asks for its sections, the market for its currency and how long it lasts', async () => {
  await call('POST', 'promotion-type-sections', { sticker_type: 'package', section: 'text', required: true }, 'ada')
  expect(await refusedAt('promotion-sticker', offer('MUTE'))).toEqual([422, 'sticker_text'])
  expect(
    await refusedAt('promotion-sticker', offer('NOTHING', { sticker_type: 'cash_support', cash_support: '0' })),
  ).toEqual([422, 'cash_support'])
  await made('promo-config', {
    product_line: 'Mowers',
    country: 'Norway',
    currency: 'NOK',
    valid_from: '2027-01-01',
    min_days: 100,
  })
  expect(await refusedAt('promotion-sticker', offer('SHORT', { sticker_text: 'Zero' }))).toEqual([
    422,
    'currency',
    'valid_to',
  ])
  await call(
    'POST',
    'promotion-type-group',
    { type_group: 'ALL', description: 'All', sticker_types: [{ sticker_type: 'package' }] },
    'ada',
  )
  const twice = await call(
    'POST',
    'promotion-type-group',
    {
      type_group: 'MORE',
      description: 'More',
      sticker_types: [{ sticker_type: 'cash_support' }, { sticker_type: 'package' }],
    },
    'ada',
  )
  expect(twice.body.error?.issues?.[0]?.path).toEqual(['sticker_types', 1, 'sticker_type'])
  const types = await recordsOf('promotion-sticker-types')
  expect(types.at(-1)).toMatchObject({
    sticker_type: 'package',
    label: 'Package',
    type_group: 'ALL',
    sections: [{ section: 'text', required: true }],
  })
})

test('regular offers stand side by side by term, and go one by one', async () => {
  const regular = (term: number, more: object = {}) => ({
    product_line: 'Mowers',
    country: 'Norway',
    currency: 'EUR',
    term_months: term,
    customer_rate: '4',
    valid_from: '2027-01-01',
    ...more,
  })
  const three = await made('promotion/regular-financing', regular(36))
  expect(three).toMatchObject({ origin: 'computed', standard_rate: '6.000000' })
  await made('promotion/regular-financing', regular(24, { cost_percent: '1.5' }))
  expect(
    await refusedAt(
      'promotion/regular-financing',
      regular(12, { cost_percent: '1', min_amount: '10', max_amount: '9' }),
    ),
  ).toEqual([422, 'max_amount'])
  const { body } = await call('GET', 'promotion/format-regular-financing?country=Norway')
  expect(body.response).toMatchObject({
    terms: [24, 36],
    records: [
      { product_line: 'Mowers', terms: [24, 36], offers: { 24: { cost_percent: '1.500000' }, 36: { id: three.id } } },
    ],
  })
  expect((await call('DELETE', `promotion/regular-financing/${three.id}`)).status).toBe(200)
  expect(await recordsOf('promotion/regular-financing')).toHaveLength(1)
})

test('a planning default that is saved again is changed', async () => {
  const first = await call('POST', 'promotion/default', { product_line: 'Mowers', financed_percent: '30' })
  const second = await call('POST', 'promotion/default', { product_line: 'Mowers', financed_percent: '35' })
  expect([first.status, second.status, second.body.response!['id']]).toEqual([201, 200, first.body.response!['id']])
  expect(await recordsOf('promotion/default-all')).toMatchObject([{ financed_percent: '35.000000' }])
})

test('planned and sold are told by period; the periods of a plan add up to it', async () => {
  await call(
    'POST',
    'costings',
    {
      description: 'Autumn',
      promotion: 'AUTUMN',
      valid_from: '2026-08-20',
      valid_to: '2026-10-10',
      justification: 'Why not',
      country: 'Norway',
      lines: [
        {
          material_number: 'M1',
          baseline_quantity: '50',
          planned_quantity: '100',
          list_price: '10',
          promotional_price: '8',
          unit_cost: '5',
        },
      ],
      advertising: '52',
    },
    'ada',
  )
  for (const [line, day, country] of [
    [1, '2026-08-19', 'Norway'],
    [2, '2026-08-20', 'Norway'],
    [3, '2026-10-10', 'Norway'],
    [4, '2026-10-10', 'Spain'],
  ] as const)
    await call(
      'POST',
      'sales_data',
      {
        billing_doc_number: '1',
        billing_doc_line: line,
        billing_date: day,
        material_number: 'M1',
        country,
        quantity: '10',
        net_value: '80',
        currency: 'EUR',
      },
      'ada',
    )
  const ask = async (more: object) =>
    (await call('POST', 'promotion-trends-report', { plans: 'all', ...more }, 'ada')).body.response!
  const told = await ask({})
  // 52 days: 12 in August, 30 in September, 10 in October.
  expect(told['records']).toMatchObject([
    {
      period: '2026-08',
      key: 'AUTUMN',
      planned_quantity: '23.077',
      actual_quantity: '10.000',
      planned_cost: '58.15',
      actual_cost: '32.00',
    },
    { period: '2026-09', planned_quantity: '57.692', actual_quantity: '0', planned_cost: '145.39' },
    {
      period: '2026-10',
      planned_quantity: '19.231',
      actual_quantity: '10.000',
      reached_percent: '52.00',
      actual_value: '80.00',
    },
  ])
  expect(told['totals']).toMatchObject({ planned_quantity: '100.000', planned_cost: '252.00' })
  expect(
    (await ask({ period_from: '2026-09-01', period_to: '2026-09-15', grouped_by: 'material' }))['records'],
  ).toMatchObject([
    {
      key: 'M1',
      material_number: 'M1',
      planned_quantity: '28.846',
      period_from: '2026-09-01',
      period_to: '2026-09-15',
    },
  ])
  expect((await ask({ plans: 'approved' }))['records']).toEqual([])
})

test('is read by whoever may read promotions, written by planners, configured by administrators, and seen in one organisation', async () => {
  for (const path of [
    'promotion-stickers',
    'promotion-cost-header',
    'promo-territory-by-value',
    'promotion/custom-groups',
    'promotion-sticker-types',
    'promotion/promotional-financing',
    'promotion/default-all',
  ])
    expect([path, (await call('GET', path, undefined, 'ann')).status]).toEqual([path, 403])
  expect((await call('GET', 'promotion-stickers', undefined, 'rex')).status).toBe(200)
  expect((await call('POST', 'promotion-sticker', offer('READER'), 'rex')).status).toBe(403)
  expect((await call('POST', 'budget-config', { budget_check: 'block' })).status).toBe(403)
  const [sticker] = await recordsOf('promotion-stickers?limit=1')
  for (const path of [
    'promotion-cost-material',
    'promotion-cost-header',
    'promo-territory-by-value',
    'promotion-sticker-choice',
    'promotion/format-regular-financing',
  ])
    expect((await call('GET', path, undefined, 'stranger')).body.response, path).toMatchObject({ records: [] })
  expect((await call('POST', `promotion-sticker/${sticker!.id}/clone`, {}, 'stranger')).status).toBe(404)
  expect((await call('PUT', `promotion/${sticker!.id}/archive?table_name=sticker`, {}, 'stranger')).status).toBe(404)
  expect((await call('PUT', `promotion/${sticker!.id}/archive?table_name=sticker`, {}, 'rex')).status).toBe(403)
  expect(
    (await call('POST', 'promotion/custom-grouped-data', { product_line: 'Mowers' }, 'stranger')).body.response,
  ).toMatchObject({ records: [] })
})
