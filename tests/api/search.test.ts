import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { type SessionApp, sessionApp } from '#tests/support/session-app.ts'

let s: SessionApp
let admin: string
let reader: string
let stranger: string

beforeAll(async () => {
  s = await sessionApp()
  const organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading' })
  const other = await s.organization({ code: 'SOUTHBANK', name: 'Southbank Supplies' })
  const person = async (organization: number, email: string, role: string) => {
    await s.user({ organizationId: organization, email, name: email.split('@')[0] ?? '', role })
    return (await s.signIn(email)).token
  }
  admin = await person(organizationId, 'admin@northgate.example', 'ADMINISTRATOR')
  reader = await person(organizationId, 'brandt@northgate.example', 'READER')
  stranger = await person(other, 'admin@southbank.example', 'ADMINISTRATOR')
  const customers = [
    { customer_number: 'X900', customer_name: 'Brandt Handels GmbH', city: 'Hamburg' },
    { customer_number: 'BRANDT1', customer_name: 'Other trade' },
    { customer_number: 'A100', customer_name: 'Old Brandt & 100% Co' },
  ]
  for (const body of customers) await s.call('POST', '/api/customer-data', { token: admin, body })
  await s.db.system((tx) =>
    tx.query(sql`
      insert into sales_data (organization_id, billing_doc_number, billing_doc_line, billing_date, material_number, material_description, net_value, quantity, customer_name)
      select ${organizationId}, 'C' || (500000 + n), 1, '2011-01-01', 'M1', 'Brandt glass number ' || n, 1, 1, repeat('x', 100) from generate_series(1, 60000) n`),
  )
})
afterAll(() => s.close())

const search = async (token: string, q: string, limit = 20) => {
  const { status, body } = await s.call('GET', `/api/search?q=${encodeURIComponent(q)}&limit=${limit}`, { token })
  expect(status).toBe(200)
  return body.response as unknown as {
    screen: string
    label: string
    path: string
    text: string
    title: string | null
  }[]
}

test('keys that begin with the text come before names that do, and those before the rest', async () => {
  const hits = (await search(admin, 'brandt')).filter(({ screen }) => screen === 'customer')
  expect(hits.map(({ text }) => text)).toEqual([
    'BRANDT1 · Other trade',
    'X900 · Brandt Handels GmbH',
    'A100 · Old Brandt & 100% Co',
  ])
  expect(hits[1]).toMatchObject({ label: 'Customer', screen: 'customer', title: 'Brandt Handels GmbH' })
  expect(hits[1]?.path).toMatch(/^\/customer-master\/view-customer\/\d+$/)
})

test('all words have to be found, and signs of patterns are only signs', async () => {
  expect((await search(admin, 'hamburg brandt')).map(({ text }) => text)).toEqual(['X900 · Brandt Handels GmbH'])
  expect((await search(admin, '100%')).map(({ text }) => text)).toEqual(['A100 · Old Brandt & 100% Co'])
  expect(await search(admin, '_')).toEqual([])
  expect(await search(admin, ' ')).toEqual([])
})

test('a large table is searched by the beginning of its key alone', async () => {
  const hits = await search(admin, 'c50000')
  expect(hits.map(({ text }) => text)).toEqual([
    'C500001 / 1',
    'C500002 / 1',
    'C500003 / 1',
    'C500004 / 1',
    'C500005 / 1',
  ])
  expect((await search(admin, 'glass')).filter(({ screen }) => screen === 'sales-data')).toEqual([])
})

test('users are found by those who may read users only, records by their organisation only', async () => {
  const users = (hits: { screen: string }[]) => hits.filter(({ screen }) => screen === 'user')
  expect(users(await search(admin, 'brandt@'))).toHaveLength(1)
  expect(users(await search(reader, 'brandt@'))).toEqual([])
  expect(await search(stranger, 'brandt')).toEqual([])
})

test('the limit is kept', async () => {
  expect(await search(admin, 'brandt', 2)).toHaveLength(2)
})
