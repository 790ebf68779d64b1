import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

type Row = Record<string, unknown>

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
})

afterAll(() => app?.product.close())

const imported = async (content: string, functionality: string): Promise<number> => {
  const names = content.slice(0, content.indexOf('\n')).split(',')
  const { id, upload } = await app.checked(content, { fields: names.map((name) => column(name, name)) }, functionality)
  expect(upload, JSON.stringify(upload['reasons'])).toMatchObject({ state: 'checked', counts: { rejected: 0 } })
  await app.post(`uploads/${id}/commit`, {})
  expect(await app.settled(id)).toMatchObject({ state: 'committed' })
  return id
}

/** What undoing told before and did; the reasons by what the records are called. */
const undone = async (id: number) => {
  const foretold = (await app.get(`uploads/${id}/undo`)).body.response!
  await app.post(`uploads/${id}/undo`, {})
  const upload = await app.settled(id)
  expect(upload, String(upload['message'])).toMatchObject({ state: 'undone' })
  const { kept_rows: rows, ...counts } = (upload['result'] as { undone: Row & { kept_rows: Row[] } }).undone
  const { deleted, restored, kept } = foretold
  expect(counts).toEqual({ deleted, restored, kept })
  return { ...counts, reasons: Object.fromEntries(rows.map(({ title, reason }) => [title, reason])) as Row }
}

const first = async (path: string) => recordsOf(await app.get(path))[0]!

describe('what a person could not change or delete, undoing an import leaves as it is', () => {
  test('a record that somebody else is editing', async () => {
    const head = 'customer_number,customer_name'
    await imported(`${head}\nE1,one\nE2,two\n`, 'CustomerDataUploadFormat')
    const id = await imported(`${head}\nE1,one more\nE2,two more\nE3,new\nE4,new\n`, 'CustomerDataUploadFormat')
    for (const number of ['E1', 'E3']) {
      const { id: record } = await first(`customer-data?customer_number=${number}`)
      const locked = await app.post('acquire-lock', { screen: 'customer', id: record }, app.tokens.analyst)
      expect(locked.status).toBe(200)
    }
    expect(await undone(id)).toEqual({
      deleted: 1,
      restored: 1,
      kept: 2,
      reasons: { E1: 'Nia Lyst is editing this record.', E3: 'Nia Lyst is editing this record.' },
    })
    expect(await first('customer-data?customer_number=E1')).toMatchObject({ customer_name: 'one more' })
    expect(await first('customer-data?customer_number=E2')).toMatchObject({ customer_name: 'two' })
  })

  test('a change back to what is not there any more', async () => {
    const head = 'customer_number,customer_name,parent_customer'
    await imported(`${head}\nP1,one,\nP2,two,\nC1,child,P1\nC2,child,P1\n`, 'CustomerDataUploadFormat')
    const id = await imported(`${head}\nC1,child,P2\nC2,children,P2\n`, 'CustomerDataUploadFormat')
    const { id: gone } = await first('customer-data?customer_number=P1')
    expect((await app.del(`customer-data/${String(gone)}`)).status).toBe(200)
    expect(await undone(id)).toEqual({
      deleted: 0,
      restored: 0,
      kept: 2,
      reasons: { C1: 'There is no customer P1', C2: 'There is no customer P1' },
    })
  })

  test('what contracts agreed on', async () => {
    const head = 'sales_basis,description,amount'
    await imported(`${head}\nLOCKED,Locked,net\nFREE,Free,net\n`, 'SalesBasisFormats')
    const id = await imported(
      `${head}\nLOCKED,Locked,gross\nFREE,Free,gross\nNAMED,Named,net\nUNNAMED,Not named,net\n`,
      'SalesBasisFormats',
    )
    await imported('customer_number,customer_name\nB1,Buyer\n', 'CustomerDataUploadFormat')
    const rule = (no: number, sales_basis: string) => ({
      rule_no: no,
      rate: '5',
      benefit_basis: 'sales_basis',
      sales_basis,
      evaluation_period: 'year',
    })
    const made = await app.post('contracts', {
      contract_number: 'K1',
      contract_header: 'Agreed',
      partner_customer: 'B1',
      valid_from: '2026-01-01',
      valid_to: '2026-12-31',
      rules: [rule(1, 'LOCKED'), rule(2, 'NAMED')],
    })
    expect([made.status, made.body.error]).toEqual([201, undefined])
    const sent = await app.post('contracts/actions/submit-approval', { ids: [made.body.response!['id']] })
    expect(sent.body.response).toMatchObject({ done: 1 })
    const result = await undone(id)
    expect(result).toMatchObject({ deleted: 1, restored: 1, kept: 2 })
    expect(result.reasons).toEqual({
      LOCKED: expect.stringContaining('LOCKED is what K1 agreed on') as string,
      NAMED: 'This cannot be deleted: 1 contract refers to it.',
    })
    expect(await first('config/sales-basis?sales_basis=LOCKED')).toMatchObject({ amount: 'gross' })
  })
})
