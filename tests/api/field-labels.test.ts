import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, sessionApp, type SessionApp } from '#tests/support/session-app.ts'

const form = 'IMA_CONFIG_MATERIAL'

let product: SessionApp
let admin: string
let reader: string
let readerId: number

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, token = admin): Promise<Answer> =>
  product.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })

interface Display {
  field_id: string
  label: string
  hidden: boolean
  width: number | null
  column: number | null
}

const displayOf = ({ body }: Answer, id: string): Display | undefined =>
  (body.response?.['records'] as Display[]).find((one) => one.field_id === id)
const current = async (id: string, token = admin) =>
  displayOf(await call('GET', `field-label-display/current?form_id=${form}`, undefined, token), id)

beforeAll(async () => {
  product = await sessionApp()
  const organizationId = await product.organization({ code: 'HERE', name: 'Here' })
  await product.user({ organizationId, email: 'admin@here.test', name: 'Ada', role: 'ADMINISTRATOR' })
  readerId = await product.user({ organizationId, email: 'reader@here.test', name: 'Rex', role: 'READER' })
  admin = (await product.signIn('admin@here.test')).token
  reader = (await product.signIn('reader@here.test')).token
})

afterAll(() => product?.close())

describe('labels and displays of fields', () => {
  it.each(['field-label-designer', 'field-label-display/current'])('are read by %s', async (path) => {
    const answer = await call('GET', `${path}?form_id=${form}`)
    expect(answer.status).toBe(200)
    expect(displayOf(answer, 'material_number')).toMatchObject({ label: 'Material', hidden: false, column: 1 })
    expect((await call('GET', `${path}?form_id=NO_FORM`)).status).toBe(404)
    expect((await call('GET', path)).status).toBe(422)
  })

  it.each([
    ['POST', 'field-label-display'],
    ['PUT', 'field-label-display'],
    ['POST', 'field-label-designer'],
    ['PUT', 'field-label-designer'],
  ] as const)('are set by %s %s, and taken back', async (method, path) => {
    const label = `${method} by ${path}`
    const fields = [{ field_id: 'material_group', label, width: 222, list_order: 1 }]
    const answer = await call(method, path, { form_id: form, fields })
    expect([answer.status, answer.body.error?.issues]).toEqual([200, undefined])
    expect(displayOf(answer, 'material_group')).toMatchObject({ label, width: 222, column: 1 })
    expect(await current('material_group', reader)).toMatchObject({ label })
    const reset = await call(method, 'field-label-display/reset', { form_id: form })
    expect(displayOf(reset, 'material_group')?.label).not.toBe(label)
    expect(await current('material_group')).toMatchObject({ width: null })
  })

  it('leave what else is said of a field, and reset one field alone', async () => {
    await call('PUT', 'modify_form_fields', [
      { form_id: form, field_id: 'material_group', delta: { required: true, help: 'As in the catalogue' } },
    ] as unknown as object)
    const fields = ['material_group', 'material_description'].map((field_id) => ({
      field_id,
      label: `Own ${field_id}`,
    }))
    await call('PUT', 'field-label-display', { form_id: form, fields })
    await call('PUT', 'field-label-display/reset', { form_id: form, field_id: 'material_group' })
    expect((await current('material_description'))?.label).toBe('Own material_description')
    const [kept] = (await call('GET', `form_fields?form_id=${form}&field_id=material_group&limit=0`)).body.response?.[
      'records'
    ] as { required: boolean; help: string; label: string | null }[]
    expect(kept).toMatchObject({ required: true, help: 'As in the catalogue', label: null })
    await call('PUT', 'field-label-display/reset', { form_id: form })
  })

  it('are of a person alone where that is asked, and nobody else can set those of others', async () => {
    const mine = { form_id: form, layer: 'user', layer_ref: readerId }
    const fields = [{ field_id: 'material_group', label: 'My group' }]
    expect((await call('PUT', 'field-label-display', { ...mine, fields }, reader)).status).toBe(200)
    expect((await current('material_group', reader))?.label).toBe('My group')
    expect((await current('material_group'))?.label).not.toBe('My group')
    expect((await call('PUT', 'field-label-display', { form_id: form, fields }, reader)).status).toBe(403)
    expect((await call('POST', 'field-label-display/reset', { form_id: form }, reader)).status).toBe(403)
    expect((await call('POST', 'field-label-display/reset', mine, reader)).status).toBe(200)
    expect((await current('material_group', reader))?.label).not.toBe('My group')
  })

  it('refuse what could not be applied, all or none', async () => {
    const fields = [
      { field_id: 'material_group', label: 'Half' },
      { field_id: 'nothing', label: 'Half' },
    ]
    const answer = await call('PUT', 'field-label-display', { form_id: form, fields })
    expect([answer.status, answer.body.error?.issues?.[0]?.path]).toEqual([422, ['form_fields', 1, 'field_id']])
    expect((await current('material_group'))?.label).not.toBe('Half')
  })

  it('know their tables and the fields of each', async () => {
    const tables = (await call('GET', 'field-label-tables')).body.response?.['records'] as { table_name: string }[]
    expect(tables).toContainEqual({
      table_name: 'material',
      form_id: form,
      screen: 'material',
      label: 'Materials',
    })
    const fields = (await call('GET', 'table-fields?table_name=material')).body.response?.['records']
    expect(fields).toContainEqual(
      expect.objectContaining({
        field_id: 'material_number',
        field_name: 'material_number',
        type: 'text',
        required: true,
      }),
    )
    expect((await call('GET', 'table-fields?table_name=account')).status).toBe(404)
    const seen = (await call('GET', 'table-fields?table_name=material', undefined, reader)).body.response?.['records']
    expect(JSON.stringify(seen)).not.toContain('standard_cost')
  })
})

describe('form_fields', () => {
  it('are read by application and source of data', async () => {
    await call('PUT', 'modify_form_fields', [
      { form_id: form, field_id: 'brand', app_source_type: 'Pricing', delta: { label: 'Price brand' } },
      { form_id: form, field_id: 'brand', data_source_type: 'EDI', delta: { label: 'Brand as sent' } },
    ] as unknown as object)
    const read = async (query: string) =>
      (await call('GET', `form_fields?form_id=${form}&field_id=brand&${query}`)).body.response?.['records'] as object[]
    expect(await read('app_source_type=Pricing')).toMatchObject([{ label: 'Price brand' }])
    expect(await read('data_source_type=EDI')).toMatchObject([{ label: 'Brand as sent' }])
    expect(await read('limit=1')).toHaveLength(1)
    expect(await read('limit=0')).toHaveLength(2)
    expect((await call('PUT', 'form_fields/refresh-org')).status).toBe(200)
    expect((await call('PUT', 'form_fields/refresh-org/')).status).toBe(200)
    expect((await call('PUT', `form_fields/refresh/${form}`)).status).toBe(200)
  })
})
