import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { writeX12 } from '#server/domain/edi/x12.ts'
import { edi, envelope, soldThrough } from '#tests/support/claim-edi.ts'
import { claimsApp, goodLine, type ClaimsApp } from '#tests/support/claims-app.ts'

let it: ClaimsApp

beforeAll(async () => {
  it = await claimsApp()
  await it.customer('DIST-2', { dea_number: 'RD0000002' })
})
afterAll(() => it?.s.close())

const linesOf = (number: string) => it.listed(`incoming-claim-lines?claim_number=${number}&sort=line_no`)
const toldBy = ({ body }: { body: { response?: unknown } }): string =>
  (body.response as { messageLog: string[] }).messageLog.join('\n')
const sendEdi = (text: string | Buffer, path = 'incoming-claim-edi') => it.send(path, text, 'claims.edi')

describe('a claim number that another claimant has used', () => {
  test('does not reach that claim by EDI: nothing of it changes', async () => {
    expect((await sendEdi(edi('OWN1', [{}]))).status).toBe(200)
    const other = await sendEdi(edi('OWN1', [{ claimed_amount: '10.00' }], { claimant: 'RD0000002' }))
    expect([other.status, toldBy(other)]).toEqual([
      422,
      expect.stringContaining('Claim OWN1 is of DIST-1, but its line 1 came from RD0000002'),
    ])
    expect(await linesOf('OWN1')).toMatchObject([{ claimant: 'RD0000001', claimed_amount: '29.6000' }])
  })

  test('does not reach it in a table either, nor within one table', async () => {
    const head = 'Claim,Claim line,Claimed by,Contract,DEA,NDC,Invoice,Sale date,Qty,Claim amount'
    const line = (number: string, no: number, by: string) =>
      `${number},${no},${by},CB-100,AB1234563,M1,${number}-${no},2026-03-01,40,29.60\n`
    expect((await it.send('incoming-claim', `${head}\n${line('OWN2', 1, 'DIST-1')}`)).status).toBe(200)
    expect((await it.send('incoming-claim', `${head}\n${line('OWN2', 2, 'DIST-2')}`)).status).toBe(422)
    // Its own number in another form is the same claimant.
    expect((await it.send('incoming-claim', `${head}\n${line('OWN2', 3, 'RD0000001')}`)).status).toBe(200)
    expect(await linesOf('OWN2')).toHaveLength(2)
    const mixed = `${head}\n${line('OWN3', 1, 'DIST-1')}${line('OWN3', 2, 'DIST-2')}`
    expect((await it.send('incoming-claim', mixed)).status).toBe(422)
    expect(await it.listed('supplier-incoming-claims?claim_number=OWN3')).toEqual([])
  })

  test('is marked at its cell when a file is checked, before anything is written', async () => {
    const head =
      'claim_number,line_no,claimant,contract_id,customer_id,material_id,invoice_number,invoice_date,quantity,claimed_amount,currency'
    const line = (number: string, no: number, by: string, currency = 'EUR') =>
      `${number},${no},${by},CB-100,AB1234563,M1,${number}-${no},2026-03-01,40,29.60,${currency}\n`
    await it.claim('CEL1', { claimant: 'DIST-1' })
    const call = async (method: 'GET' | 'POST', path: string, body?: object) =>
      (await it.s.call(method, `/api/uploads${path}`, { token: it.analyst, ...(body ? { body } : {}) })).body
        .response as Record<string, unknown>
    const staged = await it.send(
      'uploads?app-functionality=IncomingClaimFormat',
      `${head}\n${line('CEL1', 2, 'DIST-2')}${line('CEL1', 3, 'RD0000001', 'USD')}${line('CEL1', 4, 'DIST-1')}`,
    )
    const id = (staged.body.response as { id: number }).id
    const fields = head.split(',').map((field) => ({ field, source: 'column', column: field }))
    await call('POST', `/${id}/check`, { format: { fields } })
    await expect.poll(async () => (await call('GET', `/${id}`))['state']).toBe('checked')
    expect((await call('GET', `/${id}`))['counts']).toMatchObject({ rejected: 2, insert: 1 })
    const { records } = (await call('GET', `/${id}/rows?outcome=rejected`)) as { records: Record<string, unknown>[] }
    expect(records.map((row) => row['reasons'])).toMatchObject([
      [
        {
          field: 'claimant',
          message: expect.stringContaining('Claim CEL1 is of DIST-1, but its line 2 came from DIST-2'),
        },
      ],
      [{ field: 'currency', message: expect.stringContaining('Claim CEL1 is in EUR, but its line 3 is in USD') }],
    ])
  })

  test('is refused at the claimant of a line that is written by hand', async () => {
    await it.claim('OWN4', {})
    const refused = await it.create('incoming-claim-lines', { ...goodLine('OWN4', 2), claimant: 'DIST-2' })
    expect([refused.status, (refused.body.error as { issues?: unknown }).issues]).toEqual([
      422,
      [expect.objectContaining({ path: ['claimant'], message: expect.stringContaining('Claim OWN4 is of DIST-1') })],
    ])
    expect((await it.create('incoming-claim-lines', { ...goodLine('OWN4', 2), claimant: 'RD0000001' })).status).toBe(
      201,
    )
  })

  test('is found by the check where its header was changed afterwards', async () => {
    const id = await it.claim('OWN5', { claimant: 'DIST-1' })
    const header = await it.one('supplier-incoming-claims?claim_number=OWN5')
    const changed = await it.s.call('PUT', `/api/supplier-incoming-claims/${id}`, {
      token: it.analyst,
      body: { claimant: 'DIST-2', row_version: header['row_version'] },
    })
    expect(changed.status).toBe(200)
    expect((await it.checked(id, 'OWN5'))[0]).toMatchObject({
      line_status: 'error',
      findings: expect.stringContaining('The line came from DIST-1, but the claim is of DIST-2'),
    })
  })
})

describe('currencies', () => {
  test('of one claim in a file are one', async () => {
    const head = 'Claim,Claim line,Claimed by,Contract,DEA,NDC,Invoice,Sale date,Qty,Claim amount,Currency'
    const line = (number: string, no: number, currency: string) =>
      `${number},${no},DIST-1,CB-100,AB1234563,M1,${number}-${no},2026-03-01,40,29.60,${currency}\n`
    const mixed = await it.send('incoming-claim', `${head}\n${line('CUR1', 1, 'EUR')}${line('CUR1', 2, 'USD')}`)
    expect([mixed.status, toldBy(mixed)]).toEqual([
      422,
      expect.stringMatching(/Claim CUR1 is in USD, but its line 1 is in EUR/),
    ])
    expect(await it.listed('supplier-incoming-claims?claim_number=CUR1')).toEqual([])
  })

  test('of lines that say none are those of their claim', async () => {
    const head = 'Claim,Claim line,Claimed by,Contract,DEA,NDC,Invoice,Sale date,Qty,Claim amount'
    const line = (number: string, no: number) =>
      `${number},${no},DIST-1,CB-100,AB1234563,M1,${number}-${no},2026-03-01,40,29.60`
    await it.claim('CUR3', { currency: 'EUR' })
    await it.s.db.system((tx) => tx.query(sql`update incoming_claim set currency = 'USD' where claim_number = 'CUR3'`))
    await it.s.db.system((tx) =>
      tx.query(sql`update incoming_claim_line set currency = 'USD' where claim_number = 'CUR3'`),
    )
    expect((await it.send('incoming-claim', `${head}\n${line('CUR3', 2)}\n`)).status).toBe(200)
    expect((await it.create('incoming-claim-lines', goodLine('CUR3', 3))).status).toBe(201)
    expect((await linesOf('CUR3')).map((one) => one['currency'])).toEqual(['USD', 'USD', 'USD'])
    const mixed = `${head},Currency\n${line('CUR4', 1)},USD\n${line('CUR4', 2)},\n`
    expect((await it.send('incoming-claim', mixed)).status).toBe(200)
    expect((await linesOf('CUR4')).map((one) => one['currency'])).toEqual(['USD', 'USD'])
    expect((await it.send('incoming-claim', `${head}\n${line('CUR5', 1)}\n`)).status).toBe(200)
    expect(await linesOf('CUR5')).toMatchObject([{ currency: 'EUR' }])
  })

  test('of a line and its claim that differ are found, and wait to be repaired', async () => {
    await it.agree('CB-USD', 'DIST-1', {
      application_type: 'Supplier Chargeback',
      own_sales_only: false,
      currency: 'USD',
    })
    const id = await it.claim('CUR2', {}, { contract_id: 'CB-USD', currency: 'USD' })
    expect((await it.checked(id, 'CUR2')).map((line) => [line['line_status'], line['findings']])).toEqual([
      ['ok', null],
      ['error', expect.stringContaining('The line is in USD, but its claim is in EUR')],
    ])
  })
})

describe('an EDI file', () => {
  test('writes its numbers with a point, whatever the call says of tables', async () => {
    const line = { quantity: '1.500', claimed_amount: '1.110' }
    expect((await sendEdi(edi('DEC1', [line]))).status).toBe(200)
    expect((await sendEdi(edi('DEC2', [line]), 'incoming-claim-edi?decimal=,&date_order=DMY')).status).toBe(200)
    for (const number of ['DEC1', 'DEC2'])
      expect(await linesOf(number)).toMatchObject([
        { quantity: '1.500', claimed_amount: '1.1100', invoice_date: '2026-03-10' },
      ])
  })

  test('of another kind than is taken here is refused', async () => {
    const answer = writeX12({ ...envelope, type: '849' }, [
      ['BRC', '00', '20260331', 'CL', 'KIND1'],
      ['PAD', '1'],
      ['AMT', 'T', '5'],
      ['AMT', 'AAE', '5'],
    ])
    const refused = await sendEdi(answer)
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'Claim lines are not taken from transaction set 849, but from 844.',
    ])
    expect((await sendEdi(edi('KIND1', [{}]), 'upload-claim-response-edi')).status).toBe(422)
    expect((await sendEdi(edi('KIND1', [{}]), 'customer-data-upload')).body.message).toBe(
      'Customers are not taken from EDI files.',
    )
    expect(await it.listed('supplier-incoming-claims?claim_number=KIND1')).toEqual([])
  })

  test('that is a test, or cancels a claim, is refused', async () => {
    const refused = await sendEdi(edi('TEST1', [{}]).replace('*0*P*>~', '*0*T*>~'))
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('is a test')])
    const cancelled = await sendEdi(edi('TEST1', [{}]).replace('BAA*00', 'BAA*01'))
    expect([cancelled.status, cancelled.body.message]).toEqual([
      422,
      expect.stringContaining('purpose 01 is not taken'),
    ])
    expect(await it.listed('supplier-incoming-claims?claim_number=TEST1')).toEqual([])
  })

  test('whose totals do not agree is refused, its segments named', async () => {
    const refused = await sendEdi(edi('TOT1', [{}, {}], { total: '99.00' }))
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringMatching(/Segment \d+: the lines claim 59.2 in all, but the total is 99/),
    ])
  })

  test('in Latin-1 keeps its letters', async () => {
    const text = edi('LAT1', [{ customer_id: 'Köln Süd' }])
    expect((await sendEdi(Buffer.from(text, 'latin1'))).status).toBe(200)
    expect((await sendEdi(Buffer.from(text.replaceAll('LAT1', 'UTF1'), 'utf8'))).status).toBe(200)
    for (const number of ['LAT1', 'UTF1']) expect(await linesOf(number)).toMatchObject([{ customer_id: 'Köln Süd' }])
  })

  test('that tells of goods that came back brings a return', async () => {
    const file = soldThrough('W-7', { code: '76', quantity: 7 })
    expect((await sendEdi(file, 'sales_data_upload')).status).toBe(200)
    expect(await it.listed('sales_data?billing_doc_number=W-7')).toMatchObject([
      { transaction_type: 'Return', quantity: '-7.000', net_value: '-31.5000' },
    ])
  })
})

describe('an 844 that is sent again', () => {
  const numbers = async (claim: string) => (await linesOf(claim)).map((line) => line['line_no'])

  test('is the whole claim: lines it leaves out go, and come back when it is taken back', async () => {
    await sendEdi(edi('WHOLE1', [{}, {}, {}]))
    await sendEdi(edi('WHOLE2', [{}, {}]))
    await it.create('incoming-claim-lines', goodLine('WHOLE1', 9))
    const again = await sendEdi(edi('WHOLE1', [{ claimed_amount: '20.00' }], {}, 4712))
    expect(again.body.response).toMatchObject({
      warning_msg: 'Claim WHOLE1 was sent again without its lines 2, 3: removed.',
    })
    // What was added by hand is somebody's own.
    expect(await numbers('WHOLE1')).toEqual([1, 9])
    expect(await numbers('WHOLE2')).toEqual([1, 2])
    expect(await it.one('supplier-incoming-claims?claim_number=WHOLE1')).toMatchObject({
      lines: 2,
      claimed_amount: '49.6000',
    })
    const { upload_id: upload } = again.body.response as { upload_id: number }
    expect((await it.s.call('POST', `/api/uploads/${upload}/undo`, { token: it.analyst })).status).toBe(202)
    await expect.poll(() => numbers('WHOLE1')).toEqual([1, 2, 3, 9])
    expect(await it.one('supplier-incoming-claims?claim_number=WHOLE1')).toMatchObject({
      lines: 4,
      claimed_amount: '118.4000',
    })
  })

  test('is known by its lines, not by the number of its interchange', async () => {
    await sendEdi(edi('WHOLE4', [{}, {}]))
    const again = await sendEdi(edi('WHOLE4', [{}]))
    expect(again.body.response).toMatchObject({
      warning_msg: 'Claim WHOLE4 was sent again without its line 2: removed.',
    })
    expect(await numbers('WHOLE4')).toEqual([1])
    expect((await sendEdi(edi('WHOLE4', [{}]))).body.response).not.toHaveProperty('warning_msg')
    expect(await numbers('WHOLE4')).toEqual([1])
  })

  test('is refused once the claim waits for its approval', async () => {
    await sendEdi(edi('WHOLE3', [{}, {}]))
    const ids = [Number((await it.one('supplier-incoming-claims?claim_number=WHOLE3'))['id'])]
    await it.act('supplier-incoming-claims', ids, 'validate')
    await it.act('supplier-incoming-claims', ids, 'review')
    expect((await sendEdi(edi('WHOLE3', [{}], {}, 4712))).status).toBe(422)
    expect((await sendEdi(edi('WHOLE3', [{}]))).status).toBe(422)
    expect(await numbers('WHOLE3')).toEqual([1, 2])
  })
})
