import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { type Answer, sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
let admin: string
let analyst: string

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, path: string, body?: object, token = admin, headers = {}): Promise<Answer> =>
  product.call(method, `/api/${path}`, { token, headers, ...(body ? { body } : {}) })
const recordsOf = ({ body }: Answer) => (body.response?.['records'] ?? []) as Record<string, unknown>[]
const created = async (path: string, body: object): Promise<Record<string, unknown>> => {
  const answer = await call('POST', path, body)
  expect([path, answer.status, answer.body.error?.issues]).toEqual([path, 201, undefined])
  return answer.body.response!
}

beforeAll(async () => {
  product = await sessionApp()
  const organizationId = await product.organization({ code: 'HERE', name: 'Here' })
  await product.user({ organizationId, email: 'admin@here.test', name: 'Ada', role: 'ADMINISTRATOR' })
  await product.user({ organizationId, email: 'ana@here.test', name: 'Ana', role: 'ANALYST' })
  admin = (await product.signIn('admin@here.test')).token
  analyst = (await product.signIn('ana@here.test')).token
  for (const number of ['A', 'B', 'C']) {
    await created('customer-data', { customer_number: `C-${number}`, customer_name: `Customer ${number}` })
    await created('sales_data', {
      billing_doc_number: `D-${number}`,
      billing_doc_line: 1,
      billing_date: '2026-01-15',
      customer_number: `C-${number}`,
      material_number: `M-${number}`,
      quantity: '1',
      net_value: '10',
    })
  }
})

afterAll(() => product?.close())

describe('configuration by definition', () => {
  it('keeps sales bases under their own call', async () => {
    const basis = await created('config/sales-basis', { sales_basis: 'net', description: 'Net' })
    expect(basis).toMatchObject({ sales_basis: 'NET', amount: 'net', returns: 'reduce' })
    const path = `config/sales-basis/${String(basis['id'])}`
    const changed = await call('PUT', path, { row_version: 1, amount: 'quantity', uom: 'cs' })
    expect(changed.body.response).toMatchObject({ amount: 'quantity', uom: 'CS', deduct_discounts: null })
    expect(recordsOf(await call('GET', 'config/sales-basis?amount=quantity'))).toHaveLength(1)
    expect((await call('PUT', path, { row_version: 2, amount: 'gross' }, analyst)).status).toBe(403)
  })

  it('keeps collaborations, changed by the id in the body', async () => {
    const made = await created('collaborations', { code: 'ONE', name: 'One', partner_type: 'internal' })
    const changed = await call('PUT', 'collaborations', { id: made['id'], row_version: 1, name: 'One anew' })
    expect([changed.status, changed.body.response?.['name']]).toEqual([200, 'One anew'])
    expect((await call('PUT', 'collaborations', { name: 'Nobody' })).status).toBe(404)
    const page = await call('GET', 'collaborations?page=1&limit=1')
    expect([recordsOf(page).length, page.body.response?.['total_record']]).toEqual([1, 1])
    expect((await call('DELETE', `collaborations/${String(made['id'])}`)).status).toBe(200)
    expect(recordsOf(await call('GET', 'collaborations?page=1&limit=1'))).toEqual([])
  })

  it('keeps questions and help articles apart', async () => {
    const answer = { answer: 'So.', status: 'published' }
    const faq = await created('faqs', { code: 'q', question: 'How?', ...answer })
    await created('faqs', { code: 'a', question: 'Manual', is_faq: false, ...answer })
    expect(recordsOf(await call('GET', 'faqs?is_faq=true', undefined, analyst)).map(({ code }) => code)).toEqual(['q'])
    expect(recordsOf(await call('GET', 'faqs?is_faq=false')).map(({ code }) => code)).toEqual(['a'])
    const path = `faqs/${String(faq['id'])}`
    expect((await call('PUT', path, { row_version: 1, question: 'How then?' })).body.response).toMatchObject({
      question: 'How then?',
    })
    expect((await call('DELETE', path, undefined, analyst)).status).toBe(403)
    expect((await call('DELETE', path)).status).toBe(200)
  })

  it('shows drafts of the help to those alone who write it', async () => {
    await created('faqs', { code: 'plan', question: 'Zebra plan?', answer: 'Secret.' })
    const film = { code: 'film', video_title: 'Zebra film', url: 'https://videos.example.com/film' }
    const shown = await created('faqs', { code: 'out', question: 'Zebra out?', answer: 'So.', status: 'published' })
    const drafts = [
      ['faqs', await created('faqs', { code: 'gone', question: 'Zebra?', answer: 'Old.', status: 'retired' })],
      ['helpdesk-video', await created('helpdesk-video', film)],
    ] as const
    const codes = async (path: string, token = analyst) =>
      recordsOf(await call('GET', path, undefined, token)).map(({ code }) => code)
    expect(await codes('faqs?search=zebra')).toEqual(['out'])
    expect(await codes('helpdesk-video?search=zebra')).toEqual([])
    expect(await codes('faqs?search=zebra&sort=code', admin)).toEqual(['gone', 'out', 'plan'])
    const counted = await call('GET', 'faqs?search=zebra&limit=1', undefined, analyst)
    expect(counted.body.response?.['total_record']).toBe(1)
    for (const [path, { id }] of drafts) {
      expect((await call('GET', `${path}/${String(id)}`, undefined, analyst)).status).toBe(404)
      expect((await call('GET', `${path}/${String(id)}/history`, undefined, analyst)).status).toBe(404)
      expect((await call('GET', `${path}/${String(id)}`)).status).toBe(200)
    }
    expect((await call('GET', `faqs/${String(shown['id'])}`, undefined, analyst)).status).toBe(200)
    const everywhere = JSON.stringify((await call('GET', 'search?q=zebra', undefined, analyst)).body)
    expect(everywhere).toContain('Zebra out?')
    expect(everywhere).not.toMatch(/Zebra (plan|film)|Zebra\?/)
  })

  it('offers the reports of a functionality to whom they are for', async () => {
    const offered = async (token = admin) =>
      recordsOf(await call('GET', 'reports-by-functionality/offered?functionality=customer', undefined, token))
    await created('reports-by-functionality', {
      functionality: 'customer',
      report: 'customer-margin',
      label: 'Margin of this one',
      parameter: 'customer',
      roles: ['ADMINISTRATOR'],
    })
    await created('reports-by-functionality', { functionality: 'customer', report: 'sales-trends', position: 5 })
    expect(await offered()).toMatchObject([
      { report: 'sales-trends', label: 'Sales trends', path: '/sales-trends', results: '/sales-trends/results' },
      { report: 'customer-margin', label: 'Margin of this one', parameter: 'customer' },
    ])
    expect((await offered(analyst)).map(({ report }) => report)).toEqual(['sales-trends'])
    const refused = await call('POST', 'reports-by-functionality', {
      functionality: 'nothing',
      report: 'sales-trends',
      parameter: 'no-such',
    })
    expect(refused.body.error?.issues?.map(({ path }) => path[0])).toEqual(['functionality', 'parameter'])
  })

  it('configures how many entries a dropdown offers', async () => {
    const entries = async (x: string) => recordsOf(await call('POST', `dropdown-search/${x}`, { search: '' })).length
    expect(await entries('customer')).toBe(3)
    const key = 'dropdown_configuration'
    const row = await created('default-configuration', { key, field: 'customer', value: '2' })
    expect(await entries('customer')).toBe(2)
    expect(recordsOf(await call('GET', `default-configuration?key=${key}`))).toMatchObject([{ value: '2' }])
    expect(recordsOf(await call('GET', `default-config?key=${key}`))).toHaveLength(1)
    const refused = await call('PUT', `default-config/${String(row['id'])}`, { row_version: 1, value: 'many' })
    expect(refused.body.error?.issues).toMatchObject([{ path: ['value'] }])
    await call('DELETE', `default-config/${String(row['id'])}`)
    expect(await entries('customer')).toBe(3)
    expect((await call('POST', 'default-config', { key: 'of-others', field: 'x', value: 'anything' })).status).toBe(201)
  })
})

describe('maintained messages', () => {
  const idOf = async (messageId: string) =>
    recordsOf(await call('GET', `message?message_id=${messageId}&language=en`))[0]!
  const reword = async (messageId: string, text: string | null) => {
    const { id, row_version } = await idOf(messageId)
    return call('PUT', `message/${String(id)}`, { row_version, text })
  }
  const create = (code: string, language?: string) =>
    call(
      'POST',
      'collaborations',
      { code, name: code, partner_type: 'internal' },
      admin,
      language ? { 'accept-language': language } : {},
    )

  it('are listed with their standard texts and what may be inserted', async () => {
    expect(await idOf('record.created')).toMatchObject({
      kind: 'success',
      standard_text: 'Successfully added',
      insertions: '{label} {plural}',
      text: null,
    })
    expect(await idOf('user.deleted')).toMatchObject({ standard_text: 'User deleted successfully.' })
    const ids = recordsOf(await call('GET', 'message-id?functionality=error&search=could%20not%20be%20found'))
    expect(ids).toMatchObject([{ message_id: 'error.NOT_FOUND', insertions: ['code', 'request'] }])
    expect((await call('GET', 'message-id?message_id=nothing.at.all')).status).toBe(404)
    expect((await call('GET', 'message', undefined, analyst)).status).toBe(403)
  })

  it('take effect on every screen, on one screen before that, and are reset', async () => {
    await reword('record.created', 'A {label} more')
    expect((await create('M1')).body.message).toBe('A collaboration more')
    const own = await created('message', { message_id: 'collaboration.created', text: 'Partners are told of {label}' })
    expect((await create('M2')).body.message).toBe('Partners are told of collaboration')
    const screen = await call('GET', 'screens/collaboration')
    expect(screen.body.response?.['messages']).toMatchObject({ created: 'Partners are told of collaboration' })
    expect((await call('POST', 'message/actions/reset', { ids: [own['id']] })).body.response).toMatchObject({ done: 1 })
    expect((await create('M3')).body.message).toBe('A collaboration more')
    // Calls of their own say what the calls of their screens say, and so do those of what no screen shows.
    const attribute = { attribute: 'worded', attribute_label: 'Worded', applies_to: [{ master: 'customer' }] }
    const typed = await call('POST', 'mdm/attribute-type', attribute)
    expect([typed.body.error?.issues, typed.body.message]).toEqual([undefined, 'A attribute more'])
    const body = { fields: [{ field: 'customer_number', source: 'column', column: 'Customer' }] }
    const format = await call('POST', 'upload-format?app-functionality=CustomerDataUploadFormat', { name: 'W', body })
    expect([format.body.error?.issues, format.body.message]).toEqual([undefined, 'A upload format more'])
    await reword('record.created', null)
    expect((await create('M4')).body.message).toBe('Successfully added')
  })

  it('are worded by language', async () => {
    const made = await created('message', { message_id: 'record.created', language: 'de', text: '{label} angelegt' })
    expect((await create('L1', 'de-AT,de;q=0.9,en;q=0.5')).body.message).toBe('collaboration angelegt')
    expect((await create('L2', 'en-GB,en;q=0.9,de;q=0.5')).body.message).toBe('Successfully added')
    expect((await call('DELETE', `message/${String(made['id'])}`)).status).toBe(200)
    expect((await create('L3', 'de')).body.message).toBe('Successfully added')
  })

  it('word failures anew, with what tells support which request it was', async () => {
    await reword('error.NOT_FOUND', 'Gone. Quote {request}.')
    const answer = await call('GET', 'customer-data/999999')
    expect([answer.status, answer.body.message]).toEqual([
      404,
      `Gone. Quote ${String(answer.headers['x-request-id'])}.`,
    ])
    // Words of the place that failed are better than general ones.
    expect((await call('POST', 'dropdown-search/nothing', {})).body.message).toBe('There is no such list to search.')
    await reword('error.NOT_FOUND', null)
  })

  it('refuse insertions that there are not, unknown messages and the deletion of standard texts', async () => {
    const strange = await reword('record.created', '{customer} was added')
    expect(strange.body.error?.issues).toMatchObject([{ path: ['text'] }])
    expect(
      (await call('POST', 'message', { message_id: 'customer.nothing', text: 'x' })).body.error?.issues,
    ).toMatchObject([{ path: ['message_id'] }])
    const { id } = await idOf('record.created')
    expect((await call('DELETE', `message/${String(id)}`)).status).toBe(409)
  })
})

describe('document assignment', () => {
  const assign = async (document_type: string, flags: object) =>
    created('document-assignment-config', { document_type, ...flags })
  const forget = async ({ id }: Record<string, unknown>) =>
    expect((await call('DELETE', `document-assignment-config/${String(id)}`)).status).toBe(200)
  const run = (more: object = {}) =>
    call('POST', 'top-n-attributes-report', { attribute: 'customer_number', n: 10, measure: 'net_value', ...more })

  it('tells what is in force, the most exact line as a whole', async () => {
    const all = await assign('*', { maximum_on_demand_lines: 500 })
    const exact = await assign('customer', { application_type: 'Pricing', message_log_display_days: 3 })
    const inForce = async (query: string) =>
      (await call('GET', `document-assignment-config/in-force?${query}`)).body.response
    expect(await inForce('document_type=customer')).toMatchObject({ maximum_on_demand_lines: 500 })
    expect(await inForce('document_type=customer&application_type=Pricing')).toMatchObject({
      maximum_on_demand_lines: null,
      message_log_display_days: 3,
    })
    expect(recordsOf(await call('GET', 'document-assignment-config?maximum_on_demand_lines=500'))).toHaveLength(1)
    expect((await call('POST', 'document-assignment-config', { document_type: 'nothing' })).status).toBe(422)
    await forget(all)
    await forget(exact)
  })

  it('bounds what a report shows and reads, and who runs it, with the reason', async () => {
    expect((await run()).body.response?.['total_record']).toBe(3)
    const shown = await assign('top-n-attributes', { maximum_on_demand_lines: 2 })
    const refused = await run()
    expect([refused.status, refused.body.message]).toEqual([
      413,
      'This would be more than 2 lines, the most that is shown on demand. Narrow the criteria.',
    ])
    expect((await run({ request_id: crypto.randomUUID() })).body.message).toContain('more than 2 lines')
    expect((await run({ customer: 'C-A' })).body.response?.['total_record']).toBe(1)
    await forget(shown)

    const read = await assign('*', { maximum_calculation_lines: 2 })
    expect((await run()).body.message).toContain('read more than 2 lines')
    expect((await run({ customer: 'C-A' })).status).toBe(200)
    await forget(read)

    const none = await assign('top-n-attributes', { suppress_online_run: true })
    const stopped = await run()
    expect([stopped.status, stopped.body.message]).toEqual([409, expect.stringContaining('is not run from the screen')])
    await forget(none)
    expect((await run()).status).toBe(200)
  })

  it('saves no history where it is not wanted, and goes on later', async () => {
    const entries = async (id: unknown) => recordsOf(await call('GET', `customer-data/${String(id)}/history`)).length
    const off = await assign('customer', { save_master_data_history: false })
    const silent = await created('customer-data', { customer_number: 'H-1', customer_name: 'Silent' })
    await call('PUT', `customer-data/${String(silent['id'])}`, { row_version: 1, city: 'Bern' })
    expect(await entries(silent['id'])).toBe(0)
    await forget(off)
    await call('PUT', `customer-data/${String(silent['id'])}`, { row_version: 2, city: 'Basel' })
    expect(await entries(silent['id'])).toBe(1)
  })

  it('saves the history of rights, accounts and configuration whatever is wanted', async () => {
    const entries = async (path: string) => recordsOf(await call('GET', `${path}/history`)).length
    for (const document_type of ['user-role', 'user', 'payee-account', 'document-assignment-config', 'organization']) {
      const line = { document_type, application_type: '*', save_master_data_history: false }
      const refused = await call('POST', 'document-assignment-config', line)
      expect([document_type, refused.status, refused.body.error?.issues]).toMatchObject([
        document_type,
        422,
        [{ path: ['save_master_data_history'], message: expect.stringContaining('always keep their history') }],
      ])
    }
    const off = await assign('*', { save_master_data_history: false })
    const role = await created('user-role', { code: 'SILENT', name: 'Silent', permissions: ['masters.read'] })
    await call('PUT', `user-role/${String(role['id'])}`, {
      row_version: 1,
      permissions: ['masters.read', 'masters.write'],
    })
    expect(await entries(`user-role/${String(role['id'])}`)).toBe(2)
    const account = { payee: 'C-A', account_holder: 'A', iban: 'DE89370400440532013000' }
    expect(await entries(`payee-accounts/${String((await created('payee-accounts', account))['id'])}`)).toBe(1)
    const customer = await created('customer-data', { customer_number: 'H-2', customer_name: 'Silent' })
    expect(await entries(`customer-data/${String(customer['id'])}`)).toBe(0)
    await forget(off)
  })

  it('lists imports for as long as is said', async () => {
    const { multipartFile } = await import('#tests/support/multipart.ts')
    const sent = await product.call('POST', '/api/uploads?app-functionality=CustomerDataUploadFormat', {
      token: admin,
      ...multipartFile('c.csv', 'Customer,Name\nU-1,Upload\n'),
    })
    const id = sent.body.response?.['id']
    await product.db.system((tx) =>
      tx.query(sql`update upload set created_at = now() - interval '10 days' where id = ${Number(id)}`),
    )
    const listed = async () => recordsOf(await call('GET', 'uploads?limit=50')).some((one) => one['id'] === id)
    expect(await listed()).toBe(true)
    const bound = await assign('customer', { message_log_display_days: 5 })
    expect(await listed()).toBe(false)
    await forget(bound)
    expect(await listed()).toBe(true)
  })
})
