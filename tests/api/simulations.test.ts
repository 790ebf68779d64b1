import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebateApp, type RebateApp, recordsIn, rule, tier } from '#tests/support/rebate-app.ts'

let it: RebateApp
let admin: string

beforeAll(async () => {
  it = await rebateApp()
  admin = await it.admin()
  await it.customer('SIM')
  await it.sell(
    { document: 'A', customer: 'SIM', date: '2026-01-05', net: '30000' },
    { document: 'B', customer: 'SIM', date: '2026-04-05', net: '60000' },
  )
  const tiers = [tier('0', '50000', '1'), tier('50000', null, '3')]
  await it.agree('SIM', 'SIM', { rules: [rule({ tier_mode: 'retro' })], tiers })
  for (const [address, body] of [
    [
      'target-data',
      {
        target_number: 'T',
        customer_number: 'SIM',
        period_from: '2026-01-01',
        period_to: '2026-12-31',
        target_value: '1',
      },
    ],
    [
      'sales-forecast-level',
      {
        forecast_level: 'BOUND',
        description: 'Bound',
        first_level: 'customer_number',
        source: 'sales',
        measure: 'quantity',
        forecast_version: 'BOUND',
      },
    ],
  ] as const)
    await it.s.call('POST', `/api/${address}`, { token: admin, body })
  await it.agree('SIM-YEAR', 'SIM', { rules: [rule({ tier_mode: 'none', rate: '1', evaluation_period: 'year' })] })
})
afterAll(() => it.s.close())

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, token = it.analyst) =>
  it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })

const criteria = { contract_number: 'SIM', period_from: '2026-01-01', period_to: '2026-12-31', kind: 'Payment' }
const requestId = 'simulation-of-the-analyst-2026-whole-year'

test('a simulation under an id is listed, analyzed, added up and let go of', async () => {
  const ran = await call('POST', 'calculation_simulation/v2', { ...criteria, request_id: requestId })
  expect(recordsIn(ran).map((row) => Number(row['amount']))).toEqual([300, 1800])

  expect(recordsIn(await call('GET', 'calculation_simulations?limit=5'))).toMatchObject([
    { request_id: requestId, state: 'complete', total_record: 2, criteria: { contract_number: 'SIM' } },
  ])
  expect(recordsIn(await call('GET', 'calculation_simulations/summary'))).toMatchObject([
    { state: 'complete', simulations: 1, lines: 2 },
  ])
  expect((await call('GET', 'calc-sim-number')).body.response).toMatchObject([{ value: requestId }])

  const analyzed = [
    { contract_number: 'SIM', tier: 1, lines: 1, with_errors: 0, amount: '300.0000', effective_rate: '1.0000' },
    { contract_number: 'SIM', tier: 2, lines: 1, with_errors: 0, amount: '1800.0000', effective_rate: '3.0000' },
  ].map(({ amount, ...row }) => ({ ...row, amount: expect.stringMatching(new RegExp(`^${Number(amount)}\\.?0*$`)) }))
  expect(recordsIn(await call('GET', `calc-sim-analysis?request_id=${requestId}`))).toMatchObject(analyzed)
  expect(recordsIn(await call('POST', 'calc-sim-analysis', { request_id: requestId }))).toMatchObject(analyzed)

  const by = (what: string) => call('GET', `calculation_aggregate_simulations?request_id=${requestId}&by=${what}`)
  expect(recordsIn(await by('payee')).map((row) => [row['payee'], Number(row['amount'])])).toEqual([['SIM', 2100]])
  expect(recordsIn(await by('period')).map((row) => row['period'])).toEqual(['2026-Q1', '2026-Q2'])
  expect((await by('password')).status).toBe(422)
  const posted = await call('POST', 'calculation_aggregate_simulations', { request_id: requestId })
  expect(recordsIn(posted).map((row) => Number(row['amount']))).toEqual([2100])

  const gone = () => call('DELETE', `calculation_simulation?request_id=${requestId}`)
  expect((await gone()).body.response).toEqual({ deleted: 1 })
  expect((await gone()).status).toBe(404)
  expect((await call('GET', `calc-sim-analysis?request_id=${requestId}`)).status).toBe(404)
})

test('an organization bounds the lines of a calculation, and is told so', async () => {
  const made = await it.s.call('POST', '/api/document-assignment-config', {
    token: admin,
    body: { document_type: 'calculation-simulation', maximum_calculation_lines: 1 },
  })
  const { id } = made.body.response as { id: number }
  const refused = await call('POST', 'calculation_simulation/v2', criteria)
  expect([refused.status, refused.body.message]).toEqual([
    413,
    'This would read more than 1 line, the most of one calculation. Narrow the criteria.',
  ])
  const underId = await call('POST', 'calculation_simulation/v2', { ...criteria, request_id: 'bounded-simulation' })
  expect(underId.status).toBe(413)
  // Lines that no contract speaks of are not read: one quarter has one of the two.
  const quarter = await call('POST', 'calculation_simulation/v2', { ...criteria, period_to: '2026-03-31' })
  expect(recordsIn(quarter).map((row) => Number(row['amount']))).toEqual([300])
  expect((await it.s.call('DELETE', `/api/document-assignment-config/${id}`, { token: admin })).status).toBe(200)
  expect(recordsIn(await call('POST', 'calculation_simulation/v2', criteria))).toHaveLength(2)
})

const { kind: _payment, ...periods } = criteria
const { contract_number: _own, ...year } = periods
const bothHalves = {
  first_from: '2026-01-01',
  first_to: '2026-06-30',
  second_from: '2026-01-01',
  second_to: '2026-06-30',
}

test.each<readonly [address: string, body: object]>([
  ['calculation_simulation/next-tier', criteria],
  ['calculation-results', criteria],
  ['daily-simulation-report', { ...criteria, period_to: '2026-06-30', step: 'week' }],
  ['financial_posting_sim', criteria],
  ['what-if-simulation', { ...criteria, rate_change: 'points', rate_value: '1' }],
  ['customer-rebate-forecast', { as_of: '2026-05-15', method: 'last_year', contract_number: 'SIM-YEAR' }],
  ['rebate-trends-report', { ...year, contract: 'SIM' }],
  ['incentive-trends-report', { ...year, contract: 'SIM' }],
  ['master-report', periods],
  ['source_record_information', { ...criteria, rule_no: 1 }],
  ['target-data-report', { customer: 'SIM', period_from: '2026-01-01', period_to: '2026-12-31' }],
  ['predicted-sales', { forecast_level: 'BOUND', as_of: '2026-06-30' }],
  ['compare-rebate-calculations', { ...bothHalves, contract_number: 'SIM' }],
  ['compare-rebate-cal-summary', { ...bothHalves, contract_number: 'SIM' }],
  ['calculation_simulation/v2', { first: criteria, second: criteria, measure: 'amount', match: 'period' }],
])('%s obeys the bound of lines as well, and goes on without it', async (address, body) => {
  const free = await call('POST', address, body)
  expect([free.status, free.body.error]).toEqual([200, undefined])
  const made = await it.s.call('POST', '/api/document-assignment-config', {
    token: admin,
    body: { document_type: '*', maximum_calculation_lines: 1 },
  })
  const { id } = made.body.response as { id: number }
  const refused = await call('POST', address, body)
  await it.s.call('DELETE', `/api/document-assignment-config/${id}`, { token: admin })
  expect([refused.status, refused.body.message]).toEqual([
    413,
    'This would read more than 1 line, the most of one calculation. Narrow the criteria.',
  ])
})

test('nobody reads or lets go of the simulation of somebody else', async () => {
  const own = 'simulation-of-the-analyst-kept-apart'
  await call('POST', 'calculation_simulation/v2', { ...criteria, request_id: own })
  for (const token of [it.stranger, admin]) {
    expect((await call('GET', `calc-sim-analysis?request_id=${own}`, undefined, token)).status).toBe(404)
    expect((await call('DELETE', `calculation_simulation?request_id=${own}`, undefined, token)).status).toBe(404)
    expect(recordsIn(await call('GET', 'calculation_simulations', undefined, token))).toEqual([])
  }
  expect(recordsIn(await call('GET', `calc-sim-analysis?request_id=${own}`))).toHaveLength(2)
})

test('the types of lines that calculations read, by their source', async () => {
  const answer = await call('GET', 'calculation-transaction-types')
  expect(answer.body.response).toEqual(
    expect.arrayContaining([
      { source: 'sales-data', value: 'Sale', label: 'Sale' },
      { source: 'purchase-data', value: 'Purchase', label: 'Purchase' },
      { source: 'indirect-sales', value: 'Return', label: 'Return' },
    ]),
  )
})
