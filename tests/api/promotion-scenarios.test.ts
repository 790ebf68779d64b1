import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import type { PromotionRow } from '#tests/support/promotion-app.ts'
import { scenarioApp, type Plan } from '#tests/support/scenario-app.ts'

let it: Awaited<ReturnType<typeof scenarioApp>>

beforeAll(async () => {
  it = await scenarioApp()
})

afterAll(() => it?.close())

test('a plan is prefilled from the masters, worked out, approved by its market and posted month by month, once', async () => {
  // 2 × 100, 2 × 60 and 1 financed of 10,000 at 8.691621 %; the second 100, 40 and half of 5,000 at that.
  const { id, number, plan } = await it.planned(['2', '1'])
  expect(
    plan.lines.map((line) => [
      line.material_number,
      line['list_price'],
      line['coverage_per_unit'],
      line['financed_percent'],
    ]),
  ).toEqual([
    ['M1', '10000', '60', '50'],
    ['M2', '5000', '40', '50'],
  ])
  const buydown = Number(plan.lines[0]!['buydown_percent'])
  expect(buydown).toBeCloseTo(8.6916, 3)
  const finance = [Math.round(10_000 * buydown) / 100, Math.round(2500 * buydown) / 100]
  expect(plan.totals).toMatchObject({ cash: '300', coverage: '160', faulty: 0 })
  expect(Number(plan.totals['finance'])).toBeCloseTo(finance[0]! + finance[1]!, 2)
  const cost = Number(plan.totals['cost'])
  expect(plan.markets[0]).toMatchObject({ country: 'Norway', budget: '1000.1', committed: '0' })
  expect(plan.message_log.map(({ message }) => message)).toEqual([
    `Norway is over its budget by ${(cost - 1000.1).toFixed(2)} EUR`,
  ])

  // Nobody who submitted it decides on it, and nothing is approved before its markets have.
  expect(await it.refusal('POST', 'promotion-posting', { id }, 'ada')).toEqual([
    409,
    'Only what every market approved is posted.',
  ])
  await it.move(id, 'in_review')
  expect(await it.refusal('PUT', `promotion/${id}/update-status/approved`, {}, 'ada')).toEqual([
    409,
    'Not every market has approved it: Norway.',
  ])
  expect(
    (await it.refusal('PUT', 'promotion/review/market-status', { id, country: 'Norway', status: 'approved' }))[0],
  ).toBe(403)
  expect(
    await it.refusal('PUT', 'promotion/review/market-status', { id, country: 'Norway', status: 'rejected' }, 'ada'),
  ).toEqual([409, 'Say why it is rejected.'])
  await it.responseOf('PUT', 'promotion/review/market-status', { id, country: 'Norway', status: 'approved' }, 'ada')
  await it.move(id, 'approved', 'ada')

  expect(await it.responseOf('POST', 'promotion-posting', { id }, 'ada')).toMatchObject({ posted: 6, currency: 'EUR' })
  expect(await it.responseOf('POST', 'promotion-posting', { id }, 'ada')).toMatchObject({ posted: 0 })
  // 31 and 30 of 61 days.
  const posted = await it.postings(number)
  expect(posted.slice(0, 2)).toEqual([
    ['Accrual', 'cash', '2027-03-01', '152.46'],
    ['Accrual', 'cash', '2027-04-01', '147.54'],
  ])
  expect(posted.reduce((sum, [, , , amount]) => sum + Number(amount), 0)).toBeCloseTo(cost, 2)

  // What ends later plans more, takes its place once approved, and takes its accruals back.
  expect((await it.refusal('POST', 'promotion/scenario/extended_scenario', { id, valid_to: '2027-04-30' }))[0]).toBe(
    422,
  )
  const longer = await it.responseOf('POST', 'promotion/scenario/extended_scenario', { id, valid_to: '2027-05-30' })
  const copy = await it.gridOf(Number(longer['id']))
  expect(copy.scenario).toMatchObject({
    relation: 'extended_scenario',
    parent: number,
    status: 'draft',
    valid_to: '2027-05-30',
  })
  expect(copy.lines.map((line) => line['volume'])).toEqual(['3', '1'])
  expect(copy.markets[0]).toMatchObject({ committed: '0' })
  await it.approve(copy.scenario.id)
  expect((await it.gridOf(id)).scenario).toMatchObject({ status: 'archived', replaced_by: longer['scenario_number'] })
  await it.responseOf('POST', 'promotion-posting', { id: copy.scenario.id }, 'ada')
  const after = await it.postings(number)
  expect(after.reduce((sum, [, , , amount]) => sum + Number(amount), 0)).toBeCloseTo(0, 4)
  expect(after.filter(([type]) => type === 'Accrual Reversal')).toHaveLength(6)
  const own = await it.postings(String(longer['scenario_number']))
  expect(own.reduce((sum, [, , , amount]) => sum + Number(amount), 0)).toBeCloseTo(Number(copy.totals['cost']), 2)
})

test('a simulation that cannot compute a line answers 422 and keeps its log; a submission is refused', async () => {
  const { id, plan } = await it.planned(['1', '1'])
  expect((await it.call('POST', 'promotion-simulation', { id })).status).toBe(200)
  const { row_version } = (await it.gridOf(id)).scenario
  const lines = [{ ...plan.lines[0]!, volume: null }, plan.lines[1]!]
  await it.responseOf('POST', 'plan-promotions-save', { id, row_version, lines })
  const { status, body } = await it.call('POST', 'promotion-simulation', { id })
  expect([status, body.message]).toEqual([422, '1 of 2 lines could not be computed.'])
  const log = (body.response as unknown as Plan).message_log
  expect(log[0]).toEqual({ severity: 'error', line_no: 1, field: 'volume', message: 'No volume is planned' })
  expect(await it.refusal('PUT', `promotion/${id}/update-status/in_review`, {})).toEqual([
    409,
    'One line could not be computed. The simulation says why.',
  ])
  // What was read before somebody else saved is not written over theirs.
  expect((await it.refusal('POST', 'plan-promotions-save', { id, row_version, lines }))[0]).toBe(409)
  expect(
    (
      await it.refusal('POST', 'plan-promotions-save', {
        id,
        row_version: row_version + 1,
        lines: [{ ...lines[1]!, volume: 'many' }],
      })
    )[0],
  ).toBe(422)
})

test('a budget check that refuses keeps a plan above its budget from being submitted', async () => {
  const check = {
    product_line: 'Mowers',
    country: 'Norway',
    budget_check: 'block',
    tolerance_percent: '10',
    counts: 'cash',
  }
  const rule = await it.responseOf('POST', 'budget-config', check, 'ada')
  const { id, plan } = await it.planned(['12', '0'])
  expect(plan.message_log.find(({ severity }) => severity === 'error')?.message).toContain('Norway is over its budget')
  expect((await it.refusal('PUT', `promotion/${id}/update-status/in_review`, {}))[0]).toBe(409)
  await it.responseOf('DELETE', `budget-config/${String(rule['id'])}`, undefined, 'ada')
  expect(await it.move(id, 'in_review')).toMatchObject({ status: 'in_review' })
})

test('a market is defined by lines, countries and territories; territories say what they think of it', async () => {
  for (const [territory, share] of [
    ['NO-SOUTH', '60'],
    ['NO-NORTH', '40'],
  ])
    await it.made('promo-territory', {
      territory,
      description: territory,
      country: 'Norway',
      share,
      region: 'R',
      valid_from: '2027-01-01',
    })
  const choices = await it.responseOf('POST', 'promotion-market-filters', {
    product_lines: ['Mowers'],
    on: '2027-03-01',
  })
  expect((choices['territories'] as PromotionRow[]).map(({ territory }) => territory)).toEqual(['NO-NORTH', 'NO-SOUTH'])
  expect(choices['countries']).toEqual([{ country: 'Norway', stickers: 1, territories: 2 }])
  const groups = await it.responseOf('GET', 'promotion-filter-group')
  expect((groups['records'] as Record<string, unknown>[]).length).toBeLessThanOrEqual(4)

  const scenario = await it.begun()
  const market = { id: scenario.id, row_version: scenario.row_version, countries: ['Norway'] }
  const places = [
    { country: 'Norway', territory: 'NO-SOUTH' },
    { country: 'Norway', territory: 'NO-NORTH' },
  ]
  expect(
    await it.refusal('POST', 'promotion-define-market', {
      ...market,
      territories: [{ country: 'Sweden', territory: 'SE' }],
    }),
  ).toEqual([422, 'SE is in Sweden, which is not in the market.'])
  await it.responseOf('POST', 'promotion-define-market', {
    ...market,
    territories: places,
    description: 'By territory',
  })
  const proposed = await it.responseOf('POST', 'plan-promotions', { id: scenario.id, prefill: true })
  expect(proposed.lines.map((line) => line['territory'])).toEqual(['NO-NORTH', 'NO-SOUTH', 'NO-NORTH', 'NO-SOUTH'])
  const lines = proposed.lines.map((line) => ({ ...line, volume: '1' }))
  const { row_version } = (await it.gridOf(scenario.id)).scenario
  await it.responseOf('POST', 'plan-promotions-save', { id: scenario.id, row_version, lines })
  await it.move(scenario.id, 'in_review')
  const open = await it.responseOf('GET', 'promotion-tr-approval')
  expect((open['records'] as PromotionRow[]).filter(({ id }) => id === scenario.id)).toMatchObject([
    { territory: 'NO-NORTH', models: 2, status: 'open' },
    { territory: 'NO-SOUTH', models: 2, status: 'open' },
  ])
  const models = await it.responseOf('POST', 'promotion-tr-models', { id: scenario.id, territory: 'NO-SOUTH' })
  expect(
    (models['records'] as PromotionRow[]).map(({ material_number, volume }) => [material_number, Number(volume)]),
  ).toEqual([
    ['M1', 1],
    ['M2', 1],
  ])
  const decision = { id: scenario.id, country: 'Norway', territory: 'NO-NORTH', status: 'rejected', comment: 'Snow' }
  await it.responseOf('PUT', 'update-tr-approval', decision, 'ada')
  expect(
    await it.refusal(
      'PUT',
      'promotion/review/market-status',
      { id: scenario.id, country: 'Norway', status: 'approved' },
      'ada',
    ),
  ).toEqual([409, 'NO-NORTH has rejected it. The country cannot approve it then.'])
  const markets = await it.responseOf('POST', 'promotion/review/markets', { id: scenario.id })
  expect(markets['records']).toMatchObject([
    {
      country: 'Norway',
      status: 'open',
      territories: [{ territory: 'NO-NORTH', status: 'rejected', comment: 'Snow' }, {}],
    },
  ])
  expect((await it.responseOf('POST', 'promotion/review/markets', {}))['records']).toContainEqual(
    expect.objectContaining({ id: scenario.id, country: 'Norway', status: 'open' }),
  )
  await it.move(scenario.id, 'draft')
  expect((await it.gridOf(scenario.id)).scenario).toMatchObject({ status: 'draft' })
})

test('a clone plans and costs the same, and differences of scenarios are a workbook', async () => {
  const { id, number, plan } = await it.planned(['4', '2'])
  const clone = await it.responseOf('POST', 'promotion/scenario/clone', { id, description: 'Another way' })
  const copy = await it.gridOf(Number(clone['id']))
  expect([copy.scenario['parent'], copy.scenario['relation'], copy.scenario['description']]).toEqual([
    number,
    'clone',
    'Another way',
  ])
  expect(copy.totals).toEqual(plan.totals)
  await it.move(id, 'in_review')
  const short = await it.responseOf('POST', 'promotion/scenario/premature_scenario', { id, valid_to: '2027-03-31' })
  // 31 of 61 days.
  expect((await it.gridOf(Number(short['id']))).lines.map((line) => line['volume'])).toEqual(['2', '1'])
  const lists = await it.responseOf('POST', 'promotion/review/scenarios', { product_line: 'Mowers' })
  expect((lists['other'] as PromotionRow[]).map((one) => one.id)).toContain(id)
  expect((lists['approved'] as PromotionRow[]).every(({ status }) => status === 'approved')).toBe(true)
  const stickers = await it.responseOf('POST', 'promotion/review/market-stickers', { id, country: 'Norway' })
  expect(stickers['records']).toMatchObject([
    { sticker_code: 'SPRING', lines: 2, cost: expect.stringMatching(/^\d/) as unknown },
  ])
  for (const [path, body, name] of [
    ['promotion/download-compare-data', { scenarios: [id, clone['id']] }, 'differences.xlsx'],
    ['promotion/vistex-download', { id }, `vistex-${number}.xlsx`],
  ] as const) {
    const file = await it.call('POST', path, body)
    expect([file.status, String(file.headers['content-disposition']).includes(name)]).toEqual([200, true])
  }
  expect((await it.refusal('POST', 'promotion/download-compare-data', { scenarios: [id] }))[0]).toBe(422)
})

test('a costing is made of a scenario by those who may see costs', async () => {
  const { id, number } = await it.planned(['4', '2'])
  expect((await it.refusal('POST', 'costing-simulation', { id }))[0]).toBe(403)
  const without = await it.responseOf('POST', 'costing-simulation', { id }, 'ada')
  expect(without['left_out']).toMatchObject([{ line_no: 1, reason: 'M1 has no standard cost' }, { line_no: 2 }])
  await it.db.system((tx) => tx.query(sql`update material set standard_cost = 4000, currency = 'EUR'`))
  const costing = await it.responseOf('POST', 'costing-simulation', { id, save: true }, 'ada')
  // 6 units, 100 off each.
  expect(costing['figures']).toMatchObject({ price_reduction: '600.00' })
  const scenarios = await it.responseOf('GET', 'promotion/costing-scenarios', undefined, 'ada')
  expect((scenarios['records'] as PromotionRow[]).find((one) => one.id === id)).toMatchObject({
    scenario_number: number,
    costings: [{ approval_status: 'new' }],
  })
  expect(await it.responseOf('GET', 'promotion-costing-approval', undefined, 'ada')).toMatchObject({ records: [] })
})

test('scenarios are found, commented on and deleted', async () => {
  const scenario = await it.begun({ description: 'Needle in the hay' })
  const { id } = scenario
  expect(
    (
      await it.responseOf('POST', 'promotions-search', {
        search: 'needle',
        country: 'Norway',
        status: 'draft',
        product_line: 'Mowers',
        valid_on: '2027-03-15',
      })
    )['total_record'],
  ).toBe(1)
  expect(
    (await it.responseOf('POST', 'promotions-search', { search: 'needle', country: 'Sweden' }))['total_record'],
  ).toBe(0)
  expect(
    (await it.responseOf('POST', 'promotion/scenarios', { description: 'Needle in the hay' }))['records'],
  ).toMatchObject([{ id }])
  expect((await it.responseOf('GET', 'promotion/scenario-list'))['records']).toContainEqual(
    expect.objectContaining({ id, countries: ['Norway'] }),
  )
  await it.responseOf('POST', 'promotion/comments-save', { id, comment: 'Too much hay', country: 'Norway' })
  const said = await it.responseOf('POST', 'promotion/comments-retrieve', { id })
  expect(said['records']).toMatchObject([
    { kind: 'comment', comment: 'Too much hay', said_by: 'planner@here.test', country: 'Norway' },
    { kind: 'activity', comment: 'Begun' },
  ])
  expect((await it.gridOf(id)).scenario).toMatchObject({
    last_activity: 'Commented on Norway',
    last_activity_by: 'planner@here.test',
  })
  expect((await it.call('DELETE', `promotion/scenario/${id}`)).status).toBe(200)
  expect((await it.refusal('GET', `promotion/scenario/grids/${id}`))[0]).toBe(404)
})

test('a line that was given to somebody is planned by those alone; everybody else reads, and strangers see nothing', async () => {
  const { id, plan } = await it.planned(['1', '1'])
  const { row_version } = (await it.gridOf(id)).scenario
  const save = { id, row_version, lines: plan.lines }
  expect(
    (
      await it.refusal('POST', 'promotion/user-access', {
        grid: [{ user_email: 'planner@here.test', product_line: 'Mowers', may_edit: true }],
      })
    )[0],
  ).toBe(403)
  const give = (email: string, may_edit: boolean, product_line = 'Mowers') =>
    it.call('POST', 'promotion/user-access', { grid: [{ user_email: email, product_line, may_edit }] }, 'ada')
  expect((await give('nobody@here.test', true)).status).toBe(422)
  await give('ada@here.test', true)
  expect((await it.gridOf(id))['refused_edit']).toBe(
    'Mowers is planned by ada. Whoever gives access to product lines can add you.',
  )
  for (const [method, path, body] of [
    ['POST', 'plan-promotions-save', save],
    ['PUT', `promotion/${id}/update-status/in_review`, {}],
    ['DELETE', `promotion/scenario/${id}`, undefined],
    ['POST', 'promotion-define-market', { id, row_version, countries: ['Norway'] }],
    [
      'POST',
      'promotion/scenario',
      {
        description: 'x',
        product_line: 'Mowers',
        countries: [{ country: 'Norway' }],
        valid_from: '2027-03-01',
        valid_to: '2027-03-02',
      },
    ],
  ] as const)
    expect((await it.refusal(method, path, body))[0], path).toBe(403)
  expect((await it.refusal('POST', 'promotion/scenario/clone', { id }))[0]).toBe(409)
  expect((await it.responseOf('GET', 'promotion/user-access?user=ada@here.test'))['records']).toEqual([
    { user_email: 'ada@here.test', product_line: 'Mowers', may_edit: true, may_review: false },
  ])
  await give('planner@here.test', true)
  await it.responseOf('POST', 'plan-promotions-save', save)
  const grid = await it.responseOf('POST', 'promotion/access-grid', { product_lines: ['Mowers'] })
  expect((grid['grid'] as PromotionRow[]).map(({ user_email }) => user_email)).toEqual([
    'ada@here.test',
    'planner@here.test',
  ])
  for (const email of ['ada@here.test', 'planner@here.test']) await give(email, false)
  expect((await it.gridOf(id))['refused_edit']).toBeNull()

  expect((await it.gridOf(id, 'rex'))['refused_edit']).toBe('Your role reads promotions and does not change them.')
  expect((await it.refusal('POST', 'plan-promotions-save', save, 'rex'))[0]).toBe(403)
  expect((await it.refusal('POST', 'promotion/comments-save', { id, comment: 'x' }, 'rex'))[0]).toBe(403)
  expect((await it.refusal('POST', 'promotion-posting', { id }))[0]).toBe(403)
  expect((await it.refusal('GET', `promotion/scenario/grids/${id}`, undefined, 'ann'))[0]).toBe(403)
  for (const [method, path, body] of [
    ['GET', `promotion/scenario/grids/${id}`, undefined],
    ['POST', 'plan-promotions', { id }],
    ['POST', 'promotion-simulation', { id }],
    ['POST', 'promotion-posting', { id }],
    ['POST', 'promotion/vistex-download', { id }],
    ['POST', 'promotion/comments-retrieve', { id }],
    ['PUT', `promotion/${id}/update-status/in_review`, {}],
    ['POST', 'promotion/review/market-stickers', { id, country: 'Norway' }],
  ] as const)
    expect((await it.refusal(method, path, body, 'stranger'))[0], path).toBe(404)
  expect((await it.responseOf('GET', 'promotion/scenario-list', undefined, 'stranger'))['records']).toEqual([])
})

test('calls about plans want the application of promotions, as their lists do', async () => {
  const { id, number } = await it.planned(['1', '1'])
  for (const [method, path, body] of [
    ['GET', `promotion/scenario/grids/${id}`, undefined],
    ['GET', 'promotion/scenario-list', undefined],
    ['POST', 'promotions-search', { search: number }],
    ['POST', 'promotion/vistex-download', { id }],
    ['POST', 'promotion-posting', { id }],
    ['POST', 'promotion/comments-retrieve', { id }],
    ['POST', 'promotion/access-grid', {}],
    ['GET', 'promotion-tr-approval', undefined],
    ['POST', 'promotion-market-filters', {}],
  ] as const)
    expect([path, (await it.call(method, path, body, 'outsider')).status]).toEqual([path, 403])
})
