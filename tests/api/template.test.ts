import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
