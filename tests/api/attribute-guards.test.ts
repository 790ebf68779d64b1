import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

const form = 'IMA_CONFIG_CUSTOMER'

let app: Awaited<ReturnType<typeof uploadApp>>

type Made = Record<string, unknown> & { readonly id: number; readonly row_version: number }

const made = async (path: string, body: object): Promise<Made> => {
  const answer = await app.post(path, body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.response as Made
}
const attribute = (name: string, more: object = {}): Promise<Made> =>
  made('mdm/attribute-type', { attribute: name, attribute_label: name, applies_to: [{ master: 'supplier' }], ...more })
const supplier = (number: string, more: object = {}): Promise<Made> =>
  made('supplier-master', { supplier_number: number, supplier_name: number, ...more })
const field = async (name: string, screen = 'supplier') => {
  const { fields } = (await app.get(`screens/${screen}`)).body.response as unknown as {
    fields: (Record<string, unknown> & { choices?: { value: string }[] })[]
  }
  return fields.find((one) => one['name'] === name)
}
const choices = async (name: string) => (await field(name))?.choices?.map(({ value }) => value)
const values = async (name: string) =>
  recordsOf(await app.get(`eligibility-attrib?attribute_name=${name}&limit=5000`)).map((one) => one['attribute_value'])

beforeAll(async () => {
  app = await uploadApp()
})

afterAll(() => app?.product.close())

describe('a name that the product uses itself', () => {
  test.each(['id', 'row_version', 'labels', 'created_at', 'organization_id', 'sort', 'page', 'view', 'constructor'])(
    'is no attribute: %s',
    async (name) => {
      const body = { attribute: name, attribute_label: 'Mine' }
      for (const more of [{}, { applies_to: [{ master: 'customer' }] }]) {
        const { status, body: answer } = await app.post('mdm/attribute-type', { ...body, ...more })
        expect([status, answer.error?.issues?.[0]?.path]).toEqual([422, ['attribute']])
        expect(answer.error?.message).toContain(`choose another, such as own_${name}`)
      }
      const delta = { label: 'Mine', attribute_type: 'text' }
      const direct = await app.put('modify_form_fields', [{ form_id: form, field_id: name, delta }])
      expect([direct.status, direct.body.error?.issues?.[0]?.path]).toEqual([422, ['form_fields', 0, 'field_id']])
      const stored = await app.post('form_fields', { form_id: form, field_id: name, ...delta })
      expect([stored.status, stored.body.error?.issues?.[0]?.path]).toEqual([422, ['field_id']])
    },
  )

  test('may be that of a field of the product that rules use', async () => {
    const standard = { attribute: 'created_at', attribute_label: 'Created', attribute_type: 'standard' }
    expect((await app.post('mdm/attribute-type', standard)).status).toBe(201)
  })
})

test('whoever deletes an attribute is told how many records hold a value of it', async () => {
  const { id } = await attribute('dock_kind', {
    attribute_label: 'Dock kind',
    applies_to: [{ master: 'supplier' }, { master: 'customer' }],
  })
  const foreseen = async () =>
    (await app.post('mdm/attribute-type/bulk-delete', { ids: [id], dry_run: true })).body.response!
  expect(await foreseen()).toMatchObject({ deleted: 1 })
  expect(await foreseen()).not.toHaveProperty('losses')
  await supplier('DK1', { dock_kind: 'Ramp' })
  await supplier('DK2', { dock_kind: 'Gate' })
  await supplier('DK3', { dock_kind: null })
  await made('customer-data', { customer_number: 'DK1', customer_name: 'One', dock_kind: 'Ramp' })
  expect((await foreseen())['losses']).toEqual([
    'Dock kind: 2 suppliers and 1 customer hold values, which are no longer shown.',
  ])
  // Looking at it has deleted nothing.
  expect((await app.get(`mdm/attribute-type/${id}`)).status).toBe(200)
  await app.del(`mdm/attribute-type/${id}`)
})

describe('an attribute that is made again with another type', () => {
  const change = (name: string, delta: object | null) =>
    app.put('modify_form_fields', [{ form_id: form, field_id: name, delta }])
  const text = { label: 'Docks', attribute_type: 'text' }
  const customer = (number: string, more: object) =>
    made('customer-data', { customer_number: number, customer_name: number, ...more })

  test('is refused while records hold values that it cannot read, and told how many', async () => {
    await change('docks', text)
    await customer('G1', { docks: 'four' })
    await customer('G2', { docks: '4' })
    await change('docks', null)
    const again = await change('docks', { ...text, attribute_type: 'integer' })
    expect(again.status).toBe(422)
    expect(again.body.error?.issues).toMatchObject([
      {
        path: ['form_fields', 0, 'attribute_type'],
        message: expect.stringContaining('1 customer still holds a value of an earlier attribute docks'),
      },
    ])
    const typed = await app.post('mdm/attribute-type', {
      attribute: 'docks',
      attribute_label: 'Docks',
      data_type: 'decimal',
      applies_to: [{ master: 'customer' }],
    })
    expect([typed.status, typed.body.error?.issues?.[0]?.path]).toEqual([422, ['attribute']])
    expect((await change('docks', text)).status).toBe(200)
    expect((await change('docks', { ...text, attribute_type: 'date' })).status).toBe(422)
    const [first] = recordsOf(await app.get('customer-data?customer_number=G1'))
    expect((await app.put(`customer-data/${Number(first!['id'])}`, { docks: null })).status).toBe(200)
    expect((await change('docks', { ...text, attribute_type: 'integer' })).status).toBe(200)
    expect(recordsOf(await app.get('customer-data?docks.gte=1'))).toMatchObject([{ customer_number: 'G2', docks: 4 }])
  })

  test.each([
    ['integer', {}],
    ['decimal', { attribute_scale: 2 }],
    ['date', {}],
    ['dateTime', {}],
    ['flag', {}],
  ])('reads nothing where another program has left what is no %s', async (type, more) => {
    const name = `left_${type.toLowerCase()}`
    await app.product.db.system((tx) =>
      tx.query(
        sql`update customer set attributes = coalesce(attributes, '{}') || jsonb_build_object(${name}::text, 'x')`,
      ),
    )
    for (const attribute_index of [false, true]) {
      const kept = await change(name, { label: name, attribute_type: type, attribute_index, ...more })
      expect(kept.status).toBe(200)
      for (const query of [`sort=${name}`, `${name}.empty=true`, `group=${name}`, `search=G`])
        expect((await app.get(`customer-data?${query}`)).status).toBe(200)
      const [first] = recordsOf(await app.get('customer-data?customer_number=G2'))
      expect(first![name]).toBeNull()
      const saved = await app.put(`customer-data/${Number(first!['id'])}`, { customer_name: `G2 ${attribute_index}` })
      expect(saved.status).toBe(200)
    }
  })
})

describe('standard values only', () => {
  test('of a field of a table are those that it has when a record is written', async () => {
    await made('customer-data', { customer_number: 'C1', customer_name: 'One', city: 'Lyon' })
    await attribute('depot_city', { foreign_table: 'customer', foreign_field: 'city', standard_values_only: true })
    expect(await field('depot_city')).toMatchObject({
      type: 'text',
      proposals: ['Lyon'],
      valuesOf: { screen: 'customer', field: 'city' },
    })
    const saved = await supplier('S1', { depot_city: 'Lyon' })
    await made('customer-data', { customer_number: 'C2', customer_name: 'Two', city: 'Nantes' })
    expect((await app.put(`supplier-master/${saved.id}`, { depot_city: 'Nantes' })).status).toBe(200)
    const wrong = await app.put(`supplier-master/${saved.id}`, { depot_city: 'Atlantis' })
    expect([wrong.status, wrong.body.error?.issues]).toMatchObject([
      422,
      [{ path: ['depot_city'], message: 'depot_city has no value Atlantis' }],
    ])
    const bulk = await app.post('supplier-master/bulk-update', { ids: [saved.id], changes: { depot_city: 'Atlantis' } })
    expect(bulk.body.response).toMatchObject({ updated: 0, failed_count: 1 })
    const { id, upload } = await app.checked(
      'No,Name,City\nS2,Two,Lyon\nS3,Three,Atlantis\n',
      {
        fields: [column('supplier_number', 'No'), column('supplier_name', 'Name'), column('depot_city', 'City')],
      },
      'SupplierDataFormats',
    )
    expect(upload['counts']).toMatchObject({ insert: 1, rejected: 1 })
    const [rejected] = recordsOf(await app.get(`uploads/${id}/rows?outcome=rejected`))
    expect(rejected!['reasons']).toMatchObject([{ field: 'depot_city' }])
  })

  test('reach the attributes that take them, however many lie between', async () => {
    const first = { standard_values_only: true, values: [{ value: 'N' }] }
    const region = await attribute('home_region', first)
    await attribute('bill_region', { standard_values_only: true, reference_attribute: 'home_region' })
    const last = await attribute('pay_region', { standard_values_only: true, reference_attribute: 'bill_region' })
    expect(await choices('pay_region')).toEqual(['N'])
    await made('mdm/attribute-values', [{ attribute_type_id: region.id, value: 'S' }])
    expect(await choices('bill_region')).toEqual(['N', 'S'])
    await supplier('R1', { pay_region: 'S' })
    const round = await app.put(`mdm/attribute-type/${region.id}`, { reference_attribute: 'pay_region' })
    expect([round.status, round.body.error?.issues?.[0]?.path]).toEqual([422, ['reference_attribute']])
    const south = recordsOf(await app.get('eligibility-attrib?attribute_name=home_region&attribute_value=S'))[0]!
    expect((await app.del(`eligibility-attrib/${Number(south['id'])}`)).status).toBe(409)
    await app.put(`mdm/attribute-type/${last.id}`, { applies_to: [] })
    expect((await app.del(`eligibility-attrib/${Number(south['id'])}`)).status).toBe(200)
    expect(await choices('bill_region')).toEqual(['N'])
  })

  test('are at most a thousand, and one more is refused whole', async () => {
    const codes = Array.from({ length: 1000 }, (_, at) => ({ value: `V${String(at).padStart(4, '0')}` }))
    const many = await attribute('many_codes', { standard_values_only: true, values: codes })
    const more = await app.post('mdm/attribute-values', [{ attribute_type_id: many.id, value: 'W' }])
    expect([more.status, more.body.error?.issues]).toMatchObject([
      422,
      [{ path: ['standard_values_only'], message: expect.stringContaining('would have 1001') }],
    ])
    expect(await values('many_codes')).toHaveLength(1000)
    // Left by an earlier version.
    await app.product.db.system((tx) =>
      tx.query(sql`
        insert into attribute_value (organization_id, attribute_name, attribute_value)
        select organization_id, attribute, 'X' || n from attribute_type, generate_series(1, 5) n where attribute = 'many_codes'`),
    )
    const [over] = recordsOf(await app.get('eligibility-attrib?attribute_name=many_codes&attribute_value=X1'))
    expect((await app.del(`eligibility-attrib/${Number(over!['id'])}`)).status).toBe(200)
    expect((await app.del(`mdm/attribute-type/${many.id}`)).status).toBe(200)
    expect(await values('many_codes')).toEqual([])
  })

  test('take nothing while there are none', async () => {
    const empty = await attribute('empty_class', { standard_values_only: true })
    const file = {
      content: 'No,Name,Class\nE2,Two,B\nE3,Three,\n',
      fields: [column('supplier_number', 'No'), column('supplier_name', 'Name'), column('empty_class', 'Class')],
    }
    const refuse = async () => {
      const body = { supplier_number: 'E1', supplier_name: 'E', empty_class: 'B' }
      const refused = await app.post('supplier-master', body)
      expect([refused.status, refused.body.error?.issues?.[0]]).toMatchObject([
        422,
        { path: ['empty_class'], message: 'There are no values to choose from yet' },
      ])
      const { upload } = await app.checked(file.content, { fields: file.fields }, 'SupplierDataFormats')
      expect(upload['counts']).toMatchObject({ insert: 1, rejected: 1 })
    }
    await refuse()
    const value = await made('eligibility-attrib', { attribute_name: 'empty_class', attribute_value: 'A' })
    expect(await choices('empty_class')).toEqual(['A'])
    expect((await app.del(`eligibility-attrib/${value.id}`)).status).toBe(200)
    await refuse()
    expect((await app.del(`mdm/attribute-type/${empty.id}`)).status).toBe(200)
  })

  test('keep their codes, and go once nobody holds them', async () => {
    const grade = await attribute('grade', { standard_values_only: true, values: [{ value: 'A' }, { value: 'B' }] })
    const [a] = grade['values'] as { id: number }[]
    const renamed = await app.put(`mdm-attribute/value/${a!.id}`, { value: 'A1' })
    expect([renamed.status, renamed.body.error?.issues?.[0]?.path]).toEqual([422, ['attribute_value']])
    expect((await app.put(`mdm-attribute/value/${a!.id}`, { description: 'Best' })).status).toBe(200)
    const [one] = [await supplier('H1', { grade: 'A' }), await supplier('H2', { grade: 'A' })]
    await made('eligibility-hierarchy-attrib', {
      node: 'GR',
      description: 'Grade',
      attribute_name: 'grade',
      attribute_value: 'A',
    })
    await made('eligibility-attrib-multiple', {
      combination: 'GR',
      description: 'Grade',
      attributes_list: [{ attribute_name: 'grade', attribute_value: 'A' }],
    })
    const held = await app.del(`eligibility-attrib/${a!.id}`)
    expect(held).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'STILL_REFERENCED',
          message: 'This cannot be deleted: 2 suppliers, 1 hierarchy node, 1 attribute combination refer to it.',
        },
      },
    })
    const parts = await app.put(`mdm/attribute-type/${grade.id}`, { deleted_ids: [a!.id] })
    expect(parts.status).toBe(409)
    expect((await app.put(`supplier-master/${one!.id}`, { grade: 'B' })).status).toBe(200)
    expect(await choices('grade')).toEqual(['A', 'B'])
    const bulk = await app.post('eligibility-attrib/bulk-delete', {
      ids: (grade['values'] as { id: number }[]).map((v) => v.id),
    })
    expect(bulk.body.response).toMatchObject({ deleted: 0, failed_count: 2 })
  })
})
