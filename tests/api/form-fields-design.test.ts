import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

const form = 'IMA_CONFIG_CUSTOMER'
let product: SessionApp
let organizationId: number
let admin: string
let reader: string
let readerRole: number
let readerId: number

async function call<T = Record<string, unknown>>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  { token = admin, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
): Promise<T> {
  const answer = await product.call(method, `/api/${path}`, {
    token,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body.error)}`)
  return answer.body.response as T
}

const change = (field_id: string, delta: object | null, more: object = {}) => ({
  form_id: form,
  field_id,
  delta,
  ...more,
})
const modify = (...changes: object[]) => call('PUT', 'modify_form_fields', changes)

interface Labelled {
  fields: { id: string; name: string; label: string; required: boolean }[]
}
const labelOf = async (field: string, options: { token?: string; headers?: Record<string, string> } = {}) =>
  (await call<Labelled>('GET', 'screens/customer', undefined, options)).fields.find(({ id }) => id === field)?.label

beforeAll(async () => {
  product = await sessionApp()
  organizationId = await product.organization({ code: 'HERE', name: 'Here' })
  await product.user({ organizationId, email: 'admin@here.test', name: 'Ada', role: 'ADMINISTRATOR' })
  readerId = await product.user({ organizationId, email: 'reader@here.test', name: 'Rex', role: 'READER' })
  admin = (await product.signIn('admin@here.test')).token
  reader = (await product.signIn('reader@here.test')).token
  const { roles } = await call<{ roles: { id: number; code: string }[] }>('GET', 'form_fields/audiences')
  readerRole = roles.find(({ code }) => code === 'READER')?.id ?? 0
  for (const [customer_number, industry] of [
    ['C1', 'Grocery'],
    ['C2', null],
    ['C3', null],
  ])
    await call('POST', 'customer-data', { customer_number, customer_name: customer_number, country: 'DE', industry })
})

afterAll(() => product.close())

it('forms, their fields and whom a change is for are called as people know them', async () => {
  await modify(change('industry', { label: 'Line of business' }))
  const offered = (path: string, token = admin) =>
    call<{ records: { value: string; label: string }[] }>('GET', `form_fields/${path}`, undefined, { token })
  expect((await offered('forms')).records).toContainEqual({ value: form, label: 'Customers' })
  expect((await offered('forms', reader)).records).toContainEqual({ value: form, label: 'Customers' })
  expect((await offered(`fields?form_id=${form}`)).records).toContainEqual({
    value: 'industry',
    label: 'Line of business',
  })
  await expect(offered('fields?form_id=NONE')).rejects.toThrow(/answered 404/)
  const reading = { value: String(readerRole), label: 'Reader' }
  expect((await offered('people?layer=role', reader)).records).toContainEqual(reading)
  expect((await offered('people?layer=user', reader)).records).toContainEqual({ value: String(readerId), label: 'Rex' })
  expect((await offered('people?layer=organization')).records).toEqual([])
  await modify(change('industry', null))
})

describe('the layers of a field', () => {
  it('follow each other: organization, role, user; and count in the application they name', async () => {
    await modify(change('customer_name', { label: 'Everybody' }))
    expect(await labelOf('customer_name', { token: reader })).toBe('Everybody')
    await modify(change('customer_name', { label: 'Readers' }, { layer: 'role', layer_ref: readerRole }))
    expect(await labelOf('customer_name', { token: reader })).toBe('Readers')
    expect(await labelOf('customer_name')).toBe('Everybody')
    await modify(change('customer_name', { label: 'Rex' }, { layer: 'user', layer_ref: readerId }))
    expect(await labelOf('customer_name', { token: reader })).toBe('Rex')
    await modify(change('customer_group', { label: 'Rebate group' }, { app_source_type: 'Customer Rebate' }))
    const inRebate = { headers: { 'x-app-source-type': 'Customer Rebate' } }
    expect(await labelOf('customer_group', inRebate)).toBe('Rebate group')
    expect(await labelOf('customer_group', { headers: { 'x-app-source-type': 'Pricing' } })).toBe('Group')
    expect(await labelOf('customer_group')).toBe('Group')
  })

  it('say why a field is as it is: which layer, whose, by whom and when', async () => {
    const { reasons } = await call<{ reasons: object[] }>(
      'GET',
      `form_fields/why?form_id=${form}&field_id=customer_name`,
      undefined,
      { token: reader },
    )
    expect(reasons).toMatchObject([
      { layer: 'organization', property: 'label', from: 'Name', to: 'Everybody', user: 'Ada', who: null },
      { layer: 'role', property: 'label', from: 'Everybody', to: 'Readers', user: 'Ada', who: 'Reader' },
      { layer: 'user', property: 'label', from: 'Readers', to: 'Rex', user: 'Ada', who: 'Rex' },
    ])
    for (const reason of reasons) expect(reason).toHaveProperty('at', expect.stringMatching(/^\d{4}-/))
    const path = `form_fields/why?form_id=${form}&field_id=customer_name&layer=role&layer_ref=${readerRole}`
    expect(await call('GET', path)).toHaveProperty('reasons.length', 2)
    await expect(call('GET', path, undefined, { token: reader })).rejects.toThrow('403')
  })

  it('are refused in words where a delta says nothing that a field has', async () => {
    const refused = await product.call('PUT', '/api/modify_form_fields', {
      token: admin,
      body: [change('customer_name', { colour: 'red' })],
    })
    expect(refused.status).toBe(422)
  })
})

describe('the look at what saving would do', () => {
  it('counts the people, views, formats and records that are touched, and writes nothing', async () => {
    await call('POST', 'list-views/customer', {
      name: 'By industry',
      audience: 'everyone',
      state: { query: { columns: 'customer_number,industry', sort: 'industry' }, widths: {}, density: null },
    })
    await product.db.tenant({ organizationId, userId: 1 }, (tx) =>
      tx.query(sql`
        insert into upload_format (organization_id, functionality, name, body)
        select ${organizationId}, ${product.screens.find(({ name }) => name === 'customer')?.upload?.functionality ?? ''}, 'Names only',
          '{"fields": [{"field": "customer_number", "source": "column", "column": "No"}]}'`),
    )
    const before = await call('GET', 'form_fields/version')
    const impact = await call('POST', 'form_fields/impact', [
      change('industry', { required: true, hidden: true, default: 'Other' }),
      change('customer_name', { label: 'Trading name' }),
    ])
    expect(impact).toMatchObject({
      screen: 'customer',
      people: expect.arrayContaining([
        { role: 'Reader', users: 1 },
        { role: 'Administrator', users: 1 },
      ]) as unknown,
      fields: [
        {
          field: 'industry',
          views: ['By industry'],
          formats: ['Names only'],
          invalid: { count: 2 },
        },
        { field: 'customer_name', effects: ['is called Trading name instead of Everybody'], views: [], invalid: null },
      ],
    })
    expect(await call('GET', 'form_fields/version')).toEqual(before)
    await expect(call('POST', 'form_fields/impact', [change('industry', {})], { token: reader })).rejects.toThrow('403')
  })

  it('counts the records whose choice is no longer offered', async () => {
    const { fields } = await call<{ fields: { id: string; choices?: { value: string; label: string }[] }[] }>(
      'GET',
      'screens/customer',
    )
    const status = fields.find(({ id }) => id === 'status')?.choices ?? []
    const [row] = (await call<{ records: { status: string }[] }>('GET', 'customer-data?limit=1')).records
    const others = status.filter(({ value }) => value !== row?.status)
    const impact = await call<{ fields: object[] }>('POST', 'form_fields/impact', [
      change('status', { choices: others }),
    ])
    expect(impact.fields[0]).toMatchObject({ invalid: { count: 3, reason: 'have a choice that is no longer offered' } })
  })
})

describe('versions', () => {
  interface Version {
    id: number
    user: string
    taken_back: number | null
    changes: { field_id: string; before: object | null; after: object | null }[]
  }
  const versions = async () =>
    (await call<{ records: Version[] }>('GET', `form_fields/versions?form_id=${form}`)).records

  it('are one a save, with what was before, and can be taken back', async () => {
    await modify(change('search_term', { label: 'Short name' }), change('industry', { help: 'What it sells' }))
    await modify(change('search_term', { label: 'Match code', help: 'For searching' }))
    const [second, first] = await versions()
    expect(first).toMatchObject({
      user: 'Ada',
      changes: [{ field_id: 'search_term', before: null }, { field_id: 'industry' }],
    })
    expect(second?.changes).toMatchObject([
      { before: { label: 'Short name' }, after: { label: 'Match code', help: 'For searching' } },
    ])
    await call('POST', 'form_fields/take-back', { form_id: form, version: second?.id })
    expect(await labelOf('search_term')).toBe('Short name')
    const [third] = await versions()
    expect(third).toMatchObject({ taken_back: second?.id, changes: [{ after: { label: 'Short name' } }] })
    await modify(change('industry', { help: 'Changed since' }))
    expect(await call('POST', 'form_fields/take-back', { form_id: form, version: first?.id })).toEqual({
      taken_back: 1,
      kept: ['industry'],
    })
    expect(await labelOf('search_term')).toBe('Search term')
  })

  it('of another form are not found, and nobody else takes them back', async () => {
    const [last] = await versions()
    await expect(
      call('POST', 'form_fields/take-back', { form_id: 'IMA_CONFIG_MATERIAL', version: last?.id }),
    ).rejects.toThrow('404')
    await expect(
      call('POST', 'form_fields/take-back', { form_id: form, version: last?.id }, { token: reader }),
    ).rejects.toThrow('403')
  })
})

describe('labels and displays', () => {
  it('are saved, read as they are in force, and reset', async () => {
    const field = { field_id: 'class_of_trade', label: 'Trade class', hidden: true }
    await call('POST', 'field-label-display', { form_id: form, fields: [field] })
    const current = (records: { field_id: string }[]) => records.find(({ field_id }) => field_id === 'class_of_trade')
    const read = async () =>
      current(
        (await call<{ records: { field_id: string }[] }>('GET', `field-label-display/current?form_id=${form}`)).records,
      )
    expect(await read()).toMatchObject({ label: 'Trade class', hidden: true })
    await modify(change('class_of_trade', { label: 'Trade class', hidden: true, help: 'From the contract' }))
    await call('PUT', 'field-label-display/reset', { form_id: form, field_id: 'class_of_trade' })
    expect(await read()).toMatchObject({ label: 'Class of trade', hidden: false, layers: [{ property: 'help' }] })
    const refused = await product.call('POST', '/api/field-label-display', {
      token: reader,
      body: { form_id: form, fields: [field] },
    })
    expect(refused.status).toBe(403)
  })

  it('know the tables and their fields that the caller may see', async () => {
    const { records } = await call<{ records: object[] }>('GET', 'field-label-tables')
    expect(records).toContainEqual({ table_name: 'customer', form_id: form, screen: 'customer', label: 'Customers' })
    const fields = await call<{ records: object[] }>('GET', 'table-fields?table_name=customer')
    expect(fields.records).toContainEqual(
      expect.objectContaining({ field_id: 'customer_number', field_name: 'customer_number', required: true }),
    )
  })
})
