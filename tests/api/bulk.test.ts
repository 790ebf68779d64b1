import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
let admin: string
let colleague: string
let reader: string
const ids: Record<string, number> = {}

const call = (path: string, body: unknown, token = admin) =>
  product.call('POST', `/api/customer-data/${path}`, { token, body })
const bulkUpdate = (body: object, token = admin) => call('bulk-update', body, token)
const bulkDelete = (body: object, token = admin) => call('bulk-delete', body, token)
const batch = (body: object, token = admin) => call('batch', body, token)

const one = async (id: number) =>
  (await product.call('GET', `/api/customer-data/${id}`, { token: admin })).body.response as Record<string, unknown>
const history = async (id: number) =>
  (await product.call('GET', `/api/customer-data/${id}/history`, { token: admin })).body.response?.['records'] as {
    operation: string
    changes: Record<string, [unknown, unknown]>
  }[]

async function customer(number: string, more: object = {}): Promise<number> {
  const { status, body } = await product.call('POST', '/api/customer-data', {
    token: admin,
    body: { customer_number: number, customer_name: `Name ${number}`, ...more },
  })
  expect([number, status]).toEqual([number, 201])
  return (ids[number] = body.response?.['id'] as number)
}

beforeAll(async () => {
  product = await sessionApp()
  const here = await product.organization({ code: 'HERE', name: 'Here' })
  const there = await product.organization({ code: 'THERE', name: 'There' })
  await product.user({ organizationId: here, email: 'admin@here.test', name: 'Ada', role: 'ADMINISTRATOR' })
  await product.user({ organizationId: here, email: 'second@here.test', name: 'Sue', role: 'ADMINISTRATOR' })
  await product.user({ organizationId: here, email: 'reader@here.test', name: 'Rex', role: 'READER' })
  await product.user({ organizationId: there, email: 'admin@there.test', name: 'Tom', role: 'ADMINISTRATOR' })
  admin = (await product.signIn('admin@here.test')).token
  colleague = (await product.signIn('second@here.test')).token
  reader = (await product.signIn('reader@here.test')).token
  for (const number of ['A', 'B', 'C']) await customer(number, { country: 'DE' })
  await customer('D', { country: 'FR', city: 'Paris' })
})

afterAll(() => product.close())

describe('a bulk update', () => {
  it('previews exactly and changes nothing', async () => {
    const { status, body } = await bulkUpdate({ filters: { country: 'DE' }, changes: { city: 'Bonn' }, dry_run: true })
    expect([status, body.message]).toEqual([200, undefined])
    expect(body.response).toEqual({
      dry_run: true,
      matched: 3,
      updated: 3,
      unchanged: 0,
      failed_count: 0,
      failed: [],
      samples: ['A', 'B', 'C'].map((key) => ({ id: ids[key], key, changes: { city: [null, 'Bonn'] } })),
    })
    expect(await one(ids['A']!)).toMatchObject({ city: null, row_version: 1 })
    expect(await history(ids['A']!)).toHaveLength(1)
  })

  it('changes what its filter finds, with one entry of history a record', async () => {
    const { body } = await bulkUpdate({ filters: { country: 'DE' }, changes: { city: 'Bonn', name_2: 'x' } })
    expect(body).toMatchObject({ error: { code: 'VALIDATION', issues: [{ path: ['changes', 'name_2'] }] } })
    const done = await bulkUpdate({ filters: { country: 'DE' }, changes: { city: 'Bonn' } })
    expect(done.body).toMatchObject({
      message: 'Successfully updated',
      response: { dry_run: false, matched: 3, updated: 3, unchanged: 0, failed: [] },
    })
    expect(await one(ids['B']!)).toMatchObject({ city: 'Bonn', row_version: 2 })
    expect((await history(ids['B']!))[0]).toMatchObject({ operation: 'update', changes: { city: [null, 'Bonn'] } })
    expect(await one(ids['D']!)).toMatchObject({ city: 'Paris', row_version: 1 })
    const again = await bulkUpdate({ filters: { country: 'DE' }, changes: { city: 'Bonn' } })
    expect(again.body).toMatchObject({ response: { updated: 0, unchanged: 3 } })
    expect(again.body.message).toBeUndefined()
  })

  it('names what is locked, changed meanwhile, gone or refused by its rules, and changes the others', async () => {
    await product.call('POST', '/api/acquire-lock', { token: colleague, body: { screen: 'customer', id: ids['A'] } })
    // Stored before the rule was: the row is made so past the engine.
    await product.db.system((tx) =>
      tx.client.query(
        `update customer set valid_from = '2026-02-01', valid_to = '2026-01-01' where customer_number = 'B'`,
      ),
    )
    const asked = {
      ids: [ids['A'], ids['B'], ids['C'], ids['D'], 999_999],
      changes: { city: 'Ulm' },
      row_versions: { [ids['C']!]: 1, [ids['D']!]: 1 },
    }
    const preview = (await bulkUpdate({ ...asked, dry_run: true })).body.response
    const { body } = await bulkUpdate(asked)
    expect(body.response).toMatchObject({ matched: 4, updated: 1, unchanged: 0, failed_count: 4 })
    expect(preview).toMatchObject({ matched: 4, updated: 1, unchanged: 0, failed: body.response?.['failed'] })
    expect(body.response?.['failed']).toMatchObject([
      { key: 'A', code: 'RECORD_LOCKED', message: 'Sue is editing this record.' },
      { key: 'B', code: 'VALIDATION', issues: [{ path: ['valid_to'] }] },
      { key: 'C', code: 'ROW_CONFLICT', details: { current: { city: 'Bonn', row_version: 2 } } },
      { id: 999_999, code: 'NOT_FOUND' },
    ])
    expect(await one(ids['D']!)).toMatchObject({ city: 'Ulm' })
    await product.call('POST', '/api/release-lock', { token: colleague, body: { screen: 'customer', id: ids['A'] } })
    await product.db.system((tx) => tx.client.query('update customer set valid_from = null, valid_to = null'))
  })

  it('checks references, and circles one record after the other', async () => {
    const nobody = await bulkUpdate({ ids: [ids['A']], changes: { parent_customer: 'NOBODY' } })
    expect(nobody.body.response).toMatchObject({ updated: 0, failed: [{ issues: [{ path: ['parent_customer'] }] }] })
    const { body } = await bulkUpdate({ ids: [ids['A'], ids['B'], ids['C']], changes: { parent_customer: 'B' } })
    expect(body.response).toMatchObject({ updated: 2, failed: [{ key: 'B', issues: [{ code: 'cycle' }] }] })
    await bulkUpdate({ ids: [ids['A'], ids['C']], changes: { parent_customer: null } })
  })

  it('is refused without records, without changes, without permission, and with a filter that means nothing', async () => {
    expect((await bulkUpdate({ changes: { city: 'X' } })).body.error).toMatchObject({ code: 'BAD_REQUEST' })
    expect((await bulkUpdate({ filters: {}, changes: { city: 'X' } })).status).toBe(400)
    expect((await bulkUpdate({ all: true, changes: {} })).status).toBe(400)
    expect((await bulkUpdate({ all: true, changes: { city: 'X' } }, reader)).status).toBe(403)
    expect((await bulkDelete({ all: true }, reader)).status).toBe(403)
    expect((await batch({ create: [{}] }, reader)).status).toBe(403)
    expect(
      (await bulkUpdate({ filters: { country: 'DE', city: '' }, changes: { city: 'X' } })).body.error,
    ).toMatchObject({
      code: 'BAD_FILTER',
      issues: [{ path: ['filters', 'city'] }],
    })
    expect((await bulkUpdate({ all: true, changes: { customer_number: 'X' } })).status).toBe(422)
    expect((await bulkUpdate({ all: 'true', changes: { city: 'X' } })).status).toBe(422)
  })

  it('stays within the organisation', async () => {
    const other = (await product.signIn('admin@there.test')).token
    const { body } = await bulkUpdate({ ids: [ids['A']], changes: { city: 'Rome' } }, other)
    expect(body.response).toMatchObject({ matched: 0, updated: 0, failed: [{ id: ids['A'], code: 'NOT_FOUND' }] })
  })

  it('changes thousands at once', async () => {
    await product.db.system((tx) =>
      tx.client.query(
        `insert into customer (organization_id, customer_number, customer_name, status, customer_type, city)
         select organization_id, 'N' || n, 'Many ' || n, 'active', 'direct', 'Old ' || n % 3 from organization, generate_series(1, 1500) n where code = 'HERE'`,
      ),
    )
    const { body } = await bulkUpdate({ filters: { 'customer_name.startsWith': 'Many' }, changes: { city: 'Old 1' } })
    expect(body.response).toMatchObject({ matched: 1500, updated: 1000, unchanged: 500, failed_count: 0 })
    const gone = await bulkDelete({ filters: { 'customer_name.startsWith': 'Many' } })
    expect(gone.body).toMatchObject({ message: 'Successfully deleted', response: { deleted: 1500, failed: [] } })
  })
})

describe('a bulk deletion', () => {
  it('names what is referred to from outside and deletes the others, children with their parents', async () => {
    await customer('P')
    await customer('P1', { parent_customer: 'P' })
    await customer('P11', { parent_customer: 'P1' })
    await customer('Q')
    await customer('Q1', { parent_customer: 'Q' })
    const asked = { ids: ['P', 'P1', 'P11', 'Q'].map((key) => ids[key]) }
    const preview = await bulkDelete({ ...asked, dry_run: true })
    expect(preview.body.response).toMatchObject({ dry_run: true, matched: 4, deleted: 3, failed: [{ key: 'Q' }] })
    expect(preview.body.response?.['samples']).toEqual(['P', 'P1', 'P11'].map((key) => ({ id: ids[key], key })))
    const { body } = await bulkDelete(asked)
    expect(body.response).toMatchObject({
      deleted: 3,
      failed: [{ key: 'Q', code: 'STILL_REFERENCED', message: 'This cannot be deleted: 1 customer refers to it.' }],
    })
  })

  it('goes piece by piece, each with what undoes it; what a later piece refers to waits for it', async () => {
    for (const key of ['V1', 'V2', 'V3']) await customer(key)
    await customer('V4', { parent_customer: 'V1' })
    const asked = { filters: { 'customer_number.startsWith': 'V' }, limit: 2, with_undo: true }
    const first = await bulkDelete(asked)
    expect(first.body.response).toMatchObject({
      matched: 4,
      deleted: 1,
      failed: [{ key: 'V1', code: 'STILL_REFERENCED' }],
      next: ids['V2'],
      undo: [{ customer_number: 'V2' }],
    })
    const second = await bulkDelete({ ...asked, after: ids['V2'] })
    expect(second.body.response).toMatchObject({ matched: null, deleted: 2, failed: [], next: ids['V4'] })
    expect((await bulkDelete({ ...asked, after: ids['V4'] })).body.response).toMatchObject({ deleted: 0, next: null })
    expect((await bulkDelete({ ids: [ids['V1']] })).body.response).toMatchObject({ deleted: 1, failed: [] })
  })

  it('keeps what holds what has to stay', async () => {
    await customer('R')
    await customer('R1', { parent_customer: 'R' })
    await customer('R11', { parent_customer: 'R1' })
    await product.call('POST', '/api/acquire-lock', { token: colleague, body: { screen: 'customer', id: ids['R11'] } })
    const { body } = await bulkDelete({ ids: ['R', 'R1', 'R11'].map((key) => ids[key]) })
    expect(body.response).toMatchObject({
      deleted: 0,
      failed: [
        { key: 'R', code: 'STILL_REFERENCED' },
        { key: 'R1', code: 'STILL_REFERENCED' },
        { key: 'R11', code: 'RECORD_LOCKED' },
      ],
    })
    await product.call('POST', '/api/release-lock', { token: colleague, body: { screen: 'customer', id: ids['R11'] } })
    const whole = await product.call('DELETE', '/api/customer-data?customer_number.startsWith=R', { token: admin })
    expect(whole.body).toMatchObject({ response: { deleted: 3 } })
  })

  it('asks the hooks of each record', async () => {
    const endpoint = product.screens.find((screen) => screen.name === 'user')!.endpoint!
    const { body } = await product.call('POST', `/api/${endpoint}/bulk-delete`, { token: admin, body: { all: true } })
    // Nobody deletes himself, whatever else is chosen with it.
    expect(body.response).toMatchObject({ matched: 3, deleted: 2, failed_count: 1 })
    expect((body.response?.['failed'] as { message: string }[])[0]?.message).toMatch(/\w/)
  })
})

describe('a batch', () => {
  it('tells what became of every entry, in its place', async () => {
    const a = await one(ids['A']!)
    const { status, body } = await batch({
      create: [
        { customer_number: 'K2', customer_name: 'Child', parent_customer: 'K1' },
        { customer_number: 'K1', customer_name: 'Parent' },
        { customer_number: 'A', customer_name: 'Twice' },
        { customer_name: 'No number' },
      ],
      update: [
        { id: ids['A'], row_version: a['row_version'], changes: { city: 'Kiel' } },
        { id: ids['B'], row_version: 0, changes: { city: 'Kiel' } },
        { id: ids['C'], changes: { customer_name: null } },
        { id: ids['D'], changes: {} },
      ],
      delete: [{ id: ids['Q'] }, { id: ids['Q1'], row_version: 1 }],
    })
    expect(status).toBe(200)
    expect(body.response).toMatchObject({ created: 2, updated: 1, unchanged: 1, deleted: 2, failed: 4 })
    expect(body.response?.['create']).toMatchObject([
      { status: 'created', record: { customer_number: 'K2', labels: { parent_customer: { K1: 'Parent' } } } },
      { status: 'created', record: { customer_number: 'K1', row_version: 1 } },
      { status: 'failed', code: 'DUPLICATE_KEY', issues: [{ path: ['customer_number'] }] },
      { status: 'failed', code: 'VALIDATION', issues: [{ path: ['customer_number'] }] },
    ])
    expect(body.response?.['update']).toMatchObject([
      { status: 'updated', record: { id: ids['A'], city: 'Kiel', row_version: Number(a['row_version']) + 1 } },
      { status: 'failed', key: 'B', code: 'ROW_CONFLICT', details: { current: { customer_number: 'B' } } },
      { status: 'failed', key: 'C', code: 'VALIDATION', issues: [{ path: ['customer_name'] }] },
      { status: 'unchanged', record: { id: ids['D'] } },
    ])
    expect(body.response?.['delete']).toMatchObject([
      { status: 'deleted', key: 'Q' },
      { status: 'deleted', key: 'Q1' },
    ])
  })

  it('writes all or nothing where that is asked', async () => {
    const { status, body } = await batch({
      create: [{ customer_number: 'Z1', customer_name: 'Z' }, { customer_number: 'Z2' }],
      all_or_nothing: true,
    })
    expect([status, body.error?.code, body.error?.issues?.[0]?.path]).toEqual([
      422,
      'VALIDATION',
      ['create', 1, 'customer_name'],
    ])
    expect(body.message).toBe('Nothing was saved: 1 of 2 records cannot be saved as they are.')
    const found = await product.call('GET', '/api/customer-data?customer_number=Z1', { token: admin })
    expect(found.body.response).toMatchObject({ total_record: 0 })
  })

  it('previews without writing, and takes an entry once', async () => {
    const { body } = await batch({ create: [{ customer_number: 'Z3', customer_name: 'Z' }], dry_run: true })
    expect(body.response).toMatchObject({ dry_run: true, created: 1, create: [{ record: { customer_number: 'Z3' } }] })
    const found = await product.call('GET', '/api/customer-data?customer_number=Z3', { token: admin })
    expect(found.body.response).toMatchObject({ total_record: 0 })
    const twice = { update: [1, 1].map(() => ({ id: ids['A'], changes: { city: 'X' } })) }
    expect((await batch(twice)).body.error?.issues?.[0]?.path).toEqual(['update', 1, 'id'])
  })
})
