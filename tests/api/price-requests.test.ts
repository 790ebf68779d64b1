import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { rebateApp, recordsIn, type RebateApp } from '#tests/support/rebate-app.ts'

let it: RebateApp
type Row = Record<string, unknown> & { id: number; row_version: number }

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = it.analyst) =>
  it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })

const made = async (path: string, body: object): Promise<Row> => {
  const answer = await call('POST', path, body)
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body.response as Row
}
const one = async (path: string, id: number) => (await call('GET', `${path}/${id}`)).body.response as Row

const line = (material: string, requested: string, more: object = {}) => ({
  material_number: material,
  quantity: '100',
  requested_price: requested,
  reason_code: 'COMP',
  ...more,
})

const asked = (more: object = {}) =>
  made('pricing/price-request', {
    description: 'Tender of the clinics',
    request_type: 'SPECIAL',
    customer_number: 'C1',
    valid_from: '2027-01-01',
    valid_to: '2027-06-30',
    lines: [line('P1', '9')],
    ...more,
  })

const act = (id: number, action: string, token = it.analyst, parameters: object = {}) =>
  call('POST', `pricing/price-requests/actions/${action}`, { ids: [id], parameters }, token)

const approved = async (id: number) => {
  expect((await call('POST', 'pricing/price-request/validate', { id })).status).toBe(200)
  expect((await act(id, 'submit-approval')).body.response).toMatchObject({ done: 1 })
  expect((await act(id, 'approve', it.approver)).body.response).toMatchObject({ done: 1 })
}

beforeAll(async () => {
  it = await rebateApp()
  await it.customer('C1')
  for (const [material_number, list_price, standard_cost] of [
    ['P1', '10', '6'],
    ['P2', '20', '12'],
  ])
    await made('material-master', {
      material_number,
      material_description: material_number,
      base_uom: 'EA',
      list_price,
      standard_cost,
      currency: 'EUR',
    })
  await made('pricing/price-request-type', {
    request_type: 'SPECIAL',
    description: 'Special price',
    max_discount_percent: '15',
    min_margin_percent: '20',
    exception_role: 'ADMINISTRATOR',
  })
  await made('pricing/price-reason-codes', { reason_code: 'COMP', description: 'Competition', category: 'competition' })
  await made('pricing/price-reason-codes', { reason_code: 'OTHER', description: 'Other', needs_note: true })
})
afterAll(() => it.s.close())

test('a request says what it comes to, takes the list price where none is told, and shows its margin to those who see costs', async () => {
  const request = await asked({ lines: [line('P1', '9'), line('P2', '18', { quantity: '50', current_price: '19' })] })
  expect(request).toMatchObject({
    request_status: 'draft',
    current_value: '1950.0000',
    requested_value: '1800.0000',
    discount_value: '150.0000',
    discount_percent: '7.690000',
    margin_percent: '33.330000',
  })
  expect((request['lines'] as Row[])[0]).toMatchObject({
    current_price: '10.0000',
    price_source: 'List price of the material',
  })
  const read = (await call('GET', `pricing/price-requests/${request.id}`, undefined, it.reader)).body
  expect(read.response?.['margin_percent']).toBeUndefined()
})

test('its check finds what goes beyond the type, and keeps what is below cost from being submitted', async () => {
  const { id } = await asked({ lines: [line('P1', '5', { reason_code: 'OTHER' }), line('P2', '16.5')] })
  expect((await act(id, 'submit-approval')).body.response).toMatchObject({
    done: 0,
    failed: [{ message: 'It is checked first, and submitted then.' }],
  })
  const answer = await call('POST', 'pricing/price-request/validate', { id })
  expect([answer.status, answer.body.message]).toEqual([200, 'The prices were checked.'])
  const [checked] = recordsIn(answer)
  expect(checked).toMatchObject({ request_status: 'validated', refusals: 2, exceptions: 2 })
  expect((checked!['findings'] as Row[]).map(({ line: at, severity }) => [at, severity])).toEqual([
    [1, 'refused'],
    [1, 'exception'],
    [1, 'refused'],
    [2, 'exception'],
  ])
  expect((await act(id, 'submit-approval')).body.response).toMatchObject({ done: 0 })
  const changed = await call('PUT', `pricing/price-requests/${id}`, { lines: [line('P2', '16.5')] })
  expect(changed.body.response).toMatchObject({ request_status: 'draft', findings: [] })
  expect((await call('POST', 'pricing/price-request/validate', { request_number: 'PR-999999' })).status).toBe(404)
})

test('an exception is approved by the role its type names', async () => {
  const { id } = await asked({ lines: [line('P2', '16.5')] })
  await call('POST', 'pricing/price-request/validate', { id })
  expect((await act(id, 'submit-approval')).body.response).toMatchObject({ done: 1 })
  expect((await act(id, 'approve', it.approver)).body.response).toMatchObject({
    done: 0,
    failed: [{ message: expect.stringContaining('The role ADMINISTRATOR approves that') }],
  })
  expect((await act(id, 'approve', await it.admin())).body.response).toMatchObject({ done: 1 })
  expect(await one('pricing/price-requests', id)).toMatchObject({ request_status: 'approved' })
})

test('approved it becomes a contract in force, whose prices the next request starts from and meets', async () => {
  const { id } = await asked()
  expect((await act(id, 'convert')).body.response).toMatchObject({ done: 0 })
  await approved(id)
  const converted = await act(id, 'convert')
  expect(converted.body.response).toMatchObject({
    done: 1,
    given: [{ value: expect.stringMatching(/^\/pricing-contract\/view\//) }],
  })
  const request = await one('pricing/price-requests', id)
  const [contract] = recordsIn(
    await call('GET', `pricing/contracts?price_request=${String(request['request_number'])}`),
  )
  expect(contract).toMatchObject({
    contract_number: request['contract_number'],
    approval_status: 'approved',
    contract_status: 'Active',
    version: 1,
    lines: [{ material_number: 'P1', price: '9', list_price: '10.0000' }],
  })
  expect((await call('PUT', `pricing/price-requests/${id}`, { description: 'Later' })).status).toBe(422)
  const next = await asked({ lines: [line('P1', '8.9')] })
  expect((next['lines'] as Row[])[0]).toMatchObject({ current_price: '9' })
  const [checked] = recordsIn(await call('POST', 'pricing/price-request/validate', { id: next.id }))
  expect(checked!['findings']).toMatchObject([
    { severity: 'told', finding: expect.stringContaining('has a price of it') },
  ])
})

const prices = (more: object = {}) => ({
  contract_header: 'Net prices',
  customer_number: 'C1',
  valid_from: '2028-01-01',
  valid_to: '2028-12-31',
  lines: [{ material_number: 'P2', price: '18' }],
  ...more,
})

test('what was agreed above a customer for everything below it holds for the customer', async () => {
  await it.customer('P0')
  const { status } = await call('POST', 'customer-data', {
    customer_number: 'P1-CHILD',
    customer_name: 'Below',
    parent_customer: 'P0',
  })
  expect(status).toBe(201)
  const prices = {
    contract_header: 'Group prices',
    customer_number: 'P0',
    valid_from: '2027-01-01',
    valid_to: '2027-12-31',
  }
  const agreed = async (price: string, customer_hierarchy: boolean) => {
    const { id } = await made('pricing/contracts?force=true', {
      ...prices,
      customer_hierarchy,
      contract_status: 'Active',
      lines: [{ material_number: 'P2', price }],
    })
    const move = (approval_status: string, token: string) =>
      call('POST', 'approval-request/bulk-approval/pricing_contract', { contract_ids: [id], approval_status }, token)
    await move('submit_approval', it.analyst)
    expect((await move('approved', it.approver)).status).toBe(200)
  }
  await agreed('15', false)
  await agreed('17', true)
  const below = await asked({ customer_number: 'P1-CHILD', lines: [line('P2', '16')] })
  expect((below['lines'] as Row[])[0]).toMatchObject({ current_price: '17' })
  const above = await asked({ customer_number: 'P0', lines: [line('P2', '16')] })
  expect((above['lines'] as Row[])[0]).toMatchObject({ current_price: '15' })
})

test('a pricing contract has one price for a day, and one that meets another contract is asked back for', async () => {
  const { id } = await made('pricing/contracts', prices())
  const again = await call('POST', 'pricing/contracts', prices({ contract_header: 'Again' }))
  expect([again.status, again.body.error?.code]).toEqual([208, 'CONFIRM'])
  const twice = prices({
    lines: [
      { material_number: 'P2', price: '18' },
      { material_number: 'P2', price: '17' },
    ],
  })
  const refused = await call('POST', 'pricing/contracts', twice)
  expect([refused.status, refused.body.error?.issues?.[0]?.path]).toEqual([422, ['lines', 1, 'material_number']])
  expect((await call('DELETE', `pricing/contracts/${id}`)).status).toBe(200)
})

test('contracts are approved in bulk, and an approved one changes by a request that becomes its next version', async () => {
  const { id, contract_number } = await made(
    'pricing/contracts',
    prices({ valid_from: '2029-01-01', valid_to: '2029-12-31' }),
  )
  const bulk = (body: object, token = it.analyst) =>
    call('POST', 'approval-request/bulk-approval/pricing_contract', body, token)
  expect((await bulk({ approval_status: 'approved' })).status).toBe(422)
  expect((await bulk({ contract_ids: [id], approval_status: 'submit_approval', notes: 'Please' })).status).toBe(200)
  expect(
    recordsIn(await call('GET', 'pricing/contracts?approval_status=submit_approval')).map((row) => row['id']),
  ).toEqual([id])
  expect((await bulk({ contract_ids: [id], approval_status: 'approved' }, it.approver)).status).toBe(200)
  const direct = await call('PUT', `pricing/contracts/${id}`, { payment_terms: 'N30' })
  expect(direct.status).toBe(422)
  const requested = await call('POST', 'pricing/contracts/update-request', {
    contract_number,
    reason: 'Talks',
    lines: [{ material_number: 'P2', price: '17.5' }],
  })
  expect([requested.status, requested.body.response?.['change_count']]).toEqual([201, 1])
  const change = requested.body.response!['id']
  expect((await bulk({ update_contract_ids: [change], approval_status: 'submit_approval' })).status).toBe(200)
  expect(await one('pricing/contracts', id)).toMatchObject({ is_update_approval_contract: true, version: 1 })
  expect((await bulk({ update_contract_ids: [change], approval_status: 'approved' }, it.approver)).status).toBe(200)
  expect(await one('pricing/contracts', id)).toMatchObject({
    version: 2,
    open_change: null,
    approval_status: 'approved',
    lines: [{ material_number: 'P2', price: '17.5' }],
  })
  const versions = recordsIn(
    await call('GET', `pricing/contract-versions?contract_number=${String(contract_number)}&sort=version`),
  )
  expect(versions.map(({ version, is_current, change_count }) => [version, is_current, change_count])).toEqual([
    [1, false, 0],
    [2, true, 1],
  ])
})

test('what is asked for and agreed stays in its organisation, and readers change nothing', async () => {
  const { id } = await asked()
  expect((await call('GET', `pricing/price-requests/${id}`, undefined, it.stranger)).status).toBe(404)
  expect((await call('POST', 'pricing/price-request/validate', { id }, it.stranger)).status).toBe(409)
  expect((await call('POST', 'pricing/price-request/validate', { id }, it.reader)).status).toBe(403)
  const { id: contract } = await made('pricing/contracts', prices({ valid_from: '2031-01-01', valid_to: '2031-12-31' }))
  const bulk = { contract_ids: [contract], approval_status: 'submit_approval' }
  expect((await call('POST', 'approval-request/bulk-approval/pricing_contract', bulk, it.reader)).status).toBe(403)
  expect(
    (await call('POST', 'pricing/contracts/update-request', { contract_id: contract, reason: 'x' }, it.stranger))
      .status,
  ).toBe(404)
})

test('the price now comes from price lists, in the unit of the line, is found again when the line changes, and stays where it was told', async () => {
  await it.s.db.system(async (tx) => {
    await tx.query(sql`
      insert into material_uom (organization_id, material_number, uom, numerator, denominator) values (${it.organizationId}, 'P2', 'CS', 12, 1)`)
    await tx.query(sql`
      insert into price_list_master (organization_id, price_list, description, currency, priority, valid_from, status)
      values (${it.organizationId}, 'STANDARD', 'Standard', 'EUR', 90, '2027-01-01', 'active')`)
    await tx.query(sql`
      insert into price_list_data (organization_id, price_list, material_number, uom, qty_from, price, per_quantity, currency, valid_from, approval_status)
      select ${it.organizationId}, 'STANDARD', 'P2', 'EA', l.qty_from, l.price, 1, 'EUR', '2027-01-01', 'approved'
        from (values (0, 19), (1000, 17)) l (qty_from, price)`)
  })
  const request = await asked({
    lines: [line('P2', '18'), line('P2', '180', { uom: 'CS' }), line('P2', '180', { uom: 'CS', current_price: '200' })],
  })
  const now = (row: Row) => (row['lines'] as Row[]).map((one) => [one['current_price'], one['price_source']])
  expect(now(request)).toEqual([
    ['19', 'STANDARD: The only price that holds'],
    ['204', 'STANDARD: The only price that holds'],
    ['200', 'As told'],
  ])
  // 100 cases are 1,200 pieces: (204 + 200 - 2 × 180) × 100 + (19 - 18) × 100, and cost 12 × 12 a case.
  expect(request).toMatchObject({ discount_value: '4500.0000', margin_percent: '20.630000' })
  const [first, ...rest] = request['lines'] as Row[]
  const { body } = await call('PUT', `pricing/price-requests/${request.id}`, {
    lines: [{ ...first, quantity: '2000' }, ...rest],
  })
  expect(now(body.response as Row)).toEqual([
    ['17', expect.anything()],
    ['204', expect.anything()],
    ['200', 'As told'],
  ])
})

test('B150 requests and contracts are those of the application they are opened in, and begin there', async () => {
  const token = await it.admin()
  const headers = { 'x-app-source-type': 'Profit Optimization' }
  const made = await it.s.call('POST', '/api/pricing/price-requests', {
    token,
    headers,
    body: {
      description: 'Of profits',
      request_type: 'SPECIAL',
      customer_number: 'C1',
      valid_from: '2033-01-01',
      valid_to: '2033-06-30',
      lines: [line('P1', '9')],
    },
  })
  expect(made.body.response).toMatchObject({ application_type: 'Profit Optimization' })
  const seen = async (path: string, application: string) =>
    recordsIn(await it.s.call('GET', `/api/${path}`, { token, headers: { 'x-app-source-type': application } })).map(
      (row) => row['application_type'],
    )
  expect(await seen('pricing/price-requests', 'Profit Optimization')).toEqual(['Profit Optimization'])
  expect(await seen('pricing/price-requests', 'Pricing')).not.toContain('Profit Optimization')
  expect(await seen('pricing/price-requests?limit=100', 'Customer Rebate')).toEqual(
    expect.arrayContaining(['Pricing', 'Profit Optimization']),
  )
  expect(await seen('pricing/contracts', 'Profit Optimization')).toEqual([])
})
