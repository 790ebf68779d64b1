import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { madePaymentFile } from '#tests/support/payment-file.ts'
import { rebateApp, recordsIn, rule, type RebateApp } from '#tests/support/rebate-app.ts'

// How often a contract is accrued, when and how it is paid, and where it is booked: what its terms say of settlement.
let it: RebateApp
let admin: string
type Row = Record<string, unknown>

beforeAll(async () => {
  it = await rebateApp()
  admin = await it.admin()
})
afterAll(() => it.s.close())

const today = new Date().toISOString().slice(0, 10)
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** A contract that owes its customer a tenth of a sale of 1,000 in each of these days' months, as months. */
async function owing(number: string, days: readonly string[], more: object = {}): Promise<number> {
  await it.customer(number)
  await it.sell(...days.map((date, at) => ({ document: `${number}-${at}`, customer: number, date, net: '1000' })))
  return it.agree(number, number, {
    valid_from: '2025-01-01',
    valid_to: '2099-12-31',
    payment_frequency: 'month',
    rules: [rule({ rate: '10', evaluation_period: 'month' })],
    ...more,
  })
}

const post = (id: number, kind: 'Accrual' | 'Payment', from: string, to: string, day = today) =>
  it.s.call('POST', '/api/contracts/actions/post', {
    token: it.analyst,
    body: { ids: [id], parameters: { kind, period_from: from, period_to: to, posting_date: day } },
  })
const reasonOf = ({ body }: { body: { response?: unknown } }) =>
  (body.response as { skipped: readonly { reason: string }[] }).skipped[0]?.reason
const postingsOf = (number: string) =>
  it.listed(`financial_postings?contract_number=${number}&sort=posting_number&limit=100`)

describe('days until payment', () => {
  const oct = ['2025-10-01', '2025-10-31'] as const

  test('are told by the simulation, and a payment says when it is due', async () => {
    const id = await owing('S1', ['2025-10-15'], { payment_calc_days: 30 })
    const [row] = await it.simulate('S1', { period_from: oct[0], period_to: oct[1] })
    expect(row).toMatchObject({ is_due: true, due_on: '2025-11-30', amount: '100.00' })
    expect((await post(id, 'Payment', ...oct)).body.response).toMatchObject({ done: 1 })
    expect(await postingsOf('S1')).toMatchObject([
      { posting_type: 'Payment', amount: '100.0000', due_date: '2025-11-30' },
    ])
  })

  test('hold a payment back until they have gone by, which a run by hand tells', async () => {
    // The day before yesterday ends a period of its own: an invoice.
    const end = daysAgo(2)
    const terms = { rules: [rule({ rate: '10', evaluation_period: 'invoice' })] }
    const id = await owing('S2', [end], { ...terms, payment_calc_days: 3 })
    const [row] = await it.simulate('S2', { period_from: end, period_to: end })
    expect(row).toMatchObject({ is_due: false, due_on: daysAgo(-1), amount: '100.00' })
    const early = await post(id, 'Payment', end, end)
    expect(early.body.response).toMatchObject({ done: 0 })
    expect(reasonOf(early)).toBe(
      `It pays 3 days after the end of a period: what ends on ${end} is due from ${daysAgo(-1)} on`,
    )
    expect(await postingsOf('S2')).toEqual([])
    // Accruals wait for nothing.
    expect((await post(id, 'Accrual', `${end.slice(0, 7)}-01`, daysAgo(-40))).body.response).toMatchObject({ done: 1 })
    // Dated on the day it is due, it is posted.
    expect((await post(id, 'Payment', end, end, daysAgo(-1))).body.response).toMatchObject({ done: 1 })
    expect(
      (await postingsOf('S2')).map((one) => [one['posting_type'], Number(one['amount']), one['due_date']]),
    ).toEqual([
      ['Accrual', 100, null],
      ['Accrual Reversal', -100, null],
      ['Payment', 100, daysAgo(-1)],
    ])
    await owing('S3', [end], { ...terms, payment_calc_days: 2 })
    expect((await it.simulate('S3', { period_from: end, period_to: end }))[0]).toMatchObject({ is_due: true })
  })

  test('count from the end of the payment’s own period where a rule is settled while its period runs', async () => {
    const yearly = { rules: [rule({ rate: '10', evaluation_period: 'year' })], payment_frequency: 'quarter' }
    const id = await owing('S4', ['2026-01-15'], { ...yearly, payment_calc_days: 20 })
    await owing('S5', ['2026-01-15'], { ...yearly, payment_calc_days: 365 })
    const [row] = await it.simulate('S4', { period_from: '2026-01-01', period_to: '2026-03-31' })
    expect(row).toMatchObject({ is_due: true, due_on: '2026-04-20' })
    expect((await it.simulate('S5', { period_from: '2026-01-01', period_to: '2026-03-31' }))[0]).toMatchObject({
      is_due: today >= '2027-03-31',
      due_on: '2027-03-31',
    })
    expect((await post(id, 'Payment', '2026-01-01', '2026-03-31')).body.response).toMatchObject({ done: 1 })
    expect(await postingsOf('S4')).toMatchObject([{ amount: '100.0000', due_date: '2026-04-20' }])
  })

  test('a period that is not over is told as such', async () => {
    const id = await owing('S6', ['2026-01-15'])
    expect(reasonOf(await post(id, 'Payment', '2026-01-01', '2026-01-20'))).toBe(
      'What it owes for these periods is not due before their end, 2026-01-31',
    )
  })
})

describe('how often a contract accrues', () => {
  test('decides in which runs: those that reach the end of a quarter, with everything up to it', async () => {
    const id = await owing('A1', ['2026-01-15', '2026-02-15', '2026-04-15'], { accrual_frequency: 'quarter' })
    const early = await post(id, 'Accrual', '2026-01-01', '2026-02-28')
    expect(reasonOf(early)).toBe('Its accruals are posted at the end of a quarter. The next one is 2026-03-31')
    expect((await post(id, 'Accrual', '2026-01-01', '2026-05-31')).body.response).toMatchObject({ done: 1 })
    // April is of the quarter that runs.
    expect((await postingsOf('A1')).map((one) => [one['period_from'], Number(one['amount'])])).toEqual([
      ['2026-01-01', 100],
      ['2026-02-01', 100],
    ])
    const simulated = await it.simulate('A1', { kind: 'Accrual', period_to: '2026-05-31' })
    expect(simulated.map((row) => row['is_due'])).toEqual([true, true, false])
  })

  test('on demand: every run does', async () => {
    const id = await owing('A2', ['2026-01-15'], { accrual_frequency: 'on_demand' })
    expect((await post(id, 'Accrual', '2026-01-01', '2026-01-20')).body.response).toMatchObject({ done: 1 })
  })
})

describe('how a contract is paid and booked', () => {
  const booked = { profit_center: 'PC1', cost_center: 'CC1' }
  const paid = { payment_method: 'check', payment_terms: '30 days' }
  const january = ['2026-01-01', '2026-01-31'] as const

  test('is on its postings, as it was when they were made, and on what takes them back', async () => {
    const id = await owing('B1', ['2026-01-15'], { ...booked, ...paid })
    await post(id, 'Accrual', ...january)
    await post(id, 'Payment', ...january)
    const [accrual, release, payment] = await postingsOf('B1')
    for (const one of [accrual, release])
      expect(one).toMatchObject({ ...booked, payment_method: null, payment_terms: null })
    expect(payment).toMatchObject({ ...booked, ...paid, posting_type: 'Payment', due_date: '2026-01-31' })
    const back = { ids: [payment!['id']], parameters: { posting_date: today, reason: 'Wrong' } }
    await it.s.call('POST', '/api/financial_postings/actions/reverse', { token: it.analyst, body: back })
    expect((await postingsOf('B1'))[3]).toMatchObject({ ...booked, ...paid, posting_type: 'Payment Reversal' })
  })

  const act = (name: string, ids: readonly unknown[], token: string) =>
    it.s.call('POST', `/api/financial_postings/actions/${name}`, { token, body: { ids, parameters: {} } })

  async function approvedPayment(number: string, more: object): Promise<void> {
    const id = await owing(number, ['2026-01-15'], more)
    await post(id, 'Payment', ...january)
    const ids = (await postingsOf(number)).map((one) => one['id'])
    await act('submit-approval', ids, it.analyst)
    expect((await act('approve', ids, it.approver)).body.response).toMatchObject({ done: 1 })
  }

  const ours = { posted_to: today, debtor_name: 'Northgate Trading', debtor_iban: 'DE89 3704 0044 0532 0130 00' }
  const file = (more: object) => madePaymentFile(it.s, admin, { ...ours, ...more })

  const contentOf = async (run: Row): Promise<string> => {
    const { id } = run['file'] as { id: string }
    const answer = await it.s.app.inject({
      method: 'GET',
      url: `/api/files/${id}`,
      headers: { authorization: `Bearer ${admin}` },
    })
    return answer.rawPayload.toString('latin1')
  }
  const heldBy = async (run: Row) =>
    recordsIn(
      await it.s.call('GET', `/api/financial_postings?payment_run=${String(run['run_number'])}`, { token: admin }),
    ).map((one) => one['contract_number'])

  test('decides which payment file holds it: the bank is ordered to make transfers alone', async () => {
    await approvedPayment('F1', { payment_method: 'transfer' })
    await approvedPayment('F2', { payment_method: 'credit_memo' })
    await approvedPayment('F3', { payment_method: 'deduction' })
    for (const payee of ['F1', 'F2'])
      await it.s.call('POST', '/api/payee-accounts', {
        token: admin,
        body: { payee, account_holder: payee, iban: 'GB29 NWBK 6016 1331 9268 19', verified_on: '2026-01-12' },
      })
    const transfers = await file({})
    expect(transfers).toMatchObject({
      status: 'complete',
      payment_method: 'transfer',
      total: '100.0000',
      result: '1 payee, 1 posting. 2 postings are paid in other ways and are not in it.',
    })
    expect(await heldBy(transfers)).toEqual(['F1'])
    expect(await contentOf(transfers)).toContain('pain.001.xml')
    const memos = await file({ payment_method: 'credit_memo' })
    expect(await heldBy(memos)).toEqual(['F2'])
    expect(await contentOf(memos)).not.toContain('pain.001.xml')
    expect(memos['result']).toBe('1 payee, 1 posting. 1 posting is paid in another way and is not in it.')
    const rest = await file({ payment_method: null })
    expect(await heldBy(rest)).toEqual(['F3'])
    expect(await contentOf(rest)).not.toContain('pain.001.xml')
  })

  test('postings that name no method are transfers', async () => {
    await approvedPayment('F4', { payment_method: null })
    expect((await postingsOf('F4'))[0]).toMatchObject({ payment_method: null })
    expect(await heldBy(await file({}))).toEqual(['F4'])
  })
})

test('what ended is posted still', async () => {
  const id = await owing('X1', ['2026-01-15'], { contract_status: 'Expired' })
  expect((await post(id, 'Payment', '2026-01-01', '2026-01-31')).body.response).toMatchObject({ done: 1 })
})
