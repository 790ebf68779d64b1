import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Drill, Screen } from '#src/definition'
import { json, sql } from '#server/store/sql.ts'
import { drillParameters } from '#src/engine/result/drill.ts'
import { readCriteria } from '#src/engine/result/result-criteria.ts'
import { rebateApp, type RebateApp, recordsIn, rule, tier } from '#tests/support/rebate-app.ts'

type Row = Record<string, unknown>
interface Answer {
  readonly records: readonly Row[]
  readonly totals: Row
  readonly total_record: number
}

const tiers = [tier('0', '90', '3.333333'), tier('90', null, '4.777777')]
const kinds = [
  { rule_no: 1, evaluation_period: 'month' },
  { rule_no: 2, evaluation_period: 'quarter', aggregation_level: 'customer_material' },
  { rule_no: 3, evaluation_period: 'year', aggregation_level: 'customer' },
]

let it: RebateApp

/** Payees who share, months beside quarters and years, invoices, two currencies, two versions, and what a claim has paid. */
beforeAll(async () => {
  it = await rebateApp()
  for (const number of ['K1', 'K2', 'K3', 'K4', 'K5']) await it.customer(number)
  await it.sell(
    ...['01-05', '01-31', '02-14', '03-31', '04-01', '05-20', '06-30'].flatMap((day, at) =>
      ['K1', 'K2', 'K3', 'K5'].map((customer) => ({
        document: `${customer}-${at}`,
        customer,
        date: `2026-${day}`,
        net: at === 4 ? '-12.34' : '33.37',
        material: at % 2 ? 'M2' : 'M1',
        quantity: String(at + 1),
      })),
    ),
    { document: 'K4-1', customer: 'K4', date: '2026-02-01', net: '70' },
    { document: 'K4-2', customer: 'K4', date: '2026-02-02', net: '-70' },
    { document: 'K4-3', customer: 'K4', date: '2026-02-03', net: '-30' },
    { document: 'K4-4', customer: 'K4', date: '2026-02-04', net: '30' },
  )
  await it.agree('S-A', 'K1', {
    rules: [rule({ tier_mode: 'retro', accrual_rate: '1.7' })],
    tiers,
    payees: [
      { payee: 'K1', percent: '33.333333' },
      { payee: 'K2', percent: '66.666667' },
    ],
  })
  const posted = await it.agree('S-B', 'K2', { rules: kinds.map((kind) => rule({ rate: '7.77', ...kind })) })
  await it.agree('S-C', 'K3', { currency: 'USD', rules: [rule({ rate: '1', evaluation_period: 'invoice' })] })
  await it.agree('S-D', 'K4', { valid_from: '2026-02-01', rules: [rule({ rate: '1', min_amount: '25' })] })
  await it.agree('S-E', 'K5', { rules: [rule({ rate: '2' })] })
  await it.agree('S-F', 'K2', { valid_from: '2026-04-01', rules: [rule({ rate: '3', evaluation_period: 'month' })] })
  await it.agree('S-G', 'K2', { valid_to: '2026-03-31', currency: 'EUR', rules: [rule({ rate: '4' })] })
  await it.create('currency-rates', {
    rate_type: 'average',
    from_currency: 'EUR',
    to_currency: 'USD',
    per_units: 1,
    valid_from: '2026-01-01',
    rate: '1.1',
  })
  await it.create('key-figure-mapping', { key_figure: 'KF-E', description: 'Earned', source: 'earned', sign: 'plus' })
  await changed('S-E', { rules: [rule({ rate: '5' })] })
  await it.post(posted, 'Accrual', '2026-01-01', '2026-06-30')
  await it.post(posted, 'Payment', '2026-01-01', '2026-02-28')
  await it.s.db.system((tx) =>
    tx.query(sql`
      insert into financial_posting (organization_id, posting_number, posting_type, status, approval_status, application_type, contract_number, contract_version,
             payee, period_from, period_to, posting_date, lines, qualifier, basis, amount, currency, claim_number, source_key)
      select ${it.organizationId}, x.number, x.type, x.status, 'approved', 'Customer Rebate', 'S-B', 1, 'K2', '2026-01-05', '2026-01-05', '2026-02-01',
             1, 1, 1, x.amount, 'EUR', 'CLAIM', concat('claim|', x.number)
        from jsonb_to_recordset(${json([
          { number: 'CL-1', type: 'Payment', status: 'posted', amount: '21.50' },
          { number: 'CL-2', type: 'Accrual Reversal', status: 'posted', amount: '-3.25' },
          { number: 'CL-3', type: 'Payment', status: 'rejected', amount: '99' },
        ])}) as x (number text, type text, status text, amount numeric)`),
  )
})
afterAll(() => it.s.close())

async function changed(number: string, changes: object): Promise<void> {
  const request = await it.create('contracts/update-request', {
    contract_number: number,
    reason: 'Talks',
    ...changes,
  })
  const ids = { update_contract_ids: [(request.body.response as Row)['id']] }
  for (const [approval_status, token] of [
    ['submit_approval', it.analyst],
    ['approved', it.approver],
  ] as const)
    await it.s.call('POST', '/api/approval-request/bulk-approval/contract', {
      token,
      body: { ...ids, approval_status },
    })
}

const screenNamed = (name: string): Screen => it.s.screens.find((screen) => screen.name === name)!

async function ask(screen: Screen, criteria: Row): Promise<Answer> {
  const answer = await it.create(screen.endpoint!, { limit: 0, ...criteria })
  expect([screen.name, answer.status, answer.body.error]).toEqual([screen.name, 200, undefined])
  return answer.body.response as unknown as Answer
}

/** What the link on a row or a figure leads to, with its totals; null where it has no link. */
async function behind(drill: Drill, row: Row, criteria: Row): Promise<Answer | null> {
  if (drill.needs?.some((column) => row[column] === null)) return null
  const target = screenNamed(drill.screen)
  const address = drillParameters(drill, row, criteria)
  if (target.result) {
    // A contract that is named is shown whatever its status.
    for (const { name, default: own } of target.result.parameters)
      if (own && !address.has(name) && !(name === 'contract_status' && address.has('contract_number')))
        throw new Error(`${name} would be ${String(own)} there`)
    return ask(target, readCriteria(address, target.result.parameters))
  }
  const answer = await it.s.call('GET', `/api/${target.endpoint!}?${address.toString()}&limit=0`, { token: it.analyst })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  const records = recordsIn(answer)
  const amount = records.reduce((sum, record) => sum + Number(record['amount']), 0)
  return { records, total_record: records.length, totals: { amount } }
}

const number = (value: unknown): number => Math.round(Number(value ?? 0) * 1e4) / 1e4
const some = (rows: readonly Row[]): readonly Row[] =>
  rows.filter((_, at) => at % Math.max(1, Math.floor(rows.length / 15)) === 0)

const half = { period_from: '2026-01-01', period_to: '2026-06-30', contract_status: 'Active' }
const year = { ...half, kind: 'Payment', period_to: '2026-12-31' }
const quarters = {
  first_from: '2026-01-01',
  first_to: '2026-03-31',
  first_kind: 'Accrual',
  second_from: '2026-04-01',
  second_to: '2026-06-30',
  second_kind: 'Payment',
}
const amount = { amount: 'amount' }
const ratio = { numerator: 'KF-E', denominator: 'KF-E' }
const counted = { amount: 'amount', lines: 'lines' }

/** Result, criteria, the least of its rows that are meant to have a link, and figure here: total there. */
const cases: readonly (readonly [string, Row, number, Readonly<Record<string, string>>])[] = [
  ['calculation-simulation', year, 25, amount],
  ['calculation-simulation', { ...year, kind: 'Accrual' }, 25, amount],
  ['calculation-simulation', { ...year, contract_number: 'S-E', contract_version: 1 }, 2, amount],
  ['calculation-simulation', { ...year, contract_number: 'S-E', contract_version: 2 }, 2, amount],
  ['calculation-simulation', { ...year, sold_until: '2026-05-01' }, 20, amount],
  ['calculation-results', { ...year, contract_number: 'S-E', contract_version: 1 }, 2, amount],
  ['calculation-results', year, 20, amount],
  ['calculation-summary', { ...year, added_by: 'period' }, 9, counted],
  ['calculation-summary', { ...year, added_by: 'partner' }, 5, counted],
  ['calculation-summary', { ...year, added_by: 'application' }, 2, counted],
  ['calculation-summary', { ...year, added_by: 'contract' }, 7, counted],
  ['calculation-summary', { ...year, added_by: 'contract', contract_number: 'S-E', contract_version: 1 }, 1, counted],
  ['next-tier', year, 1, { earned: 'amount' }],
  ['what-if-simulation', { ...year, rate_change: 'set', rate_value: '9' }, 25, { amount_now: 'amount' }],
  [
    'customer-rebate-forecast',
    { as_of: '2026-05-01', contract_status: 'Active', method: 'run_rate' },
    5,
    { amount: 'amount' },
  ],
  ['customer-rebate-forecast', { as_of: '2026-02-20', contract_number: 'S-A', method: 'run_rate' }, 2, amount],
  ['daily-simulation', { ...half, contract_number: 'S-A', kind: 'Payment', step: 'week' }, 20, counted],
  ['incentive-trends', { contract: 'S-A', period_from: '2026-01-01', period_to: '2026-06-30' }, 2, amount],
  ['incentive-trends', { contract: 'S-B', period_from: '2026-01-01', period_to: '2026-06-30' }, 9, amount],
  ['incentive-ratio-trend', { ...half, ...ratio, period: 'month', split: 'application' }, 7, { numerator: 'amount' }],
  ['incentive-ratio-trend', { ...half, ...ratio, period: 'quarter', split: 'contract' }, 10, { numerator: 'amount' }],
  // Periods that had begun before are among those of the day they began on.
  [
    'incentive-ratio-trend',
    { ...half, ...ratio, period_from: '2026-02-10', period: 'month', split: 'partner' },
    7,
    { numerator: 'amount' },
  ],
  ['master-report', half, 7, { earned: 'amount' }],
  ['master-report', { ...half, contract_number: 'S-E', contract_version: 1 }, 1, { earned: 'amount' }],
]

describe('the lines behind each row add up to its figures:', () => {
  test.each(cases)('%s %j', async (name, criteria, least, figures) => {
    const screen = screenNamed(name)
    const { records } = await ask(screen, criteria)
    const linked = records.filter((row) => !screen.result!.drill!.needs?.some((column) => row[column] === null))
    expect(linked.length).toBeGreaterThanOrEqual(least)
    for (const row of some(linked)) {
      const there = await behind(screen.result!.drill!, row, criteria)
      for (const [here, total] of Object.entries(figures))
        expect([row, here, number(there!.totals[total])]).toEqual([row, here, number(row[here])])
    }
  })

  test.each([
    ['rebate-comparison', quarters],
    ['rebate-comparison-summary', quarters],
    ['incentive-variance', quarters],
    ['calculation-results', year],
    ['calculation-results', { ...year, kind: 'Accrual' }],
  ])('single figures of %s %j', async (name, criteria) => {
    const screen = screenNamed(name)
    const { records } = await ask(screen, criteria)
    for (const row of some(records))
      for (const [figure, drill] of Object.entries(screen.result!.drills!)) {
        const there = await behind(drill, row, criteria)
        const total = there!.totals[figure.startsWith('lines') ? 'lines' : 'amount']
        expect([row, figure, number(total)]).toEqual([row, figure, number(row[figure])])
      }
  })
})

test('a row of a comparison leads to the calculation that has it', async () => {
  const screen = screenNamed('rebate-comparison')
  const { records } = await ask(screen, quarters)
  expect(new Set(records.map((row) => row['found']))).toEqual(new Set(['both', 'first', 'second']))
  for (const row of records) {
    const there = await behind(screen.result!.drill!, row, quarters)
    expect(number(there!.totals['amount'])).toBe(
      number(row[row['found'] === 'first' ? 'first_amount' : 'second_amount']),
    )
  }
})

test('what payees share is shown to each as the own part, to the last digit', async () => {
  const criteria = {
    contract_number: 'S-A',
    rule_no: 1,
    kind: 'Payment',
    period_from: '2026-01-01',
    period_to: '2026-03-31',
  }
  const screen = screenNamed('calculation-source')
  const [all, one, other] = await Promise.all(
    [{}, { payee: 'K1' }, { payee: 'K2' }].map((payee) => ask(screen, { ...criteria, ...payee })),
  )
  // 133.48 at 4.777777 % are 6.38, of which a third is 2.13.
  expect([all, one, other].map((answer) => number(answer!.totals['amount']))).toEqual([6.38, 2.13, 4.25])
  expect(one!.records.map((row) => row['benefit'])).toEqual(all!.records.map((row) => row['benefit']))
})

test('a former version is proved by its own terms, and one that there is not is told', async () => {
  const screen = screenNamed('calculation-source')
  const criteria = {
    contract_number: 'S-E',
    rule_no: 1,
    kind: 'Payment',
    period_from: '2026-01-01',
    period_to: '2026-03-31',
  }
  const sums = await Promise.all(
    [1, 2, null].map(async (contract_version) =>
      number((await ask(screen, { ...criteria, contract_version })).totals['amount']),
    ),
  )
  expect(sums).toEqual([2.67, 6.67, 6.67])
  const { status, body } = await it.create(screen.endpoint!, { ...criteria, contract_version: 9 })
  expect([status, body.error?.issues?.[0]?.path]).toEqual([422, ['contract_version']])
})

test('lines that payees share are counted once, and each row still says what it was reckoned from', async () => {
  const { records, totals } = await ask(screenNamed('calculation-simulation'), { ...year, contract_number: 'S-A' })
  expect(records.map((row) => [row['period'], row['payee'], row['lines']])).toEqual([
    ['2026-Q1', 'K1', 4],
    ['2026-Q1', 'K2', null],
    ['2026-Q2', 'K1', 3],
    ['2026-Q2', 'K2', null],
  ])
  expect(Number(totals['lines'])).toBe(7)
  expect(records[1]!['explanation']).toMatch(/^4 lines, net 133\.48; /)
  const only = await ask(screenNamed('calculation-simulation'), { ...year, contract_number: 'S-A', payee: 'K2' })
  expect(Number(only.totals['lines'])).toBe(7)
})

test('a claim that was paid leads to its postings, never to a calculation', async () => {
  const screen = screenNamed('calculation-results')
  const { records } = await ask(screen, { ...year, contract_number: 'S-B' })
  const claimed = records.filter((row) => row['rule_no'] === null)
  expect(claimed.map((row) => [number(row['paid']), number(row['accrued'])])).toEqual([[21.5, -3.25]])
  expect(await behind(screen.result!.drill!, claimed[0]!, year)).toBeNull()
  const paid = await behind(screen.result!.drills!['paid']!, claimed[0]!, year)
  expect(paid!.records.map((row) => row['posting_number'])).toEqual(['CL-1'])
})

test('whole numbers are numbers, with a request id and without one', async () => {
  const screen = screenNamed('calculation-summary')
  const criteria = { ...year, added_by: 'partner' }
  const types = ({ records }: Answer) =>
    new Set(records.flatMap((row) => ['lines', 'contracts', 'faulty'].map((name) => typeof row[name])))
  expect(types(await ask(screen, criteria))).toEqual(new Set(['number']))
  expect(types(await ask(screen, { ...criteria, request_id: 'drill-calculations-1' }))).toEqual(new Set(['number']))
})
