import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { scenarioApp, type Plan } from '#tests/support/scenario-app.ts'

let it: Awaited<ReturnType<typeof scenarioApp>>

beforeAll(async () => {
  it = await scenarioApp()
})

afterAll(() => it?.close())

const named = ({ line_no, sticker_code, country, territory, material_number, group_code }: Plan['lines'][number]) => ({
  line_no,
  sticker_code,
  country,
  territory,
  material_number,
  group_code,
})

test('two planners save what they changed; what both changed is told, and nothing of it is written', async () => {
  const { id, plan } = await it.planned(['2', '1'])
  const version = (await it.gridOf(id)).scenario.row_version
  const [first, second] = plan.lines as [Plan['lines'][number], Plan['lines'][number]]
  const change = (line: Plan['lines'][number], was: object, now: object) => ({
    id,
    row_version: version,
    changes: { changed: [{ ...named(line), was, now }] },
  })
  await it.responseOf('POST', 'plan-promotions-save', change(first, { volume: '2' }, { volume: '5' }), 'ada')
  const mine = await it.responseOf('POST', 'plan-promotions-save', change(second, { volume: '1' }, { volume: '3' }))
  expect([mine['merged'], mine['touched'], mine.lines.map((line) => line.line_no)]).toEqual([true, 1, [2]])
  expect((await it.gridOf(id)).lines.map((line) => line['volume'])).toEqual(['5', '3'])

  const both = await it.call('POST', 'plan-promotions-save', {
    ...change(first, { volume: '2' }, { volume: '9' }),
    changes: {
      changed: [
        { ...named(first), was: { volume: '2' }, now: { volume: '9' } },
        { ...named(second), was: { support_per_unit: '100' }, now: { support_per_unit: '90' } },
      ],
    },
  })
  expect([both.status, both.body.error]).toMatchObject([
    409,
    {
      code: 'ROW_CONFLICT',
      details: { count: 1, collisions: [{ line_no: 1, kind: 'changed', field: 'volume', mine: '9', theirs: '5' }] },
    },
  ])
  expect((await it.gridOf(id)).lines.map((line) => [line['volume'], line['support_per_unit']])).toEqual([
    ['5', '100'],
    ['3', '100'],
  ])
  // A number that another line has by now is not written into that line.
  const gone = await it.call('POST', 'plan-promotions-save', {
    id,
    row_version: version,
    changes: { changed: [{ ...named(first), material_number: 'M9', was: { volume: '2' }, now: { volume: '9' } }] },
  })
  expect(gone.body.error?.details).toMatchObject({ collisions: [{ kind: 'gone', material_number: 'M9' }] })
  expect((await it.refusal('POST', 'plan-promotions-save', change(first, {}, { financed_percent: '101' })))[0]).toBe(
    422,
  )
})

test('a plan of 20,000 lines is told by pages, worked out by its changes, and has no more', async () => {
  await it.db.system((tx) =>
    tx.query(sql`
      insert into material (organization_id, created_by, updated_by, material_number, material_description, product_line, status, promotion_relevant)
      select m.organization_id, m.created_by, m.updated_by, 'L' || lpad(n::text, 5, '0'), 'Large ' || n, 'Mowers', 'active', false
        from material m, generate_series(1, 20000) n where m.material_number = 'M1'`),
  )
  const { id, ...scenario } = await it.begun()
  await it.db.system((tx) =>
    tx.query(sql`
      insert into promotion_scenario_line (organization_id, created_by, updated_by, scenario_number, line_no, sticker_code, country, material_number, volume, list_price,
             support_per_unit, coverage_per_unit, financed_percent, currency)
      select s.organization_id, s.created_by, s.created_by, s.scenario_number, n, 'SPRING', 'Norway', 'L' || lpad(n::text, 5, '0'), 1, 10, 1, 0, 0, 'EUR'
        from promotion_scenario s, generate_series(1, 20000) n where s.scenario_number = ${scenario['scenario_number']}`),
  )
  const grid = await it.gridOf(id)
  expect([grid['line_count'], grid.lines.length, grid.lines.at(-1)!.line_no]).toEqual([20_000, 1000, 1000])
  const page = await it.responseOf('GET', `promotion/scenario/grids/${id}/lines?after=19990&limit=1000`)
  expect(page.lines.map((one) => one.line_no)).toEqual([
    19_991, 19_992, 19_993, 19_994, 19_995, 19_996, 19_997, 19_998, 19_999, 20_000,
  ])
  expect(page.lines[0]).toMatchObject({ cash_cost: '1', plan_cost: '1', fault: null })

  const changed = [{ ...named(page.lines[0]!), was: { volume: '1' }, now: { volume: '11' } }]
  const worked = await it.responseOf('POST', 'plan-promotions', { id, changes: { changed } })
  expect([worked.totals['cash'], worked.lines.map((one) => one.line_no)]).toEqual(['20010', [19_991]])
  expect(
    await it.refusal('POST', 'plan-promotions-save', {
      id,
      row_version: grid.scenario.row_version,
      changes: { added: [{ ...page.lines[0]!, material_number: 'M1' }] },
    }),
  ).toEqual([
    422,
    'A scenario has 20,000 lines at most, and these would be more. Narrow its market, or plan it as several.',
  ])
  expect((await it.refusal('GET', `promotion/scenario/grids/${id}/lines`, undefined, 'stranger'))[0]).toBe(404)
})

test('what was sold since it began stands beside the plan, its margin for those who see costs', async () => {
  const { id } = await it.planned(['10', '4'])
  const before = await it.responseOf('GET', `promotion/scenario/actuals/${id}`, undefined, 'ada')
  expect([before['until'], before['passed']]).toEqual([null, 0])
  // The first of its four days was yesterday.
  await it.db.system(async (tx) => {
    await tx.query(sql`
      update promotion_scenario set valid_from = current_date - 1, valid_to = current_date + 2 where id = ${id}`)
    await tx.query(sql`
      insert into sales_data (organization_id, created_by, updated_by, billing_doc_number, billing_doc_line, transaction_type, billing_date, material_number, quantity,
             net_value, cost_value, currency, country)
      select s.organization_id, s.created_by, s.created_by, v.doc, 1, 'Sale', current_date + v.day, v.material, v.quantity, v.net, v.cost, v.currency, v.country
        from promotion_scenario s, (values ('A', -1, 'M1', 7, 68000, 30000, 'EUR', 'Norway'), ('B', 0, 'M1', -1, -9900, -4000, 'EUR', 'Norway'),
             ('C', -2, 'M1', 50, 1, 1, 'EUR', 'Norway'), ('D', 0, 'M1', 50, 1, 1, 'EUR', 'Sweden'), ('E', 0, 'M2', 3, 14000, 6000, 'XTS', 'Norway'))
             as v (doc, day, material, quantity, net, cost, currency, country)
       where s.id = ${id}`)
  })
  const told = await it.responseOf('GET', `promotion/scenario/actuals/${id}`, undefined, 'ada')
  expect(told).toMatchObject({ days: 4, passed: 2, sees_costs: true, left_out: [{ currency: 'XTS', lines: 1 }] })
  // Ten planned, half of the days, six sold; each at 10,000 less 100.
  expect(told['records']).toMatchObject([
    { material_number: 'M2', units: { plan: '4', due: '2', actual: '0', difference: '-2' } },
    {
      material_number: 'M1',
      units: { plan: '10', due: '5', actual: '6', difference: '1' },
      sales: { plan: '99000', due: '49500', actual: '58100', difference: '8600' },
    },
  ])
  const [, row] = told['records'] as { cost: { plan: string; actual: string } }[]
  expect(Number(row!.cost.actual)).toBeCloseTo(Number(row!.cost.plan) * 0.6, 2)
  const planners = await it.responseOf('GET', `promotion/scenario/actuals/${id}`)
  expect([planners['sees_costs'], planners.totals['margin']]).toEqual([false, null])
  expect((await it.refusal('GET', `promotion/scenario/actuals/${id}`, undefined, 'ann'))[0]).toBe(403)
  expect((await it.refusal('GET', `promotion/scenario/actuals/${id}`, undefined, 'stranger'))[0]).toBe(404)
})

test('rules say which markets review a scenario, and who decides for them', async () => {
  for (const [employee_number, full_name, email] of [
    ['E1', 'Ada Aker', 'Ada@here.test'],
    ['E2', 'Bo Berg', 'bo@here.test'],
  ])
    await it.responseOf('POST', 'employee', { employee_number, full_name, email }, 'ada')
  const rule = await it.made('promo-config', {
    product_line: 'Mowers',
    country: 'Norway',
    valid_from: '2027-01-01',
    reviewer: 'E2',
  })
  const change = (values: object) => it.responseOf('PUT', `update-promotion-config/${rule.id}`, values)
  const { id } = await it.planned(['1', '1'])
  await it.move(id, 'in_review')
  const why = 'Norway is reviewed by Bo Berg. Whoever keeps the promotion rules can name somebody else.'
  const decision = { id, country: 'Norway', status: 'approved' }
  expect(await it.refusal('PUT', 'promotion/review/market-status', decision, 'ada')).toEqual([403, why])
  expect((await it.gridOf(id, 'ada'))['reviews']).toMatchObject([{ country: 'Norway', status: 'open', refused: why }])
  await change({ reviewer: 'E1' })
  expect((await it.gridOf(id, 'ada'))['reviews']).toMatchObject([{ refused: null }])
  await it.responseOf('PUT', 'promotion/review/market-status', decision, 'ada')
  await it.move(id, 'approved', 'ada')

  // Nobody is asked, and somebody else approves it all the same.
  await change({ market_review: false })
  const quiet = await it.planned(['1', '1'])
  await it.move(quiet.id, 'in_review')
  expect((await it.gridOf(quiet.id))['reviews']).toEqual([])
  expect((await it.gridOf(quiet.id)).scenario['last_activity']).toBe('Submitted for review, without Norway')
  expect((await it.responseOf('POST', 'promotion/review/markets', { id: quiet.id }))['records']).toMatchObject([
    { country: 'Norway', asked: false },
  ])
  expect((await it.refusal('PUT', `promotion/${quiet.id}/update-status/approved`, {}))[0]).toBe(403)
  await it.move(quiet.id, 'approved', 'ada')
  await it.responseOf('DELETE', `promo-config/${rule.id}`)
})

test('what was read is moved and decided on: of two at once one succeeds, and what was asked before is not answered', async () => {
  const { id } = await it.planned(['1', '1'])
  const { row_version } = (await it.gridOf(id)).scenario
  const moves = await Promise.all(
    ['in_review', 'archived'].map((status) =>
      it.call('PUT', `promotion/${id}/update-status/${status}`, { row_version }),
    ),
  )
  expect(moves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(moves.find(({ status }) => status === 409)?.body.error?.code).toBe('ROW_CONFLICT')
  if ((await it.gridOf(id)).scenario['status'] === 'archived') {
    await it.move(id, 'draft')
    await it.move(id, 'in_review')
  }
  const reviewOf = async () => ((await it.gridOf(id))['reviews'] as { row_version: number; status: string }[])[0]!
  const read = await reviewOf()
  await it.move(id, 'draft')
  await it.move(id, 'in_review')
  const decide = (version: number, status: string) =>
    it.call(
      'PUT',
      'promotion/review/market-status',
      { id, country: 'Norway', status, comment: 'Seen', row_version: version },
      'ada',
    )
  const stale = await decide(read.row_version, 'approved')
  expect([stale.status, stale.body.error?.code]).toEqual([409, 'ROW_CONFLICT'])
  const now = await reviewOf()
  const both = await Promise.all(['approved', 'rejected'].map((status) => decide(now.row_version, status)))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  // A call that tells no version moves what it finds.
  await it.move(id, 'draft')
  expect((await it.call('PUT', `promotion/${id}/update-status/archived`, { row_version: 1 })).status).toBe(409)
})

test('nothing is submitted in a year that is closed', async () => {
  const { id } = await it.planned(['1', '1'])
  const set = (plan_status: string) => it.responseOf('PUT', 'global-promotion', { plan_year: '2027', plan_status })
  await set('closed')
  expect(await it.refusal('PUT', `promotion/${id}/update-status/in_review`, {})).toEqual([
    409,
    'The plan 2027 is closed: nothing is planned in it any more.',
  ])
  await set('open')
  await it.move(id, 'in_review')
})

test('lists of scenarios are paged, and count those of every page', async () => {
  for (const description of ['Paged one', 'Paged two', 'Paged three']) await it.begun({ description })
  const search = (more: object) => it.responseOf('POST', 'promotions-search', { search: 'paged', ...more })
  expect(await search({ limit: 2 })).toMatchObject({
    records: [{ description: 'Paged three' }, { description: 'Paged two' }],
    total_record: 3,
  })
  expect(await search({ limit: 2, page: 2 })).toMatchObject({
    records: [{ description: 'Paged one' }],
    total_record: 3,
  })
  expect(await search({ limit: 2, page: 3 })).toMatchObject({ records: [], total_record: 3 })
  const all = await it.responseOf('GET', 'promotion/scenario-list')
  expect(await it.responseOf('GET', 'promotion/scenario-list?limit=1&page=2')).toMatchObject({
    records: [{ description: 'Paged two' }],
    total_record: all['total_record'],
  })
  expect((await it.refusal('GET', 'promotion/scenario-list?limit=5000'))[0]).toBe(422)
  expect(
    await it.responseOf('POST', 'promotion/review/scenarios', { product_line: 'Mowers', search: 'PAGED', limit: 1 }),
  ).toMatchObject({
    approved: [],
    other: [{ description: 'Paged three' }],
    approved_count: 0,
    other_count: 3,
    total_record: 3,
  })
})

test('what is said is about a market of the scenario, and a cell of the access grid is told once', async () => {
  const { id, scenario_number: number } = await it.begun()
  expect(await it.refusal('POST', 'promotion/comments-save', { id, comment: 'Warm', country: 'Atlantis' })).toEqual([
    422,
    `Atlantis is not in the market of ${String(number)}.`,
  ])
  const cell = { user_email: 'ada@here.test', product_line: 'Saws', may_edit: true }
  expect(
    await it.refusal('POST', 'promotion/user-access', { grid: [cell, { ...cell, may_edit: false }] }, 'ada'),
  ).toEqual([422, 'Saws is told of ada@here.test before'])
})

test('a margin that the rules do not allow is told to those who see costs', async () => {
  const { id } = await it.planned(['1', '1'])
  await it.db.system((tx) =>
    tx.query(sql`update material set standard_cost = 9500, currency = 'EUR' where material_number = 'M1'`),
  )
  await it.made('promotion-config', {
    product_line: 'Mowers',
    country: 'Norway',
    min_margin_percent: '10',
    lead_days: 300,
    valid_from: '2027-01-01',
  })
  const said = async (as: string) => (await it.gridOf(id, as)).message_log.map(({ message }) => message)
  expect((await said('ada')).some((one) => one.endsWith('% margin is left; Norway wants 10 % at least'))).toBe(true)
  const others = await said('planner')
  expect(others.some((one) => one.includes('margin'))).toBe(false)
  expect(others).toContainEqual(expect.stringContaining('Mowers in Norway is approved 300 days ahead'))
})
