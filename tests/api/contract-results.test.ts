import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { rebateApp, type RebateApp, recordsIn, rule, tier } from '#tests/support/rebate-app.ts'

type Row = Record<string, unknown>

let it: RebateApp

const report = async (address: string, body: object): Promise<Row[]> => {
  const answer = await it.create(address, { limit: 200, ...body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return recordsIn(answer)
}
const totals = async (address: string, body: object): Promise<Row> => {
  const answer = await it.create(address, { limit: 1, totals: true, ...body })
  return (answer.body.response as { totals: Row }).totals
}
const numbers = (row: Row | undefined, ...names: string[]) => names.map((name) => Number(row?.[name]))
const sum = (rows: readonly Row[], name: string) => rows.reduce((total, row) => total + Number(row[name]), 0)

const year = { period_from: '2026-01-01', period_to: '2026-12-31', kind: 'Payment' }

beforeAll(async () => {
  it = await rebateApp()
  await it.customer('V1')
  await it.customer('V2')
  await it.sell(
    { document: 'A', customer: 'V1', date: '2026-01-15', net: '1000' },
    { document: 'B', customer: 'V1', date: '2026-04-15', net: '3000' },
    { document: 'C', customer: 'V2', date: '2026-01-20', net: '500', quantity: '10' },
    { document: 'D', customer: 'V2', date: '2026-05-20', net: '100', quantity: '4' },
  )
  // 1 % and, from 2,000 on, 2 % of everything: 10 in the first quarter, 60 in the second.
  const first = await it.agree('V-A', 'V1', {
    rules: [rule({ tier_mode: 'retro', accrual_rate: '1.5' })],
    tiers: [tier('0', '2000', '1'), tier('2000', null, '2')],
    payees: [
      { payee: 'V1', percent: '75' },
      { payee: 'V2', percent: '25' },
    ],
  })
  await it.agree('V-B', 'V2', { rules: [rule({ rate_type: 'amount_per_unit', rate: '2' })] })
  await it.agree('V-C', 'V1', { valid_from: '2026-04-01', rules: [rule({ rate: '10' })] })
  await it.agree('V-D', 'V1', { valid_to: '2026-03-31', rules: [rule({ rate: '5' })] })
  await it.post(first, 'Accrual', '2026-01-01', '2026-06-30')
  await it.post(first, 'Payment', '2026-01-01', '2026-03-31')
})
afterAll(() => it.s.close())

test('a summary of a calculation adds up what the calculation says, a shared basis once, units apart from values', async () => {
  const simulated = await report('calculation_simulation/v2', year)
  const byPartner = await report('calculation-summary-report', { ...year, added_by: 'partner' })
  expect(sum(byPartner, 'amount')).toBeCloseTo(sum(simulated, 'amount'), 4)
  const [v1, v2] = ['V1', 'V2'].map((key) => byPartner.find((row) => row['key'] === key))
  // V-A 10 + 60, V-C 300, V-D 50 on bases of 4,000, 3,000 and 1,000; effective 420 of 8,000.
  expect(numbers(v1, 'contracts', 'lines', 'basis', 'amount', 'effective_rate')).toEqual([3, 4, 8000, 420, 5.25])
  expect([v1!['name'], v1!['partner_number'], v1!['contract_number']]).toEqual(['Customer V1', 'V1', null])
  expect([...numbers(v2, 'lines', 'amount'), v2!['basis'], v2!['effective_rate']]).toEqual([2, 28, null, null])
  const byPeriod = await report('calculation-summary-report', { ...year, added_by: 'period' })
  expect(byPeriod.map((row) => [row['key'], ...numbers(row, 'amount')])).toEqual(
    expect.arrayContaining([
      ['2026-Q1', 80],
      ['2026-Q2', 368],
    ]),
  )
  const drilled = await report('calculation_simulation/v2', { ...year, partner_number: 'V1' })
  expect(sum(drilled, 'amount')).toBe(420)
  expect(await totals('calculation-summary-report', { ...year, added_by: 'contract' })).toMatchObject({
    amount: '448.00',
  })
})

test('an analysis of a calculation tells rule by rule what it comes to, on how many lines', async () => {
  const rules = await report('calculation-analysis-report', year)
  const simulated = await report('calculation_simulation/v2', year)
  expect(sum(rules, 'amount')).toBeCloseTo(sum(simulated, 'amount'), 4)
  const [b] = rules.filter((row) => row['contract_number'] === 'V-B')
  expect([b!['rate_type'], b!['outcome'], b!['basis'], ...numbers(b, 'rule_no', 'lines', 'faulty', 'amount')]).toEqual([
    'amount_per_unit',
    'calculated',
    null,
    1,
    2,
    0,
    28,
  ])
  expect(await report('calculation-analysis-report', { ...year, outcome: 'left_out' })).toEqual([])
  const drilled = await report('calculation_simulation/v2', { ...year, contract_number: 'V-B', rule_no: 1 })
  expect(sum(drilled, 'amount')).toBe(28)
})

test('what an expired contract owes is calculated and compared as that of an active one, unless other states are asked for', async () => {
  const states = (status: string) =>
    it.s.db.system((tx) => tx.query(sql`update contract set contract_status = ${status} where contract_number = 'V-D'`))
  const owed = async (body: object) => sum(await report('calculation_simulation/v2', body), 'amount')
  await states('Expired')
  expect(await owed(year)).toBe(448)
  expect(await owed({ ...year, contract_status: 'Active' })).toBe(398)
  const spans = { first_from: year.period_from, first_to: year.period_to, second_from: year.period_from }
  const compared = await report('compare-rebate-cal-summary', {
    ...spans,
    second_to: year.period_to,
    first_kind: 'Payment',
    second_kind: 'Payment',
  })
  expect(sum(compared, 'second_amount')).toBe(448)
  await states('Terminated')
  expect(await owed(year)).toBe(398)
  await states('Active')
})

test('calculated beside posted: what is open is what posting it posts, and then nothing is', async () => {
  const asked = { ...year, period_to: '2026-06-30', contract_number: 'V-A' }
  const before = await report('calculation-results', asked)
  const figures = (rows: readonly Row[]) =>
    rows.map((row) => [row['payee'], row['period'], row['state'], ...numbers(row, 'amount', 'accrued', 'paid', 'open')])
  expect(figures(before)).toEqual([
    ['V1', '2026-Q1', 'posted', 7.5, 0, 7.5, 0],
    ['V2', '2026-Q1', 'posted', 2.5, 0, 2.5, 0],
    ['V1', '2026-Q2', 'open', 45, 33.75, 0, 45],
    ['V2', '2026-Q2', 'open', 15, 11.25, 0, 15],
  ])
  const [contract] = await it.listed('contracts?contract_number=V-A')
  await it.post(contract!['id'] as number, 'Payment', '2026-01-01', '2026-06-30')
  const paid = (await it.postings('V-A')).filter(([type]) => type === 'Payment')
  expect(paid.reduce((total, [, amount]) => total + Number(amount), 0)).toBe(10 + sum(before, 'open'))
  const after = await report('calculation-results', asked)
  expect([sum(after, 'open'), new Set(after.map((row) => row['state']))]).toEqual([0, new Set(['posted'])])
  await it.sell({ document: 'LATE', customer: 'V1', date: '2026-06-01', net: '-1500' })
  const [late] = await report('calculation-results', { ...asked, period_from: '2026-04-01' })
  // 1,500 are left, which is the first tier again: 15 in all.
  expect([late!['state'], ...numbers(late, 'amount', 'paid', 'open')]).toEqual(['differs', 11.25, 45, -33.75])
  await it.sell({ document: 'BACK', customer: 'V1', date: '2026-06-01', net: '1500' })
})

const quarters = {
  first_from: '2026-01-01',
  first_to: '2026-03-31',
  second_from: '2026-04-01',
  second_to: '2026-06-30',
}

test('two calculations side by side, the difference from volume and from rates', async () => {
  const rows = await report('compare-rebate-calculations', {
    ...quarters,
    first_kind: 'Payment',
    second_kind: 'Payment',
  })
  const main = rows.find((row) => row['contract_number'] === 'V-A' && row['payee'] === 'V1')
  // 2,000 more at 0.75 %, and another 0.75 % on all 3,000.
  expect([
    main!['found'],
    ...numbers(main, 'first_amount', 'second_amount', 'difference', 'from_volume', 'from_rate'),
  ]).toEqual(['both', 7.5, 45, 37.5, 15, 22.5])
  expect(numbers(main, 'tier_before', 'tier_after', 'difference_percent')).toEqual([1, 2, 500])
  const found = Object.fromEntries(rows.map((row) => [row['contract_number'], row['found']]))
  expect(found).toMatchObject({ 'V-C': 'second', 'V-D': 'first' })
  const kinds = await report('compare-rebate-calculations', {
    ...quarters,
    second_from: '2026-01-01',
    second_to: '2026-03-31',
    first_kind: 'Accrual',
    second_kind: 'Payment',
    contract_number: 'V-A',
  })
  expect([sum(kinds, 'first_amount'), sum(kinds, 'second_amount')]).toEqual([15, 10])
})

test('by contract the steps lead exactly from the first calculation to the second', async () => {
  for (const address of ['compare-rebate-cal-summary', 'incentive-variance-report']) {
    const rows = await report(address, quarters)
    for (const row of rows) {
      const steps =
        sum([row], 'from_new') + sum([row], 'from_volume') + sum([row], 'from_rate') + sum([row], 'from_ended')
      expect(Number(row['first_amount']) + steps).toBeCloseTo(Number(row['second_amount']), 4)
    }
    const line = (number: string) => rows.find((row) => row['contract_number'] === number)
    expect(numbers(line('V-C'), 'from_new', 'from_ended', 'difference')).toEqual([300, 0, 300])
    expect(numbers(line('V-D'), 'from_new', 'from_ended', 'difference')).toEqual([0, -50, -50])
  }
})

test('several contracts month by month: their cost adds up to their postings', async () => {
  const rows = await report('contract-trends-multiple-report', { contracts: ['V-A', 'V-B'] })
  const [{ total } = { total: 0 }] = await it.s.db.system((tx) =>
    tx.query<{ total: number }>(
      sql`select sum(amount)::float8 as total from financial_posting where contract_number in ('V-A', 'V-B')`,
    ),
  )
  expect(sum(rows, 'cost')).toBeCloseTo(total, 4)
  expect(rows.at(-1)).toMatchObject({ contract_number: 'V-A', contract_name: 'Contract V-A' })
  expect(Number(rows.at(-1)!['cumulated'])).toBeCloseTo(total, 4)
  expect(await report('contract-trends-multiple-report', { contracts: ['V-B'] })).toEqual([])
})

test('everything of a contract in a row', async () => {
  const { kind: _payment, ...periods } = year
  const [row] = await report('master-report', { ...periods, contract_number: 'V-A' })
  expect(row).toMatchObject({ partner_name: 'Customer V1', contract_status: 'Active', rules: 1, payees: 2 })
  expect(numbers(row, 'basis', 'earned', 'effective_rate', 'open_accrual', 'paid', 'to_pay', 'cost')).toEqual([
    4000, 70, 1.75, 0, 70, 0, 70,
  ])
})

test('targets beside the sales they speak of', async () => {
  const target = { period_from: '2026-01-01', period_to: '2026-03-31', target_value: '800' }
  for (const [number, more] of Object.entries({
    'X-1': { customer_number: 'V1' },
    'X-2': { customer_number: 'V2' },
    'X-3': { contract_number: 'V-B', target_value: null, target_quantity: '20', uom: 'EA' },
    'X-4': { customer_number: 'V1', currency: 'USD' },
  }))
    expect((await it.create('target_data', { target_number: number, ...target, ...more })).status).toBe(201)
  const rows = await report('target-data-report', { period_from: '2026-01-01', period_to: '2026-12-31' })
  const [first, second, third, fourth] = rows
  expect([first!['state'], ...numbers(first, 'actual_value', 'missing_value', 'attainment')]).toEqual([
    'reached',
    1000,
    -200,
    125,
  ])
  expect([second!['state'], ...numbers(second, 'actual_value', 'attainment', 'elapsed')]).toEqual([
    'missed',
    500,
    62.5,
    100,
  ])
  expect([third!['actual_value'], ...numbers(third, 'actual_quantity', 'attainment')]).toEqual([null, 10, 50])
  expect(numbers(fourth, 'actual_value', 'other_lines')).toEqual([0, 1])
  const only = await report('target-data-report', { customer: 'V2', period_from: '2026-01-01' })
  expect(only.map((row) => row['target_number'])).toEqual(['X-2'])
})

test('integrations are held to the standard', async () => {
  const token = await it.admin()
  await it.s.db.system((tx) =>
    tx.query(sql`
      insert into integration_setup (organization_id, code, name, active)
      select distinct organization_id, 'SALES-IN', 'Sales of the day', true from contract where contract_number = 'V-A'`),
  )
  const standing = async (more: object) => {
    const { body } = await it.s.call('POST', '/api/integration-setup/compliance-report', {
      token,
      body: { accepted_at_least: '98', days_at_most: 7, ...more },
    })
    return recordsIn({ body })[0]
  }
  expect(await standing({})).toMatchObject({ integration: 'SALES-IN', state: 'silent' })
  await it.s.db.system((tx) =>
    tx.query(sql`
      insert into integration_reconciliation (organization_id, run_id, integration, upload_id, file_name, target, source_lines, left_out, rejected,
             source_count, target_count, different, reconciled)
      select organization_id, 1, 'SALES-IN', -1, 'a.csv', 'sales-data', 100, 10, 9, 81, 81, 0, true from integration_setup where code = 'SALES-IN'`),
  )
  expect(await standing({})).toMatchObject({ state: 'rejected', accepted_percent: '90.00', files: 1 })
  expect(await standing({ accepted_at_least: '90' })).toMatchObject({ state: 'compliant' })
  const denied = await it.create('integration-setup/compliance-report', { accepted_at_least: '90', days_at_most: 7 })
  expect(denied.status).toBe(403)
})

test('who decided what about which document, and how long it had waited', async () => {
  const rows = await report('document-approval-history', { document: 'V-A' })
  expect(rows.map((row) => [row['decision'], row['status_after']])).toEqual([
    ['approve', 'approved'],
    ['submit', 'submit_approval'],
  ])
  expect([rows[0]!['hours_waited'], rows[1]!['hours_waited']]).toEqual(['0.0', null])
  expect(await report('document-approval-history', { document: 'V-A', decision: 'approve' })).toHaveLength(1)
})

test('people are called by their name, with their address where two have the same', async () => {
  const decided = async () =>
    (await report('document-approval-history', { document: 'V-A' })).map((row) => row['decided_by'])
  const named = (email: string, name: string) =>
    it.s.db.system((tx) => tx.query(sql`update app_user set name = ${name} where email = ${email}`))
  await named('ana@northgate.example', 'Ana Ruiz')
  expect(await decided()).toEqual(['bea@northgate.example', 'Ana Ruiz'])
  await named('rea@northgate.example', 'Ana Ruiz')
  // Whoever has the same name elsewhere is nobody here.
  await named('sam@southbank.example', 'bea@northgate.example')
  expect(await decided()).toEqual(['bea@northgate.example', 'Ana Ruiz (ana@northgate.example)'])
  const between = { on_from: '2020-01-01', on_to: '2099-12-31', contract_number: 'V-A' }
  const steps = await report('contract-approval-history', between)
  expect(steps.map((row) => row['decided_by'])).toContain('Ana Ruiz (ana@northgate.example)')
})

test('weights, volumes and units that a price is held against are no value that a rate is told of', async () => {
  await it.create('material-master', {
    material_number: 'W1',
    material_description: 'Weighed',
    base_uom: 'EA',
    net_weight: '2.5',
    weight_uom: 'KG',
    volume: '0.02',
  })
  await it.customer('V3')
  await it.sell({ document: 'W', customer: 'V3', date: '2026-02-01', net: '3000', quantity: '1000', material: 'W1' })
  const by = (benefit_basis: string, more: object = {}) => ({ rules: [rule({ rate: '10', benefit_basis, ...more })] })
  for (const [number, terms] of [
    ['W-KG', by('weight')],
    ['W-M3', by('volume')],
    ['W-PRICE', by('net', { rate_type: 'price_difference', rate: '2' })],
    ['W-NET', by('net')],
  ] as const)
    await it.agree(number, 'V3', terms)
  const rows = await report('calculation-summary-report', { ...year, added_by: 'contract', partner_number: 'V3' })
  const told = rows.map((row) => [String(row['key']), row['basis'], row['effective_rate']] as const)
  expect(told.toSorted(([one], [other]) => one.localeCompare(other))).toEqual([
    ['W-KG', null, null],
    ['W-M3', null, null],
    ['W-NET', '3000.0000', '10.00'],
    ['W-PRICE', null, null],
  ])
})

test('a posting tells by which terms it was calculated then, on what, and whether they have changed', async () => {
  const posted = (more: object = {}) =>
    report('calculation-analysis-report/posted', { contract_number: 'V-A', posting_type: 'Payment', ...more })
  const paid = (await posted()).filter((row) => row['period_from'] === '2026-01-01')
  const own = paid.find((row) => row['payee'] === 'V1')!
  expect(own).toMatchObject({
    version: 1,
    rate_type: 'percent',
    benefit_basis: 'net',
    tier_mode: 'retro',
    since: 'same',
  })
  // 1,000 lies in the first band: 1 % of it, three quarters of that.
  const told = numbers(
    own,
    'rule_no',
    'lines',
    'qualifier',
    'tier',
    'tier_from',
    'tier_to',
    'rate',
    'basis',
    'comes_to',
    'posted_before',
    'amount',
  )
  expect(told).toEqual([1, 1, 1000, 1, 0, 2000, 1, 1000, 7.5, 0, 7.5])
  const sources = await report('source_record_information', {
    contract_number: 'V-A',
    contract_version: own['version'],
    rule_no: 1,
    kind: own['kind'],
    payee: 'V1',
    period_from: own['period_from'],
    period_to: own['period_to'],
  })
  expect(sum(sources, 'amount')).toBe(7.5)
  const change = (rate: string) =>
    it.s.db.system((tx) =>
      tx.query(
        sql`update contract set tiers = jsonb_set(tiers, '{0,rate}', to_jsonb(${rate}::text)) where contract_number = 'V-A'`,
      ),
    )
  await change('4')
  const [later] = await posted({ posting_number: own['posting_number'] })
  expect(later).toMatchObject({ rate: own['rate'], tier_to: own['tier_to'], since: 'changed' })
  await change('1')
  const released = await report('calculation-analysis-report/posted', {
    contract_number: 'V-A',
    posting_type: 'Accrual Reversal',
  })
  const [back] = released.filter((row) => row['payee'] === 'V1' && row['period_from'] === '2026-01-01')
  expect(numbers(back, 'posted_before', 'amount', 'comes_to')).toEqual([11.25, -11.25, 0])
  const refused = await it.s.call('POST', '/api/calculation-analysis-report/posted', {
    token: it.stranger,
    body: { contract_number: 'V-A' },
  })
  expect(recordsIn(refused)).toEqual([])
})
