import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { painProblems } from '#tests/support/pain-001.ts'
import { rebateApp, type RebateApp, recordsIn, rule } from '#tests/support/rebate-app.ts'

let it: RebateApp
let admin: string

beforeAll(async () => {
  it = await rebateApp()
  admin = await it.admin()
})
afterAll(() => it.s.close())

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, token: string, body?: object) =>
  it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
const act = async (screen: string, action: string, ids: readonly unknown[], token: string, parameters: object = {}) =>
  (await call('POST', `${screen}/actions/${action}`, token, { ids, parameters })).body.response!

/** Pays a tenth of the sales of a customer, approved by somebody else. */
async function approved(customer: string, net: string, currency = 'EUR'): Promise<number> {
  await it.customer(customer)
  await it.sell({ document: 'A', customer, date: '2026-01-05', net, currency })
  const id = await it.agree(customer, customer, { currency, payment_method: 'transfer', rules: [rule({ rate: '10' })] })
  await it.post(id, 'Payment')
  const ids = (await it.listed(`financial_postings?contract_number=${customer}&status=new`)).map((one) => one['id'])
  await act('financial_postings', 'submit-approval', ids, it.analyst)
  expect(await act('financial_postings', 'approve', ids, it.approver)).toMatchObject({ done: ids.length })
  return id
}

async function made(more: object = {}): Promise<Record<string, unknown>> {
  const answer = await call('POST', 'payment-runs', admin, {
    currency: 'EUR',
    posted_to: '2026-12-31',
    execution_date: '2026-12-31',
    debtor_name: 'Northgate Trading',
    debtor_iban: 'DE89 3704 0044 0532 0130 00',
    ...more,
  })
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  const { id } = answer.body.response as { id: number }
  return vi.waitFor(
    async () => {
      const { body } = await call('GET', `payment-runs/${id}`, admin)
      expect(body.response!['status']).not.toBe('waiting')
      return body.response!
    },
    { timeout: 15_000, interval: 100 },
  )
}

/** The files in a payment file, by their names without its number. */
async function filesOf(run: Record<string, unknown>): Promise<(name: string) => string> {
  const { id: fileId } = run['file'] as { id: string }
  const file = await it.s.app.inject({
    method: 'GET',
    url: `/api/files/${fileId}`,
    headers: { authorization: `Bearer ${admin}` },
  })
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/zip'])
  const folder = mkdtempSync(join(tmpdir(), 'tierline-payment-'))
  try {
    writeFileSync(join(folder, 'all.zip'), file.rawPayload)
    execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, 'all.zip'), folder])
    const number = String(run['run_number'])
    const all = new Map(
      readdirSync(folder).map((name) => [name.replace(`${number}-`, ''), readFileSync(join(folder, name), 'utf8')]),
    )
    return (name) => all.get(name)!
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const column = (text: string, at: number): string[] =>
  text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[at]!)

test('approved payments are in one file each: as a list, and as an order to the bank where accounts are known', async () => {
  await approved('F1', '10000')
  await approved('F2', '500.55')
  await approved('F3', '-3000')
  const account = {
    payee: 'F1',
    account_holder: 'Müller & Söhne',
    iban: 'GB29 NWBK 6016 1331 9268 19',
    verified_on: '2026-01-12',
  }
  expect((await call('POST', 'payee-accounts', it.analyst, account)).status).toBe(403)
  const wrong = await call('POST', 'payee-accounts', admin, { ...account, iban: 'GB28NWBK60161331926819' })
  expect(wrong.body.error?.issues?.[0]?.path).toEqual(['iban'])
  const kept = await call('POST', 'payee-accounts', admin, account)
  expect(kept.body.response).toMatchObject({ iban: 'GB29NWBK60161331926819' })
  expect((await call('POST', 'payment-runs', it.analyst, { currency: 'EUR' })).status).toBe(403)

  const run = await made()
  expect(run).toMatchObject({
    run_number: 'PAY-000001',
    status: 'complete',
    payments: 2,
    postings: 2,
    total: '1050.0600',
    result: '2 payees, 2 postings. 1 without an account is in the list only. 1 payee owes more than it gets and waits.',
  })
  const read = await filesOf(run)
  expect(read('payments.csv')).toContain('PAY-000001-1,F1,Müller & Söhne,GB29NWBK60161331926819,1000.00,EUR,1')
  expect(read('postings.csv')).toContain('F2-0001,Payment,F2')
  const order = read('pain.001.xml')
  expect(order).toContain('<NbOfTxs>1</NbOfTxs><CtrlSum>1000.00</CtrlSum>')
  expect(painProblems(order)).toEqual([])
  expect(order).toContain('<IBAN>DE89370400440532013000</IBAN>')
  expect((await it.listed('financial_postings?payment_run=PAY-000001')).map((one) => one['status'])).toEqual([
    'posted',
    'posted',
  ])
  const hidden = await call('GET', `payment-runs/${String(run['id'])}`, it.analyst)
  expect(hidden.body.response).not.toHaveProperty('file')

  expect(await made()).toMatchObject({ status: 'empty', result: '1 payee owes more than it gets and waits.' })
})

test('files asked for at the same time never hold the same payment', async () => {
  await approved('F4', '700')
  await approved('F5', '800')
  const runs = await Promise.all([made(), made(), made()])
  expect(runs.map((run) => run['status']).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    'complete',
    'empty',
    'empty',
  ])
  const holding = recordsIn(await call('GET', 'financial_postings?payment_run.notEmpty=1&limit=100', admin))
  expect(new Set(holding.map((one) => one['posting_number'])).size).toBe(holding.length)
  expect(holding).toHaveLength(4)
})

test.each([
  ['JPY', '12345', '1235', '1235'],
  ['KWD', '12.345', '1.235', '1.235'],
  ['USD', '12.34', '1.23', '1.23'],
])('amounts of %s have the digits of its minor unit, and add up to what is posted', async (currency, net, one, all) => {
  const payee = `MU-${currency}`
  await approved(payee, net, currency)
  expect((await it.listed(`financial_postings?contract_number=${payee}`))[0]).toMatchObject({
    amount: Number(one).toFixed(4),
  })
  await call('POST', 'payee-accounts', admin, { payee, account_holder: payee, iban: 'GB29NWBK60161331926819' })
  const run = await made({ currency })
  expect(run).toMatchObject({ status: 'complete', total: Number(all).toFixed(4) })
  const read = await filesOf(run)
  expect(column(read('payments.csv'), 4)).toEqual([one])
  expect(column(read('postings.csv'), 7)).toEqual([one])
  expect(read('pain.001.xml')).toContain(`<InstdAmt Ccy="${currency}">${one}</InstdAmt>`)
  expect(read('pain.001.xml')).toContain(`<CtrlSum>${all}</CtrlSum>`)
  expect(painProblems(read('pain.001.xml'))).toEqual([])
})

test('an amount that no bank can pay stops the file, and is named', async () => {
  await approved('MU-CHF', '100', 'CHF')
  await it.s.db.system((tx) =>
    tx.query(
      sql`update financial_posting set amount = 10.005 where organization_id = ${it.organizationId} and contract_number = 'MU-CHF'`,
    ),
  )
  expect(await made({ currency: 'CHF' })).toMatchObject({
    status: 'failed',
    result: 'The payment to MU-CHF is 10.005 CHF, of which 2 decimals can be paid.',
  })
  expect((await it.listed('financial_postings?contract_number=MU-CHF'))[0]).toMatchObject({
    status: 'approved',
    payment_run: null,
  })
})

test('an account that nobody confirmed, or that was replaced since, is told with the file that pays to it', async () => {
  await approved('U1', '500')
  const body = { payee: 'U1', account_holder: 'U1', iban: 'GB29NWBK60161331926819', verified_on: '2026-01-12' }
  const { id } = (await call('POST', 'payee-accounts', admin, body)).body.response!
  const replaced = { row_version: 1, iban: 'DE89370400440532013000' }
  expect((await call('PUT', `payee-accounts/${String(id)}`, admin, replaced)).status).toBe(200)
  expect(await made({ payee: 'U1' })).toMatchObject({
    status: 'complete',
    total: '50.0000',
    result: '1 payee, 1 posting. The account of U1 is not confirmed: check it before you send the file.',
  })
})
