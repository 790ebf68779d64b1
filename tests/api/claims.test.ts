import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordsIn } from '#tests/support/rebate-app.ts'
import { claimsApp, type ClaimsApp } from '#tests/support/claims-app.ts'

let it: ClaimsApp

beforeAll(async () => {
  it = await claimsApp()
})
afterAll(() => it?.s.close())

const brief = (lines: readonly Record<string, unknown>[]) =>
  lines.map((line) => [line['line_status'], line['rejection_reason_code'], line['approved_amount']])

describe('the checks of a claim line', () => {
  test('D12: within the tolerance the calculated amount is paid, never more than claimed', async () => {
    const id = await it.claim(
      'D12',
      { claimed_amount: '30.00' },
      { claimed_amount: '29.60' },
      { claimed_amount: '29.10' },
    )
    const lines = await it.checked(id, 'D12')
    expect(
      lines.map((line) => [line['line_status'], line['calculated_amount'], line['variance'], line['approved_amount']]),
    ).toEqual([
      ['ok', '29.6000', '0.4000', '29.6000'],
      ['ok', '29.6000', '0.0000', '29.6000'],
      ['ok', '29.6000', '-0.5000', '29.1000'],
    ])
    expect(lines[0]!['explanation']).toContain('40 × 0.74')
    expect(await it.one('supplier-incoming-claims?claim_number=D12')).toMatchObject({
      claim_status: 'validated',
      lines: 3,
      claimed_amount: '88.7000',
      approved_amount: '88.3000',
    })
  })

  test('finds what identifiers mean however they are written, and tells what it does not find', async () => {
    const id = await it.claim(
      'IDS',
      { contract_id: 'gpo 4711', customer_id: 'ab-1234563' },
      { customer_id: 'hin77' },
      { customer_id: 'NOBODY' },
      { contract_id: 'CB-999' },
      { material_id: 'NOTHING' },
    )
    const lines = await it.checked(id, 'IDS')
    expect(lines.map((line) => [line['contract_number'], line['customer_number'], line['material_number']])).toEqual([
      ['CB-100', 'HOSP-1', 'M1'],
      ['CB-100', 'HOSP-2', 'M1'],
      ['CB-100', null, 'M1'],
      [null, 'HOSP-1', 'M1'],
      ['CB-100', 'HOSP-1', null],
    ])
    expect(brief(lines)).toEqual([
      ['ok', null, '29.6000'],
      ['ok', null, '29.6000'],
      ['error', 'CUS', null],
      ['error', 'CNT', null],
      ['error', null, null],
    ])
    expect(lines[2]!['findings']).toBe('No customer is known under NOBODY')
    expect(await it.one('supplier-incoming-claims?claim_number=IDS')).toMatchObject({
      claim_status: 'error',
      error_lines: 3,
    })
  })

  test('denies what the contract does not cover: other customers, products, days', async () => {
    const id = await it.claim(
      'COVER',
      { customer_id: 'SHOP-9' },
      { material_id: 'M2' },
      { invoice_date: '2027-01-05' },
      { claimed_amount: '60.00' },
    )
    const lines = await it.checked(id, 'COVER')
    expect(brief(lines)).toEqual([
      ['denied', 'COV', '0.0000'],
      ['denied', 'PRD', '0.0000'],
      ['denied', null, '0.0000'],
      ['ok', 'AMT', '29.6000'],
    ])
    expect(lines[3]!['findings']).toContain('60 claimed, 29.60 calculated')
  })

  test('finds what was claimed before, also in the same claim; a return is no duplicate', async () => {
    const first = await it.claim('DUP1', { invoice_number: 'INV-0077' })
    await it.checked(first, 'DUP1')
    const second = await it.claim(
      'DUP2',
      { invoice_number: 'inv 0077' },
      { invoice_number: 'INV-88' },
      { invoice_number: 'INV-88', claimed_amount: '29.50' },
      { invoice_number: 'INV-88', quantity: '-40', claimed_amount: '-29.60' },
    )
    const lines = await it.checked(second, 'DUP2')
    expect(lines.map((line) => [line['line_status'], line['duplicate_of']])).toEqual([
      ['denied', 'DUP1 / 1'],
      ['ok', null],
      ['ok', 'DUP2 / 2'],
      ['ok', null],
    ])
  })
})

describe('the way of a claim', () => {
  test('is repaired, reviewed, approved by somebody else, posted once and answered', async () => {
    const id = await it.claim('WAY', { customer_id: 'NOBODY' }, {}, { claimed_amount: '60' })
    const lines = await it.checked(id, 'WAY')
    const act = (name: string, parameters: object = {}, token?: string) =>
      it.act('supplier-incoming-claims', [id], name, parameters, token)
    expect((await act('review')).body.response).toMatchObject({ done: 0 })
    const begin = () =>
      it.s.call('POST', '/api/acquire-lock', {
        token: it.analyst,
        body: { screen: 'incoming-claim-line', id: lines[0]!['id'] },
      })
    expect((await begin()).status).toBe(200)
    const repaired = await it.s.call('PUT', `/api/incoming-claim-lines/${String(lines[0]!['id'])}`, {
      token: it.analyst,
      body: { customer_number: 'HOSP-2', row_version: lines[0]!['row_version'] },
    })
    expect(repaired.status).toBe(200)
    expect(await it.one('supplier-incoming-claims?claim_number=WAY')).toMatchObject({ claim_status: 'received' })
    expect(brief(await it.checked(id, 'WAY'))).toEqual([
      ['ok', null, '29.6000'],
      ['ok', null, '29.6000'],
      ['ok', 'AMT', '29.6000'],
    ])
    const denied = await it.act('incoming-claim-lines', [Number(lines[1]!['id'])], 'deny', {
      rejection_reason_code: 'MAN',
      note: 'Sold at list price',
    })
    expect(denied.body.response).toMatchObject({ done: 1 })
    expect((await act('review')).body.response).toMatchObject({ done: 1 })
    expect((await act('approve')).body.response).toMatchObject({
      done: 0,
      failed: [{ message: expect.stringContaining('somebody else') }],
    })
    expect((await act('approve', {}, it.approver)).body.response).toMatchObject({ done: 1 })
    expect(await it.one('supplier-incoming-claims?claim_number=WAY')).toMatchObject({
      claim_status: 'partially_approved',
      approved_amount: '59.2000',
      denied_lines: 1,
    })
    const twice = await Promise.all([1, 2].map(() => act('reconcile', { posting_date: '2026-04-02' })))
    expect(twice.map((answer) => (answer.body.response as { done: number }).done).toSorted((a, b) => a - b)).toEqual([
      0, 1,
    ])
    expect(await it.listed('financial_postings?claim_number=WAY')).toMatchObject([
      { posting_type: 'Payment', amount: '59.2000', payee: 'DIST-1', contract_number: 'CB-100' },
    ])
    const claim = await it.one('supplier-incoming-claims?claim_number=WAY')
    expect(claim).toMatchObject({ claim_status: 'reconciled', paid_amount: '59.2000' })
    const edit = await it.s.call('PUT', `/api/incoming-claim-lines/${String(lines[0]!['id'])}`, {
      token: it.analyst,
      body: { quantity: '1' },
    })
    expect(edit.status).toBe(409)
    // Who would edit it is told before anything is typed.
    expect(await begin()).toMatchObject({
      status: 200,
      body: { response: { fixed: 'Claim WAY is reconciled: its lines stay as they are.' } },
    })
  })

  test('is posted again once what was posted of it was taken back, and pays the difference once it is corrected', async () => {
    const id = await it.claim('AGAIN', {}, {})
    const act = (name: string, parameters: object = {}, token?: string) =>
      it.act('supplier-incoming-claims', [id], name, parameters, token)
    const settle = async () => {
      await act('review')
      await act('approve', {}, it.approver)
      return (await act('reconcile', { posting_date: '2026-04-02' })).body.response
    }
    const postings = async () =>
      (await it.listed('financial_postings?claim_number=AGAIN&sort=posting_number')).map((row) => [
        row['posting_type'],
        Number(row['amount']),
        row['status'],
      ])
    const back = async (at: number) => {
      const rows = await it.listed('financial_postings?claim_number=AGAIN&sort=posting_number')
      const answer = await it.act('financial_postings', [Number(rows[at]!['id'])], 'reverse', {
        posting_date: '2026-04-03',
        reason: 'Wrong bank',
      })
      expect(answer.body.response).toMatchObject({ done: 1 })
    }
    await it.checked(id, 'AGAIN')
    expect(await settle()).toMatchObject({ done: 1 })
    expect(await postings()).toEqual([['Payment', 59.2, 'new']])

    await back(0)
    expect(await it.one('supplier-incoming-claims?claim_number=AGAIN')).toMatchObject({
      claim_status: 'approved',
      paid_amount: '0.0000',
      reconciled_at: null,
    })
    const again = await Promise.all([1, 2].map(() => act('reconcile', { posting_date: '2026-04-04' })))
    expect(again.map((answer) => (answer.body.response as { done: number }).done).toSorted((a, b) => a - b)).toEqual([
      0, 1,
    ])
    expect((await postings()).map(([type, amount]) => [type, amount])).toEqual([
      ['Payment', 59.2],
      ['Payment Reversal', -59.2],
      ['Payment', 59.2],
    ])
    expect(await it.one('supplier-incoming-claims?claim_number=AGAIN')).toMatchObject({
      claim_status: 'reconciled',
      paid_amount: '59.2000',
    })

    const [, , last] = await it.listed('financial_postings?claim_number=AGAIN&sort=posting_number')
    const decide = (name: string, token: string, more: object = {}) =>
      it.act('financial_postings', [Number(last!['id'])], name, more, token)
    await decide('submit-approval', it.analyst)
    expect((await decide('reject', it.approver, { note: 'Not this month' })).body.response).toMatchObject({ done: 1 })
    expect(await it.one('supplier-incoming-claims?claim_number=AGAIN')).toMatchObject({ claim_status: 'approved' })
    // One of its lines is denied meanwhile: what is posted is what is approved now.
    expect((await act('reopen', {}, it.approver)).body.response).toMatchObject({ done: 1 })
    const [line] = await it.listed('incoming-claim-lines?claim_number=AGAIN&sort=line_no')
    await it.act('incoming-claim-lines', [Number(line!['id'])], 'deny', { rejection_reason_code: 'MAN' })
    expect(await settle()).toMatchObject({ done: 1 })
    expect((await postings()).at(-1)).toEqual(['Payment', 29.6, 'new'])
    expect(await it.one('supplier-incoming-claims?claim_number=AGAIN')).toMatchObject({
      claim_status: 'reconciled',
      paid_amount: '29.6000',
    })
  })

  test('pays what a dispute about it was settled with, once it is reconciled again', async () => {
    const id = await it.claim('DIS', {}, { claimed_amount: '60' }, { contract_id: 'CB-999' })
    const lines = await it.checked(id, 'DIS')
    const act = (name: string, parameters: object = {}, token?: string) =>
      it.act('supplier-incoming-claims', [id], name, parameters, token)
    await it.act('incoming-claim-lines', [Number(lines[2]!['id'])], 'deny', { rejection_reason_code: 'CNT' })
    // Once a line is denied by hand, the claim is checked again before it is reviewed.
    await act('validate')
    await act('review')
    await act('approve', {}, it.approver)
    await act('reconcile', { posting_date: '2026-04-02' })
    const posted = async () =>
      (await it.listed('financial_postings?claim_number=DIS&sort=posting_number')).map((row) => [
        row['posting_type'],
        row['amount'],
      ])
    expect(await posted()).toEqual([['Payment', '59.2000']])

    const dispute = { subject: 'Price', claim_number: 'DIS', disputed_amount: '30.40', argument: 'List price of March' }
    const wrong = await it.create('claim-disputes', { ...dispute, line_no: 9 })
    expect([wrong.status, wrong.body.error?.issues?.[0]]).toEqual([
      422,
      expect.objectContaining({ path: ['line_no'], message: 'Claim DIS has no line 9' }),
    ])
    const opened = await it.create('claim-disputes', { ...dispute, line_no: 2 })
    expect(opened.body.response).toMatchObject({ claim_direction: 'incoming', partner: 'DIST-1' })
    const of = [Number((opened.body.response as { id: number }).id)]
    await it.act('claim-disputes', of, 'respond', { answer: 'Half of it' })
    // One cent more than was claimed of the line and not approved.
    const tooMuch = await it.create('claim-disputes', { ...dispute, line_no: 2, disputed_amount: '31' })
    const more = [Number((tooMuch.body.response as { id: number }).id)]
    expect((await it.act('claim-disputes', more, 'accept', { agreed_amount: '30.41' })).body.response).toMatchObject({
      failed: [{ issues: [{ message: 'Only 30.40 of it was claimed and not approved' }] }],
    })
    const unknown = await it.create('claim-disputes', { ...dispute, line_no: 3, disputed_amount: '29.60' })
    const third = [Number((unknown.body.response as { id: number }).id)]
    expect((await it.act('claim-disputes', third, 'accept', { agreed_amount: '1' })).body.response).toMatchObject({
      failed: [{ issues: [{ message: expect.stringContaining('contract is not known') }] }],
    })

    expect((await it.act('claim-disputes', of, 'accept', { agreed_amount: '15.20' })).body.response).toMatchObject({
      done: 1,
    })
    expect(await it.one('supplier-incoming-claims?claim_number=DIS')).toMatchObject({
      claim_status: 'partially_approved',
      approved_amount: '74.4000',
      paid_amount: '59.2000',
      reconciled_at: null,
    })
    expect(await it.one('incoming-claim-lines?claim_number=DIS&line_no=2')).toMatchObject({
      decision: 'accept',
      approved_amount: '44.8000',
      decision_note: expect.stringMatching(/^Settled in dispute DSP-/),
    })
    await act('reconcile', { posting_date: '2026-04-20' })
    expect(await posted()).toEqual([
      ['Payment', '59.2000'],
      ['Delta Payment', '15.2000'],
    ])
    expect(await it.one('supplier-incoming-claims?claim_number=DIS')).toMatchObject({ claim_status: 'reconciled' })
  })

  test('is told where another system has paid it, before and after it is posted', async () => {
    const paid = (document: string, more: object) =>
      it.create('external-postings', {
        external_document: document,
        source_system: 'ERP',
        posting_type: 'Payment',
        payee: 'DIST-1',
        posting_date: '2026-08-01',
        amount: '11.11',
        ...more,
      })
    const id = await it.claim('TWICE', {})
    expect((await it.checked(id, 'TWICE'))[0]).toMatchObject({ line_status: 'ok', findings: null })
    const named = await paid('FI-1', { claim_number: 'dm twice' })
    expect(named.status).toBe(201)
    expect((await it.checked(id, 'TWICE'))[0]).toMatchObject({
      line_status: 'error',
      findings: 'It was paid already: ERP FI-1',
    })
    const { id: document } = named.body.response as { id: number }
    await it.s.call('DELETE', `/api/external-postings/${document}`, { token: it.analyst })
    await it.checked(id, 'TWICE')
    await it.act('supplier-incoming-claims', [id], 'review')
    await it.act('supplier-incoming-claims', [id], 'approve', {}, it.approver)
    const posted = await it.act('supplier-incoming-claims', [id], 'reconcile', { posting_date: '2026-04-02' })
    expect(posted.body.response).toMatchObject({ done: 1 })
    await paid('FI-2', { claim_number: 'TWICE' })
    const found = await it.create('duplicate-payment', {
      posted_from: '2026-01-01',
      posted_to: '2026-12-31',
      within_days: 7,
      tolerance: '1',
      paid_to: 'DIST-1',
    })
    expect(recordsIn(found).filter((row) => row['other_number'] === 'FI-2')).toMatchObject([
      { reason: 'external_claim', amount: '29.6000', other_amount: '11.1100' },
    ])
  })
})

test('disputes in a workbook have amounts and days as such, and texts that are no formulas', async () => {
  await it.claim('XLS', {}, {})
  const made = await it.create('claim-disputes', {
    subject: '=1+1',
    claim_number: 'XLS',
    disputed_amount: '30.40',
    opened_on: '2026-04-03',
    argument: 'List price',
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const { rawPayload, statusCode } = await it.s.app.inject({
    url: '/api/claim-disputes/export?format=xlsx&claim_number=XLS&columns=subject,disputed_amount,currency,status,opened_on',
    headers: { authorization: `Bearer ${it.analyst}` },
  })
  expect(statusCode).toBe(200)
  const [sheet] = (await readXlsx(rawPayload)).sheets
  const [head, row] = sheet!.rows
  const cells = Object.fromEntries(head!.map((heading, at) => [String(heading), row![at]]))
  expect(cells).toMatchObject({
    Subject: '=1+1',
    Disputed: 30.4,
    Currency: 'EUR',
    Status: 'Open',
  })
  expect(Object.values(cells).filter((cell) => cell instanceof Date).length).toBeGreaterThan(0)
})
