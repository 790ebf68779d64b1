import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
let admin: string
let analyst: string
let analystRole: number

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, path: string, body?: object, token = admin): Promise<Answer> =>
  product.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
const recordsOf = ({ body }: Answer) => (body.response?.['records'] ?? []) as Record<string, unknown>[]
interface Shown {
  field_id: string
  label: string
  hidden: boolean
  required: boolean
  default: unknown
  section: string | null
  order: number | null
  changed: object | null
}
const fieldOf = ({ body }: Answer, id: string): Shown | undefined =>
  (body.response?.['fields'] as Shown[] | undefined)?.find((one) => one.field_id === id)

beforeAll(async () => {
  product = await sessionApp()
  const organizationId = await product.organization({ code: 'HERE', name: 'Here' })
  await product.user({ organizationId, email: 'admin@here.test', name: 'Ada', role: 'ADMINISTRATOR' })
  await product.user({ organizationId, email: 'ana@here.test', name: 'Ana', role: 'ANALYST' })
  admin = (await product.signIn('admin@here.test')).token
  analyst = (await product.signIn('ana@here.test')).token
  analystRole = Number(recordsOf(await call('GET', 'user-role?code=ANALYST'))[0]!['id'])
})

afterAll(() => product?.close())

// What calculations write is looked at only: it has words and a place, but nothing that somebody has to enter.
describe.each([
  [
    'default-designer',
    'IMA_CONFIG_CONTRACT',
    'payment_terms',
    'Accrual and payment',
    { required: true, default: 'N30' },
  ],
  ['payment-designer', 'IMA_CONFIG_PAYMENT', 'payee', 'Posting', { help: 'Who gets it' }],
  ['accrual-designer', 'IMA_CONFIG_ACCRUAL', 'reason', 'Posting', { help: 'Why it was taken back' }],
])('%s', (path, form, field, section, more) => {
  it('begins, shows, changes and takes back a design of a role', async () => {
    const made = await call('POST', path, {
      layer: 'role',
      layer_ref: analystRole,
      fields: [{ field_id: field, label: 'Own words', ...more }],
    })
    expect([made.status, made.body.error?.issues]).toEqual([201, undefined])
    expect(made.body.response).toMatchObject({ form_id: form, layer: 'role', layer_ref: analystRole })
    expect(fieldOf(made, field)).toMatchObject({ label: 'Own words', ...more, section })
    const id = String(made.body.response?.['id'])
    expect(recordsOf(await call('GET', `${path}?page=1&limit=5`))).toMatchObject([{ for: 'Rebate analyst', fields: 1 }])

    const changed = await call('PUT', `${path}/${id}`, {
      fields: [{ field_id: field, hidden: true, required: null, default: null, help: null }],
    })
    expect(fieldOf(changed, field)).toMatchObject({
      label: 'Own words',
      hidden: true,
      section: null,
      changed: { label: 'Own words', hidden: true },
    })
    expect(fieldOf(await call('GET', `${path}/${id}`), field)?.hidden).toBe(true)

    const again = await call('POST', path, { layer: 'role', layer_ref: analystRole })
    expect(again.status).toBe(409)
    const gone = await call('DELETE', `${path}/${id}`)
    expect(gone.body.response).toEqual({ deleted: 1, fields: 1 })
    expect((await call('GET', `${path}/${id}`)).status).toBe(404)
    expect(recordsOf(await call('GET', `form_fields?form_id=${form}&limit=0`))).toEqual([])
    const versions = recordsOf(await call('GET', `form_fields/versions?form_id=${form}`))
    expect(versions.length).toBeGreaterThanOrEqual(3)
  })

  it('is for administrators, and refuses what the document does not have', async () => {
    expect((await call('GET', path, undefined, analyst)).status).toBe(403)
    expect((await call('POST', path, { fields: [] }, analyst)).status).toBe(403)
    const refused = await call('POST', path, {
      layer: 'role',
      layer_ref: analystRole,
      fields: [{ field_id: 'nothing', label: 'x' }],
    })
    expect(refused.status).toBe(422)
    expect(recordsOf(await call('GET', path))).toEqual([])
    expect((await call('POST', path, { layer: 'role', layer_ref: 999_999 })).status).toBe(404)
  })
})

it('is one collection under both names of the contract designer', async () => {
  const made = await call('POST', 'default', {
    application_type: 'Pricing',
    fields: [{ field_id: 'payees', order: 5 }],
  })
  const id = String(made.body.response?.['id'])
  expect((await call('GET', `default-designer/${id}`)).body.response).toMatchObject({ application_type: 'Pricing' })
  expect((await call('GET', `payment-designer/${id}`)).status).toBe(404)
  expect((await call('PUT', `default/${id}`, { fields: [{ field_id: 'payees', label: 'Paid to' }] })).status).toBe(200)
  expect(recordsOf(await call('GET', 'default'))).toHaveLength(1)
  expect((await call('DELETE', `default/${id}`)).status).toBe(200)
})

it('notices designs that were begun by changing fields', async () => {
  await call('PUT', 'modify_form_fields', [
    { form_id: 'IMA_CONFIG_ACCRUAL', field_id: 'reason', delta: { label: 'Why' } },
  ] as unknown as object)
  const [design] = recordsOf(await call('GET', 'accrual-designer'))
  expect(design).toMatchObject({ layer: 'organization', fields: 1 })
  expect((await call('DELETE', `accrual-designer/${String(design!['id'])}`)).status).toBe(200)
})

describe.each([
  ['contract-role-by-id', 'partner_customer'],
  ['cal-fin-display-by-id', 'tier'],
])('%s', (path, field) => {
  it('is read by those who have the role and changed by administrators', async () => {
    const before = await call('GET', `${path}?id=${analystRole}`, undefined, analyst)
    expect([before.status, before.body.response?.['id']]).toEqual([200, null])
    const body = { id: analystRole, fields: [{ field_id: field, label: 'As we say' }] }
    expect((await call('POST', path, body, analyst)).status).toBe(403)
    const changed = await call('POST', path, body)
    expect(fieldOf(changed, field)).toMatchObject({ label: 'As we say', changed: { label: 'As we say' } })
    const taken = await call('PUT', path, { id: analystRole, fields: [{ field_id: field, label: null }] })
    expect(fieldOf(taken, field)?.changed).toBeNull()
    expect((await call('GET', `${path}?id=1`, undefined, analyst)).status).not.toBe(200)
    expect((await call('GET', `${path}?id=999999`)).status).toBe(404)
  })
})
