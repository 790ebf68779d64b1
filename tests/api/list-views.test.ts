import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
let admin: string
let reader: string
let second: string
let stranger: string
const views = '/api/list-views/sales-data'

interface View {
  readonly id: number
  readonly name: string
  readonly row_version: number
  readonly may_change: boolean
  readonly query: Record<string, string>
  readonly gone: string[]
  readonly denied: number
}
interface Answer {
  readonly views: View[]
  readonly defaults: Record<'me' | 'role' | 'everyone', string | null>
  readonly layouts: Record<string, { query: Record<string, string> }>
}

const read = async (token: string): Promise<Answer> =>
  (await product.call('GET', views, { token })).body.response as unknown as Answer
const namesOf = async (token: string) => (await read(token)).views.map(({ name }) => name)
const save = (token: string, name: string, more: object = {}) =>
  product.call('POST', views, {
    token,
    body: { name, state: { query: { country: 'Spain', columns: 'billing_doc_number,country' } }, ...more },
  })

beforeAll(async () => {
  product = await sessionApp()
  const here = await product.organization({ code: 'HERE', name: 'Here' })
  const there = await product.organization({ code: 'THERE', name: 'There' })
  await product.user({ organizationId: here, email: 'admin@here.test', name: 'Ada', role: 'ADMINISTRATOR' })
  await product.user({ organizationId: here, email: 'reader@here.test', name: 'Rex', role: 'READER' })
  await product.user({ organizationId: here, email: 'second@here.test', name: 'Sue', role: 'READER' })
  await product.user({ organizationId: there, email: 'admin@there.test', name: 'Tom', role: 'ADMINISTRATOR' })
  admin = (await product.signIn('admin@here.test')).token
  reader = (await product.signIn('reader@here.test')).token
  second = (await product.signIn('second@here.test')).token
  stranger = (await product.signIn('admin@there.test')).token
})

afterAll(() => product.close())

describe('saved views of a list', () => {
  it('are private unless they are shared, and never leave the organisation', async () => {
    expect((await save(reader, 'Mine')).status).toBe(201)
    expect((await save(reader, 'For all', { audience: 'everyone' })).status).toBe(201)
    expect(await namesOf(reader)).toEqual(['Mine', 'For all'])
    expect(await namesOf(admin)).toEqual(['For all'])
    expect(await namesOf(stranger)).toEqual([])
  })

  it('are not called as a view of the list itself', async () => {
    const refused = await save(reader, 'all')
    expect(refused.status).toBe(409)
    expect(refused.body.error?.issues).toMatchObject([
      { path: ['name'], message: 'The list has a view called All of its own. Choose another name.' },
    ])
    const made = (await save(reader, 'All mine')).body.response as unknown as View
    const renamed = await product.call('PUT', `${views}/${made.id}`, {
      token: reader,
      body: { name: 'ALL', row_version: made.row_version },
    })
    expect(renamed.status).toBe(409)
    expect((await product.call('DELETE', `${views}/${made.id}`, { token: reader })).status).toBe(200)
  })

  it('keep which criteria of a result were emptied although they have a default', async () => {
    const address = '/api/list-views/calculation-simulation'
    const query = { kind: 'Accrual', without: 'contract_status,no_such' }
    const saved = await product.call('POST', address, { token: reader, body: { name: 'Any status', state: { query } } })
    expect(saved.status).toBe(201)
    const [view] = (await product.call('GET', address, { token: reader })).body.response?.['views'] as View[]
    expect(view).toMatchObject({ query: { kind: 'Accrual', without: 'contract_status' }, gone: ['no_such'] })
  })

  it('are shared with a role one holds, and seen by its holders', async () => {
    const { body } = await product.call('GET', `${views}/roles`, { token: reader })
    const [role] = body.response?.['records'] as { id: number; name: string }[]
    expect((await save(reader, 'For readers', { audience: 'role', role_id: role!.id })).status).toBe(201)
    expect(await namesOf(second)).toEqual(expect.arrayContaining(['For readers', 'For all']))
    const refused = await save(reader, 'For others', { audience: 'role', role_id: 99_999 })
    expect(refused.body.error?.issues?.[0]?.path).toEqual(['role_id'])
  })

  it('are shared anew with a role one holds only, whichever part of the sharing is sent', async () => {
    const roles = (await product.call('GET', `${views}/roles`, { token: admin })).body.response?.['records'] as {
      id: number
      name: string
    }[]
    const idOf = (name: string) => roles.find((role) => role.name === name)!.id
    const made = (await save(reader, 'Moving', { audience: 'role', role_id: idOf('Reader') })).body.response!
    const put = async (token: string, body: object) => {
      const { row_version } = (await read(token)).views.find(({ id }) => id === made['id'])!
      return product.call('PUT', `${views}/${String(made['id'])}`, { token, body: { row_version, ...body } })
    }
    for (const role_id of [idOf('Administrator'), 99_999, null]) {
      const refused = await put(reader, { role_id })
      expect([refused.status, refused.body.error?.issues?.[0]?.path]).toEqual([422, ['role_id']])
    }
    // What somebody else has shared with another role, its owner renames all the same.
    expect((await put(admin, { role_id: idOf('Administrator') })).status).toBe(200)
    const kept = { name: 'Moved', audience: 'role', role_id: idOf('Administrator') }
    expect((await put(reader, kept)).body.response).toMatchObject(kept)
    expect((await product.call('DELETE', `${views}/${String(made['id'])}`, { token: reader })).status).toBe(200)
  })

  it('are changed by their owner and by those who manage views', async () => {
    const shared = (await read(second)).views.find(({ name }) => name === 'For all')!
    expect(shared.may_change).toBe(false)
    const change = { row_version: shared.row_version, name: 'For everybody' }
    const address = `${views}/${shared.id}`
    expect((await product.call('PUT', address, { token: second, body: change })).status).toBe(403)
    expect((await product.call('DELETE', address, { token: second })).status).toBe(403)
    expect((await product.call('PUT', address, { token: stranger, body: change })).status).toBe(404)
    const changed = await product.call('PUT', address, { token: admin, body: change })
    expect(changed.body.response).toMatchObject({ name: 'For everybody', query: { country: 'Spain' } })
    const late = await product.call('PUT', address, { token: reader, body: change })
    expect(late.body.error?.code).toBe('ROW_CONFLICT')
  })

  it('are refused with what they get wrong', async () => {
    const unknown = await save(reader, 'Wrong', { state: { query: { nothing: '1' } } })
    expect(unknown.body.error).toMatchObject({ code: 'BAD_FILTER', issues: [{ path: ['state', 'query', 'nothing'] }] })
    expect((await save(reader, 'Mine')).body.error?.issues?.[0]?.path).toEqual(['name'])
    expect((await save(reader, '  ')).status).toBe(422)
  })

  it('open by default for a user, else for the role, else for everyone; a deleted one no more', async () => {
    const shared = (await read(admin)).views.find(({ name }) => name === 'For everybody')!
    const choose = (token: string, body: object) => product.call('PUT', `${views}/default`, { token, body })
    expect((await choose(reader, { view: String(shared.id), for: 'everyone' })).status).toBe(403)
    expect((await choose(admin, { view: String(shared.id), for: 'everyone' })).status).toBe(200)
    expect((await choose(second, { view: 'Returns' })).status).toBe(200)
    expect((await read(second)).defaults).toEqual({ me: 'Returns', role: null, everyone: `${shared.id}-for-everybody` })
    await choose(second, { view: null })
    expect((await read(second)).defaults.me).toBeNull()
    expect((await product.call('DELETE', `${views}/${shared.id}`, { token: admin })).status).toBe(200)
    expect((await read(second)).defaults.everyone).toBeNull()
  })

  it('open the list for any role, chosen by those who manage views', async () => {
    const { body } = await product.call('GET', `${views}/roles`, { token: admin })
    const roles = body.response?.['records'] as { id: number; name: string }[]
    const role_id = roles.find(({ name }) => name === 'Reader')!.id
    const choose = (token: string, asked: object) =>
      product.call('PUT', `${views}/default`, { token, body: { for: 'role', ...asked } })
    const administrators = roles.find(({ name }) => name === 'Administrator')!.id
    const theirs = await save(admin, 'Of admins', { audience: 'role', role_id: administrators })
    expect((await choose(reader, { view: 'Returns', role_id })).status).toBe(403)
    expect((await choose(admin, { view: 'Returns', role_id: 99_999 })).body.error?.issues?.[0]?.path).toEqual([
      'role_id',
    ])
    expect((await choose(admin, { view: String(theirs.body.response?.['id']), role_id })).body.message).toBe(
      'Share the view with that role or with everyone first.',
    )
    expect((await choose(admin, { view: 'Returns', role_id })).status).toBe(200)
    expect([(await read(second)).defaults.role, (await read(admin)).defaults.role]).toEqual(['Returns', null])
    const opening = async (token: string) => {
      const answer = await product.call('GET', `${views}/roles`, { token })
      const told = answer.body.response?.['records'] as { name: string; opens_with: string | null }[]
      return Object.fromEntries(told.map(({ name, opens_with: view }) => [name, view]))
    }
    expect(await opening(admin)).toMatchObject({ Reader: 'Returns', Administrator: null })
    expect(await opening(reader)).toEqual({ Reader: 'Returns' })
    expect((await choose(admin, { view: null, role_id })).status).toBe(200)
    expect(await opening(admin)).toMatchObject({ Reader: null })
    expect((await read(second)).defaults.role).toBeNull()
    await product.call('DELETE', `${views}/${String(theirs.body.response?.['id'])}`, { token: admin })
  })

  it('open the list no more for those from whom they are taken', async () => {
    const { body } = await product.call('GET', `${views}/roles`, { token: reader })
    const [role] = body.response?.['records'] as { id: number }[]
    const made = (await save(reader, 'Given', { audience: 'everyone' })).body.response!
    const view = String(made['id'])
    const choose = (token: string, asked: object) =>
      product.call('PUT', `${views}/default`, { token, body: { view, ...asked } })
    for (const [token, asked] of [
      [reader, {}],
      [second, {}],
      [admin, { for: 'everyone' }],
      [admin, { for: 'role', role_id: role!.id }],
    ] as const)
      expect((await choose(token, asked)).status).toBe(200)
    const put = async (change: object) => {
      const { row_version } = (await read(reader)).views.find(({ id }) => id === made['id'])!
      const answer = await product.call('PUT', `${views}/${view}`, { token: reader, body: { row_version, ...change } })
      expect(answer.status).toBe(200)
    }
    const key = `${view}-given`
    await put({ audience: 'role', role_id: role!.id })
    expect((await read(second)).defaults).toEqual({ me: key, role: key, everyone: null })
    await put({ audience: 'own' })
    expect((await read(reader)).defaults).toEqual({ me: key, role: null, everyone: null })
    // Nor once it is shared again: what was taken does not come back unseen.
    await put({ audience: 'everyone' })
    expect((await read(second)).defaults).toEqual({ me: null, role: null, everyone: null })
    await product.call('DELETE', `${views}/${view}`, { token: reader })
  })

  it('open the list for others only where these see them', async () => {
    const choose = (view: string | null, layer: string) =>
      product.call('PUT', `${views}/default`, { token: admin, body: { view, for: layer } })
    const refusal = async (view: string, layer: string) => {
      const { status, body } = await choose(view, layer)
      return [status, body.error?.code, body.error?.issues?.[0]?.path, body.message]
    }
    const refused = (message: string) => [422, 'VALIDATION', ['view'], message]
    const keyOf = (saved: Awaited<ReturnType<typeof save>>) => String(saved.body.response?.['id'])
    const own = keyOf(await save(admin, 'Private'))
    const { body } = await product.call('GET', `${views}/roles`, { token: admin })
    const roles = body.response?.['records'] as { id: number; name: string }[]
    const shared = async (name: string) =>
      keyOf(
        await save(admin, `Of ${name}`, { audience: 'role', role_id: roles.find((role) => role.name === name)?.id }),
      )
    const readers = await shared('Reader')
    const admins = await shared('Administrator')
    const unshared = refused('Share the view first: nobody else sees it.')
    expect(await refusal(own, 'everyone')).toEqual(unshared)
    expect(await refusal(own, 'role')).toEqual(unshared)
    expect(await refusal(admins, 'everyone')).toEqual(refused('Share the view with everyone first.'))
    expect(await refusal(readers, 'role')).toEqual(refused('Share the view with your role or with everyone first.'))
    for (const name of ['No such', 'x'.repeat(200)])
      for (const layer of ['me', 'role', 'everyone'])
        expect(await refusal(name, layer)).toEqual(refused('The list has no view of that name.'))
    expect((await choose(own, 'me')).status).toBe(200)
    expect((await choose(admins, 'role')).status).toBe(200)
    expect((await choose('all', 'everyone')).status).toBe(200)
    expect((await choose('99999', 'everyone')).status).toBe(404)
    for (const layer of ['me', 'role', 'everyone']) expect((await choose(null, layer)).status).toBe(200)
  })

  it('keep how a user has arranged the list, for nobody else', async () => {
    const body = { path: '/sales-inovoice-query', state: { query: { columns: 'country' }, widths: { country: 90 } } }
    expect((await product.call('PUT', `${views}/layout`, { token: reader, body })).status).toBe(200)
    expect((await read(reader)).layouts).toMatchObject({ '/sales-inovoice-query': { query: { columns: 'country' } } })
    expect((await read(second)).layouts).toEqual({})
    await product.call('PUT', `${views}/layout`, { token: reader, body: { ...body, state: null } })
    expect((await read(reader)).layouts).toEqual({})
  })

  it('come with the first page of a list', async () => {
    const { body } = await product.call('GET', '/api/bootstrap?path=/sales-inovoice-query', { token: reader })
    expect((body.response?.['views'] as Answer).views.map(({ name }) => name)).toContain('Mine')
    const other = await product.call('GET', '/api/bootstrap?path=/', { token: reader })
    expect(other.body.response?.['views']).toBeNull()
  })
})

describe('saved criteria of a result', () => {
  const criteria = '/api/list-views/sales-trends'
  const put = (token: string, name: string, query: object, more: object = {}) =>
    product.call('POST', criteria, { token, body: { name, state: { query }, ...more } })

  it('are own or shared, keep days relative and how the result is shown', async () => {
    const query = {
      period: 'month',
      billing_date_from: '@yearStart',
      group: 'period,name',
      columns: 'period,net_value',
      chart: 'bar:period:net_value:',
    }
    expect((await put(admin, 'This year', query, { audience: 'everyone' })).status).toBe(201)
    expect((await put(admin, 'Mine', { period: 'week' })).status).toBe(201)
    const seen = (await product.call('GET', criteria, { token: admin })).body.response as unknown as Answer
    expect(seen.views.map(({ name }) => name)).toEqual(['Mine', 'This year'])
    expect(seen.views[1]!.query).toEqual(query)
  })

  it('have lost nothing for somebody else, nor after a change of fields, and are not reported as left behind', async () => {
    const fields = (delta: object | null) =>
      product.call('PUT', '/api/modify_form_fields', {
        token: admin,
        body: [{ form_id: 'IMA_CONFIG_SALES_TRENDS', field_id: 'net_value', layer: 'organization', delta }],
      })
    const shared = async () => {
      const { views } = (await product.call('GET', criteria, { token: reader })).body.response as unknown as Answer
      return views.find(({ name }) => name === 'This year')
    }
    const before = await shared()
    expect(before).toMatchObject({ gone: [], denied: 0, query: { billing_date_from: '@yearStart' } })
    expect((await fields({ hidden: true })).status).toBe(200)
    expect((await shared())?.query).toEqual(before?.query)
    expect((await shared())?.gone).toEqual([])
    const lost = await product.call('GET', '/api/form_fields/lost', { token: admin })
    expect([lost.status, lost.body.response?.['records']]).toEqual([200, []])
    expect((await fields(null)).status).toBe(200)
  })

  it('are refused with what they get wrong', async () => {
    expect((await put(admin, 'Bad', { nonsense: 'x' })).status).toBe(400)
    expect((await put(admin, 'Bad', { billing_date_from: 'yesterday-ish' })).status).toBe(400)
  })
})
