import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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
async function approved(customer: string, net: string): Promise<number> {
  await it.customer(customer)
  await it.sell({ document: 'A', customer, date: '2026-01-05', net })
  const id = await it.agree(customer, customer, { rules: [rule({ rate: '10' })] })
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

test('approved payments are in one file each: as a list, and as an order to the bank where accounts are known', async () => {
  await approved('F1', '10000')
  await approved('F2', '500.55')
  await approved('F3', '-3000')
  const account = { payee: 'F1', account_holder: 'Müller & Söhne', iban: 'GB29 NWBK 6016 1331 9268 19' }
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
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    expect(read('PAY-000001-payments.csv')).toContain(
      'PAY-000001-1,F1,Müller & Söhne,GB29NWBK60161331926819,1000.00,EUR,1',
    )
    expect(read('PAY-000001-postings.csv')).toContain('F2-0001,Payment,F2')
    const order = read('PAY-000001-pain.001.xml')
    expect(order).toContain('<NbOfTxs>1</NbOfTxs><CtrlSum>1000.00</CtrlSum>')
    expect(painProblems(order)).toEqual([])
    expect(order).toContain('<IBAN>DE89370400440532013000</IBAN>')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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
