import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebateApp, type RebateApp, recordsIn, rule } from '#tests/support/rebate-app.ts'
import { multipartFile } from '#tests/support/multipart.ts'

let it: RebateApp

beforeAll(async () => {
  it = await rebateApp()
})
afterAll(() => it.s.close())

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, token: string, body?: object) =>
  it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
const act = async (screen: string, action: string, ids: readonly unknown[], token: string, parameters: object = {}) =>
  (await call('POST', `${screen}/actions/${action}`, token, { ids, parameters })).body

/** A payment of a tenth, approved. */
async function approved(customer: string, net: string): Promise<Record<string, unknown>> {
  await it.customer(customer)
  await it.sell({ document: 'A', customer, date: '2026-01-05', net })
  const id = await it.agree(customer, customer, { rules: [rule({ rate: '10' })] })
  await it.post(id, 'Payment')
  const [posting] = await it.listed(`financial_postings?contract_number=${customer}`)
  await act('financial_postings', 'submit-approval', [posting!['id']], it.analyst)
  await act('financial_postings', 'approve', [posting!['id']], it.approver)
  return posting!
}

const external = (document: string, payee: string, amount: string, more: object = {}) => ({
  external_document: document,
  posting_type: 'Payment',
  contract_number: payee,
  payee,
  posting_date: '2026-11-22',
  amount,
  ...more,
})
const report = async (address: string, body: object) =>
  recordsIn(await call('POST', address, it.analyst, { limit: 100, ...body }))

describe('postings of other systems', () => {
  test('find ours, are reconciled within a tolerance, and stay then', async () => {
    const [same, other] = [await approved('X1', '10000'), await approved('X2', '2000')]
    const first = await call('POST', 'Payment-external-posting', it.analyst, external('D1', 'X1', '1000'))
    expect(first.body.response).toMatchObject({ posting_number: same['posting_number'], match_status: 'matched' })
    const second = await call(
      'POST',
      'external-postings',
      it.analyst,
      external('D2', 'X2', '199.5', { posting_number: other['posting_number'] }),
    )
    expect(second.body.response).toMatchObject({ match_status: 'differs', difference: '-0.5000' })
    const third = await call('POST', 'external-postings', it.analyst, external('D3', 'X9', '5'))
    expect(third.body.response).toMatchObject({ match_status: 'unmatched', difference: null })
    const idOf = ({ body }: { body: { response?: Record<string, unknown> } }) => body.response!['id']
    const ids = [first, second, third].map(idOf)

    const seen = await report('reconciliation_report', {
      posted_from: '2026-01-01',
      posted_to: '2026-12-31',
      open_only: true,
    })
    expect(seen.map((row) => [row['state'], row['posting_number'], row['external_document']])).toEqual([
      ['differs', 'X2-0001', 'D2'],
      ['same', 'X1-0001', 'D1'],
      ['there', null, 'D3'],
    ])
    const exact = await act('external-postings', 'reconcile', ids, it.analyst)
    expect(exact.response).toMatchObject({
      done: 1,
      failed: [{ message: 'It differs from X2-0001 by -0.5 EUR.' }],
      skipped: [{}],
    })
    expect(exact.message).toBe('Successfully reconciled.')
    const within = await act('external-postings', 'reconcile', [ids[1]], it.analyst, {
      tolerance: '0.50',
      note: 'Rounding',
    })
    expect(within.response).toMatchObject({ done: 1 })
    expect(
      recordsIn(await call('GET', 'paymentExternalPostings?match_status=reconciled&sort=external_document', it.reader)),
    ).toMatchObject([
      { external_document: 'D1', reconciled_by: 'ana@northgate.example' },
      { external_document: 'D2', reconcile_note: 'Rounding' },
    ])
    expect((await it.listed('financial_postings?contract_number=X1'))[0]).toMatchObject({
      status: 'posted',
      external_reference: 'D1',
    })
    const changed = await call('PUT', `external-postings/${String(ids[0])}`, it.analyst, {
      row_version: 2,
      amount: '7',
    })
    expect(changed.body.error?.issues?.[0]?.message).toBe('This posting is reconciled and stays as it is.')
    const left = await report('reconciliation_report', {
      posted_from: '2026-01-01',
      posted_to: '2026-12-31',
      open_only: true,
    })
    expect(left.map((row) => row['external_document'])).toEqual(['D3'])
  })

  test('stand for what was posted and taken back as well, beside its opposite', async () => {
    const posting = await approved('X8', '3000')
    await act('financial_postings', 'release', [posting['id']], it.analyst, { external_reference: 'D80' })
    await call('POST', 'external-postings', it.analyst, external('D80', 'X8', '300'))
    const of = async () =>
      (
        await report('reconciliation_report', {
          posted_from: '2026-01-01',
          posted_to: '2026-12-31',
          paid_to: 'X8',
          sort: 'posting_number',
        })
      ).map((row) => [row['state'], row['posting_number'], row['ours'], row['theirs'], row['difference']])
    const same = ['same', 'X8-0001', '300.0000', '300.0000', '0.0000']
    expect(await of()).toEqual([same])
    await act('financial_postings', 'reverse', [posting['id']], it.analyst, {
      posting_date: '2026-11-23',
      reason: 'Twice',
    })
    expect(await of()).toEqual([same])
    const [opposite] = await it.listed('financial_postings?contract_number=X8&reversal_of=X8-0001')
    await act('financial_postings', 'submit-approval', [opposite!['id']], it.analyst)
    await act('financial_postings', 'approve', [opposite!['id']], it.approver)
    expect(await of()).toEqual([same, ['here', 'X8-0002', '-300.0000', null, '300.0000']])
    const back = await call(
      'POST',
      'external-postings',
      it.analyst,
      external('D81', 'X8', '-300', { posting_type: 'Payment Reversal' }),
    )
    expect(back.body.response).toMatchObject({ posting_number: 'X8-0002', match_status: 'matched' })
    expect(await of()).toEqual([same, ['same', 'X8-0002', '-300.0000', '-300.0000', '0.0000']])
    // Reconciling what was taken back does not bring it back.
    const first = await it.listed('external-postings?external_document=D80')
    expect((await act('external-postings', 'reconcile', [first[0]!['id']], it.analyst)).response).toMatchObject({
      done: 1,
    })
    expect((await it.listed('financial_postings?posting_number=X8-0001'))[0]).toMatchObject({
      status: 'reversed',
      external_reference: 'D80',
    })
  })

  test('are not reconciled with what nobody approved', async () => {
    await it.customer('X3')
    await it.sell({ document: 'A', customer: 'X3', date: '2026-01-05', net: '100' })
    await it.post(await it.agree('X3', 'X3', { rules: [rule({ rate: '10' })] }), 'Payment')
    const { body } = await call('POST', 'external-postings', it.analyst, external('D4', 'X3', '10'))
    const told = await act('external-postings', 'reconcile', [body.response!['id']], it.analyst)
    expect(told.response).toMatchObject({ failed: [{ message: 'X3-0001 is not approved yet.' }] })
    expect((await call('POST', 'external-postings', it.reader, external('D5', 'X3', '10'))).status).toBe(403)
  })

  test('that pay what we paid under another document show as possible duplicates', async () => {
    await approved('X4', '5000')
    await call('POST', 'external-postings', it.analyst, external('D6', 'X4', '502', { contract_number: null }))
    const found = await report('duplicate-payment', {
      posted_from: '2026-01-01',
      posted_to: '2026-12-31',
      within_days: 7,
      tolerance: '1',
      paid_to: 'X4',
    })
    expect(found).toMatchObject([
      { reason: 'external', posting_number: 'X4-0001', other_number: 'D6', days: 1, difference: '0.40' },
    ])
    const exact = await report('duplicate-payment', {
      posted_from: '2026-01-01',
      posted_to: '2026-12-31',
      within_days: 7,
      tolerance: '0',
      paid_to: 'X4',
    })
    expect(exact).toEqual([])
  })

  test('that name the document of a payment of ours are told whatever their amount and day', async () => {
    await approved('X6', '5000')
    const asked = { posted_from: '2026-01-01', posted_to: '2026-12-31', within_days: 0, tolerance: '0', paid_to: 'X6' }
    const other = { contract_number: null, posting_date: '2026-11-30', reference_text: 'x6 0001' }
    await call('POST', 'external-postings', it.analyst, external('D9', 'X6', '3', other))
    expect((await report('duplicate-payment', asked)).map((row) => [row['reason'], row['other_number']])).toEqual([
      ['document', 'D9'],
    ])
  })

  test('amounts that are near each other by chance are none: other contracts, small ones', async () => {
    await approved('X7', '5000')
    const asked = { posted_from: '2026-01-01', posted_to: '2026-12-31', within_days: 7, tolerance: '1', paid_to: 'X7' }
    await call('POST', 'external-postings', it.analyst, external('D10', 'X7', '500', { contract_number: 'X1' }))
    expect(await report('duplicate-payment', asked)).toEqual([])
    await call('POST', 'external-postings', it.analyst, external('D11', 'X7', '500', { contract_number: null }))
    expect((await report('duplicate-payment', asked)).map((row) => row['other_number'])).toEqual(['D11'])
    expect(await report('duplicate-payment', { ...asked, min_amount: '501' })).toEqual([])
  })

  test('that two other systems paid, or that stand for a posting of ours', async () => {
    await approved('X5', '7000')
    const asked = { posted_from: '2026-01-01', posted_to: '2026-12-31', within_days: 7, tolerance: '1', paid_to: 'X5' }
    await call('POST', 'external-postings', it.analyst, external('D7', 'X5', '700'))
    expect(await report('duplicate-payment', asked)).toEqual([])
    const more = { contract_number: null, source_system: 'TREASURY' }
    await call('POST', 'external-postings', it.analyst, external('D8', 'X5', '700', more))
    expect((await report('duplicate-payment', asked)).map((row) => [row['reason'], row['other_number']])).toEqual([
      ['external', 'D8'],
    ])
    await call('POST', 'external-postings', it.analyst, external('D12', 'X5', '700', { ...more, source_system: 'OLD' }))
    const pairs = (await report('duplicate-payment', asked)).map((row) => `${row['reason']} ${row['other_number']}`)
    expect(pairs.toSorted()).toEqual(['external D12', 'external D8', 'systems D12'])
  })
})

test('calculations of other systems come in by one call', async () => {
  const csv = `line_number,source_system,contract_number,period_from,period_to,amount\nL1,OLD,X1,2026-01-01,2026-03-31,990.5\nL2,OLD,X1,2026-04-01,2026-06-30,12\n`
  const sent = multipartFile('calculations.csv', csv)
  const answer = await it.s.app.inject({
    method: 'POST',
    url: '/api/legacy_calculations_data',
    headers: { authorization: `Bearer ${it.analyst}`, ...sent.headers },
    payload: sent.body,
  })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('success')])
  const rows = recordsIn(await call('GET', 'external-calculations?sort=line_number', it.reader))
  expect(rows).toMatchObject([{ line_number: 'L1', amount: '990.5000', source_system: 'OLD' }, { line_number: 'L2' }])
})

describe('results of formulas of other systems', () => {
  const result = (subject: string, valid_from: string, more: object = {}) => ({
    formula_name: 'FREIGHT',
    subject,
    valid_from,
    result_value: '1.25',
    ...more,
  })
  test('are kept by formula, subject and day, and deleted by filter', async () => {
    const first = await call(
      'POST',
      'external-formula-results',
      it.analyst,
      result('R1', '2026-01-01', { valid_to: '2026-06-30' }),
    )
    expect(first.status).toBe(201)
    const { id } = first.body.response as { id: number }
    expect((await call('POST', 'external-formula-results', it.analyst, result('R1', '2026-03-01'))).status).toBe(422)
    expect(
      (await call('PUT', `external-formula-results/${id}`, it.analyst, { row_version: 1, result_value: '1.5' })).body
        .response,
    ).toMatchObject({ result_value: '1.500000' })
    expect((await call('GET', `external-formula-results/${id}`, it.reader)).status).toBe(200)
    await call('POST', 'external-formula-results', it.analyst, result('R2', '2026-01-01'))
    expect((await call('DELETE', 'external-formula-results-by-filter', it.analyst)).status).toBe(400)
    const gone = await call('DELETE', 'external-formula-results-by-filter?subject=R2', it.analyst)
    expect(gone.body.response).toEqual({ deleted: 1 })
    expect((await call('DELETE', `external-formula-results/${id}`, it.analyst)).status).toBe(200)
    expect((await call('GET', 'external-formula-results', it.reader)).body.response!['total_record']).toBe(0)
  })

  test('come in as a file', async () => {
    const sent = multipartFile(
      'results.csv',
      'formula_name,subject_type,subject,valid_from,result_value\nFREIGHT,customer,R7,2026-01-01,3.5\n',
    )
    const answer = await it.s.app.inject({
      method: 'POST',
      url: '/api/external-formula-results/upload',
      headers: { authorization: `Bearer ${it.analyst}`, ...sent.headers },
      payload: sent.body,
    })
    expect(answer.statusCode).toBe(200)
    expect(recordsIn(await call('GET', 'external-formula-results?subject=R7', it.reader))).toMatchObject([
      { result_value: '3.500000', subject_type: 'customer' },
    ])
  })
})
