import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
})

afterAll(() => app?.product.close())

const customers = 'app-functionality=CustomerDataUploadFormat'
const body = { fields: [column('customer_number', 'No'), column('customer_name', 'Name')] }
const make = (name: string) => app.post(`upload-format?${customers}`, { name, body })

describe('upload formats', () => {
  test('are created, saved, copied and deleted with 201 (B101, B103, B104, B111)', async () => {
    const created = await make('Plain')
    expect(created).toMatchObject({
      status: 201,
      body: {
        response: {
          name: 'Plain',
          functionality: 'CustomerDataUploadFormat',
          row_version: 1,
          body: { header_row: 1, decimal: '.', null_values: ['', 'NULL'] },
        },
      },
    })
    const id = Number(created.body.response!['id'])
    expect(await app.put(`upload-format/${id}`, { name: 'Plain 2', row_version: 1, body })).toMatchObject({
      status: 201,
      body: { response: { name: 'Plain 2', row_version: 2 } },
    })
    expect(await app.post(`upload-format/${id}`, { name: 'Plain 3', body })).toMatchObject({
      status: 201,
      body: { response: { name: 'Plain 3' } },
    })
    expect(await app.put(`upload-format/${id}`, { name: 'Late', row_version: 1, body })).toMatchObject({
      status: 409,
      body: { error: { code: 'ROW_CONFLICT' } },
    })
    expect(await app.post(`clone-format/${id}`, {})).toMatchObject({
      status: 201,
      body: { message: 'Format cloned successfully.', response: { name: 'Plain 3 copy' } },
    })
    expect(await app.post(`clone-format/${id}`, {})).toMatchObject({
      status: 201,
      body: { response: { name: 'Plain 3 copy 2' } },
    })
    expect(recordsOf(await app.get(`upload-format?${customers}`)).map(({ name }) => name)).toEqual([
      'Plain 3',
      'Plain 3 copy',
      'Plain 3 copy 2',
    ])
    expect(await app.del(`upload-format/${id}`)).toMatchObject({ status: 201 })
    expect(await app.get(`upload-format/${id}`)).toMatchObject({ status: 404 })
  })

  test('that integrations and jobs go by stay, and are followed by both under another name', async () => {
    const format = (await make('Used')).body.response!
    const id = Number(format['id'])
    const mapping = `${String(format['functionality'])} / Used`
    expect(await app.post('integration-setup', { code: 'USES', name: 'Uses', mapping, folder: 'uses' })).toMatchObject({
      status: 201,
    })
    const job = { code: 'USES', name: 'Uses', job_type: 'file_upload', upload_format: mapping, folder: 'uses' }
    expect(await app.post('batch-job-definition', job)).toMatchObject({ status: 201 })
    const refused = {
      status: 409,
      body: { message: 'This cannot be deleted: 1 integration, 1 batch job refer to it.' },
    }
    expect(await app.del(`integration-mapping/${id}`)).toMatchObject(refused)
    expect(await app.del(`upload-format/${id}`)).toMatchObject(refused)
    const goesBy = async () => {
      const [setup] = recordsOf(await app.get('integration-setup?code=USES'))
      const [definition] = recordsOf(await app.get('batch-job-definition?code=USES'))
      return [setup!['mapping'], definition!['upload_format']].map((code) => String(code).split(' / ')[1])
    }
    expect(await app.put(`upload-format/${id}`, { name: 'Renamed', body })).toMatchObject({ status: 201 })
    expect(await goesBy()).toEqual(['Renamed', 'Renamed'])
    const { row_version } = (await app.get(`upload-format/${id}`)).body.response!
    expect(await app.put(`integration-mapping/${id}`, { name: 'Once more', row_version })).toMatchObject({
      status: 200,
    })
    expect(await goesBy()).toEqual(['Once more', 'Once more'])
    expect(await app.del(`upload-format/${id}`)).toMatchObject({ status: 409 })
  })

  test('are listed with the fields of their functionality only (B097)', async () => {
    await make('Mine')
    expect(recordsOf(await app.get('upload-format?app-functionality=MaterialMasterDataFormat'))).toEqual([])
    const fields = recordsOf(await app.get(`upload-format-fields?${customers}`))
    expect(fields.find(({ field }) => field === 'customer_number')).toMatchObject({
      label: 'Customer',
      type: 'text',
      required: true,
      key: true,
    })
    expect(fields.find(({ field }) => field === 'status')).toMatchObject({ required: false, default: 'active' })
    expect(fields.some(({ field }) => field === 'contacts' || field === 'attributes')).toBe(false)
    expect(await app.get('upload-format-fields?app-functionality=Nothing')).toMatchObject({ status: 404 })
  })

  test('tell every mistake at its place', async () => {
    const wrong = {
      keep: 'Name +',
      fields: [
        column('customer_name', ''),
        column('colour', 'X'),
        { field: 'status', source: 'constant', value: 'asleep' },
        { field: 'city', source: 'formula', formula: 'foo(1)' },
        column('customer_name', 'Name'),
      ],
    }
    const answer = await app.post(`upload-format?${customers}`, { name: 'Wrong', body: wrong })
    expect(answer.status).toBe(422)
    expect(answer.body.error?.issues?.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['body.fields.0.column', 'Name needs a column of the file'],
      ['body.fields.1.field', 'Customers have no field colour to upload'],
      ['body.fields.2.value', 'Status: "asleep" is not one of Active, Blocked, Inactive'],
      ['body.fields.3.formula', 'There is no function foo (at character 1)'],
      ['body.fields.4.field', 'Name is mapped twice'],
      ['body.fields', 'Customer tells the rows apart and has to be mapped'],
      ['body.keep', 'Something is missing at the end (at character 7)'],
    ])
  })

  test('have names of their own and belong to those who may upload', async () => {
    await make('Twice')
    expect(await make('Twice')).toMatchObject({
      status: 409,
      body: { message: 'There is a format called "Twice" already.' },
    })
    expect(await app.post(`upload-format?${customers}`, { name: 'X', body }, app.tokens.reader)).toMatchObject({
      status: 403,
    })
    expect(recordsOf(await app.get('upload-format', app.tokens.south))).toEqual([])
  })

  test('leave out fields that the user may not write, with a warning', async () => {
    const format = { fields: [...body.fields, column('credit_limit', 'Limit')] }
    const fields = recordsOf(await app.get(`upload-format-fields?${customers}`, app.tokens.analyst))
    const denied = !fields.some(({ field }) => field === 'credit_limit')
    const answer = await app.send(`uploads?${customers}`, 'No,Name,Limit\nF1,Denied,100\n', 'f.csv', app.tokens.analyst)
    const id = Number(answer.body.response!['id'])
    await app.post(`uploads/${id}/check`, { format }, app.tokens.analyst)
    const upload = await app.settled(id)
    expect(upload).toMatchObject({
      state: 'checked',
      warnings: denied ? ['Credit limit is left out: you may not change it'] : [],
    })
  })
})
