import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

// Cost values of sales lines are for holders of masters.cost; the clerk may write lines, the auditor only sees them.
let product: SessionApp
let admin: string
let clerk: string
let auditor: string
let id: number

const call = async (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  product.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
const status = async (...of: Parameters<typeof call>): Promise<number> => (await call(...of)).status

const line = {
  billing_doc_number: 'D1',
  billing_doc_line: 1,
  billing_date: '2026-01-01',
  material_number: 'M1',
  quantity: '1',
  net_value: '100',
  cost_value: '60',
}

beforeAll(async () => {
  product = await sessionApp()
  const organizationId = await product.organization({
    code: 'HERE',
    name: 'Here',
    roles: [
      { code: 'ADMINISTRATOR', name: 'Administrator', permissions: ['*'], authorizedApps: ['Customer Rebate'] },
      { code: 'CLERK', name: 'Clerk', permissions: ['transactions.write'], authorizedApps: ['Customer Rebate'] },
      { code: 'AUDITOR', name: 'Auditor', permissions: ['masters.cost'], authorizedApps: ['Customer Rebate'] },
    ],
  })
  for (const role of ['ADMINISTRATOR', 'CLERK', 'AUDITOR'])
    await product.user({ organizationId, email: `${role.toLowerCase()}@here.test`, name: role, role })
  admin = (await product.signIn('administrator@here.test')).token
  clerk = (await product.signIn('clerk@here.test')).token
  auditor = (await product.signIn('auditor@here.test')).token
  const { body } = await call(admin, 'POST', 'sales_data', line)
  id = body.response?.['id'] as number
})

afterAll(() => product.close())

describe('a field that may not be read', () => {
  it('is gone from records, exports, histories and the screen', async () => {
    for (const path of [
      'sales_data',
      'sales_data?limit=0',
      `sales_data/${id}`,
      `sales_data/${id}/history`,
      'screens/sales-data',
      'sales_data/export?format=csv',
    ]) {
      const answer = await product.app.inject({
        method: 'GET',
        url: `/api/${path}`,
        headers: { authorization: `Bearer ${clerk}` },
      })
      expect([path, answer.statusCode, answer.body.includes('cost_value')]).toEqual([path, 200, false])
    }
    expect((await call(auditor, 'GET', `sales_data/${id}`)).body.response).toMatchObject({ cost_value: '60.0000' })
  })

  it('is refused as filter, sort key, column and list of values', async () => {
    for (const path of [
      'sales_data?cost_value.gt=50',
      'sales_data?sort=cost_value',
      'sales_data?columns=cost_value',
      'sales_data/export?format=csv&columns=cost_value',
      'sales_data?cost_value=60&limit=0',
    ]) {
      const answer = await call(clerk, 'GET', path)
      expect([path, answer.status, answer.body.error?.code]).toEqual([path, 403, 'FIELD_DENIED'])
    }
    expect(await status(clerk, 'POST', 'sales_data/search', { filters: { cost_value: '60' } })).toBe(403)
    expect(await status(clerk, 'DELETE', 'sales_data?cost_value=60')).toBe(403)
    expect(await status(clerk, 'GET', 'sales_data/distinct?field=cost_value')).toBeGreaterThanOrEqual(400)
  })

  it('keeps its value when the others are changed', async () => {
    const { body } = await call(clerk, 'GET', `sales_data/${id}`)
    const changed = await call(clerk, 'PUT', `sales_data/${id}`, { ...body.response, net_value: '110' })
    expect(changed.status).toBe(200)
    expect((await call(auditor, 'GET', `sales_data/${id}`)).body.response).toMatchObject({
      net_value: '110.0000',
      cost_value: '60.0000',
    })
  })

  it('cannot be written, neither at creation nor later, and the refusal names it', async () => {
    const created = await call(clerk, 'POST', 'sales_data', { ...line, billing_doc_line: 2 })
    expect([created.status, created.body.error?.issues?.[0]?.path]).toEqual([422, ['cost_value']])
    expect(await status(clerk, 'PUT', `sales_data/${id}`, { cost_value: '1' })).toBe(422)
  })

  it('does not travel in a conflict either', async () => {
    const { status: code, body } = await call(clerk, 'PUT', `sales_data/${id}`, { row_version: 1, net_value: '120' })
    expect([code, body.error?.code]).toEqual([409, 'ROW_CONFLICT'])
    expect(body.error?.details?.['current']).toMatchObject({ net_value: '110.0000' })
    expect(JSON.stringify(body)).not.toContain('cost_value')
  })
})

describe('an operation', () => {
  it('needs the permission the screen names for it', async () => {
    expect(await status(auditor, 'POST', 'sales_data', { ...line, billing_doc_line: 3 })).toBe(403)
    expect(await status(auditor, 'PUT', `sales_data/${id}`, { net_value: '1' })).toBe(403)
    expect(await status(auditor, 'POST', 'acquire-lock', { screen: 'sales-data', id })).toBe(403)
    expect(await status(clerk, 'DELETE', `sales_data/${id}`)).toBe(403)
    expect(await status(clerk, 'DELETE', 'sales_data?all=true')).toBe(403)
    expect(await status(clerk, 'GET', 'sales_data/template?format=csv')).toBe(403)
    expect(await status(clerk, 'POST', 'customer-data', { customer_number: 'C', customer_name: 'C' })).toBe(403)
    expect(await status(clerk, 'GET', 'sales_data')).toBe(200)
  })
})

describe('a screen that may not be read', () => {
  it('answers nothing, and nothing shows that it is there', async () => {
    for (const path of [
      'config/access',
      'config/access/export?format=csv',
      'config/access/distinct?field=role',
      'screens/config-access',
    ])
      expect([path, await status(clerk, 'GET', path)]).toEqual([path, 403])
    expect(await status(clerk, 'POST', 'dropdown-search/config-access', { search: '' })).toBe(403)
    const { body } = await call(clerk, 'GET', 'bootstrap?path=/access-rights')
    expect(
      JSON.stringify([body.response?.['navigation'], body.response?.['routes'], body.response?.['screen']]),
    ).not.toContain('config-access')
    expect(JSON.stringify((await call(admin, 'GET', 'bootstrap?path=/access-rights')).body.response)).toContain(
      'config-access',
    )
  })
})

describe('a permission that is taken away', () => {
  it('is gone for everybody who is signed in, within five seconds', async () => {
    await product.db.system((tx) => tx.query(sql`update role set permissions = '{}' where code = 'CLERK'`))
    product.later(6)
    expect(await status(clerk, 'POST', 'sales_data', { ...line, billing_doc_line: 4, cost_value: undefined })).toBe(403)
  })
})
