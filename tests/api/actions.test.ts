import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
let admin: string
let reader: string
const ids: Record<string, number> = {}

const act = (parameters: object, token = admin) =>
  product.call('POST', '/api/customer-data/actions/change-status', { token, body: parameters })

const statuses = async () => {
  const { body } = await product.call('GET', '/api/customer-data?sort=customer_number&limit=0', { token: admin })
  return (body.response?.['records'] as { customer_number: string; status: string }[]).map(
    (row) => `${row.customer_number} ${row.status}`,
  )
}

beforeAll(async () => {
  product = await sessionApp()
  const here = await product.organization({ code: 'HERE', name: 'Here' })
  await product.user({ organizationId: here, email: 'admin@here.test', name: 'Ada', role: 'ADMINISTRATOR' })
  await product.user({ organizationId: here, email: 'reader@here.test', name: 'Rex', role: 'READER' })
  admin = (await product.signIn('admin@here.test')).token
  reader = (await product.signIn('reader@here.test')).token
  for (const [number, country] of [
    ['A', 'DE'],
    ['B', 'DE'],
    ['C', 'FR'],
  ] as const) {
    const { body } = await product.call('POST', '/api/customer-data', {
      token: admin,
      body: { customer_number: number, customer_name: number, country },
    })
    ids[number] = body.response?.['id'] as number
  }
})

afterAll(() => product.close())

describe('an action', () => {
  it('tells what it would meet and does nothing', async () => {
    const { status, body } = await act({ filters: { country: 'DE' }, dry_run: true })
    expect([status, body.message, body.response]).toEqual([200, undefined, { matched: 2, left_out: 0, reason: null }])
    expect(await statuses()).toEqual(['A active', 'B active', 'C active'])
    expect((await act({ filters: { country: 'DE' }, dry_run: true }, reader)).status).toBe(403)
  })

  it('runs on the records that were chosen', async () => {
    const { status, body } = await act({ ids: [ids.A, ids.C], parameters: { status: 'inactive' } })
    expect([status, body.message, body.response]).toEqual([
      200,
      'Successfully updated',
      { done: 2, skipped: [], failed: [], given: [] },
    ])
    expect(await statuses()).toEqual(['A inactive', 'B active', 'C inactive'])
  })

  it('runs on everything a filter finds and leaves alone what is so already', async () => {
    const { body } = await act({ filters: { country: 'DE' }, parameters: { status: 'inactive' } })
    expect(body.response).toEqual({
      done: 1,
      skipped: [{ id: ids.A, key: 'A', reason: 'It has these values already' }],
      failed: [],
      given: [],
    })
    expect(await statuses()).toEqual(['A inactive', 'B inactive', 'C inactive'])
  })

  it('writes each change into the history of its record', async () => {
    const { body } = await product.call('GET', `/api/customer-data/${ids.B}/history`, { token: admin })
    expect((body.response?.['records'] as { changes: unknown }[])[0]?.changes).toEqual({
      status: ['active', 'inactive'],
    })
  })

  it('checks its parameters', async () => {
    const { status, body } = await act({ ids: [ids.A], parameters: { status: 'blocked' } })
    expect([status, body.error?.issues?.[0]?.path]).toEqual([422, ['parameters', 'block_reason']])
  })

  it('needs records, the permission and an existing name', async () => {
    expect((await act({ parameters: { status: 'active' } })).status).toBe(400)
    expect((await act({ ids: [ids.A], parameters: { status: 'active' } }, reader)).status).toBe(403)
    expect(
      (await product.call('POST', '/api/customer-data/actions/no-such', { token: admin, body: { ids: [ids.A] } }))
        .status,
    ).toBe(404)
    expect((await act({ filters: { nothing: 1 }, parameters: { status: 'active' } })).status).toBe(400)
  })

  it('names the records that refuse and changes the others', async () => {
    // A later definition may forbid what was stored before it: the row is made so past the engine.
    await product.db.system((tx) =>
      tx.client.query(
        `update customer set valid_from = '2026-02-01', valid_to = '2026-01-01' where customer_number = 'A'`,
      ),
    )
    const { body } = await act({ ids: [ids.A, ids.B], parameters: { status: 'active' } })
    expect(body.response).toMatchObject({
      done: 1,
      skipped: [],
      failed: [{ id: ids.A, key: 'A', issues: [{ path: ['valid_to'] }] }],
    })
    expect(await statuses()).toEqual(['A inactive', 'B active', 'C inactive'])
  })
})
