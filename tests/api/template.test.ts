import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { multipartFile } from '#tests/support/multipart.ts'
import { goodPassword, sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let it: SessionApp
let token: string

beforeAll(async () => {
  it = await sessionApp()
  const organizationId = await it.organization({ code: 'T', name: 'Templates' })
  await it.user({ organizationId, email: 'a@t.example', name: 'A', role: 'ADMINISTRATOR', password: goodPassword })
  await it.user({ organizationId, email: 'r@t.example', name: 'R', role: 'READER', password: goodPassword })
  token = (await it.signIn('a@t.example')).token
})

afterAll(() => it?.close())

const file = (path: string) =>
  it.app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${token}` } })

test('a workbook has the columns of the upload, the choices and an explanation', async () => {
  const answer = await file('/api/customer-data/template?format=xlsx')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toContain('Customers template.xlsx')
  const { sheets } = await readXlsx(answer.rawPayload)
  expect(sheets.map((sheet) => sheet.name)).toEqual(['Customers', 'Columns'])
  const heads = sheets[0]!.rows[0]!
  expect(heads.slice(0, 2)).toEqual(['Customer', 'Name'])
  expect(heads).not.toContain('Contacts')
  const status = sheets[1]!.rows.find((row) => row[0] === 'Status')
  expect(status?.slice(0, 3)).toEqual(['Status', 'Required', 'Active, Blocked, Inactive'])
})

test('the same as CSV, and not for those who may not upload', async () => {
  expect((await file('/api/material-uom/template?format=csv')).body).toMatch(/^\uFEFFMaterial,Unit,Numerator,/)
  const reader = (await it.signIn('r@t.example')).token
  expect((await it.call('GET', '/api/customer-data/template', { token: reader })).status).toBe(403)
})

test('fields that an organisation calls alike have columns of their own, which come back as they went', async () => {
  const relabelled = { form_id: 'IMA_CONFIG_CUSTOMER', field_id: 'customer_name_2', delta: { label: 'Name' } }
  const saved = await it.call('PUT', '/api/modify_form_fields', { token, body: [relabelled] })
  expect([saved.status, saved.body.error]).toEqual([200, undefined])
  const { sheets } = await readXlsx((await file('/api/customer-data/template?format=xlsx')).rawPayload)
  const heads = sheets[0]!.rows[0]!.map(String)
  expect(new Set(heads).size).toBe(heads.length)
  expect(sheets[1]!.rows.slice(1).map(([heading]) => heading)).toEqual(heads)
  const { body } = await file('/api/customer-data/template?format=csv')
  const values: Record<string, string> = { Customer: 'T1', customer_name: 'First', customer_name_2: 'Second' }
  const text = `${body.trim()},Shoe size\n${heads.map((head) => values[head] ?? '').join(',')},43\n`
  const sent = await it.call('POST', '/api/customer-data-upload', {
    token,
    ...multipartFile('t.csv', text),
  })
  expect(sent.body.response).toMatchObject({ success_msg: expect.anything() })
  expect(sent.body.response?.['messageLog']).toContain('No field is filled from "Shoe size"')
  const { records } = (await it.call('GET', '/api/customer-data?customer_number=T1', { token })).body.response as {
    records: object[]
  }
  expect(records).toMatchObject([{ customer_name: 'First', customer_name_2: 'Second' }])
})
