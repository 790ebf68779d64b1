import { afterAll, beforeAll, expect, it } from 'vitest'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
let admin: string

const bulkUpdate = async (body: object) =>
  (await product.call('POST', '/api/customer-data/bulk-update', { token: admin, body })).body
const list = async (columns: string) =>
  (await product.call('GET', `/api/customer-data?sort=customer_number&limit=500&columns=${columns}`, { token: admin }))
    .body.response?.['records'] as Record<string, unknown>[]

beforeAll(async () => {
  product = await sessionApp()
  const here = await product.organization({ code: 'HERE', name: 'Here' })
  await product.user({ organizationId: here, email: 'admin@here.test', name: 'Ada', role: 'ADMINISTRATOR' })
  admin = (await product.signIn('admin@here.test')).token
  const create = Array.from({ length: 120 }, (_, at) => ({
    customer_number: `C${String(at).padStart(3, '0')}`,
    customer_name: `Trader ${at} Ltd`,
    credit_limit: at === 0 ? null : `${at}.50`,
    valid_from: '2026-01-31',
    country: at < 60 ? 'DE' : 'FR',
  }))
  await product.call('POST', '/api/customer-data/batch', { token: admin, body: { create, all_or_nothing: true } })
})
afterAll(() => product.close())

it('reckons from what stands in each record; the preview says the same and writes nothing', async () => {
  const asked = {
    filters: { country: 'DE' },
    operations: [
      { field: 'credit_limit', operation: 'percent', value: '10' },
      { field: 'customer_name', operation: 'replace', find: 'Ltd', value: 'Limited' },
      { field: 'valid_from', operation: 'add', value: '1' },
    ],
    changes: { city: 'Bonn' },
  }
  const preview = (await bulkUpdate({ ...asked, dry_run: true })).response
  expect(preview).toMatchObject({ dry_run: true, matched: 60, updated: 60, failed_count: 0 })
  expect((preview?.['samples'] as { changes: object }[])[1]?.changes).toMatchObject({
    credit_limit: ['1.5000', '1.65'],
    customer_name: ['Trader 1 Ltd', 'Trader 1 Limited'],
    valid_from: ['2026-01-31', '2026-02-01'],
    city: [null, 'Bonn'],
  })
  expect((await list('credit_limit'))[1]?.['credit_limit']).toBe('1.5000')
  expect((await bulkUpdate(asked)).response).toMatchObject({ matched: 60, updated: 60, failed_count: 0 })
  const records = await list('credit_limit,customer_name,valid_from,city')
  expect(records[0]).toMatchObject({ credit_limit: null, customer_name: 'Trader 0 Limited', row_version: 2 })
  expect(records[59]).toMatchObject({ credit_limit: '65.4500', valid_from: '2026-02-01', city: 'Bonn' })
  expect(records[60]).toMatchObject({ credit_limit: '60.5000', customer_name: 'Trader 60 Ltd', row_version: 1 })
  const history = await product.call('GET', `/api/customer-data/${String(records[59]?.['id'])}/history`, {
    token: admin,
  })
  expect((history.body.response?.['records'] as { changes: object }[])[0]?.changes).toMatchObject({
    credit_limit: ['59.5000', '65.45'],
  })
})

it('goes piece by piece: the first counts all, each tells where to go on', async () => {
  const asked = { filters: { country: 'FR' }, operations: [{ field: 'credit_limit', operation: 'add', value: '-80' }] }
  const first = (await bulkUpdate({ ...asked, limit: 25 })).response
  // The limit may not be negative: those refuse and are named.
  expect(first).toMatchObject({ matched: 60, updated: 5, failed_count: 20 })
  expect((first?.['failed'] as object[])[0]).toMatchObject({ key: 'C060', code: 'VALIDATION', message: 'At least 0' })
  const second = (await bulkUpdate({ ...asked, limit: 25, after: first?.['next'] })).response
  expect(second).toMatchObject({ matched: null, updated: 25, failed_count: 0 })
  const third = (await bulkUpdate({ ...asked, limit: 25, after: second?.['next'] })).response
  expect(third).toMatchObject({ matched: null, updated: 10, next: null })
  expect((await list('credit_limit')).at(-1)?.['credit_limit']).toBe('39.5000')
})

it('refuses what no record can take, once', async () => {
  const problem = async (operation: object, more: object = {}) =>
    (await bulkUpdate({ all: true, operations: [operation], ...more })).error
  expect(await problem({ field: 'customer_name', operation: 'percent', value: '5' })).toMatchObject({
    code: 'VALIDATION',
    issues: [{ path: ['operations', 0], message: 'Name cannot be changed in this way' }],
  })
  expect(await problem({ field: 'customer_name', operation: 'clear' })).toMatchObject({ message: 'Name is required' })
  expect(await problem({ field: 'nothing', operation: 'clear' })).toMatchObject({ code: 'VALIDATION' })
  expect(await problem({ field: 'customer_number', operation: 'append', value: 'x' })).toMatchObject({
    message: 'Customer cannot be changed once it is saved',
  })
  expect(await problem({ field: 'city', operation: 'clear' }, { changes: { city: 'X' } })).toMatchObject({
    message: 'city is named twice',
  })
  expect(await problem({ field: 'city', operation: 'explode' })).toMatchObject({ code: 'VALIDATION' })
  expect((await bulkUpdate({ all: true, limit: 100_000, changes: { city: 'X' } })).error).toMatchObject({
    code: 'VALIDATION',
  })
})

it('tells the versions it looked at; a change held against them is carried out once, however often it is sent', async () => {
  const asked = {
    filters: { 'customer_number.in': 'C010,C011' },
    operations: [{ field: 'credit_limit', operation: 'add', value: '10' }],
  }
  const limits = async () => (await list('credit_limit')).slice(10, 12).map((record) => record['credit_limit'])
  const before = await limits()
  expect((await bulkUpdate({ ...asked, dry_run: true })).response).not.toHaveProperty('versions')
  const { versions } = (await bulkUpdate({ ...asked, dry_run: true, with_versions: true })).response as {
    versions: Record<string, number>
  }
  const ids = Object.keys(versions).map(Number)
  expect(ids).toHaveLength(2)
  expect(await limits()).toEqual(before)
  const change = { ids, operations: asked.operations, row_versions: versions }
  expect((await bulkUpdate(change)).response).toMatchObject({ updated: 2, failed_count: 0 })
  const after = await limits()
  expect(after).not.toEqual(before)
  expect((await bulkUpdate(change)).response).toMatchObject({
    updated: 0,
    failed_count: 2,
    failed: [{ code: 'ROW_CONFLICT' }, { code: 'ROW_CONFLICT' }],
  })
  expect(await limits()).toEqual(after)
})

it('hands over what takes a change and a deletion back; what somebody changed since stays', async () => {
  const asked = { filters: { 'customer_number.in': 'C001,C002' }, changes: { city: 'Rome' }, with_undo: true }
  const undo = (await bulkUpdate(asked)).response?.['undo'] as { id: number; changes: object }[]
  expect(undo.map(({ changes }) => changes)).toEqual([{ city: 'Bonn' }, { city: 'Bonn' }])
  await bulkUpdate({ ids: [undo[1]!.id], changes: { city: 'Oslo' } })
  const batch = async (body: object) =>
    (await product.call('POST', '/api/customer-data/batch', { token: admin, body })).body.response
  expect(await batch({ update: undo })).toMatchObject({
    updated: 1,
    failed: 1,
    update: [
      { status: 'updated', record: { city: 'Bonn' } },
      { status: 'failed', code: 'ROW_CONFLICT', key: 'C002' },
    ],
  })
  const gone = await product.call('POST', '/api/customer-data/bulk-delete', {
    token: admin,
    body: { filters: { 'customer_number.in': 'C003,C004' }, with_undo: true },
  })
  expect(gone.body.response).toMatchObject({ deleted: 2 })
  const create = gone.body.response?.['undo'] as object[]
  expect(await batch({ create })).toMatchObject({ created: 2, failed: 0 })
  const records = await list('customer_name,city,credit_limit')
  expect(records[3]).toMatchObject({ customer_name: 'Trader 3 Limited', credit_limit: '3.8500' })
})

it.each([
  ['\u0000', 'a\u0000b', '\ud800', 'x \udfff y', '\u202Etest', 'Ω≈ç√∫ 👩‍👩‍👧 ﷽', '\u2028', '\\', '%', '_', '$1 $& $`'],
  ["'; drop table customer; --", '<script>alert(1)</script>', '=HYPERLINK("x")', '{"a":1}', '"', 'x'.repeat(5000)],
])('takes or refuses odd texts, with the reason', async (...texts) => {
  for (const text of texts) {
    const name = JSON.stringify(text).slice(0, 40)
    for (const operations of [
      [{ field: 'notes', operation: 'append', value: text }],
      [{ field: 'customer_name', operation: 'replace', find: text, value: 'x' }],
      [{ field: 'customer_name', operation: 'replace', find: 'Trader', value: text }],
      [{ field: 'credit_limit', operation: 'percent', value: text }],
      [{ field: 'valid_from', operation: 'add', value: text }],
    ]) {
      const answer = await product.call('POST', '/api/customer-data/bulk-update', {
        token: admin,
        body: { filters: { 'customer_number.in': 'C010,C011,C012' }, operations, dry_run: true },
      })
      expect([name, operations[0]?.field, answer.status < 500]).toEqual([name, operations[0]?.field, true])
    }
    const { status } = await product.call('POST', '/api/customer-data/batch', {
      token: admin,
      body: { create: [{ customer_number: text, customer_name: text }], dry_run: true },
    })
    expect([name, status]).toEqual([name, 200])
    const attributes = await product.call('POST', '/api/customer-data/bulk-update', {
      token: admin,
      body: { filters: { customer_number: 'C010' }, changes: { attributes: { [text]: text } }, dry_run: true },
    })
    expect([name, attributes.status < 500]).toEqual([name, true])
  }
})
