import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json, sql } from '#server/store/sql.ts'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let s: SessionApp
let token: string
const path = '/api/invoice-details-report'

// A JPEG of one white point.
const point = `/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP${'/'.repeat(86)}wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=`

const file = (format: string, body: object = {}, query = '') =>
  s.app.inject({
    method: 'POST',
    url: `${path}/export?format=${format}${query}`,
    headers: { authorization: `Bearer ${token}` },
    payload: { billing_date_from: '2020-01-01', ...body },
  })

beforeAll(async () => {
  s = await sessionApp()
  const organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading' })
  await s.user({ organizationId, email: 'ana@northgate.example', name: 'Ana', role: 'ANALYST' })
  token = (await s.signIn('ana@northgate.example')).token
  const lines = Array.from({ length: 120 }, (_, at) => ({
    doc: `D${at}`,
    customer_name: at === 0 ? '=HYPERLINK("x")' : 'Κώστας Ångström Ђорђе 株式会社',
    net: `${at}.50`,
  }))
  await s.db.system((tx) =>
    tx.query(sql`
      insert into sales_data (organization_id, billing_doc_number, billing_doc_line, billing_date, customer_name, material_number, country, net_value, quantity)
      select ${organizationId}, doc, 1, '2026-01-05', customer_name, 'M1', 'Spain', net, 1
        from jsonb_to_recordset(${json(lines)}) as x (doc text, customer_name text, net numeric)`),
  )
})
afterAll(() => s.close())

const pagesOf = (pdf: Buffer): number => Number(/\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1])

test('a result is a PDF of as many pages as it needs, with the chart that came along', async () => {
  const plain = await file('pdf', {}, '&locale=de-DE&zone=Europe/Berlin')
  expect(plain.statusCode).toBe(200)
  expect(plain.headers['content-type']).toBe('application/pdf')
  expect(plain.headers['content-disposition']).toMatch(/Invoice details .*\.pdf/)
  expect(plain.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(plain.rawPayload.subarray(-6).toString()).toContain('%%EOF')
  expect(pagesOf(plain.rawPayload)).toBeGreaterThan(3)
  expect(plain.rawPayload.toString('latin1')).not.toContain('DCTDecode')
  const drawn = await file('pdf', { chart: `data:image/jpeg;base64,${point}` })
  expect(drawn.statusCode).toBe(200)
  expect(drawn.rawPayload.toString('latin1')).toContain('DCTDecode')
})

test('a grouped result has its subtotals on paper', async () => {
  // On a line each, so that pages tell how many lines there are.
  const narrow = '&columns=billing_doc_number,billing_date,material_number,quantity,net_value,currency'
  const plain = await file('pdf', {}, narrow)
  const grouped = await file('pdf', { by: 'material_number,billing_doc_number' }, narrow)
  expect(grouped.statusCode).toBe(200)
  // A line of subtotals below each of 120 documents, and one below the material.
  expect(pagesOf(grouped.rawPayload)).toBeGreaterThanOrEqual(pagesOf(plain.rawPayload) * 2 - 1)
  expect((await file('pdf', { by: 'colour' })).statusCode).toBe(400)
})

test('only a JPEG goes into a PDF, and words of no language are no reason to fail', async () => {
  expect((await file('pdf', { chart: 'data:image/png;base64,iVBORw0KGgo=' })).statusCode).toBe(400)
  expect((await file('pdf', { chart: 'data:image/jpeg;base64,AAAA' })).statusCode).toBe(400)
  expect((await file('pdf', {}, '&locale=not_a_locale&zone=Nowhere')).statusCode).toBe(200)
  expect((await file('svg')).statusCode).toBe(400)
})

test('a file holds the figures of the run it is asked for under', async () => {
  const ask = { billing_date_from: '2020-01-01', request_id: 'files-of-a-run' }
  expect((await s.call('POST', path, { token, body: ask })).body.response).toMatchObject({ total_record: 120 })
  await s.db.system((tx) => tx.query(sql`update sales_data set net_value = 9999 where billing_doc_number = 'D7'`))
  const kept = await file('csv', ask, '&columns=billing_doc_number,net_value')
  expect(kept.body).toContain('D7,7.5')
  expect(kept.body.trimEnd().split(/\r?\n/)).toHaveLength(121)
  const anew = await file('csv', {}, '&columns=billing_doc_number,net_value')
  expect(anew.body).toContain('D7,9999')
})

test('a name that looks like a formula is none in a file', async () => {
  const { body } = await file('csv', {}, '&columns=billing_doc_number,customer_name')
  expect(body).toContain(`D0,"'=HYPERLINK(""x"")"`)
})

test('the file of a comparison is called one', async () => {
  const first = { billing_date_from: '2020-01-01', country: 'Spain' }
  const comparison = { first, second: first, measure: 'net_value', match: 'material_number' }
  for (const format of ['pdf', 'csv', 'xlsx']) {
    const answer = await file(format, comparison)
    expect([format, answer.statusCode]).toEqual([format, 200])
    expect(answer.headers['content-disposition']).toMatch(/Invoice details comparison .*\.\w+/)
  }
})

test('a workbook of a result has numbers, days and texts as such below the headings of the screen', async () => {
  const names = ['billing_doc_number', 'billing_date', 'customer_name', 'quantity', 'net_value']
  const { rawPayload } = await file('xlsx', { sort: 'billing_doc_number' }, `&columns=${names.join(',')}`)
  const { sheets } = await readXlsx(rawPayload)
  const fields = s.screens.find(({ name }) => name === 'invoice-details')!.fields
  const labels = names.map((name) => fields.find((field) => field.name === name)!.label)
  const [head, first, ...others] = sheets[0]!.rows
  expect(head).toEqual(labels)
  // The name is a text that begins like a formula, and no formula.
  expect(first).toEqual(['D0', new Date('2026-01-05T00:00:00Z'), '=HYPERLINK("x")', 1, 0.5])
  expect(sheets[0]!.cells?.get('1,2')?.formula).toBeUndefined()
  expect(others).toHaveLength(119)
  expect(
    others.every((row) => typeof row[3] === 'number' && typeof row[4] === 'number' && row[1] instanceof Date),
  ).toBe(true)
})
