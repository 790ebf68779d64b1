import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Example, examplesFile } from '#server/engine/openapi/examples.ts'
import { sql } from '#server/store/sql.ts'
import { multipartFile } from '#tests/support/multipart.ts'
import { goodPassword, sessionApp, type SessionApp } from '#tests/support/session-app.ts'
import { setTimeout as pause } from 'node:timers/promises'

let product: SessionApp
let token = ''
const examples: Record<string, Example> = {}

const volatile: Readonly<Record<string, unknown>> = {
  created_at: '2026-01-15T09:30:00Z',
  updated_at: '2026-01-15T09:30:00Z',
  at: '2026-01-15T09:30:00Z',
  staged_at: '2026-01-15T09:30:00Z',
  checked_at: '2026-01-15T09:30:00Z',
  finished_at: '2026-01-15T09:30:00Z',
  acquired_at: '2026-01-15T09:30:00Z',
  expires_at: '2026-01-15T09:40:00Z',
  token: 'eyJhbGciOi…',
  access_token: 'eyJhbGciOi…',
  refreshToken: '5c1f…',
  refresh_token: '5c1f…',
  milliseconds: 12,
}

/** What differs from run to run in place of what it was. */
const steady = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(steady)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      inner !== null && Object.hasOwn(volatile, name) ? volatile[name] : steady(inner),
    ]),
  )
}

interface Sent {
  readonly body?: object
  readonly query?: string
  readonly file?: string
  /** The parts of the path by their names. */
  readonly at?: Readonly<Record<string, string | number>>
}

/** Makes a call and keeps it as the example of its operation. */
async function record(call: string, { body, query = '', file, at = {} }: Sent = {}): Promise<Record<string, unknown>> {
  const [method = '', template = ''] = call.split(' ')
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(at[name]))
  const answer = await product.call(method as 'GET', `/api${path}${query}`, {
    ...(token ? { token } : {}),
    ...(file === undefined ? { body } : multipartFile('customers.csv', file)),
  })
  expect([call, answer.status < 300, answer.body.error]).toEqual([call, true, undefined])
  examples[call] = {
    status: answer.status,
    ...(body ? { request: steady(body) } : {}),
    response: steady(answer.body),
  }
  return answer.body.response ?? {}
}

async function settled(id: number): Promise<void> {
  for (;;) {
    const { body } = await product.call('GET', `/api/uploads/${id}`, { token })
    if (!['checking', 'committing', 'staging'].includes(String(body.response?.['state']))) return
    await pause(10)
  }
}

beforeAll(async () => {
  product = await sessionApp()
  const organizationId = await product.organization({ code: 'NORTH', name: 'Northgate Trading' })
  await product.user({ organizationId, email: 'anna@northgate.example', name: 'Anna Meyer', role: 'ADMINISTRATOR' })
})

afterAll(() => product?.close())

test('the examples of the API description are what these calls really answer', async () => {
  const signedIn = await record('POST /login', { body: { email: 'anna@northgate.example', password: goodPassword } })
  Object.assign(examples['POST /login']!, { request: { email: 'anna@northgate.example', password: '…' } })
  token = String(signedIn['token'])
  await record('GET /health')

  const values = { customer_number: 'C1000', customer_name: 'Harbour Foods', country: 'DE', credit_limit: '25000' }
  const customer = await record('POST /customer-data', { body: values })
  const at = { id: Number(customer['id']) }
  await record('GET /customer-data', {
    query: '?country=DE&sort=customer_number&columns=customer_number,customer_name',
  })
  await record('GET /customer-data/{id}', { at })
  await record('PUT /customer-data/{id}', { at, body: { row_version: 1, city: 'Hamburg' } })
  await record('GET /customer-data/{id}/history', { at })
  await record('POST /customer-data/search', { body: { filters: { city: 'Hamburg' }, page: 1, limit: 10 } })
  await record('GET /customer-data/distinct', { query: '?field=country' })
  await record('POST /customer-data/bulk-update', {
    body: { filters: { country: 'DE' }, changes: { payment_terms: 'N30' }, dry_run: true },
  })
  await record('POST /customer-data/batch', {
    body: { create: [{ customer_number: 'C1001', customer_name: 'Quay Market' }], update: [], delete: [] },
  })
  await record('GET /first-page', {
    query: '?path=/customer-master&search=%3Fcountry%3DDE%26columns%3Dcustomer_number,customer_name',
  })
  await record('GET /search', { query: '?q=Harbour' })
  await record('POST /dropdown-search/{x}', { at: { x: 'customer' }, body: { search: 'quay', limit: 5 } })
  await record('POST /acquire-lock', { body: { screen: 'customer', id: at.id } })
  await record('POST /release-lock', { body: { screen: 'customer', id: at.id } })

  const change = { form_id: 'IMA_CONFIG_CUSTOMER', field_id: 'customer_name', delta: { label: 'Trading name' } }
  await record('PUT /modify_form_fields', { body: { form_fields: [change] } })
  await record('GET /form_fields/why', { query: '?form_id=IMA_CONFIG_CUSTOMER&field_id=customer_name' })

  const state = { query: { country: 'DE' } }
  await record('POST /list-views/{screen}', { at: { screen: 'customer' }, body: { name: 'Germany', state } })

  const staged = await record('POST /uploads', {
    query: '?app-functionality=CustomerDataUploadFormat',
    file: 'Customer,Name,Country\nC1000,Harbour Foods,DE\nC2000,Pier Nine,NL\n,Nobody,NL\n',
  })
  const upload = { id: Number(staged['id']) }
  const { format } = staged['suggestion'] as { format: object }
  await record('POST /uploads/{id}/check', { at: upload, body: { format } })
  await settled(upload.id)
  await record('GET /uploads/{id}/rows', { at: upload, query: '?outcome=rejected' })
  // An import this small may be over before its call answers; this one cannot write until it has.
  await product.db.system(async (tx) => {
    await tx.query(sql`lock table customer in exclusive mode`)
    await record('POST /uploads/{id}/commit', { at: upload, body: { only_valid: true } })
  })
  await settled(upload.id)
  await record('GET /uploads/{id}', { at: upload })
  await record('GET /uploads/{id}/undo', { at: upload })
  await record('DELETE /customer-data/{id}', { at })

  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot(examplesFile)
})
