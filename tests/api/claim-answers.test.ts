import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerBody, linesOfSet, type WrittenClaim } from '#server/domain/edi/claim-set.ts'
import { readX12, writeX12 } from '#server/domain/edi/x12.ts'
import { rule } from '#tests/support/rebate-app.ts'
import { claimsApp, goodLine, type ClaimsApp } from '#tests/support/claims-app.ts'

let it: ClaimsApp

beforeAll(async () => {
  it = await claimsApp()
  await it.agree('CB-USD', 'DIST-1', {
    application_type: 'Supplier Chargeback',
    own_sales_only: false,
    currency: 'USD',
    eligibility: [{ group_no: 1, mode: 'include', attribute: 'material.material_number', operator: 'eq', value: 'M1' }],
    rules: [rule({ rate_type: 'amount_per_unit', rate: '0.74', evaluation_period: 'month' })],
  })
  await it.create('supplier-data', { supplier_number: 'SUP-1', supplier_name: 'Maker' })
  await it.create('supplier-data', { supplier_number: 'SUP-2', supplier_name: 'Other maker' })
})
afterAll(() => it?.s.close())

type Row = Record<string, unknown>

/** A claim of our own over lines of 29.60 each, not yet sent. */
async function drafted(number: string, lines = 2, currency = 'EUR'): Promise<number> {
  const made = await it.create('customer-outgoing-claims', {
    claim_number: number,
    supplier_number: 'SUP-1',
    claim_date: '2026-03-31',
    currency,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  for (let line = 1; line <= lines; line += 1) {
    const more = currency === 'USD' ? { contract_id: 'CB-USD', currency } : {}
    const added = await it.create('outgoing-claim-lines', { ...goodLine(number, line), ...more })
    expect(added.status, JSON.stringify(added.body)).toBe(201)
  }
  return (made.body.response as { id: number }).id
}

async function sent(number: string, lines = 2, currency = 'EUR'): Promise<number> {
  const id = await drafted(number, lines, currency)
  const answer = await it.create('process-outgoing-claim', { claim_number: number })
  expect(answer.body.response, JSON.stringify(answer.body)).toMatchObject({ claim_status: 'submitted' })
  return id
}

const claimOf = (number: string): Promise<Row> => it.one(`customer-outgoing-claims?claim_number=${number}`)
const figures = async (number: string) => {
  const claim = await claimOf(number)
  return [claim['claim_status'], claim['approved_amount'], claim['open_amount']]
}
const answer = async (rows: string, head = 'Claim,Line number,Paid amount,Reason') => {
  const given = await it.send('response_upload', `${head}\n${rows}\n`)
  expect(given.status, JSON.stringify(given.body)).toBe(200)
  return given
}
const reached = async (number: string) =>
  (await it.listed(`claim-responses?claim_number=${number}&sort=line_no`)).map((row) => row['reached'])

describe('an answer that is gone', () => {
  test('counts no more once its import is taken back', async () => {
    await sent('GONE1')
    const given = await answer('GONE1,1,29.60,\nGONE1,2,10.00,F1')
    expect(await figures('GONE1')).toEqual(['partially_approved', '39.6000', '19.6000'])
    const { upload_id: upload } = given.body.response as { upload_id: number }
    expect((await it.s.call('POST', `/api/uploads/${upload}/undo`, { token: it.analyst })).status).toBe(202)
    await expect.poll(() => figures('GONE1')).toEqual(['submitted', null, '59.2000'])
    expect(await it.listed('outgoing-claim-lines?claim_number=GONE1&sort=line_no')).toMatchObject([
      { accepted_amount: null, response_code: null },
      { accepted_amount: null, response_code: null },
    ])
    expect(await claimOf('GONE1')).toMatchObject({ responded_at: null, supplier_reference: null })
  })

  test('gives way to the one before it once the newer import is taken back', async () => {
    await sent('GONE2')
    await answer('GONE2,1,29.60,\nGONE2,2,10.00,F1')
    const newer = await answer('GONE2,2,29.60,')
    expect(await figures('GONE2')).toEqual(['approved', '59.2000', '0.0000'])
    const { upload_id: upload } = newer.body.response as { upload_id: number }
    await it.s.call('POST', `/api/uploads/${upload}/undo`, { token: it.analyst })
    await expect.poll(() => figures('GONE2')).toEqual(['partially_approved', '39.6000', '19.6000'])
    expect(await it.one('outgoing-claim-lines?claim_number=GONE2&line_no=2')).toMatchObject({ response_code: 'F1' })
  })

  test('counts no more once it is deleted, but one that a claim was paid by stays', async () => {
    const id = await sent('GONE3', 1)
    await answer('GONE3,1,20.00,F1')
    const { id: response } = await it.one('claim-responses?claim_number=GONE3')
    expect((await it.s.call('DELETE', `/api/claim-responses/${String(response)}`, { token: it.analyst })).status).toBe(
      200,
    )
    expect(await figures('GONE3')).toEqual(['submitted', null, '29.6000'])
    await answer('GONE3,1,29.60,')
    const paid = await it.act('customer-outgoing-claims', [id], 'paid', {
      payment_reference: 'CN-1',
      paid_on: '2026-05-01',
    })
    expect(paid.body.response, JSON.stringify(paid.body)).toMatchObject({ done: 1 })
    const again = await it.one('claim-responses?claim_number=GONE3')
    const kept = await it.s.call('DELETE', `/api/claim-responses/${String(again['id'])}`, { token: it.analyst })
    expect([kept.status, kept.body.message]).toEqual([409, expect.stringContaining('GONE3 is paid')])
    expect(await figures('GONE3')).toEqual(['paid', '29.6000', '0.0000'])
    // What comes later is told, and the claim stays paid as it was.
    await answer('GONE3,1,12.00,F1')
    expect([await reached('GONE3'), await figures('GONE3')]).toEqual([['paid'], ['paid', '29.6000', '0.0000']])
  })
})

describe('an answer that cannot be meant', () => {
  test('of more than was claimed, or of less than nothing, is told and not counted', async () => {
    await sent('OVER', 3)
    await answer('OVER,1,99999,\nOVER,2,-5,\nOVER,3,29.60,')
    expect(await reached('OVER')).toEqual(['amount', 'amount', 'line'])
    expect(await figures('OVER')).toEqual(['submitted', '29.6000', '59.2000'])
    // It counts once it is put right.
    const wrong = await it.one('claim-responses?claim_number=OVER&line_no=1')
    const put = await it.s.call('PUT', `/api/claim-responses/${String(wrong['id'])}`, {
      token: it.analyst,
      body: { accepted_amount: '9', row_version: wrong['row_version'] },
    })
    expect(put.status, JSON.stringify(put.body)).toBe(200)
    expect(await figures('OVER')).toEqual(['submitted', '38.6000', '50.2000'])
  })

  test('in another currency than the claim is told and not counted; without one it is in that of the claim', async () => {
    await sent('CURR', 2, 'USD')
    await answer('CURR,1,29.60,JPY\nCURR,2,29.60,', 'Claim,Line number,Paid amount,Currency')
    expect(await reached('CURR')).toEqual(['currency', 'line'])
    expect(await figures('CURR')).toEqual(['submitted', '29.6000', '29.6000'])
    expect(await it.one('claim-responses?claim_number=CURR&line_no=2')).toMatchObject({ currency: 'USD' })
  })

  test('of another supplier than the one the claim is on is told and not counted', async () => {
    await sent('WHO', 1)
    const line = { claim_number: 'WHO', line_no: '1', contract_id: 'CB-100', accepted_amount: '29.6' }
    const from = (supplier: string, more: object = {}) => {
      const claim: WrittenClaim = {
        claim_number: 'WHO',
        date: '2026-04-20',
        debit_memo: '',
        claimant: 'NORTHGATE',
        supplier,
        currency: 'EUR',
        total: '29.6',
        lines: [{ ...line, claimed_amount: '29.6', ...more }],
      }
      const envelope = { sender: supplier, receiver: 'NORTHGATE', control: 9, group: 'CF', type: '849' }
      return it.send(
        'upload-claim-response-edi',
        writeX12({ ...envelope, date: '2026-04-20', time: '10:00' }, answerBody(claim)),
        'answer.edi',
      )
    }
    expect((await from('SUP-2')).status).toBe(200)
    expect([await reached('WHO'), await figures('WHO')]).toEqual([['supplier'], ['submitted', null, '29.6000']])
    await from('SUP-1', { accepted_amount: '20', response_code: 'F1', response_text: 'Other price' })
    expect([await reached('WHO'), await figures('WHO')]).toEqual([
      ['line'],
      ['partially_approved', '20.0000', '9.6000'],
    ])
    // The newer answer has no reason: that of the older one does not stay.
    await from('SUP-1')
    expect(await figures('WHO')).toEqual(['approved', '29.6000', '0.0000'])
    expect(await it.one('outgoing-claim-lines?claim_number=WHO')).toMatchObject({
      accepted_amount: '29.6000',
      response_code: null,
      response_text: null,
    })
  })
})

describe('a dispute about a claim of our own', () => {
  const dispute = async (more: Row) => {
    const made = await it.create('claim-disputes', { subject: 'Price', argument: 'As agreed', ...more })
    return {
      status: made.status,
      issues: made.body.error?.issues,
      id: Number((made.body.response as Row | null)?.['id']),
    }
  }
  const settle = async (id: number, agreed: string) =>
    (await it.act('claim-disputes', [id], 'accept', { agreed_amount: agreed })).body.response

  test('is settled with no more than is open of its line and of its claim', async () => {
    await sent('CAP')
    await answer('CAP,1,29.60,\nCAP,2,10.00,F1')
    expect(await dispute({ claim_number: 'CAP', line_no: 2, disputed_amount: '29.61' })).toMatchObject({
      status: 422,
      issues: [{ path: ['disputed_amount'], message: 'No more than what is claimed' }],
    })
    const first = await dispute({ claim_number: 'CAP', line_no: 2, disputed_amount: '29.60' })
    expect(await settle(first.id, '19.61')).toMatchObject({
      failed: [{ issues: [{ message: 'Only 19.60 of it was claimed and not accepted' }] }],
    })
    expect(await settle(first.id, '15')).toMatchObject({ done: 1 })
    const second = await dispute({ claim_number: 'CAP', disputed_amount: '59.20' })
    expect(await settle(second.id, '4.61')).toMatchObject({
      failed: [{ issues: [{ message: 'Only 4.60 of it was claimed and not accepted' }] }],
    })
    const accepted = await dispute({ claim_number: 'CAP', line_no: 1, disputed_amount: '5' })
    expect(await settle(accepted.id, '1')).toMatchObject({
      failed: [{ issues: [{ message: 'Only 0.00 of it was claimed and not accepted' }] }],
    })
    expect(await settle(second.id, '4.60')).toMatchObject({ done: 1 })
    expect(await figures('CAP')).toEqual(['approved', '59.2000', '0.0000'])
  })

  test('leaves one that was paid paid, with what was agreed', async () => {
    const claim = await sent('PDC')
    await answer('PDC,1,29.60,\nPDC,2,10.00,F1')
    const payment = { payment_reference: 'CN-1', paid_on: '2026-04-30' }
    expect((await it.act('customer-outgoing-claims', [claim], 'paid', payment)).body.response).toMatchObject({
      done: 1,
    })
    const about = await dispute({ claim_number: 'PDC', line_no: 2, disputed_amount: '19.60' })
    expect(await settle(about.id, '9.60')).toMatchObject({ done: 1 })
    expect(await figures('PDC')).toEqual(['paid', '49.2000', '10.0000'])
    expect(await claimOf('PDC')).toMatchObject(payment)
  })

  test('is in the currency of the claim', async () => {
    await sent('CUD', 1, 'USD')
    expect(await dispute({ claim_number: 'CUD', disputed_amount: '5', currency: 'EUR' })).toMatchObject({
      status: 422,
      issues: [{ path: ['currency'], message: 'Claim CUD is in USD' }],
    })
    await dispute({ claim_number: 'CUD', disputed_amount: '5' })
    expect(await it.one('claim-disputes?claim_number=CUD')).toMatchObject({
      currency: 'USD',
      disputed_amount: '5.0000',
    })
  })
})

describe('a line that was denied', () => {
  test('is neither sent nor asked for, nor waited for', async () => {
    const id = await drafted('DEN', 3)
    const [, second] = await it.listed('outgoing-claim-lines?claim_number=DEN&sort=line_no')
    await it.act('outgoing-claim-lines', [Number(second!['id'])], 'deny', { rejection_reason_code: 'MAN' })
    await it.act('customer-outgoing-claims', [id], 'validate')
    expect((await it.act('customer-outgoing-claims', [id], 'submit')).body.response).toMatchObject({ done: 1 })
    const claim = await claimOf('DEN')
    expect(claim).toMatchObject({ claim_status: 'submitted', open_amount: '59.2000' })
    const file = await it.s.app.inject({
      method: 'GET',
      url: `/api/files/${(claim['submission_file'] as { id: string }).id}`,
      headers: { authorization: `Bearer ${it.analyst}` },
    })
    const [set] = readX12(file.body)
    expect(linesOfSet(set!).map((line) => [line.line_no, line.claimed_amount])).toEqual([
      ['1', '29.6'],
      ['3', '29.6'],
    ])
    expect(file.body).toContain('CTT*2~\nAMT*TT*59.2~')
    await answer('DEN,1,29.60,\nDEN,2,29.60,\nDEN,3,29.60,')
    expect(await reached('DEN')).toEqual(['line', 'not_sent', 'line'])
    expect(await figures('DEN')).toEqual(['approved', '59.2000', '0.0000'])
  })

  test('leaves nothing to send where it is the only one', async () => {
    const id = await drafted('NIL', 1)
    const { id: line } = await it.one('outgoing-claim-lines?claim_number=NIL')
    await it.act('outgoing-claim-lines', [Number(line)], 'deny', { rejection_reason_code: 'MAN' })
    await it.act('customer-outgoing-claims', [id], 'validate')
    expect((await it.act('customer-outgoing-claims', [id], 'submit')).body.response).toMatchObject({
      done: 0,
      failed: [{ message: expect.stringContaining('nothing to send') }],
    })
  })
})
