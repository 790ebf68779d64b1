import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { claimsApp, type ClaimsApp } from '#tests/support/claims-app.ts'
import { rule } from '#tests/support/rebate-app.ts'

type Row = Record<string, unknown>

let it: ClaimsApp
let admin: string

beforeAll(async () => {
  it = await claimsApp()
  admin = await it.admin()
})
afterAll(() => it?.s.close())

const act = async (row: Row, name: string, parameters: object = {}, token = it.analyst) =>
  (await it.act('financial_postings', [Number(row['id'])], name, parameters, token)).body.response
const done = async (row: Row, name: string, parameters: object = {}, token = it.analyst) =>
  expect(await act(row, name, parameters, token)).toMatchObject({ done: 1 })
const takeBack = (row: Row) => done(row, 'reverse', { posting_date: '2026-11-22', reason: 'Wrong rate' })
const approve = async (row: Row) => {
  await done(row, 'submit-approval')
  await done(row, 'approve', {}, it.approver)
}
const postingsOf = (contract: string) =>
  it.listed(`financial_postings?contract_number=${contract}&sort=posting_number&limit=100`)
const standing = async (contract: string) =>
  (await postingsOf(contract)).map((row) => [Number(row['amount']), row['status'], row['payment_run']])

/** A contract that pays a customer a tenth of its sales, approved; answers its id. */
async function approved(number: string): Promise<number> {
  await it.customer(number)
  await it.sell({ document: 'A', customer: number, date: '2026-01-05', net: '10000' })
  const id = await it.agree(number, number, { payment_method: 'transfer', rules: [rule({ rate: '10' })] })
  await it.post(id, 'Payment')
  await approve((await postingsOf(number))[0]!)
  return id
}

const ask = (payee: string, more: object = {}) =>
  it.s.call('POST', '/api/payment-runs', {
    token: admin,
    body: { currency: 'EUR', posted_to: '2026-12-31', execution_date: '2026-12-31', payee, ...more },
  })

async function paymentFile(payee: string, more: object = {}): Promise<Row> {
  const answer = await ask(payee, more)
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  const { id } = answer.body.response as { id: number }
  return vi.waitFor(
    async () => {
      const found = await fileNow(id)
      expect(found['status']).not.toBe('waiting')
      return found
    },
    { timeout: 15_000, interval: 100 },
  )
}
const fileNow = async (id: unknown): Promise<Row> =>
  (await it.s.call('GET', `/api/payment-runs/${String(id)}`, { token: admin })).body.response!
const back = (file: Row, token = admin) =>
  it.act('payment-runs', [Number(file['id'])], 'take-back', { reason: 'Never sent' }, token)

test('what a file held that nobody sent is in the next one, and the file counts no more', async () => {
  await approved('B1')
  const first = await paymentFile('B1')
  expect((await back(first, it.analyst)).status).toBe(403)
  expect((await back(first)).body.response).toMatchObject({ done: 1 })
  expect(await fileNow(first['id'])).toMatchObject({
    status: 'void',
    file: null,
    total: '0.0000',
    result: 'Taken back. It held 1 posting of 1000.00 EUR.',
    take_back_reason: 'Never sent',
  })
  expect(await standing('B1')).toEqual([[1000, 'approved', null]])
  expect((await back(first)).body.response).toMatchObject({ done: 0 })
  const second = await paymentFile('B1')
  expect(second).toMatchObject({ status: 'complete', total: '1000.0000', postings: 1 })
  const [row] = await postingsOf('B1')
  const { body } = await it.s.call('GET', `/api/financial_postings/${String(row!['id'])}/history?field=payment_run`, {
    token: admin,
  })
  expect(JSON.stringify(body)).toContain(String(first['run_number']))
})

test('what was taken back believing it paid leaves nothing behind once its file is taken back', async () => {
  const id = await approved('B2')
  const first = await paymentFile('B2')
  await takeBack((await postingsOf('B2'))[0]!)
  await it.post(id, 'Payment')
  await done((await postingsOf('B2'))[1]!, 'submit-approval')
  await approve((await postingsOf('B2'))[2]!)
  expect((await back(first)).body.response).toMatchObject({ done: 1 })
  expect((await standing('B2')).map(([amount, status]) => [amount, status])).toEqual([
    [1000, 'reversed'],
    [-1000, 'reversed'],
    [1000, 'approved'],
  ])
  const open = await it.listed('workflow-requests?status=open&document=B2-0002')
  expect(open).toEqual([])
  expect(await paymentFile('B2')).toMatchObject({ total: '1000.0000', postings: 1 })
})

test('what is posted anew waits until taking back what was paid is decided, and together they are settled', async () => {
  const id = await approved('B3')
  await paymentFile('B3')
  await takeBack((await postingsOf('B3'))[0]!)
  await it.post(id, 'Payment')
  const [, opposite, anew] = await postingsOf('B3')
  await approve(anew!)
  const words = '1 posting waits for B3-0002, which takes back what an earlier file paid.'
  expect(await paymentFile('B3')).toMatchObject({ status: 'empty', result: words })
  await done(opposite!, 'submit-approval')
  expect(await paymentFile('B3')).toMatchObject({ status: 'empty', result: words })
  await done(opposite!, 'approve', {}, it.approver)
  // The opposite is of 22 November: a file of what was posted before would hold the one without the other.
  expect(await paymentFile('B3', { posted_to: '2026-11-21' })).toMatchObject({ status: 'empty' })
  const settled = await paymentFile('B3')
  expect(settled).toMatchObject({
    status: 'complete',
    payments: 0,
    postings: 2,
    total: '0.0000',
    result: '1 payee owes nothing and gets nothing: 2 postings are settled.',
  })
  expect((await standing('B3')).map(([, status]) => status)).toEqual(['reversed', 'posted', 'posted'])
  expect(await paymentFile('B3')).toMatchObject({ status: 'empty', result: 'No approved payment is waiting.' })
  const [paid] = await postingsOf('B3')
  const [run] = await it.listed(`payment-runs?run_number=${String(paid!['payment_run'])}`)
  expect((await back(run!)).body.response).toMatchObject({
    failed: [
      {
        message: `${String(run!['run_number'])} cannot be taken back. B3-0002, which takes back B3-0001, is in ${String(settled['run_number'])}: take that file back first.`,
      },
    ],
  })
  expect((await back(settled)).body.response).toMatchObject({ done: 1 })
  expect((await back(run!)).body.response).toMatchObject({ done: 1 })
  expect((await standing('B3')).map(([, status]) => status)).toEqual(['reversed', 'reversed', 'approved'])
})

test('a file of which something was carried out is not taken back', async () => {
  await approved('B4')
  const file = await paymentFile('B4')
  const known = await it.s.call('POST', '/api/external-postings', {
    token: admin,
    body: {
      external_document: 'FI-77',
      posting_type: 'Payment',
      payee: 'B4',
      posting_number: 'B4-0001',
      posting_date: '2026-11-22',
      amount: '1000',
      currency: 'EUR',
    },
  })
  expect([known.status, known.body.error]).toEqual([201, undefined])
  expect((await back(file)).body.response).toMatchObject({
    failed: [{ message: `${String(file['run_number'])} cannot be taken back. B4-0001 is posted as FI-77 in ERP.` }],
  })
})

test('no file is executed on a day that is past', async () => {
  const answer = await ask('B1', { execution_date: '2026-11-01' })
  expect([answer.status, answer.body.error?.issues?.[0]]).toMatchObject([422, { path: ['execution_date'] }])
})
