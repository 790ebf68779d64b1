import { expect } from 'vitest'
import type { Screen } from '#src/definition'
import { startingRoles } from '#server/session/seed.ts'
import { json, sql } from '#server/store/sql.ts'
import { type SessionApp, sessionApp } from './session-app.ts'

export type Row = Record<string, unknown>

const customers = [
  { customer_number: 'C1', customer_name: 'First', country: 'Spain', credit_limit: '1000', currency: 'EUR' },
  { customer_number: 'C2', customer_name: 'Second', country: 'Spain', credit_limit: '500', currency: 'EUR' },
  { customer_number: 'C3', customer_name: 'Third', country: 'Malta', credit_limit: '70', currency: 'USD' },
]
const line = (document: string, customer: string | null, date: string, net: string, currency = 'EUR') => ({
  billing_doc_number: document,
  billing_doc_line: 1,
  billing_date: date,
  customer_number: customer,
  material_number: 'M1',
  net_value: net,
  quantity: '2',
  currency,
})
const lines = [
  line('1', 'C1', '2011-01-10', '100.00'),
  line('2', 'C1', '2011-02-10', '50.50'),
  line('3', 'C2', '2011-01-20', '300.00'),
  line('4', 'C2', '2011-03-01', '20.00', 'USD'),
  line('5', null, '2011-03-02', '69.50'),
]

const insert = (s: SessionApp, organizationId: number) =>
  s.db.system(async (tx) => {
    await tx.query(sql`
      insert into customer (organization_id, customer_number, customer_name, country, credit_limit, currency, contacts)
      select ${organizationId}, x.*, '[{"name":"A","email":"a@x.test"},{"name":"B"}]'::jsonb from jsonb_to_recordset(${json(customers)})
        as x (customer_number text, customer_name text, country text, credit_limit numeric, currency text)`)
    await tx.query(sql`
      insert into sales_data (organization_id, billing_doc_number, billing_doc_line, billing_date, customer_number, material_number, net_value, quantity, currency)
      select ${organizationId}, x.* from jsonb_to_recordset(${json(lines)}) as x (billing_doc_number text, billing_doc_line bigint, billing_date date,
        customer_number text, material_number text, net_value numeric, quantity numeric, currency text)`)
  })

export const sales = (columns: object[], more: object = {}) => ({ from: 'sales-data', columns, ...more })
export const byCustomer = sales(
  [
    { id: 'c1', field: 'customer_number.customer_name' },
    { id: 'c2', field: 'net_value', aggregate: 'sum' },
    { id: 'c3', field: '*', aggregate: 'count' },
    { id: 'c4', field: 'customer_number.credit_limit', aggregate: 'sum' },
  ],
  { sort: [{ column: 'c1' }, { column: 'c2' }] },
)

/** The product with customers and sales, people who may ask about them, and one who may see neither contracts nor costs. */
export async function queryApp(more: readonly Screen[] = []) {
  const s = await sessionApp({}, more)
  const roles = [
    ...startingRoles,
    {
      code: 'BUILDER',
      name: 'Builder',
      permissions: ['queries.read', 'queries.write'],
      authorizedApps: ['Pricing' as const],
    },
  ]
  const here = await s.organization({ code: 'HERE', name: 'Here', roles })
  const there = await s.organization({ code: 'THERE', name: 'There', roles })
  const person = async (organizationId: number, email: string, role: string) => {
    await s.user({ organizationId, email, name: email.split('@')[0]!, role })
    return (await s.signIn(email)).token
  }
  const admin = await person(here, 'admin@here.test', 'ADMINISTRATOR')
  const analyst = await person(here, 'ana@here.test', 'ANALYST')
  const reader = await person(here, 'rea@here.test', 'READER')
  const noMoney = await person(here, 'bob@here.test', 'BUILDER')
  const stranger = await person(there, 'sam@there.test', 'ADMINISTRATOR')
  await insert(s, here)

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = analyst) =>
    s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
  const run = (query: object, more: object = {}, token = analyst) =>
    call('POST', 'dynamic-query', { query, limit: 100, page: 1, ...more }, token)
  const rows = async (query: object, more: object = {}, token = analyst): Promise<Row[]> => {
    const { status, body } = await run(query, more, token)
    expect([status, body.error]).toEqual([200, undefined])
    return body.response!['records'] as Row[]
  }
  return { s, admin, analyst, reader, noMoney, stranger, call, run, rows }
}
