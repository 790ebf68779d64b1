import { buydownPercent } from '#server/domain/promotions/buydown.ts'
import { buydownSql } from '#server/promotions/unit-costs-sql.ts'
import { raw, sql } from '#server/store/sql.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { offer, promotionApp, type PromotionApp } from '#tests/support/promotion-app.ts'

let app: PromotionApp

beforeAll(async () => {
  app = await promotionApp()
})

afterAll(() => app?.close())

test('the rate of an offer costs what its payments are worth less, or what is entered', async () => {
  const cost = {
    sticker_code: 'SPRING',
    currency: 'EUR',
    term_months: 36,
    customer_rate: '0',
    valid_from: '2027-03-01',
    valid_to: '2027-05-31',
  }
  const computed = await app.made('promo-finance-cost', cost)
  // 36 payments of 1/36, each worth less by half a percent a month: 8.69 of a hundred.
  expect(computed).toMatchObject({
    origin: 'computed',
    standard_rate: '6.000000',
    buydown_cost_percent: '8.691622',
    country: 'Norway',
  })
  const dearer = await app.call('PUT', `update-promo-finance-cost/${computed.id}`, { customer_rate: '3' })
  expect(dearer.body.response).toMatchObject({ origin: 'computed', buydown_cost_percent: '4.407109' })
  const entered = await app.call('PUT', `update-promo-finance-cost/${computed.id}`, { buydown_cost_percent: '5' })
  expect(entered.body.response).toMatchObject({ origin: 'entered', buydown_cost_percent: '5.000000' })
  const kept = await app.call('PUT', `update-promo-finance-cost/${computed.id}`, { notes: 'As agreed' })
  expect(kept.body.response).toMatchObject({ origin: 'entered', buydown_cost_percent: '5.000000' })
  expect((await app.call('DELETE', `promo-finance-cost/${computed.id}`)).status).toBe(200)
  expect(await app.refusedAt('promo-finance-cost', { ...cost, term_months: 48 })).toEqual([422, 'buydown_cost_percent'])
  expect(await app.refusedAt('promo-finance-cost', { ...cost, customer_rate: '7' })).toEqual([422, 'customer_rate'])
  expect(await app.refusedAt('promo-finance-cost', { ...cost, valid_to: '2027-06-01' })).toEqual([422, 'valid_to'])
})

test('a unit costs cash, coverage and its part of the buydown; what is missing is said', async () => {
  const lines = await app.recordsOf('promotion-cost-material?sticker_code=SPRING')
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
  expect(await app.recordsOf('promotion-cost-header?product_line=Mowers')).toMatchObject([
    {
      sticker_code: 'SPRING',
      materials: 2,
      incomplete: 0,
      cost_per_unit: '475.9359',
      lowest_cost: '357.2906',
      highest_cost: '594.5811',
    },
  ])
  await app.made('promotion-sticker', offer('SAWS', { product_line: 'Saws', coverage_months: 12, term_months: 60 }))
  const [saw] = await app.recordsOf('promotion-cost-material?sticker_code=SAWS')
  expect(saw).toMatchObject({
    cost_per_unit: null,
    problem: 'no price in Norway; no coverage cost over 12 months; no finance cost over 60 months',
  })
  const listed = await app.recordsOf('promotion-cost-header?country=Norway&on=2027-04-01')
  expect(listed.map((row) => [row['sticker_code'], row['incomplete']])).toEqual([
    ['SAWS', 1],
    ['SPRING', 0],
  ])
})

test('a line that does not keep the rules of its market says so; its margin is told to whoever sees costs', async () => {
  await app.made('promo-config', {
    product_line: 'Saws',
    country: 'Norway',
    valid_from: '2027-01-01',
    max_support_percent: '5',
    min_margin_percent: '40',
  })
  const price = {
    material_number: 'M3',
    country: 'Norway',
    list_price: '1000',
    dealer_cost: '800',
    standard_cost: '500',
    valid_from: '2027-01-01',
  }
  expect(await app.refusedAt('material-pricing', price)).toEqual([422, 'standard_cost'])
  expect((await app.call('POST', 'material-pricing', price, 'ada')).status).toBe(201)
  await app.made('promotion-sticker', offer('DEAR', { product_line: 'Saws', sticker_type: 'cash_support' }))
  // 100 is above 5 % of 1,000; 800 less 500 and 100 leaves 25 % of 800.
  const about = 'promotion-cost-material?sticker_code=DEAR'
  expect((await app.recordsOf(about))[0]).toMatchObject({
    cost_per_unit: '100.0000',
    warning: 'cash support above 5 % of the list price',
  })
  expect((await app.call('GET', about, undefined, 'ada')).body.response!['records']).toMatchObject([
    { warning: 'cash support above 5 % of the list price; less than 40 % margin is left' },
  ])
  const told = await app.call('POST', 'promotion-cost-report', { sticker: 'DEAR' }, 'ada')
  expect(told.body.response).toMatchObject({
    total_record: 1,
    records: [{ material_number: 'M3', cost_per_unit: '100.0000' }],
  })
})

test('a custom group has materials of its line, is claimed under a number of its own, and is shown with their prices', async () => {
  const group = {
    group_code: 'BIG',
    group_name: 'Big mowers',
    product_line: 'Mowers',
    claim_number: 'C-1',
    materials: [{ material_number: 'M1' }],
  }
  const big = await app.made('promotion/custom-group', group)
  expect(big).toMatchObject({ material_count: 1 })
  expect(
    await app.refusedAt('promotion/custom-group', {
      ...group,
      group_code: 'MIXED',
      claim_number: 'C-2',
      materials: [{ material_number: 'M1' }, { material_number: 'M3' }],
    }),
  ).toEqual([422, 'materials.1.material_number'])
  expect((await app.call('POST', 'promotion/custom-group', { ...group, group_code: 'TWICE' })).body.error?.code).toBe(
    'DUPLICATE_KEY',
  )
  const saved = await app.call('PUT', 'promotion/custom-group', { id: big.id, group_name: 'Large mowers' })
  expect(saved.body.response).toMatchObject({ group_name: 'Large mowers', row_version: 2 })
  const grouped = await app.call('POST', 'promotion/custom-grouped-data', {
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
  const clone = await app.call('POST', 'promotion/custom-group/clone', { id: big.id })
  expect([clone.status, clone.body.response]).toMatchObject([
    201,
    { group_code: 'BIG-2', claim_number: null, material_count: 1 },
  ])
  const limited = await app.made(
    'promotion-sticker',
    offer('LIMITED', { custom_group: 'BIG', valid_from: '2127-03-01', valid_to: '2127-05-31' }),
  )
  expect(await app.recordsOf('promotion-cost-material?sticker_code=LIMITED&on=2127-03-01')).toMatchObject([
    { material_number: 'M1' },
  ])
  expect(
    await app.refusedAt('promotion-sticker', offer('WRONG', { custom_group: 'BIG', product_line: 'Saws' })),
  ).toEqual([422, 'custom_group'])
  const held = await app.call('PUT', `promotion/${big.id}/archive?table_name=custom_group`)
  expect([held.status, held.body.message]).toEqual([409, 'Stickers that still hold are limited to it: LIMITED'])
  expect((await app.call('PUT', `promotion/${limited.id}/archive?table_name=promotion_sticker`)).status).toBe(200)
  expect((await app.call('PUT', `promotion/${big.id}/archive?table_name=custom_group`)).body.response).toMatchObject({
    archived: true,
  })
  expect(await app.refusedAt('promotion-sticker', offer('LATE', { custom_group: 'BIG' }))).toEqual([
    422,
    'custom_group',
  ])
  expect(await app.recordsOf('custom-group-choice?product_line=Mowers')).toMatchObject([{ value: 'BIG-2' }])
  // A mark that stands for any letter is looked for as itself.
  expect(await app.recordsOf('custom-group-choice?search=BI_')).toEqual([])
})

test('a sticker is cloned with its finance costs; archived it stays as it is, and nothing new refers to it', async () => {
  const first = await app.made('promotion-sticker', offer('CLONED'))
  await app.made('promo-finance-cost', {
    sticker_code: 'CLONED',
    currency: 'EUR',
    term_months: 36,
    customer_rate: '0',
    valid_from: '2027-03-01',
  })
  const clone = await app.call('POST', `promotion-sticker/${first.id}/clone`, { sticker_code: 'copy' })
  expect([clone.status, clone.body.response]).toMatchObject([
    201,
    { sticker_code: 'COPY', cash_support: '100.0000', archived: false },
  ])
  expect(await app.recordsOf('promo-finance-cost?sticker_code=COPY')).toMatchObject([
    { term_months: 36, buydown_cost_percent: '8.691622', origin: 'computed' },
  ])
  expect(
    (await app.recordsOf('promotion/promotional-financing?country=Norway')).map((row) => row['sticker_code']),
  ).toEqual(['CLONED', 'COPY'])
  const acted = await app.call('POST', 'promotion-sticker/actions/clone-sticker', {
    ids: [first.id],
    parameters: { sticker_code: 'AGAIN', valid_from: '2027-04-01' },
  })
  expect(acted.body.response).toMatchObject({
    done: 1,
    given: [{ value: expect.stringContaining('/promotion-sticker-setup/edit/') }],
  })
  // On other days the finance costs of the first do not hold.
  expect(await app.recordsOf('promo-finance-cost?sticker_code=AGAIN')).toEqual([])
  const saved = await app.call('POST', `promotion-sticker/${first.id}`, { sticker_text: '0 % for 36 months' })
  expect(saved.body.response).toMatchObject({ sticker_text: '0 % for 36 months' })
  const archived = await app.call('PUT', `promotion/${first.id}/archive?table_name=promotion_stickers`)
  expect(archived.body).toMatchObject({ response: { archived: true }, message: 'Successfully archived' })
  expect((await app.call('PUT', `promotion-sticker/${first.id}`, { sticker_text: 'x' })).body.error?.code).toBe(
    'WRONG_STATE',
  )
  expect(
    await app.refusedAt('promo-finance-cost', {
      sticker_code: 'CLONED',
      currency: 'EUR',
      term_months: 24,
      customer_rate: '0',
      buydown_cost_percent: '4',
      valid_from: '2027-03-01',
    }),
  ).toEqual([422, 'sticker_code'])
  expect((await app.recordsOf('promotion-sticker-choice?gives=finance')).map((row) => row['value'])).not.toContain(
    'CLONED',
  )
  expect(
    (await app.call('PUT', `promotion/${first.id}/archive?table_name=promotion_sticker`, { archived: false })).body
      .response,
  ).toMatchObject({ archived: false })
  expect((await app.call('PUT', `promotion/${first.id}/archive?table_name=material`)).status).toBe(400)
})

test('a type of offer asks for its sections, the market for its currency and how long it lasts', async () => {
  await app.call('POST', 'promotion-type-sections', { sticker_type: 'package', section: 'text', required: true }, 'ada')
  expect(await app.refusedAt('promotion-sticker', offer('MUTE'))).toEqual([422, 'sticker_text'])
  expect(
    await app.refusedAt('promotion-sticker', offer('NOTHING', { sticker_type: 'cash_support', cash_support: '0' })),
  ).toEqual([422, 'cash_support'])
  await app.made('promo-config', {
    product_line: 'Mowers',
    country: 'Norway',
    currency: 'NOK',
    valid_from: '2027-01-01',
    min_days: 100,
  })
  expect(await app.refusedAt('promotion-sticker', offer('SHORT', { sticker_text: 'Zero' }))).toEqual([
    422,
    'currency',
    'valid_to',
  ])
  await app.call(
    'POST',
    'promotion-type-group',
    { type_group: 'ALL', description: 'All', sticker_types: [{ sticker_type: 'package' }] },
    'ada',
  )
  const twice = await app.call(
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
  const types = await app.recordsOf('promotion-sticker-types')
  expect(types.at(-1)).toMatchObject({
    sticker_type: 'package',
    label: 'Package',
    type_group: 'ALL',
    sections: [{ section: 'text', required: true }],
  })
})

test('the database reckons a buydown as the domain does, to the last digit', async () => {
  const cases = ['0', '0.9', '1.9', '5.999999'].flatMap((offered) =>
    [1, 12, 37, 84, 120].flatMap((months) => ['6', '6.9', '17.25'].map((standard) => ({ standard, offered, months }))),
  )
  const rows = await app.db.system((tx) =>
    tx.query<{ percent: string }>(sql`
      select trim_scale(${buydownSql(raw('c.standard'), raw('c.offered'), raw('c.months'))})::text as percent
        from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb) as c (standard numeric, offered numeric, months bigint)`),
  )
  expect(rows.map(({ percent }) => percent)).toEqual(
    cases.map(({ standard, offered, months }) => buydownPercent(standard, offered, months)),
  )
})
