import { afterAll, beforeAll, expect, test } from 'vitest'
import { offer, promotionApp, type PromotionApp } from '#tests/support/promotion-app.ts'

let app: PromotionApp

beforeAll(async () => {
  app = await promotionApp()
})

afterAll(() => app?.close())

test('planned and sold are told by period; the periods of a plan add up to it', async () => {
  await app.call(
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
    await app.call(
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
    (await app.call('POST', 'promotion-trends-report', { plans: 'all', ...more }, 'ada')).body.response!
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

test('a plan adds up its budgets, stays once it is closed, and shares no day with another', async () => {
  const [plan] = await app.recordsOf('global-promotion?plan_year=2027')
  expect(plan).toMatchObject({ total_budget: '1200.1500' })
  expect(
    await app.refusedAt('global-promotion', {
      plan_year: '2028',
      description: 'Early',
      valid_from: '2027-12-31',
      valid_to: '2028-12-30',
    }),
  ).toEqual([422, 'valid_from'])
  const closed = await app.call('PUT', 'global-promotion', { id: plan!.id, plan_status: 'closed' })
  expect(closed.status).toBe(200)
  expect((await app.call('PUT', 'global-promotion', { id: plan!.id, description: 'Other' })).body.error?.code).toBe(
    'WRONG_STATE',
  )
  expect(
    (
      await app.call('POST', 'promo-currency-rates', {
        plan_year: '2027',
        from_currency: 'NOK',
        to_currency: 'EUR',
        rate: '0.09',
      })
    ).body.error?.code,
  ).toBe('WRONG_STATE')
  expect((await app.call('DELETE', `global-promotion/${plan!.id}`)).body.error?.code).toBe('WRONG_STATE')
  expect((await app.call('PUT', 'global-promotion', { id: plan!.id, plan_status: 'open' })).status).toBe(200)
  const rate = await app.made('promo-currency-rates', {
    plan_year: '2027',
    from_currency: 'NOK',
    to_currency: 'EUR',
    rate: '0.09',
  })
  expect(
    await app.refusedAt('promo-currency-rates', {
      plan_year: '2027',
      from_currency: 'EUR',
      to_currency: 'EUR',
      rate: '1',
    }),
  ).toEqual([422, 'to_currency'])
  expect(
    (await app.call('PUT', `update-promo-currency-rates/${rate.id}`, { rate: '0.088' })).body.response,
  ).toMatchObject({
    rate: '0.088000000',
  })
})

test('a plan is changed by its year, where no id is given', async () => {
  const changed = await app.call('PUT', 'global-promotion', { plan_year: '2027', notes: 'Agreed in March' })
  expect([changed.status, changed.body.response]).toMatchObject([200, { plan_year: '2027', notes: 'Agreed in March' }])
  expect((await app.call('PUT', 'global-promotion', { plan_year: '1999', notes: '' })).status).toBe(404)
  expect((await app.call('PUT', 'promotion/custom-group', { notes: '' })).status).toBe(400)
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
  await app.made('promo-territory', part('NO-1', '60'))
  expect(await app.refusedAt('promo-territory', part('NO-2', '40.000001'))).toEqual([422, 'share'])
  const second = await app.made('promo-territory', part('NO-2', '40', { region: 'North' }))
  await app.made('promo-territory', part('NO-2', '30', { product_line: 'Mowers', region: 'North' }))
  expect(await app.refusedAt(`update-promo-territory/${second.id}`, { share: '41' }, 'PUT')).toEqual([422, 'share'])
  expect(await app.recordsOf('promo-territory-by-value?by=country')).toMatchObject([
    { value: 'Norway', territories: 2, share: '100' },
  ])
  expect(
    await app.recordsOf('promo-territory-by-value?by=region&country=Norway&product_line=Mowers&on=2027-06-01'),
  ).toMatchObject([
    { value: 'North', share: '30' },
    { value: 'South', share: '60' },
  ])
})

test('what must be found once holds once, and makes sense', async () => {
  const again = { material_number: 'M1', country: 'Norway', list_price: '9000', valid_from: '2027-06-01' }
  expect(await app.refusedAt('material-pricing', again)).toEqual([422, 'valid_from'])
  expect(await app.refusedAt('material-pricing', { ...again, country: 'Denmark', dealer_cost: '9000.01' })).toEqual([
    422,
    'dealer_cost',
  ])
  expect(
    await app.refusedAt('promotion-finances', {
      country: 'Norway',
      currency: 'EUR',
      term_months: 36,
      standard_rate: '5',
      valid_from: '2028-01-01',
    }),
  ).toEqual([422, 'valid_from'])
  expect(
    await app.refusedAt('coverage-cost-mapping', {
      coverage_type: 'warranty',
      term_months: 12,
      product_line: 'Mowers',
      material_number: 'M3',
      cost_per_unit: '1',
      valid_from: '2027-01-01',
    }),
  ).toEqual([422, 'material_number'])
  expect(
    await app.refusedAt('promo-config', {
      product_line: 'Mowers',
      country: 'Norway',
      valid_from: '2027-01-01',
      min_days: 30,
      max_days: 20,
    }),
  ).toEqual([422, 'max_days'])
  expect(
    await app.refusedAt('promotion-mapping', {
      material_number: 'M1',
      product_line: 'Boats',
      valid_from: '2027-01-01',
    }),
  ).toEqual([422, 'product_line'])
})

const days = { valid_from: '2030-01-01', valid_to: '2030-12-31' }
const place = { country: 'Iceland', ...days }

test.each([
  [
    'PromotionMappingFormat',
    { material_number: 'M1', product_line: 'Mowers', sticker_group: 'BIG', ...days },
    { material_number: 'NONE' },
  ],
  ['PromotionConfigFormat', { product_line: 'Mowers', min_days: '10', max_days: '20', ...place }, { max_days: '9' }],
  [
    'PromotionMaterialPricingFormat',
    { material_number: 'M1', list_price: '100', dealer_cost: '80', ...place },
    { dealer_cost: '101' },
  ],
  [
    'PromotionCoverageCostMappingFormat',
    {
      coverage_type: 'warranty',
      term_months: '12',
      product_line: 'Mowers',
      material_number: 'M1',
      cost_per_unit: '9',
      ...place,
    },
    { material_number: 'M3' },
  ],
  [
    'PromotionStandardFinanceCostFormat',
    { currency: 'EUR', term_months: '12', standard_rate: '5', ...place },
    { standard_rate: '99' },
  ],
  [
    'PromotionCurrencyRatesFormat',
    { plan_year: '2027', from_currency: 'ISK', to_currency: 'EUR', rate: '0.0067' },
    { to_currency: 'ISK' },
  ],
  [
    'PromotionFinanceCostFormat',
    {
      sticker_code: 'SPRING',
      currency: 'EUR',
      term_months: '36',
      customer_rate: '1',
      valid_from: '2027-03-01',
      valid_to: '2027-03-31',
    },
    { customer_rate: '7' },
  ],
  ['PromotionTerritoryFormat', { territory: 'IS-1', description: 'Iceland', share: '60', ...place }, { share: '101' }],
  [
    'PromotionRegularOffersFormat',
    { product_line: 'Mowers', currency: 'EUR', term_months: '12', customer_rate: '4', ...place },
    { customer_rate: '6' },
  ],
] as const)('%s: a file is taken whole, or where a line is wrong not at all', async (functionality, line, wrong) => {
  const refused = await app.imported(functionality, { ...line, ...wrong })
  expect(refused.body.response).toMatchObject({ error_list: { 1: expect.stringContaining('Line 2') } })
  expect((await app.imported(functionality, line)).body.response).toMatchObject({ messageLog: ['1 added'] })
  expect((await app.imported(functionality, line)).body.response).toMatchObject({ messageLog: ['1 unchanged'] })
})

test('territories of one file are held against one another', async () => {
  const part = (territory: string, share: string) => ({
    territory,
    description: territory,
    country: 'Malta',
    share,
    valid_from: '2030-01-01',
  })
  const { body } = await app.imported('PromotionTerritoryFormat', part('MT-1', '70'), part('MT-2', '31'))
  expect(body.response).toMatchObject({ error_list: { 1: expect.stringContaining('together they may have 100') } })
  expect(await app.recordsOf('promo-territory?country=Malta')).toEqual([])
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
  const three = await app.made('promotion/regular-financing', regular(36))
  expect(three).toMatchObject({ origin: 'computed', standard_rate: '6.000000' })
  await app.made('promotion/regular-financing', regular(24, { cost_percent: '1.5' }))
  expect(
    await app.refusedAt(
      'promotion/regular-financing',
      regular(12, { cost_percent: '1', min_amount: '10', max_amount: '9' }),
    ),
  ).toEqual([422, 'max_amount'])
  const { body } = await app.call('GET', 'promotion/format-regular-financing?country=Norway')
  expect(body.response).toMatchObject({
    terms: [24, 36],
    records: [
      { product_line: 'Mowers', terms: [24, 36], offers: { 24: { cost_percent: '1.500000' }, 36: { id: three.id } } },
    ],
  })
  expect((await app.call('DELETE', `promotion/regular-financing/${three.id}`)).status).toBe(200)
  expect(await app.recordsOf('promotion/regular-financing?country=Norway')).toHaveLength(1)
})

test('a planning default that is saved again is changed', async () => {
  const first = await app.call('POST', 'promotion/default', { product_line: 'Mowers', financed_percent: '30' })
  const second = await app.call('POST', 'promotion/default', { product_line: 'Mowers', financed_percent: '35' })
  expect([first.status, second.status, second.body.response!['id']]).toEqual([201, 200, first.body.response!['id']])
  expect(await app.recordsOf('promotion/default-all')).toMatchObject([{ financed_percent: '35.000000' }])
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
    expect([path, (await app.call('GET', path, undefined, 'ann')).status]).toEqual([path, 403])
  expect((await app.call('GET', 'promotion-stickers', undefined, 'rex')).status).toBe(200)
  expect((await app.call('POST', 'promotion-sticker', offer('READER'), 'rex')).status).toBe(403)
  expect((await app.call('POST', 'budget-config', { budget_check: 'block' })).status).toBe(403)
  const [sticker] = await app.recordsOf('promotion-stickers?limit=1')
  for (const path of [
    'promotion-cost-material',
    'promotion-cost-header',
    'promo-territory-by-value',
    'promotion-sticker-choice',
    'promotion/format-regular-financing',
  ])
    expect((await app.call('GET', path, undefined, 'stranger')).body.response, path).toMatchObject({ records: [] })
  expect((await app.call('POST', `promotion-sticker/${sticker!.id}/clone`, {}, 'stranger')).status).toBe(404)
  expect((await app.call('PUT', `promotion/${sticker!.id}/archive?table_name=sticker`, {}, 'stranger')).status).toBe(
    404,
  )
  expect((await app.call('PUT', `promotion/${sticker!.id}/archive?table_name=sticker`, {}, 'rex')).status).toBe(403)
  expect(
    (await app.call('POST', 'promotion/custom-grouped-data', { product_line: 'Mowers' }, 'stranger')).body.response,
  ).toMatchObject({ records: [] })
})
