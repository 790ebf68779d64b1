import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linesOfSet } from '#server/domain/edi/claim-set.ts'
import { readX12 } from '#server/domain/edi/x12.ts'
import { sql } from '#server/store/sql.ts'
import { edi, soldThrough } from '#tests/support/claim-edi.ts'
import { claimsApp, goodLine, type ClaimsApp } from '#tests/support/claims-app.ts'

let it: ClaimsApp

beforeAll(async () => {
  it = await claimsApp()
})
afterAll(() => it?.s.close())

const download = async (value: unknown) => {
  const answer = await it.s.app.inject({
    method: 'GET',
    url: `/api/files/${(value as { id: string }).id}`,
    headers: { authorization: `Bearer ${it.analyst}` },
  })
  expect(answer.statusCode).toBe(200)
  return answer
}
const fileOf = async (value: unknown): Promise<string> => (await download(value)).body
const sheetOf = async (value: unknown) => (await readXlsx((await download(value)).rawPayload)).sheets

describe('an 844', () => {
  test('becomes a claim, is decided, and is answered with an 849', async () => {
    const sent = await it.send('incoming-claim-edi', edi('EDI1', [{}, { customer_id: 'SHOP-9' }]), 'claims.edi')
    expect(sent.body.response).toMatchObject({
      success_msg: 'File has been successfully uploaded.',
      messageLog: ['2 added'],
    })
    const claim = await it.one('supplier-incoming-claims?claim_number=EDI1')
    expect(claim).toMatchObject({
      claim_status: 'received',
      claimant: 'DIST-1',
      debit_memo: 'DM-EDI1',
      source: 'edi',
      edi_sender: 'DISTRIBUTOR',
      lines: 2,
      claimed_amount: '59.2000',
    })
    const ids = [Number(claim['id'])]
    await it.act('supplier-incoming-claims', ids, 'validate')
    await it.act('supplier-incoming-claims', ids, 'review')
    await it.act('supplier-incoming-claims', ids, 'approve', {}, it.approver)
    const done = await it.act('supplier-incoming-claims', ids, 'reconcile', { posting_date: '2026-04-02' })
    expect(done.body).toMatchObject({ response: { done: 1 }, message: 'Successfully reconciled.' })
    const reconciled = await it.one('supplier-incoming-claims?claim_number=EDI1')
    const [answer] = readX12(await fileOf(reconciled['response_file']))
    expect(answer).toMatchObject({ type: '849', sender: 'NORTHGATE', receiver: 'DISTRIBUTOR' })
    expect(linesOfSet(answer!)).toMatchObject([
      { claim_number: 'EDI1', line_no: '1', customer_id: 'AB1234563', accepted_amount: '29.6', response_code: '' },
      { claim_number: 'EDI1', line_no: '2', customer_id: 'SHOP-9', accepted_amount: '0', response_code: 'B2' },
    ])
  })

  test('whose envelope does not agree is refused with 422, its segments named; nothing is kept', async () => {
    const broken = edi('EDI2', [{}]).replace(/SE\*\d+\*0001/, 'SE*3*0001')
    const sent = await it.send('incoming-claim-edi', broken, 'claims.edi')
    expect(sent.status).toBe(422)
    expect(sent.body.message).toMatch(/Segment \d+: SE counts 3 segments/)
    expect(await it.listed('supplier-incoming-claims?claim_number=EDI2')).toEqual([])
  })

  test('is taken back with the claim it made', async () => {
    const sent = await it.send('incoming-claim-edi', edi('EDI3', [{}]), 'claims.edi')
    const { upload_id: upload } = sent.body.response as { upload_id: number }
    expect(await it.listed('supplier-incoming-claims?claim_number=EDI3')).toHaveLength(1)
    expect((await it.s.call('POST', `/api/uploads/${upload}/undo`, { token: it.analyst })).status).toBe(202)
    await expect.poll(() => it.listed('supplier-incoming-claims?claim_number=EDI3')).toEqual([])
  })

  test('an 867 brings sales lines', async () => {
    const file = soldThrough('W-1', { code: '32', quantity: 12 })
    const sent = await it.send('sales_data_upload', file, 'report.867')
    expect(sent.body.response).toMatchObject({ messageLog: ['1 added'] })
    expect(await it.listed('sales_data?billing_doc_number=W-1')).toMatchObject([
      {
        billing_date: '2026-03-05',
        customer_number: 'HOSP-1',
        material_number: 'M1',
        quantity: '12.000',
        net_value: '54.0000',
      },
    ])
  })
})

describe('a claim as a table', () => {
  test('with lines that cannot be read is answered with 422 and the message log', async () => {
    const sent = await it.send('incoming-claim', 'Claim,Claim line,Amount\nCSV1,1,much\n')
    expect(sent.status).toBe(422)
    expect(sent.body.response).toMatchObject({ messageLog: [expect.stringContaining('Line 2')] })
  })

  test('of a decided claim is refused as a whole', async () => {
    const head = 'Claim,Claim line,Contract,DEA,NDC,Invoice,Sale date,Qty,Claim amount'
    const first = await it.send('incoming-claim', `${head}\nCSV2,1,CB-100,AB1234563,M1,I-1,2026-03-01,40,29.60\n`)
    expect(first.body.response).toMatchObject({ messageLog: ['1 added'] })
    const claim = await it.one('supplier-incoming-claims?claim_number=CSV2')
    await it.act('supplier-incoming-claims', [Number(claim['id'])], 'reject', { rejection_reason_code: 'MAN' })
    const again = await it.send('incoming-claim', `${head}\nCSV2,2,CB-100,AB1234563,M1,I-2,2026-03-01,40,29.60\n`)
    expect(again.status).toBe(422)
    expect(await it.listed('incoming-claim-lines?claim_number=CSV2')).toHaveLength(1)
  })
})

describe('a claim of our own', () => {
  test('is sent in the format of the supplier, answered and disputed', async () => {
    await it.create('supplier-data', { supplier_number: 'SUP-1', supplier_name: 'Maker' })
    const format = await it.create('outgoing-claim-download-format?functionality=OutgoingClaimFormat', {
      format_name: 'Portal',
      delimiter: ';',
      decimal_mark: ',',
      file_columns: [
        { source: 'invoice_number', heading: 'Invoice' },
        { source: 'claimed_amount', heading: 'Amount' },
      ],
    })
    const { format_id: formatId } = format.body.response as { format_id: string }
    expect(await it.listed(`outgoing-claim-download-format?format_id=${formatId}`)).toHaveLength(1)
    expect(
      (await it.listed('outgoing-claim-download-format-all?functionality=OutgoingClaimFormat')).length,
    ).toBeGreaterThan(0)
    const made = await it.create('customer-outgoing-claims', {
      claim_number: 'OUT1',
      supplier_number: 'SUP-1',
      claim_date: '2026-03-31',
      format_id: formatId,
    })
    expect(made.status).toBe(201)
    for (const line of [1, 2]) await it.create('outgoing-claim-lines', goodLine('OUT1', line))
    const sent = await it.create('process-outgoing-claim?claim_number=OUT1', {})
    expect(sent.body.response).toMatchObject({ claim_status: 'submitted', claimed_amount: '59.2000' })
    expect(await fileOf((sent.body.response as Record<string, unknown>)['submission_file'])).toContain(
      'Invoice;Amount\r\nOUT1-1;29,6',
    )
    expect((await it.create('process-outgoing-claim', { claim_number: 'OUT1' })).status).toBe(409)

    const answer = await it.send(
      'response_upload',
      'Claim,Line number,Paid amount,Reason\nOUT1,1,29.60,\nOUT1,2,10.00,F1\nOUT1,9,1.00,\n',
    )
    expect(answer.body.response).toMatchObject({ messageLog: ['3 added'] })
    expect(await it.one('customer-outgoing-claims?claim_number=OUT1')).toMatchObject({
      claim_status: 'partially_approved',
      approved_amount: '39.6000',
      open_amount: '19.6000',
    })
    expect(
      (await it.listed('claim-responses?claim_number=OUT1&sort=line_no')).map((row) => [
        row['reached'],
        row['outcome'],
      ]),
    ).toEqual([
      ['line', 'accepted'],
      ['line', 'adjusted'],
      ['nothing', 'accepted'],
    ])

    const dispute = await it.create('claim-disputes', {
      subject: 'Price',
      claim_number: 'OUT1',
      line_no: 2,
      disputed_amount: '19.60',
      argument: 'The agreement says so',
    })
    expect(dispute.body.response).toMatchObject({ partner: 'SUP-1', status: 'open' })
    expect(await it.one('customer-outgoing-claims?claim_number=OUT1')).toMatchObject({ disputed: true })
    const ids = [Number((dispute.body.response as { id: number }).id)]
    const tooMuch = await it.act('claim-disputes', ids, 'accept', { agreed_amount: '20' })
    expect(tooMuch.body.response).toMatchObject({ done: 0 })
    expect((await it.act('claim-disputes', ids, 'accept', { agreed_amount: '15' })).body.response).toMatchObject({
      done: 1,
    })
    // What was agreed is owed to us besides what was accepted.
    expect(await it.one('customer-outgoing-claims?claim_number=OUT1')).toMatchObject({
      disputed: false,
      claim_status: 'partially_approved',
      approved_amount: '54.6000',
      open_amount: '4.6000',
    })
    expect(
      (await it.create('claim-disputes', { subject: 'x', claim_number: 'NONE', disputed_amount: '1', argument: 'x' }))
        .status,
    ).toBe(422)
  })

  test('tells the fields of answers and of files', async () => {
    expect(await it.listed('claim-response-fields')).toContainEqual(
      expect.objectContaining({ field: 'accepted_amount', required: true }),
    )
    expect(await it.listed('outgoing-claim-download-fields')).toContainEqual({
      field: 'claimed_amount',
      label: 'Claimed',
    })
  })
})

describe('settings', () => {
  test('decide what follows from a check; a reason is deleted by its code only', async () => {
    const made = await it.create('claim-config', {
      application_type: 'Supplier Chargeback',
      tolerance_amount: '5',
      claim_within: 10,
      checks: [{ check_name: 'late', handling: 'warn' }],
    })
    expect(made.status).toBe(201)
    expect(await it.listed('claim-config?application_type=Supplier Chargeback')).toHaveLength(1)
    const id = await it.claim('CONF', { claimed_amount: '33.00' })
    expect((await it.checked(id, 'CONF'))[0]).toMatchObject({
      line_status: 'ok',
      findings: expect.stringContaining('21 days after the sale'),
    })
    await it.s.call('DELETE', `/api/claim-config/${(made.body.response as { id: number }).id}`, { token: it.analyst })
    expect((await it.s.call('DELETE', '/api/rejection-reason', { token: it.analyst })).status).toBe(400)
    const gone = await it.s.call('DELETE', '/api/rejection-reason?rejection_reason_code=MAN', { token: it.analyst })
    expect(gone.body.response).toMatchObject({ deleted: 1 })
  })
})

test('a file of several claims is taken back but for those that are decided', async () => {
  const head = 'Claim,Claim line,Contract,DEA,NDC,Invoice,Sale date,Qty,Claim amount'
  const line = (claim: string, more = '40,29.60') => `${claim},1,CB-100,AB1234563,M1,I-${claim},2026-03-01,${more}\n`
  await it.send('incoming-claim', `${head}\n${line('UC1')}${line('UC2')}`)
  const sent = await it.send(
    'incoming-claim',
    `${head}\n${line('UC1', '30,22.20')}${line('UC2', '30,22.20')}${line('UN1')}${line('UN2')}`,
  )
  const { upload_id: upload } = sent.body.response as { upload_id: number }
  for (const number of ['UC1', 'UN1']) {
    const claim = await it.one(`supplier-incoming-claims?claim_number=${number}`)
    await it.act('supplier-incoming-claims', [Number(claim['id'])], 'reject', { rejection_reason_code: 'MAN' })
  }
  const call = async (method: 'GET' | 'POST', path = '') =>
    (await it.s.call(method, `/api/uploads/${upload}${path}`, { token: it.analyst })).body.response as Record<
      string,
      unknown
    >
  expect(await call('GET', '/undo')).toMatchObject({ deleted: 1, restored: 1, kept: 2 })
  await call('POST', '/undo')
  await expect.poll(async () => (await call('GET'))['state']).toBe('undone')
  const reason = (claim: string) => `Claim ${claim} is rejected: its lines stay as they are.`
  expect((await call('GET'))['result']).toMatchObject({
    undone: { deleted: 1, restored: 1, kept: 2, kept_rows: [{ reason: reason('UC1') }, { reason: reason('UN1') }] },
  })
  const lineOf = (claim: string) => it.listed(`incoming-claim-lines?claim_number=${claim}`)
  expect(await lineOf('UC1')).toMatchObject([{ quantity: '30.000', line_status: 'denied' }])
  expect(await lineOf('UC2')).toMatchObject([{ quantity: '40.000' }])
  expect(await lineOf('UN1')).toMatchObject([{ line_status: 'denied' }])
  expect(await it.listed('supplier-incoming-claims?claim_number=UN2')).toEqual([])
})

describe('results', () => {
  const result = async (endpoint: string, parameters: object) => {
    const answer = await it.create(endpoint, { limit: 100, ...parameters })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return (answer.body.response as { records: Record<string, unknown>[] }).records
  }

  test('a simulation of the check writes nothing', async () => {
    await it.claim('SIM', {}, { customer_id: 'NOBODY' })
    expect(await result('claim-process', { claim_number: 'SIM', direction: 'incoming' })).toMatchObject([
      { line_no: 1, line_status: 'ok', approved_amount: '29.6000' },
      { line_no: 2, line_status: 'error', findings: 'No customer is known under NOBODY' },
    ])
    expect((await it.listed('incoming-claim-lines?claim_number=SIM')).map((line) => line['line_status'])).toEqual([
      'new',
      'new',
    ])
    const admin = await it.admin()
    const bound = await it.s.call('POST', '/api/document-assignment-config', {
      token: admin,
      body: { document_type: 'claim-process', maximum_calculation_lines: 1 },
    })
    expect(bound.status).toBe(201)
    const refused = await it.create('claim-process', { claim_number: 'SIM', direction: 'incoming' })
    expect([refused.status, refused.body.message]).toEqual([413, expect.stringContaining('read more than 1 line')])
    const { id } = bound.body.response as { id: number }
    await it.s.call('DELETE', `/api/document-assignment-config/${id}`, { token: admin })
  })

  test('add up to the lines they are of', async () => {
    const id = await it.claim('RES', {}, { customer_id: 'SHOP-9' })
    await it.checked(id, 'RES')
    expect(await result('supplier-multiple-claims', { claims: ['RES'] })).toHaveLength(2)
    const errors = await result('claim-error-count', { claim: 'RES' })
    expect(errors).toMatchObject([
      { rejection_reason_code: 'COV', line_status: 'denied', lines: 1, claimed_amount: '29.6000' },
    ])
    const status = await result('supplier-claim-status-report', { claimed_by: 'DIST-1' })
    expect(status.reduce((sum, row) => sum + Number(row['lines']), 0)).toBe(
      (await it.listed('supplier-incoming-claims?claimant=DIST-1&limit=1000')).reduce(
        (sum, row) => sum + Number(row['lines'] ?? 0),
        0,
      ),
    )
    for (const endpoint of ['claim-status-report', 'claims-submissions-report'])
      expect(await result(endpoint, { claimed_from: '2026-01-01' }), endpoint).toMatchObject([
        { claimed_amount: '59.2000' },
      ])
    expect(await result('claim-response-report', { claim: 'OUT1' })).toHaveLength(2)
    expect(await result('customer-outgoing-disputed-claims', { opened_from: '2026-01-01' })).toMatchObject([
      { partner: 'SUP-1', disputed_amount: '19.6000' },
    ])
  })
})

describe('a partner statement', () => {
  test('says what is owed and why, adds up, and is issued as PDF and workbook', async () => {
    const made = await it.create('partner-statement', {
      partner_customer: 'DIST-1',
      period_from: '2026-04-01',
      period_to: '2026-06-30',
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const id = (made.body.response as { id: number }).id
    const statement = await it.one(`partner-statement?partner_number=DIST-1`)
    expect(statement).toMatchObject({
      opening: '0.0000',
      accrued: '29.6000',
      claims: '29.6000',
      paid: '0.0000',
      closing: '0.0000',
      status: 'draft',
    })
    const number = String(statement['statement_number'])
    const lines = await it.listed(`partner-statement-lines?statement_number=${number}&sort=line_no&limit=200`)
    expect(
      lines
        .filter((line) => line['kind'] !== 'open_claim')
        .map((line) => [line['kind'], line['amount'], line['balance']]),
    ).toEqual([
      ['opening', '0.0000', '0.0000'],
      ['accrued', '29.6000', '29.6000'],
      ['claim', '-29.6000', '0.0000'],
    ])
    expect(lines.find((line) => line['kind'] === 'claim')).toMatchObject({
      contract_number: 'CB-100',
      claim_number: 'EDI1',
      posting_number: expect.stringContaining('CB-100'),
    })
    const issued = await it.act('partner-statement', [id], 'issue')
    expect(issued.body.response, JSON.stringify(issued.body)).toMatchObject({ done: 1 })
    const after = await it.one('partner-statement?partner_number=DIST-1')
    expect(await fileOf(after['document'])).toMatch(/^%PDF-/)
    const sheet = await sheetOf(after['sheet'])
    expect(sheet.map(({ name }) => name)).toEqual(['Balance', 'Lines', 'Invoices'])
    const [balance, booked] = sheet.map(({ rows }) => rows)
    expect(balance!.find(([label]) => label === 'Closing balance')?.[1]).toBe(Number(after['closing']))
    // Days are days and amounts are numbers, so that Excel reckons with them.
    expect(booked!.slice(1).every((row) => row[1] instanceof Date && typeof row[15] === 'number')).toBe(true)
    expect(booked!.map((row) => row[2])).toContain('Paid on a claim')
    const change = await it.s.call('PUT', `/api/partner-statement/${id}`, {
      token: it.analyst,
      body: { message: 'x', row_version: after['row_version'] },
    })
    expect(change.status).toBe(409)
  })

  test('adds its amounts up on paper where they are many, and holds each of them in the workbook', async () => {
    await it.s.db.system((tx) =>
      tx.query(sql`
        insert into financial_posting (organization_id, posting_number, posting_type, status, approval_status, application_type, contract_number, contract_version, rule_no,
               payee, period_from, period_to, posting_date, lines, qualifier, basis, amount, currency, explanation, source_key)
        select ${it.organizationId}, concat('MANY-', n), 'Accrual', 'posted', 'approved', 'Customer Rebate', 'MANY', 1, 1, 'DIST-9', '2026-01-01', '2026-01-31', '2026-02-01',
               1, n, n, n, 'EUR', concat('amount ', n), concat('MANY', n) from generate_series(1, 100) n`),
    )
    await it.customer('DIST-9')
    const made = await it.create('partner-statement', {
      partner_customer: 'DIST-9',
      period_from: '2026-01-01',
      period_to: '2026-03-31',
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    await it.act('partner-statement', [(made.body.response as { id: number }).id], 'issue')
    const issued = await it.one('partner-statement?partner_number=DIST-9')
    expect(Number(issued['closing'])).toBe(5050)
    const [, lines] = await sheetOf(issued['sheet'])
    const earned = lines!.rows.filter(([, , kind]) => kind === 'Earned')
    expect(new Set(earned.map((row) => row.at(-1)))).toEqual(
      new Set(Array.from({ length: 100 }, (_, at) => `amount ${at + 1}`)),
    )
    expect(lines!.rows.at(-1)![16]).toBe(5050)
  })
})
