import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimsApp, type ClaimsApp } from '#tests/support/claims-app.ts'
import { madePaymentFile } from '#tests/support/payment-file.ts'

let it: ClaimsApp

beforeAll(async () => {
  it = await claimsApp()
})
afterAll(() => it?.s.close())

test('stays paid when a dispute about it is settled, and what was agreed is posted beside', async () => {
  const id = await it.claim('PAD', {}, { claimed_amount: '60' })
  await it.checked(id, 'PAD')
  const act = (name: string, parameters: object = {}, token?: string) =>
    it.act('supplier-incoming-claims', [id], name, parameters, token)
  const claim = () => it.one('supplier-incoming-claims?claim_number=PAD')
  await act('review')
  await act('approve', {}, it.approver)
  await act('reconcile', { posting_date: '2026-04-02' })
  const posted = () => it.listed('financial_postings?claim_number=PAD&sort=posting_number')
  const admin = await it.admin()
  const fileOf = async (posting: number): Promise<number> => {
    const { id: own, payment_method } = (await posted())[posting]!
    const ids = [Number(own)]
    await it.act('financial_postings', ids, 'submit-approval')
    await it.act('financial_postings', ids, 'approve', {}, it.approver)
    return Number((await madePaymentFile(it.s, admin, { payee: 'DIST-1', payment_method }))['id'])
  }
  const back = async (file: number) =>
    (await it.act('payment-runs', [file], 'take-back', { reason: 'Never sent' }, admin)).body.response
  const sent = await fileOf(0)
  await act('paid', { payment_reference: 'TRF-1', paid_on: '2026-04-10' })
  const paid = await claim()
  expect(paid).toMatchObject({ claim_status: 'paid', approved_amount: '59.2000', unposted_amount: null })
  expect((await act('reconcile', { posting_date: '2026-04-20' })).body.response).toMatchObject({ done: 0 })
  const dispute = {
    subject: 'Price',
    claim_number: 'PAD',
    line_no: 2,
    disputed_amount: '30.40',
    argument: 'List price',
  }
  const opened = await it.create('claim-disputes', dispute)
  const of = [Number((opened.body.response as { id: number }).id)]
  expect((await it.act('claim-disputes', of, 'accept', { agreed_amount: '15.20' })).body.response).toMatchObject({
    done: 1,
  })
  const settled = {
    claim_status: 'paid',
    payment_reference: 'TRF-1',
    paid_on: '2026-04-10',
    reconciled_at: paid['reconciled_at'],
    approved_amount: '74.4000',
  }
  expect(await claim()).toMatchObject({ ...settled, paid_amount: '59.2000', unposted_amount: '15.2000' })
  expect((await act('reconcile', { posting_date: '2026-04-20' })).body.response).toMatchObject({ done: 1 })
  expect(await claim()).toMatchObject({ ...settled, paid_amount: '74.4000', unposted_amount: null })
  expect((await posted()).map((row) => row['amount'])).toEqual(['59.2000', '15.2000'])
  // That the claim is paid says of its first payment alone that it was carried out.
  expect(await back(await fileOf(1))).toMatchObject({ done: 1 })
  expect(JSON.stringify(await back(sent))).toContain('Claim PAD is marked as paid')
  expect(await claim()).toMatchObject({ claim_status: 'paid' })
})
