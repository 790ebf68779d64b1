import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { sourceServer } from '#tests/support/source-server.ts'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

type Row = Record<string, unknown>

let it: Awaited<ReturnType<typeof uploadApp>>
let source: Awaited<ReturnType<typeof sourceServer>>
let organizationId = 0
let database: pg.Client

beforeAll(async () => {
  source = await sourceServer()
  database = new pg.Client({ connectionString: inject('databaseUrl') })
  it = await uploadApp([], { environment: { TIERLINE_INTEGRATION_HOSTS: `${source.host}, ${database.host}` } })
  const [row] = await it.product.db.system((tx) =>
    tx.query<{ id: number }>(sql`select organization_id as id from organization where code = 'N'`),
  )
  organizationId = row!.id
})

afterAll(async () => {
  await it?.product.close()
  await source?.close()
})

const created = async (path: string, body: object): Promise<Row> => {
  const answer = await it.post(path, body)
  expect(answer.status, JSON.stringify(answer.body.error)).toBe(201)
  return answer.body.response!
}

const customers = 'CustomerDataUploadFormat'

/** A mapping of customers with the given fields. */
const mapping = (name: string, fields: readonly object[], more: object = {}) =>
  created('integration-mapping', { name, functionality: customers, body: { fields, ...more } })

const finished = async (number: unknown): Promise<Row> => {
  const one = async () => recordsOf(await it.get(`batch-job-status?number=${String(number)}`))[0]!
  await expect
    .poll(async () => ['waiting', 'running'].includes(String((await one())['status'])), {
      timeout: 20_000,
      interval: 50,
    })
    .toBe(false)
  return one()
}

const run = async (integration: string): Promise<Row> => {
  const answer = await it.post('integration-setup/manual-run', { integration })
  expect(answer.status, JSON.stringify(answer.body.error)).toBe(202)
  return finished(answer.body.response!['number'])
}

const history = async (integration: string) =>
  recordsOf(await it.get(`integration-setup/history?integration=${integration}`)) as (Row & { files: Row[] })[]
const inFolder = (folder: string) => join(it.product.dataDir, 'drop', String(organizationId), 'in', folder)

const put = async (folder: string, name: string, text: string) => {
  await mkdir(inFolder(folder), { recursive: true })
  await writeFile(join(inFolder(folder), name), text)
}

test('files become records through mapping, qualifiers and filters; the second time nothing changes', async () => {
  for (const [from, to] of [
    ['Germany', 'DE'],
    ['Austria', 'AT'],
  ] as const)
    await created('integration-qualifiers', { qualifier: 'COUNTRY', source_value: from, target_value: to })
  const map = await mapping('ERP', [
    { field: 'customer_number', source: 'formula', formula: 'concat("E-", No)' },
    column('customer_name', 'Name'),
    column('country', 'Land', { qualifier: 'COUNTRY' }),
  ])
  await created('integration-setup', {
    code: 'ERP',
    name: 'Customers',
    mapping: map['code'],
    folder: 'erp',
    file_pattern: '*.csv',
  })
  await created('integration-filter', {
    integration: 'ERP',
    position: 1,
    source_field: 'State',
    operator: 'ne',
    value: 'closed',
  })
  await created('integration-filter', {
    integration: 'ERP',
    position: 2,
    source_field: 'Volume',
    operator: 'gt',
    value: '10',
  })
  expect(recordsOf(await it.get('integration-setup/filters?integration=ERP'))).toHaveLength(2)
  const lines =
    'No,Name,Land,State,Volume\n1,Alpha,Germany,open,11\n2,Beta,Austria,open,500\n3,Gamma,Germany,closed,99\n4,Delta,Germany,open,9\n'
  await put('erp', 'a.csv', lines)
  expect(await run('ERP')).toMatchObject({
    status: 'complete',
    inserted: 2,
    unchanged: 0,
    rejected: 0,
    integration: 'ERP',
  })
  const found = recordsOf(await it.get('customer-data?customer_number.startsWith=E-&sort=customer_number'))
  expect(found).toMatchObject([
    { customer_number: 'E-1', customer_name: 'Alpha', country: 'DE' },
    { customer_number: 'E-2', customer_name: 'Beta', country: 'AT' },
  ])
  await put('erp', 'b.csv', lines)
  expect(await run('ERP')).toMatchObject({ status: 'complete', inserted: 0, updated: 0, unchanged: 2 })
  expect(recordsOf(await it.get('customer-data?customer_number.startsWith=E-&sort=customer_number'))).toEqual(found)
  const [second, first] = await history('ERP')
  expect(first!.files).toMatchObject([
    { name: 'a.csv', state: 'committed', counts: { insert: 2, skipped: 2 }, reconciliation: { reconciled: true } },
  ])
  expect(second!.files).toMatchObject([
    { reconciliation: { source_lines: 4, left_out: 2, source_count: 2, target_count: 2 } },
  ])
  // Every line can be looked at with what became of it.
  const fate = await it.get(`uploads/${String(first!.files[0]!['upload_id'])}/rows?outcome=skipped`)
  expect(recordsOf(fate)).toHaveLength(2)
})

test('rejected lines are taken in again once what kept them out is mended', async () => {
  const map = await mapping('Web shop', [
    column('customer_number', 'id'),
    column('customer_name', 'name'),
    column('status', 'state', { qualifier: 'SHOP-STATE' }),
  ])
  await created('integration-setup', { code: 'SHOP', name: 'Shop', mapping: map['code'], folder: 'shop' })
  await put('shop', 'one.csv', 'id,name,state\nS1,Right,active\nS2,Wrong,in good standing\n')
  const before = await run('SHOP')
  expect(before).toMatchObject({ status: 'partial', inserted: 1, rejected: 1 })
  await created('integration-qualifiers', {
    qualifier: 'SHOP-STATE',
    source_value: 'in good standing',
    target_value: 'active',
  })
  const retry = await it.post('integration-setup/retry', { run: before['number'] })
  expect(retry.status).toBe(202)
  expect(await finished(retry.body.response!['number'])).toMatchObject({ status: 'complete', inserted: 1, rejected: 0 })
  expect(recordsOf(await it.get('customer-data?customer_number=S2'))).toMatchObject([
    { customer_name: 'Wrong', status: 'active' },
  ])
  expect(recordsOf(await it.get('integration-setup?code=SHOP'))).toMatchObject([{ last_status: 'complete' }])
})

test('a web address gives JSON page by page; the password is sent, sealed and never shown', async () => {
  source.json(
    '/rates',
    { data: [{ id: 'W1', name: { long: 'First, "quoted"' } }] },
    { link: '</rates?page=2>; rel="next"' },
  )
  source.json('/rates?page=2', { data: [{ id: 'W2', name: { long: 'Second' } }] })
  const map = await mapping('Web', [column('customer_number', 'id'), column('customer_name', 'name.long')])
  const web = await created('integration-setup', {
    code: 'WEB',
    name: 'Web',
    mapping: map['code'],
    source_type: 'https',
    url: `${source.origin}/rates`,
    response_format: 'json',
    records_path: 'data',
    auth_type: 'basic',
    auth_user: 'tierline',
    secret: 'open sesame',
  })
  expect(web).toMatchObject({ has_secret: true, secret: null })
  expect(web).not.toHaveProperty('secret_box')
  expect(await run('WEB')).toMatchObject({ status: 'complete', inserted: 2 })
  expect(recordsOf(await it.get('customer-data?customer_number=W1'))).toMatchObject([
    { customer_name: 'First, "quoted"' },
  ])
  const basic = `Basic ${Buffer.from('tierline:open sesame').toString('base64')}`
  expect(source.asked.map(({ path, authorization }) => [path, authorization])).toEqual([
    ['/rates', basic],
    ['/rates?page=2', basic],
  ])
  const everywhere = [
    JSON.stringify((await it.get(`integration-setup/${String(web['id'])}`)).body),
    JSON.stringify((await it.get(`integration-setup/${String(web['id'])}/history`)).body),
    JSON.stringify((await it.get('integration-setup/history?integration=WEB')).body),
  ].join('\n')
  expect(everywhere).not.toMatch(/open sesame|secret_box/)
  const [stored] = await it.product.db.system((tx) =>
    tx.query<{ all: string }>(sql`select t::text as all from integration_setup t where code = 'WEB'`),
  )
  expect(stored!.all).not.toContain('open sesame')
  // Saved again without a password, it keeps the one there is.
  const saved = await it.put(`integration-setup/${String(web['id'])}`, {
    row_version: web['row_version'],
    name: 'Web again',
    secret: '',
  })
  expect(saved.body.response).toMatchObject({ has_secret: true, secret: null })
  expect(await run('WEB')).toMatchObject({ status: 'complete', unchanged: 2 })
})

test('addresses that are not allowed are refused, also behind a redirection, and the password does not go there', async () => {
  const map = await mapping('Evil', [column('customer_number', 'id'), column('customer_name', 'name')])
  const refused = async (code: string, url: string) => {
    await created('integration-setup', {
      code,
      name: code,
      mapping: map['code'],
      source_type: 'https',
      url,
      auth_type: 'bearer',
      secret: 't',
    })
    const ended = await run(code)
    expect(ended).toMatchObject({ status: 'failed' })
    return String(ended['message'])
  }
  expect(await refused('META', 'http://169.254.169.254/latest')).toMatch(/no encrypted address/)
  expect(await refused('LOCAL', 'https://127.0.0.1:9/x')).toMatch(/not allowed/)
  expect(await refused('NAME', 'https://localhost/x')).toMatch(/not allowed/)
  source.redirect('/away', 'https://10.0.0.1/secret')
  expect(await refused('AWAY', `${source.origin}/away`)).toMatch(/not allowed/)
  expect(await refused('GONE', `${source.origin}/nothing`)).toMatch(/answered 404/)
  const inside = await it.post('integration-setup', {
    code: 'URLPW',
    name: 'x',
    mapping: map['code'],
    source_type: 'https',
    url: 'https://u:p@example.com/',
  })
  expect(inside.body.error?.issues?.[0]?.path).toEqual(['url'])
})

test('a table of another database is read', async () => {
  await it.product.db.system((tx) =>
    tx.client.query(
      `create table legacy_customer (kunnr text, name1 text); insert into legacy_customer values ('D1', 'From the table'), ('D2', null)`,
    ),
  )
  const map = await mapping('Table', [column('customer_number', 'kunnr'), column('customer_name', 'name1')])
  await created('integration-setup', {
    code: 'TABLE',
    name: 'Table',
    mapping: map['code'],
    source_type: 'database',
    db_host: database.host,
    db_port: database.port,
    db_name: it.product.db.url.match(/test_[0-9a-f]{12}/)![0],
    db_table: 'public.legacy_customer',
    db_encrypted: false,
    auth_user: database.user ?? '',
    secret: database.password ?? '',
  })
  expect(await run('TABLE')).toMatchObject({ inserted: 1, rejected: 1, status: 'partial' })
  expect(recordsOf(await it.get('customer-data?customer_number=D1'))).toMatchObject([
    { customer_name: 'From the table' },
  ])
})

test('a sample of the source shows its values and proposes mappings', async () => {
  const map = await mapping('Sampled', [column('customer_number', 'Customer'), column('customer_name', 'Called')])
  await created('integration-setup', { code: 'SAMPLE', name: 'Sample', mapping: map['code'], folder: 'sample' })
  expect((await it.get('integration-setup/sample?integration=SAMPLE')).status).toBe(404)
  const text = 'Customer,Called,City,Country\nP1,One,Graz,Austria\nP2,Two,Linz,Nowhere\n'
  await put('sample', 's.csv', text)
  expect((await it.get('integration-setup/sample?integration=SAMPLE')).body.response).toEqual({ name: 's.csv', text })
  const values = await it.get('integration-field-value?integration=SAMPLE&field=Country&qualifier=COUNTRY')
  expect(recordsOf(values)).toEqual([
    { value: 'Austria', becomes: 'AT', known: true },
    { value: 'Nowhere', becomes: null, known: false },
  ])
  expect(recordsOf(await it.get('new-mappings?integration=SAMPLE'))).toMatchObject([
    { column: 'City', field: 'city' },
    { column: 'Country', field: 'country' },
  ])
  const proposed = await it.post('new-mappings', { integration: 'SAMPLE', name: 'Proposed' })
  expect(proposed.status, JSON.stringify(proposed.body.error)).toBe(201)
  expect(proposed.body.response).toMatchObject({ code: `${customers} / Proposed` })
  // Looking takes nothing away.
  expect(await readFile(join(inFolder('sample'), 's.csv'), 'utf8')).toBe(text)
  expect(recordsOf(await it.get('uploads?limit=5')).map(({ state }) => state)).not.toContain('cancelled')
})

test('a sample that can be read in two ways makes a mapping once it is said how', async () => {
  const map = await mapping('Asked', [column('customer_number', 'Customer'), column('customer_name', 'Called')])
  await created('integration-setup', { code: 'ASKED', name: 'Asked', mapping: map['code'], folder: 'asked' })
  await put('asked', 's.csv', 'Customer,Called,Credit limit\nP1,One,"12,500"\n')
  const asked = { integration: 'ASKED', name: 'Guessed' }
  const refused = await it.post('new-mappings', asked)
  expect(refused).toMatchObject({
    status: 422,
    body: {
      message: 'Credit limit: 12,500 may have a mark of thousands or of decimals. Send decimal as "." or ",".',
    },
  })
  const formats = async () => recordsOf(await it.get('integration-mapping?name=Guessed'))
  expect(await formats()).toEqual([])
  const made = await it.post('new-mappings', { ...asked, decimal: ',' })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(made.body.response).toMatchObject({ body: { decimal: ',' } })
})

test('reconciliation tells when the records are no longer those of the source', async () => {
  const [run] = await history('ERP')
  const agreed = await it.post('integration-setup/reconcile', { run: run!['number'] })
  expect(agreed.body).toMatchObject({ message: 'Successfully reconciled.', response: { reconciled: true } })
  const [customer] = recordsOf(await it.get('customer-data?customer_number=E-1'))
  await it.put(`customer-data/${String(customer!['id'])}`, {
    row_version: customer!['row_version'],
    customer_name: 'Changed by hand',
  })
  const differs = await it.post('integration-setup/reconcile', { run: run!['number'] })
  expect(differs.body).toMatchObject({
    message: 'The source and the records differ.',
    response: { reconciled: false, records: [{ source_count: 2, target_count: 2, different: 1 }] },
  })
  const report = await it.post('integration-reconciliation-report', { integration: 'ERP' })
  expect(report.status, JSON.stringify(report.body.error)).toBe(200)
  expect(recordsOf(report)).toHaveLength(2)
})

test('a file that cannot be read is refused with the reason, and told in the history', async () => {
  await put('erp', 'empty.csv', '\n')
  expect(await run('ERP')).toMatchObject({ status: 'partial', inserted: 0 })
  expect((await history('ERP'))[0]!.files).toMatchObject([{ name: 'empty.csv', outcome: 'The file is empty.' }])
})

test('a file of which nothing was written tells why in the history', async () => {
  await put('erp', 'bad.csv', 'No,Name,Land,State,Volume\n77,,Germany,open,12\n')
  expect(await run('ERP')).toMatchObject({ status: 'partial', inserted: 0 })
  expect((await history('ERP'))[0]!.files).toMatchObject([
    { name: 'bad.csv', upload_id: expect.any(Number), outcome: expect.stringContaining('Line 2') },
  ])
})

test('a batch job runs an integration at its times', async () => {
  await put('erp', 'c.csv', 'No,Name,Land,State,Volume\n9,Later,Germany,open,12\n')
  const job = await created('batch-job-definition', {
    code: 'ERP-NIGHT',
    name: 'Nightly',
    job_type: 'integration',
    integration: 'ERP',
    app_type: 'Integration Studio',
  })
  await it.post('batch-job-definition/actions/run-now', { ids: [job['id']] })
  await expect
    .poll(async () => recordsOf(await it.get('batch-job-status?job=ERP-NIGHT&status=complete')).length, {
      timeout: 20_000,
    })
    .toBe(1)
  expect((await history('ERP'))[0]).toMatchObject({ inserted: 1, name: 'Nightly' })
})

test('is for those who may', async () => {
  expect((await it.get('integration-setup', it.tokens.analyst)).status).toBe(403)
  expect((await it.post('integration-setup/manual-run', { integration: 'ERP' }, it.tokens.reader)).status).toBe(403)
  expect((await it.get('integration-setup/sample?integration=ERP', it.tokens.analyst)).status).toBe(403)
  expect((await it.get('integration-setup/history?integration=ERP', it.tokens.south)).status).toBe(404)
})

test('rejected lines are taken in again however the source writes its files', async () => {
  const fields = [
    column('customer_number', 'No'),
    column('customer_name', 'Called'),
    column('status', 'State', { qualifier: 'OWN-STATE' }),
  ]
  const map = await mapping('Own ways', fields, { delimiter: ';', encoding: 'Windows-1252', header_row: 3 })
  await created('integration-setup', { code: 'OWN', name: 'Own', mapping: map['code'], folder: 'own' })
  const text = `Customers\n\nNo;Called;State\nO1;Right;active\nO2;M\u00fcller, S\u00f6hne;good\nO3;-Minus;good\nO4;One;too;many\n`
  await mkdir(inFolder('own'), { recursive: true })
  await writeFile(join(inFolder('own'), 'own.csv'), Buffer.from(text, 'latin1'))
  const before = await run('OWN')
  expect(before).toMatchObject({ status: 'partial', inserted: 1, rejected: 2 })
  const log = recordsOf(await it.get(`message-log?batch_job_id=${String(before['number'])}&limit=50`))
  expect(log.map(({ message }) => message)).toContain(
    'Not reconciled. own.csv: 3 lines in the source, 2 rejected; 1 expected and 1 there',
  )
  await created('integration-qualifiers', { qualifier: 'OWN-STATE', source_value: 'good', target_value: 'active' })
  const retry = await it.post('integration-setup/retry', { run: before['number'] })
  const again = await finished(retry.body.response!['number'])
  expect(again).toMatchObject({ status: 'complete', inserted: 2, rejected: 0 })
  expect(recordsOf(await it.get('customer-data?customer_number.startsWith=O&sort=customer_number'))).toMatchObject([
    { customer_number: 'O1' },
    { customer_number: 'O2', customer_name: 'M\u00fcller, S\u00f6hne', status: 'active' },
    { customer_number: 'O3', customer_name: '-Minus', status: 'active' },
  ])
  const none = await it.post('integration-setup/retry', { run: again['number'] })
  expect([none.status, none.body.message]).toEqual([409, 'This run has no rejected lines.'])
})
