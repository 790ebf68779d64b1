import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimsApp, type ClaimsApp } from '#tests/support/claims-app.ts'
import { recordsIn, rule, tier } from '#tests/support/rebate-app.ts'

type Row = Record<string, unknown>

let it: ClaimsApp
let admin: string

beforeAll(async () => {
  it = await claimsApp()
  admin = await it.admin()
})
afterAll(() => it?.s.close())

const report = async (address: string, body: object): Promise<Row[]> => {
  const answer = await it.create(address, { limit: 500, ...body })
  expect([address, answer.status, answer.body.error]).toEqual([address, 200, undefined])
  return recordsIn(answer)
}
const sold = (customer: string, document: string, date: string, net: string, more: object = {}) =>
  it.sell({ document, customer, date, net, ...more })
const sum = (rows: readonly (readonly [string, string])[], ...types: string[]) =>
  rows.filter(([type]) => types.includes(type)).reduce((total, [, amount]) => total + Number(amount), 0)
const accrued = (rows: readonly (readonly [string, string])[]) => sum(rows, 'Accrual', 'Accrual Reversal')
const paid = (rows: readonly (readonly [string, string])[]) => sum(rows, 'Payment', 'Payment Reversal', 'Delta Payment')

type Kind = 'Accrual' | 'Payment'

/** Posts, and demands that the simulation said just that before, and that the same again posts nothing. Answers what was added. */
async function run(id: number, number: string, kind: Kind, from: string, to: string) {
  const before = await it.postings(number)
  const asked = { period_from: from, period_to: to, kind, contract_number: number }
  const simulated = (await report('financial_posting_sim', { ...asked, sort: 'period_from,source_key' })).map(
    (row) => `${String(row['posting_type'])} ${Number(row['amount'])}`,
  )
  const answer = await it.post(id, kind, from, to)
  expect([answer.status, (answer.body.response as { failed: unknown[] }).failed]).toEqual([200, []])
  const after = await it.postings(number)
  const added = after.slice(before.length)
  expect(added.map(([type, amount]) => `${type} ${Number(amount)}`).toSorted()).toEqual(simulated.toSorted())
  await it.post(id, kind, from, to)
  expect(await it.postings(number)).toEqual(after)
  expect(await report('financial_posting_sim', asked)).toEqual([])
  return added
}

/** The lines behind what a rule owes for a period add up to what stands posted of it. */
async function drillAddsUp(number: string, from: string, to: string) {
  const whole = { contract_number: number, period_from: from, period_to: to, kind: 'Payment' }
  const lines = await report('source_record_information', { ...whole, rule_no: 1 })
  const rows = (await it.simulate(number, { period_from: from, period_to: to })).filter(
    (row) => String(row['period_from']) >= from && String(row['period_to']) <= to,
  )
  const owed = rows.reduce((total, row) => total + Number(row['amount']), 0)
  expect(lines.reduce((total, row) => total + Number(row['amount']), 0)).toBeCloseTo(owed, 4)
  return owed
}

const idOf = async (row: string) => Number((await it.one(row))['id'])
const decidePosting = async (number: string, names: readonly string[], parameters: object = {}) => {
  const id = await idOf(`financial_postings?posting_number=${number}`)
  for (const name of names) {
    const token = name === 'approve' ? it.approver : it.analyst
    const answer = await it.act('financial_postings', [id], name, name === 'reverse' ? parameters : {}, token)
    expect([name, answer.body.response]).toEqual([name, expect.objectContaining({ done: 1 })])
  }
}

/** Has an exception approved; answers its id. */
async function except(number: string, more: object): Promise<void> {
  const made = await it.create('incentive-override', {
    description: number,
    contract_number: number,
    impact: '100',
    justification: 'Agreed',
    ...more,
  })
  expect(made.status).toBe(201)
  const ids = [(made.body.response as { id: number }).id]
  for (const [name, token] of [
    ['submit-approval', it.analyst],
    ['approve', admin],
  ] as const)
    await it.s.call('POST', `/api/incentive-override/actions/${name}`, { token, body: { ids } })
}

/** Makes a change the next version of a contract. */
async function changed(number: string, changes: object): Promise<void> {
  const begun = await it.create('contracts/update-request', { contract_number: number, reason: 'Talks', ...changes })
  expect([begun.status, begun.body.error]).toEqual([201, undefined])
  const { id } = begun.body.response as { id: number }
  for (const [approval_status, token] of [
    ['submit_approval', it.analyst],
    ['approved', it.approver],
  ] as const) {
    const answer = await it.s.call('POST', '/api/approval-request/bulk-approval/contract', {
      token,
      body: { update_contract_ids: [id], approval_status },
    })
    expect([approval_status, answer.body.response]).toEqual([approval_status, expect.objectContaining({ done: 1 })])
  }
}

const quarter = ['2026-01-01', '2026-03-31'] as const

describe('the life of what is posted of a quarter', () => {
  let id: number

  beforeAll(async () => {
    await it.customer('PC')
    id = await it.agree('PC', 'PC', {
      rules: [rule({ tier_mode: 'retro' })],
      tiers: [tier('0', '50000', '2'), tier('50000', null, '3')],
    })
  })

  test('is accrued month by month, and paid at its end', async () => {
    await sold('PC', 'J', '2026-01-15', '30000')
    expect(await run(id, 'PC', 'Accrual', '2026-01-01', '2026-01-31')).toEqual([['Accrual', '600']])
    await sold('PC', 'F', '2026-02-15', '15000')
    expect(await run(id, 'PC', 'Accrual', '2026-02-01', '2026-02-28')).toEqual([['Accrual', '300']])
    await sold('PC', 'M', '2026-03-15', '20000')
    // 65,000 is in the second tier: 1,950.
    expect(await run(id, 'PC', 'Accrual', '2026-03-01', '2026-03-31')).toEqual([['Accrual', '1050']])
    expect(await run(id, 'PC', 'Payment', ...quarter)).toEqual([
      ['Accrual Reversal', '-1950'],
      ['Payment', '1950'],
    ])
    expect(await drillAddsUp('PC', ...quarter)).toBe(1950)
    expect(await run(id, 'PC', 'Accrual', ...quarter)).toEqual([])
  })

  test('follows a late return, a payment taken back, an exception and a new version by their difference', async () => {
    await sold('PC', 'R', '2026-03-20', '-20000')
    // 45,000 is in the first tier: 900.
    expect(await run(id, 'PC', 'Payment', ...quarter)).toEqual([['Delta Payment', '-1050']])
    await decidePosting('PC-0005', ['submit-approval', 'approve', 'release'])
    await decidePosting('PC-0005', ['reverse'], { posting_date: '2026-11-22', reason: 'Wrong bank' })
    expect(await run(id, 'PC', 'Payment', ...quarter)).toEqual([['Delta Payment', '1950']])
    // 5 % for what was sold in March: of the 45,000 nothing is left of it, the other 45,000 pay 2 %.
    await sold('PC', 'M2', '2026-03-21', '10000')
    await except('PC', {
      exception_type: 'rate',
      override_rate: '5',
      valid_from: '2026-03-01',
      valid_to: '2026-03-31',
    })
    // 55,000: 45,000 at 3 % and the 10,000 of March at 5 %.
    expect(await run(id, 'PC', 'Payment', ...quarter)).toEqual([['Delta Payment', '950']])
    expect(await drillAddsUp('PC', ...quarter)).toBe(1850)
    await changed('PC', { tiers: [tier('0', '50000', '2'), tier('50000', null, '4')] })
    expect(await run(id, 'PC', 'Payment', ...quarter)).toEqual([['Delta Payment', '450']])
    const all = await it.postings('PC')
    expect([accrued(all), paid(all)]).toEqual([0, 2300])
    const [beside] = await report('financial_postings/accrual-vs-payment', { contract: 'PC' })
    expect(['accrued', 'released', 'open', 'paid'].map((name) => Number(beside![name]))).toEqual([1950, 1950, 0, 2300])
  })

  test('stays in its currency', async () => {
    const asked = { contract_number: 'PC', reason: 'Talks', currency: 'USD' }
    const refused = await it.create('contracts/update-request', asked)
    expect([refused.status, refused.body.error?.issues]).toEqual([
      422,
      [{ path: ['currency'], code: 'posted', message: expect.stringContaining('It was posted in EUR') }],
    ])
  })

  test('of a version that begins in the middle pays for the days from there on', async () => {
    await changed('PC', { valid_from: '2026-02-01' })
    // 25,000 are left of it, in the first tier: 15,000 at 2 % and 10,000 of March at 5 %.
    const added = await run(id, 'PC', 'Payment', '2026-01-01', '2026-03-31')
    expect(added.toSorted((a, b) => a[0].localeCompare(b[0]))).toEqual([
      ['Delta Payment', '-2300'],
      ['Payment', '800'],
    ])
    const all = await it.postings('PC')
    expect([accrued(all), paid(all)]).toEqual([0, 800])
  })
})

describe('a claim beside what is accrued', () => {
  test('releases its part of the accrual, which the payment does not release again', async () => {
    await it.customer('HOSP-3', { class_of_trade: 'HOSPITAL' })
    const id = await it.agree('CA', 'DIST-1', {
      application_type: 'Supplier Chargeback',
      own_sales_only: false,
      eligibility: [
        { group_no: 1, mode: 'include', attribute: 'customer.customer_number', operator: 'eq', value: 'HOSP-3' },
      ],
      rules: [rule({ rate_type: 'amount_per_unit', rate: '1' })],
    })
    const sell = (document: string, date: string, quantity: string) =>
      it.sell({ document, customer: 'HOSP-3', date, net: '10', quantity })
    await sell('C1', '2026-02-10', '1000')
    expect(await run(id, 'CA', 'Accrual', ...quarter)).toEqual([['Accrual', '1000']])
    const line = { contract_id: 'CA', customer_id: 'HOSP-3' }
    const settle = async (number: string, quantity: string) => {
      const claim = await it.claim(number, { ...line, quantity, claimed_amount: quantity })
      await it.checked(claim, number)
      await it.act('supplier-incoming-claims', [claim], 'review')
      await it.act('supplier-incoming-claims', [claim], 'approve', {}, it.approver)
      await it.act('supplier-incoming-claims', [claim], 'reconcile', { posting_date: '2026-04-02' })
    }
    await settle('CA-1', '200')
    expect((await it.postings('CA')).slice(1)).toEqual([
      ['Payment', '200'],
      ['Accrual Reversal', '-200'],
    ])
    // More is sold: the accrual grows by that alone.
    await sell('C2', '2026-03-10', '500')
    expect(await run(id, 'CA', 'Accrual', ...quarter)).toEqual([['Accrual', '500']])
    expect(await run(id, 'CA', 'Payment', ...quarter)).toEqual([
      ['Accrual Reversal', '-1300'],
      ['Payment', '1500'],
    ])
    expect(accrued(await it.postings('CA'))).toBe(0)
    // And the quarter after is released as a whole, with what another claim has left of it.
    await sell('C3', '2026-04-10', '300')
    const second = ['2026-04-01', '2026-06-30'] as const
    expect(await run(id, 'CA', 'Accrual', ...second)).toEqual([['Accrual', '300']])
    await settle('CA-2', '100')
    expect(await run(id, 'CA', 'Payment', ...second)).toEqual([
      ['Accrual Reversal', '-200'],
      ['Payment', '300'],
    ])
    expect(accrued(await it.postings('CA'))).toBe(0)
    const [flow] = await report('accrual-roll-forward', { from: '2026-01-01', to: '2026-12-31', contract: 'CA' })
    expect(flow).toBeDefined()
  })

  test('leaves the accrual as it was once it is reconciled as rejected, its payment taken back', async () => {
    await it.customer('HOSP-4', { class_of_trade: 'HOSPITAL' })
    const id = await it.agree('CR', 'DIST-1', {
      application_type: 'Supplier Chargeback',
      own_sales_only: false,
      eligibility: [
        { group_no: 1, mode: 'include', attribute: 'customer.customer_number', operator: 'eq', value: 'HOSP-4' },
      ],
      rules: [rule({ rate_type: 'amount_per_unit', rate: '1' })],
    })
    await it.sell({ document: 'R1', customer: 'HOSP-4', date: '2026-02-10', net: '10', quantity: '400' })
    expect(await run(id, 'CR', 'Accrual', ...quarter)).toEqual([['Accrual', '400']])
    const claim = await it.claim('CR-1', {
      contract_id: 'CR',
      customer_id: 'HOSP-4',
      quantity: '100',
      claimed_amount: '100',
    })
    await it.checked(claim, 'CR-1')
    const act = async (name: string, parameters: object = {}, token = it.analyst) =>
      expect([
        name,
        (await it.act('supplier-incoming-claims', [claim], name, parameters, token)).body.response,
      ]).toEqual([name, expect.objectContaining({ done: 1 })])
    await act('review')
    await act('approve', {}, it.approver)
    await act('reconcile', { posting_date: '2026-04-02' })
    expect(accrued(await it.postings('CR'))).toBe(300)
    await decidePosting('CR-0002', ['reverse'], { reason: 'Not theirs' })
    await act('reopen', {}, it.approver)
    await act('reject', { rejection_reason_code: 'MAN' }, it.approver)
    await act('reconcile', { posting_date: '2026-04-09' })
    expect(await it.one('supplier-incoming-claims?claim_number=CR-1')).toMatchObject({
      claim_status: 'reconciled',
      paid_amount: '0.0000',
    })
    const all = await it.postings('CR')
    expect(all.at(-1)).toEqual(['Accrual', '100'])
    expect([accrued(all), paid(all)]).toEqual([400, 0])
    expect(await run(id, 'CR', 'Payment', ...quarter)).toEqual([
      ['Accrual Reversal', '-400'],
      ['Payment', '400'],
    ])
    expect(accrued(await it.postings('CR'))).toBe(0)
  })
})

describe('a fiscal year of 4, 4 and 5 weeks', () => {
  test('is accrued by its periods, paid by its quarters, and ends where the next begins', async () => {
    const year = await it.s.call('POST', '/api/fiscal-year-definition', {
      token: admin,
      body: { fiscal_year: 2026, calendar: 'STANDARD', pattern: '4-4-5', start_date: '2025-12-29', weeks: '53' },
    })
    expect(year.status).toBe(201)
    const ids = [(year.body.response as { id: number }).id]
    await it.s.call('POST', '/api/fiscal-year-definition/actions/next-year', { token: admin, body: { ids } })
    await it.customer('FY')
    const id = await it.agree('FY', 'FY', {
      valid_from: '2025-12-29',
      valid_to: '2027-12-31',
      rules: [rule({ rate: '10', evaluation_period: 'fiscal_quarter' })],
    })
    // The last days of the first quarter and the first of the second; the last of the year and the first of the next.
    await sold('FY', '1', '2025-12-29', '100')
    await sold('FY', '2', '2026-03-29', '200')
    await sold('FY', '3', '2026-03-30', '400')
    await sold('FY', '4', '2027-01-03', '800')
    await sold('FY', '5', '2027-01-04', '1600')
    expect(await run(id, 'FY', 'Accrual', '2025-12-29', '2026-01-25')).toEqual([['Accrual', '30']])
    expect(await run(id, 'FY', 'Payment', '2025-12-29', '2026-03-29')).toEqual([
      ['Accrual Reversal', '-30'],
      ['Payment', '30'],
    ])
    expect(await run(id, 'FY', 'Payment', '2026-03-30', '2026-06-28')).toEqual([['Payment', '40']])
    expect(await run(id, 'FY', 'Payment', '2026-09-28', '2027-01-03')).toEqual([['Payment', '80']])
    expect(await run(id, 'FY', 'Payment', '2027-01-04', '2027-04-04')).toEqual([['Payment', '160']])
    expect(
      (await it.listed('financial_postings?contract_number=FY&posting_type=Payment&sort=posting_number')).map((row) => [
        row['period_from'],
        row['period_to'],
      ]),
    ).toEqual([
      ['2025-12-29', '2026-03-29'],
      ['2026-03-30', '2026-06-28'],
      ['2026-09-28', '2027-01-03'],
      ['2027-01-04', '2027-04-04'],
    ])
    expect(await drillAddsUp('FY', '2026-09-28', '2027-01-03')).toBe(80)
    // Posted in the fiscal period of its posting date.
    expect(await it.one('financial_postings?posting_number=FY-0001')).toMatchObject({
      posting_date: '2026-11-21',
      fiscal_year: 2026,
      fiscal_period: 11,
    })
  })
})

test('monthly interim payments of a year add up to the one annual run', async () => {
  const terms = {
    rules: [rule({ tier_mode: 'marginal', evaluation_period: 'year' })],
    tiers: [tier('0', '1000', '1'), tier('1000', '5000', '2'), tier('5000', null, '3')],
  }
  await it.customer('IN')
  const [monthly, annual] = [
    await it.agree('IN-M', 'IN', { ...terms, payment_frequency: 'month' }),
    await it.agree('IN-Y', 'IN', { ...terms, payment_frequency: 'year' }),
  ]
  const months = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']
  for (const [at, month] of months.entries()) {
    await sold('IN', `IN-${month}`, `2026-${month}-11`, String(333.33 + at * 100))
    const last = new Date(Date.UTC(2026, at + 1, 0)).toISOString().slice(0, 10)
    await run(monthly, 'IN-M', 'Accrual', `2026-${month}-01`, last)
    await run(monthly, 'IN-M', 'Payment', `2026-${month}-01`, last)
  }
  await run(annual, 'IN-Y', 'Payment', '2026-01-01', '2026-12-31')
  const [by, once] = [await it.postings('IN-M'), await it.postings('IN-Y')]
  expect(paid(by)).toBeCloseTo(paid(once), 4)
  expect([accrued(by), once.length]).toEqual([0, 1])
})
