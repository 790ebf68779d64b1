import { afterAll, beforeAll, expect, test } from 'vitest'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

type Row = Record<string, unknown>

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
})
afterAll(() => app?.product.close())

const created = async (path: string, body: object): Promise<Row> => {
  const answer = await app.post(path, body)
  expect([path, answer.status, answer.body.error?.issues]).toEqual([path, 201, undefined])
  return answer.body.response!
}

test('parts of a sales basis are mapped to fields of the sales data, by hand and by file', async () => {
  await created('config/sales-basis', { sales_basis: 'MAPPED', description: 'Mapped', amount: 'margin' })
  const one = await created('sales-data-map', {
    sales_basis: 'MAPPED',
    basis_part: 'amount',
    source_field: 'net_value',
  })
  const twice = await app.post('sales-data-map', {
    sales_basis: 'MAPPED',
    basis_part: 'amount',
    source_field: 'quantity',
  })
  expect([twice.status, twice.body.error?.code]).toEqual([409, 'DUPLICATE_KEY'])
  expect(
    (await app.post('sales-data-map', { sales_basis: 'NONE', basis_part: 'amount', source_field: 'net_value' })).status,
  ).toBe(422)
  const wrong = await app.post('sales-data-map', {
    sales_basis: 'MAPPED',
    basis_part: 'quantity',
    source_field: 'quantity',
  })
  expect(wrong.body.error?.issues).toMatchObject([{ message: 'MAPPED has no quantity, but value and cost' }])
  const changed = await app.put(`sales-data-map/${String(one['id'])}`, { row_version: 1, factor: '-1' })
  expect(changed.body.response).toMatchObject({ factor: '-1.000000' })
  const format = await created('upload-format?app-functionality=SalesDataMapFormats', {
    name: 'Maps',
    body: { fields: ['sales_basis', 'basis_part', 'source_field'].map((name) => column(name, name)) },
  })
  const answer = await app.send(
    `sales-data-map/upload?format_id=${String(format['id'])}`,
    'sales_basis,basis_part,source_field\nMAPPED,cost,cost_value\n',
  )
  expect(answer).toMatchObject({ status: 200, body: { response: { messageLog: ['1 added'] } } })
  const records = recordsOf(await app.get('sales-data-map?page=1&limit=10&sort=basis_part'))
  expect(records.map(({ basis_part: part, source_field: name }) => [part, name])).toEqual([
    ['amount', 'net_value'],
    ['cost', 'cost_value'],
  ])
  const [basis] = recordsOf(await app.get('config/sales-basis?sales_basis=MAPPED'))
  const emptied = await app.put(`config/sales-basis/${String(basis!['id'])}`, { row_version: 1, amount: null })
  expect(emptied.body.error?.issues).toMatchObject([{ path: ['amount'], code: 'required' }])
  const narrower = await app.put(`config/sales-basis/${String(basis!['id'])}`, { row_version: 1, amount: 'net' })
  expect(narrower.body.error?.issues).toMatchObject([
    { path: ['amount'], message: 'Its cost is mapped to a field: delete the basis mapping first' },
  ])
  expect((await app.get('sales-data-map', app.tokens.south)).body.response).toMatchObject({ records: [] })
  expect((await app.del(`sales-data-map/${String(one['id'])}`)).status).toBe(200)
})

test('attributes are mapped to fields of the sales data', async () => {
  await created('mdm/attribute-type', {
    attribute: 'season',
    attribute_label: 'Season',
  })
  await created('sales-data-attribute-map', { attribute: 'season', source_field: 'transaction_type' })
  const wrong = await app.post('sales-data-attribute-map', { attribute: 'season', source_field: 'nowhere' })
  expect(wrong.status).toBe(422)
  expect(recordsOf(await app.get('sales-data-attribute-map'))).toMatchObject([{ attribute: 'season' }])
})

test('videos of the help are published, and what is configured can be asked', async () => {
  const video = await created('helpdesk-video', {
    code: 'tour',
    video_title: 'A tour',
    url: 'https://videos.example.com/tour',
  })
  expect(video).toMatchObject({ status: 'draft' })
  expect(recordsOf(await app.get('helpdesk-video?status=published', app.tokens.analyst))).toEqual([])
  await app.put(`helpdesk-video/${String(video['id'])}`, { row_version: 1, status: 'published' })
  expect(recordsOf(await app.get('helpdesk-video?status=published', app.tokens.analyst))).toMatchObject([
    { code: 'tour' },
  ])
  const ask = async () =>
    (await app.get('valid-configuration?key_name=dropdown_configuration&field=customer')).body.response
  expect(await ask()).toEqual({ key_name: 'dropdown_configuration', field: 'customer', valid: false, value: null })
  await created('default-configuration', { key: 'dropdown_configuration', field: 'customer', value: '7' })
  expect(await ask()).toMatchObject({ valid: true, value: '7' })
})
