import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { viewKey } from '#src/definition/view-key.ts'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
let admin: string
let reader: string
let stranger: string

interface FirstPage {
  readonly screen: string
  readonly parameters: Record<string, string>
  readonly page: { readonly records: readonly Record<string, unknown>[]; readonly next?: string | null }
}

const ask = (token: string, path: string, search = '') =>
  product.call('GET', `/api/first-page?${new URLSearchParams({ path, search }).toString()}`, { token })
const read = async (token: string, path: string, search = ''): Promise<FirstPage | null> => {
  const { status, body } = await ask(token, path, search)
  expect(status).toBe(200)
  return body.response as unknown as FirstPage | null
}

beforeAll(async () => {
  product = await sessionApp()
  const here = await product.organization({ code: 'HERE', name: 'Here' })
  const there = await product.organization({ code: 'THERE', name: 'There' })
  await product.user({ organizationId: here, email: 'admin@here.test', name: 'Ada', role: 'ADMINISTRATOR' })
  await product.user({ organizationId: here, email: 'reader@here.test', name: 'Rex', role: 'READER' })
  await product.user({ organizationId: there, email: 'admin@there.test', name: 'Tom', role: 'ADMINISTRATOR' })
  admin = (await product.signIn('admin@here.test')).token
  reader = (await product.signIn('reader@here.test')).token
  stranger = (await product.signIn('admin@there.test')).token
  for (const number of ['C-1', 'C-2', 'C-3']) {
    const body = { customer_number: number, customer_name: `Customer ${number}`, status: 'active' }
    await product.call('POST', '/api/customer-data', { token: admin, body })
  }
})

afterAll(() => product.close())

describe('the rows behind an address', () => {
  it('are those that the list itself asks for', async () => {
    const first = await read(admin, '/customer-master')
    expect(first?.screen).toBe('customer')
    expect(first?.page.records.map((record) => record['customer_number'])).toEqual(['C-1', 'C-2', 'C-3'])
    const query = new URLSearchParams(first?.parameters).toString()
    const { body } = await product.call('GET', `/api/customer-data?${query}`, { token: admin })
    expect(first?.page).toEqual(body.response)
  })

  it('follow the address: filters, sort, columns, page', async () => {
    const first = await read(admin, '/customer-master', '?sort=-customer_number&limit=2&page=2&columns=customer_number')
    expect(first?.parameters).toMatchObject({ sort: '-customer_number', limit: '2', page: '2' })
    expect(first?.page.records.map((record) => record['customer_number'])).toEqual(['C-1'])
    expect(first?.page.records[0]).not.toHaveProperty('credit_limit')
    const filtered = await read(admin, '/customer-master', '?customer_number=C-2')
    expect(filtered?.page.records).toHaveLength(1)
  })

  it('open with the view that the caller has chosen', async () => {
    const views = '/api/list-views/customer'
    const state = { query: { customer_number: 'C-3' } }
    const saved = await product.call('POST', views, { token: admin, body: { name: 'Third', state } })
    const key = viewKey(saved.body.response as unknown as { id: number; name: string })
    const { status } = await product.call('PUT', `${views}/default`, { token: admin, body: { view: key, for: 'me' } })
    expect(status).toBe(200)
    expect((await read(admin, '/customer-master'))?.page.records.map((record) => record['customer_number'])).toEqual([
      'C-3',
    ])
    expect((await read(reader, '/customer-master'))?.page.records).toHaveLength(3)
    expect((await read(admin, '/customer-master', '?view=all'))?.page.records).toHaveLength(3)
  })

  it('are none where no list is, or one that only its own code understands', async () => {
    expect(await read(admin, '/customer-master/new')).toBeNull()
    expect(await read(admin, '/nowhere')).toBeNull()
    expect(await read(admin, '//')).toBeNull()
    expect(await read(admin, '/customer-master', '?group=status')).toBeNull()
    // What cannot be understood is told by the list, once.
    expect(await read(admin, '/customer-master', '?sort=nothing_of_the_kind')).toBeNull()
    expect(await read(admin, '/customer-master', '?valid_from=never')).toBeNull()
  })

  it('stay within the organisation and the rights of the caller', async () => {
    expect((await read(stranger, '/customer-master'))?.page.records).toEqual([])
    expect(await read(reader, '/users')).toBeNull()
    expect((await product.call('GET', '/api/first-page?path=/customer-master')).status).toBe(401)
  })
})
