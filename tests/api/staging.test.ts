import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { multipartFile } from '#tests/support/multipart.ts'
import { sessionApp, type Answer, type SessionApp } from '#tests/support/session-app.ts'

let s: SessionApp
let token: string
let reader: string
let organizationId: number

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = token): Promise<Answer> =>
  s.call(method, `/api/${path}`, { token: as, ...(body ? { body } : {}) })
const records = ({ body }: Answer) => body.response?.['records'] as Record<string, unknown>[]

const line = {
  billing_doc_number: 'D1',
  billing_doc_line: 1,
  billing_date: '2026-03-02',
  customer_number: 'C1',
  material_number: 'M1',
  quantity: '2',
  net_value: '20.50',
}

beforeAll(async () => {
  s = await sessionApp()
  organizationId = await s.organization({ code: 'HERE', name: 'Here' })
  await s.user({ organizationId, email: 'ana@here.test', name: 'Ana', role: 'ADMINISTRATOR' })
  await s.user({ organizationId, email: 'rita@here.test', name: 'Rita', role: 'READER' })
  token = (await s.signIn('ana@here.test')).token
  reader = (await s.signIn('rita@here.test')).token
  await s.db.system(async (tx) => {
    await tx.query(sql`
      insert into customer (organization_id, customer_number, customer_name, status) values (${organizationId}, 'C1', 'One', 'active'), (${organizationId}, 'C2', 'Two', 'active')`)
    await tx.query(sql`
      insert into material (organization_id, material_number, material_description) values (${organizationId}, 'M1', 'First')`)
    await tx.query(sql`
      insert into supplier (organization_id, supplier_number, supplier_name) values (${organizationId}, 'S1', 'Source')`)
    await tx.query(sql`
      insert into customer_cross_reference (organization_id, source_system, external_number, customer_number, valid_to) values
        (${organizationId}, 'ERP', 'X-9', 'C2', null), (${organizationId}, 'OLD', 'X-9', 'C1', null), (${organizationId}, 'ERP', 'X-8', 'C2', '2025-12-31')`)
  })
})
afterAll(() => s.close())

describe('sales lines that are inserted in bulk', () => {
  it('count at once where they are mapped, and wait with every reason where not', async () => {
    const answer = await ask('POST', 'sales_data/bulk_insert_direct_sales_data', {
      job_id: 'NIGHT',
      source_system: 'erp',
      records: [
        line,
        { ...line, billing_doc_line: 2, customer_number: 'X-9' },
        { ...line, billing_doc_line: 3, customer_number: 'X-8', material_number: 'M9' },
        { ...line, billing_doc_line: 4, quantity: 'two', billing_date: 'soon' },
        line,
      ],
    })
    expect([answer.status, answer.body.response]).toMatchObject([201, { job_id: 'NIGHT', created: 2, staged: 3 }])
    const sales = records(await ask('GET', 'sales_data?sort=billing_doc_line'))
    expect(sales.map((one) => [one['billing_doc_line'], one['customer_number'], one['net_value']])).toEqual([
      [1, 'C1', '20.5000'],
      [2, 'C2', '20.5000'],
    ])
    const waiting = records(await ask('GET', 'staging-sales-data?job_id=NIGHT&sort=staging_number'))
    expect(waiting.map((one) => one['status'])).toEqual(['refused', 'refused', 'refused'])
    const [numbers, values, twice] = waiting.map((one) => String(one['reason']))
    expect(numbers).toBe(
      'There is no customer X-8, nor a cross reference of it. There is no material M9, nor a cross reference of it.',
    )
    expect(values).toMatch(/Date: .*\. .*Quantity: .*\./)
    expect(twice).toMatch(/exists already/)
  })

  it('are mapped once what was missing is there, by their job', async () => {
    await s.db.system((tx) =>
      tx.query(sql`
        insert into material_cross_reference (organization_id, source_system, external_number, material_number) values (${organizationId}, 'ERP', 'M9', 'M1')`),
    )
    await s.db.system((tx) =>
      tx.query(
        sql`update customer_cross_reference set valid_to = null where external_number = 'X-8' and organization_id = ${organizationId}`,
      ),
    )
    expect((await ask('POST', 'map-sales-data-stage?job_id=OTHER')).body.message).toBe('Nothing waits to be mapped.')
    const mapped = await ask('POST', 'map-sales-data-stage', { job_id: 'NIGHT' })
    expect(mapped.body).toMatchObject({ response: { mapped: 1, waiting: 2 }, message: '1 of 3 lines were mapped.' })
    expect(records(await ask('GET', 'sales_data?billing_doc_line=3'))).toMatchObject([
      { customer_number: 'C2', material_number: 'M1' },
    ])
  })

  it('say that a number is not clear without its source, and take a corrected line', async () => {
    const made = await ask('POST', 'staging-sales-data', {
      ...line,
      billing_doc_line: '7',
      customer_number: 'X-9',
      job_id: 'HAND',
    })
    expect(made.status).toBe(201)
    await ask('POST', 'map-sales-data-stage', { job_id: 'HAND' })
    const [waits] = records(await ask('GET', 'staging-sales-data?job_id=HAND'))
    expect(waits!['reason']).toBe('Several cross references turn X-9 into a customer: name the source system.')
    await ask('PUT', `staging-sales-data/${String(waits!['id'])}`, {
      row_version: waits!['row_version'],
      source_system: 'OLD',
    })
    const done = await ask('POST', 'staging-sales-data/actions/map', { ids: [waits!['id']] })
    expect(done.body.response).toMatchObject({ done: 1 })
    expect(records(await ask('GET', 'sales_data?billing_doc_line=7'))).toMatchObject([{ customer_number: 'C1' }])
  })

  it('are taken away by a filter, and kept from who only reads', async () => {
    for (const [method, path, body] of [
      ['POST', 'map-sales-data-stage', {}],
      ['POST', 'sales_data/bulk_insert_direct_sales_data', { records: [line] }],
      ['DELETE', 'staging-sales-data?job_id=NIGHT', undefined],
    ] as const)
      expect([path, (await ask(method, path, body, reader)).status]).toEqual([path, 403])
    expect((await ask('DELETE', 'staging-sales-data')).status).toBe(400)
    expect((await ask('DELETE', 'staging-sales-data?job_id=NIGHT')).status).toBe(200)
    expect(records(await ask('GET', 'staging-sales-data'))).toEqual([])
    expect(
      (await ask('POST', 'sales_data/bulk_insert_direct_sales_data', { records: [{ ...line, nonsense: 'x' }] })).status,
    ).toBe(422)
  })
})

describe('the other stagings', () => {
  it.each([
    [
      'indirect-staging-sales-data',
      'map-indirect-sales-data-stage',
      'indirect-sales-data',
      { distributor_number: 'C1' },
    ],
    ['staging-purchase-data', 'map-purchase-data-stage', 'purchase-data', { supplier_number: 'S1' }],
  ] as const)('%s is mapped by %s', async (staging, call, target, own) => {
    const { customer_number: _customer, ...bare } = line
    for (const number of ['1', 'nothing'])
      expect((await ask('POST', staging, { ...bare, ...own, billing_doc_line: number })).status).toBe(201)
    expect((await ask('POST', call)).body.response).toMatchObject({ mapped: 1, waiting: 1 })
    expect(records(await ask('GET', target))).toMatchObject([own])
    expect(records(await ask('GET', staging))).toMatchObject([{ status: 'refused', billing_doc_line: 'nothing' }])
    expect((await ask('DELETE', `${staging}?status=refused`)).status).toBe(200)
  })
})

describe('customer statistics', () => {
  const file = async (functionality: string, content: string) => {
    const { headers, body: payload } = multipartFile('stat.csv', content)
    const url = `/api/${functionality}?only_valid=true`
    return s.app.inject({ method: 'POST', url, headers: { ...headers, authorization: `Bearer ${token}` }, payload })
  }
  const map = async (told: object) => (await ask('POST', 'map-customer-stat-data', told)).body.response
  const stored = async () =>
    records(await ask('GET', 'customer-statistics?sort=period_from')).map((one) => [
      one['customer_number'],
      one['material_number'],
      one['period_from'],
      one['period_to'],
      one['quantity'],
      one['stock_quantity'],
    ])

  it('arrive by month and by the numbers of those who report, and count once they are ours', async () => {
    await s.db.system((tx) =>
      tx.query(sql`
        insert into material_cross_reference (organization_id, source_system, external_number, material_number, customer_number) values
          (${organizationId}, 'C2', '4711', 'M1', 'C2'), (${organizationId}, 'POS', '4712', 'M1', 'C1')`),
    )
    const arrived = await file(
      'staging-customer-statistics/upload',
      'Job;Source system;Retailer;Month;Item;Units sold;POS sales;Stock;Reported on\n' +
        'S1;ERP;X-9;03/2026;4711;1.440;9.876,50;12;2026-04-03\nS1;ERP;X-9;P4;4711;1;1;;\nS1;ERP;X-9;March 26;4712;1;1;;\n',
    )
    expect(arrived.json()).toMatchObject({ response: { messageLog: ['3 added'] } })
    expect(await map({ job_id: 'S1', decimal: ',' })).toMatchObject({
      mapped: 1,
      waiting: 2,
      skipped: [
        { reason: 'Month: "P4" is none. Write it as 2026-03, 03/2026 or March 2026.' },
        // A number that is another customer's own leads nowhere.
        { reason: 'There is no material 4712, nor a cross reference of it.' },
      ],
    })
    expect(await stored()).toEqual([['C2', 'M1', '2026-03-01', '2026-03-31', '1440.000', '12.000']])
  })

  it('are replaced by a later report of the period, not by an earlier one, nor within another', async () => {
    const line = { job_id: 'S2', customer_number: 'C2', material_number: 'M1', month: '2026-03', quantity: '1500' }
    for (const more of [
      { reported_date: '2026-05-02' },
      { reported_date: '2026-04-20', quantity: '7' },
      { month: '', period_from: '2026-03-09', period_to: '2026-03-15' },
      { month: '2026-04', quantity: '-3' },
    ])
      expect((await ask('POST', 'staging-customer-statistics', { ...line, ...more })).status).toBe(201)
    expect(await map({ job_id: 'S2' })).toMatchObject({
      mapped: 2,
      skipped: [
        { reason: 'What was reported on 2026-05-02 is there already, and is later.' },
        { reason: expect.stringMatching(/Overlaps the customer statistic valid 2026-03-01 to 2026-03-31/) },
      ],
    })
    const both = [
      ['C2', 'M1', '2026-03-01', '2026-03-31', '1500.000', '12.000'],
      ['C2', 'M1', '2026-04-01', '2026-04-30', '-3.000', null],
    ]
    expect(await stored()).toEqual(both)
    const later = await file('customer-statistics-upload', 'Retailer,SKU,From,To,Qty\nC2,M1,2026-04-01,2026-04-30,41\n')
    expect(later.json()).toMatchObject({ response: { messageLog: ['1 changed'] } })
    expect((await stored())[1]![4]).toBe('41.000')
  })

  it('are kept from who only reads', async () => {
    for (const [method, path, body] of [
      ['POST', 'map-customer-stat-data', {}],
      ['POST', 'staging-customer-statistics', { job_id: 'S3' }],
      ['DELETE', 'staging-customer-statistics?job_id=S1', undefined],
      ['POST', 'customer-statistics', {}],
    ] as const)
      expect([path, (await ask(method, path, body, reader)).status]).toEqual([path, 403])
    expect((await ask('DELETE', 'staging-customer-statistics?job_id=S1')).status).toBe(200)
    expect(await map({})).toMatchObject({ mapped: 0, waiting: 2 })
  })
})

describe('the action of a list', () => {
  it('goes through more lines than a transaction takes piece by piece', async () => {
    await s.db.system((tx) =>
      tx.query(sql`
        insert into staging_purchase_data (organization_id, staging_number, status, job_id, supplier_number)
        select ${organizationId}, 'ST-' || g, 'waiting', 'MANY', case when g = 11003 then 'S1' else 'NOBODY' end from generate_series(1001, 11003) g`),
    )
    const act = async (more: object) =>
      (await ask('POST', 'staging-purchase-data/actions/map', { filters: { job_id: 'MANY' }, ...more })).body
    expect((await act({ dry_run: true })).response).toMatchObject({ matched: 10_003 })
    expect((await act({})).error).toMatchObject({ code: 'TOO_LARGE' })
    const first = (await act({ after: 0 })).response!
    expect([first['done'], (first['skipped'] as object[]).length]).toEqual([0, 1000])
    const last = records(await ask('GET', 'staging-purchase-data?job_id=MANY&sort=-id&limit=3'))
    const rest = await act({ after: Number(last[2]!['id']) })
    expect(rest.response).toMatchObject({ next: null, skipped: [{}, {}] })
    const more = await act({ after: first['next'], filters: { staging_number: 'ST-2001' } })
    expect(more.response).toMatchObject({ done: 0, skipped: [{ key: 'ST-2001' }], next: null })
    const chosen = await ask('POST', 'staging-purchase-data/actions/map', { ids: [last[0]!['id']], after: 0 })
    expect(chosen.status).toBe(400)
    expect((await ask('DELETE', 'staging-purchase-data?job_id=MANY')).status).toBe(200)
  })
})

describe('staged lines of a file', () => {
  const upload = async (content: string) => {
    const { headers, body: payload } = multipartFile('lines.csv', content)
    const url = '/api/staging-sales-data/upload?only_valid=true'
    return s.app.inject({ method: 'POST', url, headers: { ...headers, authorization: `Bearer ${token}` }, payload })
  }
  const waiting = async () => records(await ask('GET', 'staging-sales-data?job_id=FILE&sort=staging_number'))

  it('arrive with all their dirt, are mapped as they are said to be written, and mended by a file that names them', async () => {
    const arrived = await upload(
      'Job;Document;Line;Date;Customer;Material;Quantity;Net value\n' +
        'FILE;F1;1;05.06.2026;C1;M1;2,438;1.234,50\nFILE;F1;2;31.06.2026;C1;M1;viel;1\n;;;;;;;\n',
    )
    expect([arrived.statusCode, arrived.json()]).toMatchObject([200, { response: { messageLog: ['2 added'] } }])
    const first = await waiting()
    expect(first.map((one) => String(one['staging_number']).replace(/^ST-\d+/, 'ST'))).toEqual([
      'ST-000002',
      'ST-000003',
    ])
    // Untold, nothing of it is guessed.
    expect((await ask('POST', 'map-sales-data-stage?job_id=FILE')).body.response).toMatchObject({
      mapped: 0,
      waiting: 2,
    })
    const told = await ask('POST', 'map-sales-data-stage', { job_id: 'FILE', decimal: ',', date_order: 'DMY' })
    expect(told.body.response).toMatchObject({ mapped: 1, waiting: 1 })
    expect(records(await ask('GET', 'sales_data?billing_doc_number=F1'))).toMatchObject([
      { billing_doc_line: 1, billing_date: '2026-06-05', quantity: '2.438', net_value: '1234.5000' },
    ])
    const [left] = await waiting()
    const number = String(left!['staging_number'])
    await upload(`Staging number,Date,Quantity\n${number},2026-06-30,3\nST-999999,2026-06-30,4\n`)
    expect(await waiting()).toMatchObject([{ staging_number: number, billing_date: '2026-06-30', quantity: '3' }])
    expect((await ask('POST', 'map-sales-data-stage?job_id=FILE')).body.response).toMatchObject({
      mapped: 1,
      waiting: 0,
    })
  })
})

describe('neighbours', () => {
  it('tell which functionalities each application has for the caller', async () => {
    const all = records(await ask('GET', 'config-application-functionality?application_type=Pricing'))
    expect(new Set(all.map((one) => one['application_type']))).toEqual(new Set(['Pricing']))
    expect(all).toContainEqual(expect.objectContaining({ functionality: 'customer', path: '/customer-master' }))
    expect(
      all.some((one) => one['functionality'] === 'claim-configuration' && one['application_type'] !== 'Pricing'),
    ).toBe(false)
    const own = records(await ask('GET', 'config-application-functionality', undefined, reader))
    expect(own.map((one) => one['functionality'])).not.toContain('user')
  })

  it('take a file that says in which territory an employee works', async () => {
    const { headers, body: payload } = multipartFile(
      't.csv',
      'employee_number,full_name,territory\nE1,Ana Ortega,NORTH\n',
    )
    const answer = await s.app.inject({
      method: 'POST',
      url: '/api/employee-territory',
      headers: { ...headers, authorization: `Bearer ${token}` },
      payload,
    })
    expect(answer.statusCode).toBe(200)
    expect(records(await ask('GET', 'employee'))).toMatchObject([{ employee_number: 'E1', territory: 'NORTH' }])
  })
})
