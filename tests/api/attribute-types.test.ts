import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { multipartFile } from '#tests/support/multipart.ts'
import { goodPassword, sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let it: SessionApp
let token: string
let reader: string

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, as = token) =>
  it.call(method, `/api/${path}`, { token: as, ...(body === undefined ? {} : { body }) })
const records = (answer: Awaited<ReturnType<typeof call>>) =>
  answer.body.response?.['records'] as Record<string, unknown>[]
const made = async (
  path: string,
  body: object,
): Promise<Record<string, unknown> & { id: number; row_version: number }> => {
  const answer = await call('POST', path, body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.response as Record<string, unknown> & { id: number; row_version: number }
}
interface Shown {
  readonly name: string
  readonly type: string
  readonly label: string
  readonly required: boolean
  readonly target?: string
  readonly integrity?: string
  readonly searched?: boolean
  readonly proposals?: readonly string[]
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
}
const screen = async (name = 'customer') =>
  (await call('GET', `screens/${name}`)).body.response as unknown as {
    readonly fields: readonly Shown[]
    readonly list: { readonly columns: readonly string[] }
    readonly upload: { readonly fields: readonly string[] }
  }
const field = async (name: string, of = 'customer') => (await screen(of)).fields.find((one) => one.name === name)
const pick = async (name: string, search = '') => records(await call('POST', `dropdown-search/${name}`, { search }))

beforeAll(async () => {
  it = await sessionApp()
  const organizationId = await it.organization({ code: 'AT', name: 'Attributes' })
  for (const [email, role] of [
    ['a@attributes.example', 'ADMINISTRATOR'],
    ['r@attributes.example', 'READER'],
  ] as const)
    await it.user({ organizationId, email, name: 'Ann', role, password: goodPassword })
  token = (await it.signIn('a@attributes.example')).token
  reader = (await it.signIn('r@attributes.example')).token
  for (const [number, name, region] of [
    ['AT-1', 'Alpha', 'North'],
    ['AT-2', 'Beta', 'South'],
    ['AT-3', 'Gamma', 'South'],
  ])
    await made('customer-data', { customer_number: number, customer_name: name, customer_group: region })
})

afterAll(() => it?.close())

describe('an attribute of one’s own', () => {
  test('is a field of its masters at once, with its values, and goes with them', async () => {
    const tier = await made('mdm/attribute-type', {
      attribute: 'loyalty',
      attribute_label: 'Loyalty tier',
      standard_values_only: true,
      applies_to: [{ master: 'customer', required: false }],
      values: [
        { value: 'G', description: 'Gold' },
        { value: 'S', description: 'Silver' },
      ],
    })
    expect(tier['values']).toMatchObject([
      { value: 'G', description: 'Gold', attribute_type_id: tier.id },
      { value: 'S', description: 'Silver' },
    ])
    expect(await field('loyalty')).toMatchObject({
      type: 'choice',
      label: 'Loyalty tier',
      choices: [
        { value: 'G', label: 'Gold' },
        { value: 'S', label: 'Silver' },
      ],
    })
    const shown = await screen()
    expect(shown.list.columns).toContain('loyalty')
    expect(shown.upload.fields).toContain('loyalty')
    expect(
      (await call('POST', 'customer-data', { customer_number: 'AT-9', customer_name: 'X', loyalty: 'Z' })).status,
    ).toBe(422)
    await made('customer-data', { customer_number: 'AT-4', customer_name: 'Delta', loyalty: 'G' })
    expect(records(await call('GET', 'customer-data?loyalty=G'))).toMatchObject([{ customer_number: 'AT-4' }])

    const [gold] = tier['values'] as { id: number }[]
    const change = {
      row_version: tier.row_version,
      attribute_label: 'Loyalty',
      applies_to: [{ master: 'customer' }, { master: 'supplier', required: true }],
      values: [{ value: 'P', description: 'Platinum' }],
      deleted_ids: [gold!.id],
    }
    const held = await call('PUT', `mdm/attribute-type/${tier.id}`, change)
    expect(held).toMatchObject({ status: 409, body: { error: { code: 'STILL_REFERENCED' } } })
    const [delta] = records(await call('GET', 'customer-data?loyalty=G'))
    await call('PUT', `customer-data/${Number(delta!['id'])}`, { loyalty: 'S' })
    const changed = await call('PUT', `mdm/attribute-type/${tier.id}`, change)
    expect(changed).toMatchObject({ status: 200, body: { message: 'Successfully updated' } })
    expect((changed.body.response?.['values'] as object[]).map((one) => ({ ...one, id: 0 }))).toMatchObject([
      { value: 'P' },
      { value: 'S' },
    ])
    expect((await field('loyalty'))?.choices?.map(({ value }) => value)).toEqual(['P', 'S'])
    expect(await field('loyalty', 'supplier')).toMatchObject({ required: true, label: 'Loyalty' })

    await call('PUT', `mdm/attribute-type/${tier.id}`, { applies_to: [{ master: 'supplier' }] })
    expect(await field('loyalty')).toBeUndefined()
    expect((await call('DELETE', `mdm/attribute-type/${tier.id}`)).status).toBe(200)
    expect(await field('loyalty', 'supplier')).toBeUndefined()
    expect(records(await call('GET', 'eligibility-attrib?attribute_name=loyalty'))).toEqual([])
  })

  test('takes other values where it only proposes them, and shows none before one types where they are searched', async () => {
    const channel = await made('mdm/attribute-type', {
      attribute: 'channel_note',
      attribute_label: 'Channel',
      search_only: true,
      applies_to: [{ master: 'material' }],
      values: [{ value: 'WEB', description: 'Web shop' }, { value: 'FAX' }],
    })
    expect(await field('channel_note', 'material')).toMatchObject({
      type: 'text',
      searched: true,
      proposals: ['FAX', 'WEB'],
    })
    expect(await pick('channel_note')).toEqual([])
    expect(await pick('channel_note', 'we')).toEqual([{ value: 'WEB', label: 'Web shop' }])
    await call('PUT', `mdm/attribute-type/${channel.id}`, { values_display_only: true, search_only: false })
    expect(await pick('channel_note')).toEqual([
      { value: 'FAX', label: 'FAX' },
      { value: 'WEB', label: 'WEB' },
    ])
    const several = records(await call('POST', 'dropdown-multi-search/channel_note,customer', { search: 'a' }))
    expect(new Set(several.map((one) => one['of']))).toEqual(new Set(['channel_note', 'customer']))
  })

  test('of the key of a master is a reference to it', async () => {
    await made('mdm/attribute-type', {
      attribute: 'sponsor',
      attribute_label: 'Sponsor',
      foreign_table: 'supplier',
      foreign_field: 'supplier_number',
      applies_to: [{ master: 'customer' }],
    })
    expect(await field('sponsor')).toMatchObject({ type: 'reference', target: 'supplier', integrity: 'soft' })
  })

  test('is refused with the words for it', async () => {
    const twice = await call('POST', 'mdm/attribute-type', {
      attribute: 'customer_group',
      attribute_label: 'Group',
      applies_to: [{ master: 'customer' }],
    })
    expect(twice.status).toBe(422)
    expect(twice.body.error?.message).toBe('Error creating attribute: Customer has a field customer_group already')
    const channel = records(await call('GET', 'mdm/attribute-types?attribute=channel_note'))[0] as { id: number }
    const wrong = await call('PUT', `mdm/attribute-type/${channel.id}`, {
      foreign_table: 'nowhere',
      foreign_field: 'x',
    })
    expect(wrong.body.error?.message).toBe('Error updating attribute: There is no table nowhere')
    expect(wrong.body.error?.issues).toMatchObject([{ path: ['foreign_table'] }])
    expect((await call('POST', 'mdm/attribute-type', { attribute: 'x', attribute_label: 'X' }, reader)).status).toBe(
      403,
    )
  })
})

describe('attributes are read', () => {
  test('ten at a time, by type, with their values where these are asked for', async () => {
    for (let number = 0; number < 11; number += 1)
      await made('mdm/attribute-type', {
        attribute: `std_${number}`,
        attribute_label: `Standard ${number}`,
        attribute_type: 'standard',
        foreign_table: 'customer',
        foreign_field: 'customer_group',
      })
    const first = await call('GET', 'mdm/attribute-types?attribute_type=standard')
    expect(records(first)).toHaveLength(10)
    expect(first.body.response?.['total_record']).toBe(11)
    expect(records(await call('GET', 'mdm/attribute-types?attribute_type=standard&page=2&limit=10'))).toHaveLength(1)
    const valued = records(await call('GET', 'mdm/attribute-types?attribute=channel_note&with_values=true'))
    expect(valued).toMatchObject([{ attribute: 'channel_note', values: [{ value: 'FAX' }, { value: 'WEB' }] }])
    const names = records(await call('GET', 'attribute-names'))
    expect(names).toContainEqual(expect.objectContaining({ attribute: 'std_1', attribute_type: 'standard' }))
    expect(names).toContainEqual(
      expect.objectContaining({ attribute: 'customer.country', foreign_table: 'customer', foreign_field: 'country' }),
    )
  })

  test('with the values of the field they name, or of the attribute they refer to', async () => {
    const [standard] = records(await call('GET', 'mdm/attribute-types?attribute=std_1')) as { id: number }[]
    const read = await call('GET', `mdm/attribute-values?attribute_type_id=${standard!.id}`)
    expect(records(read).map((one) => one['value'])).toEqual(['North', 'South'])
    expect(await pick('std_1', 'nor')).toEqual([{ value: 'North', label: 'North' }])
    await made('mdm/attribute-type', {
      attribute: 'ship_group',
      attribute_label: 'Ship-to group',
      reference_attribute: 'std_1',
      standard_values_only: true,
    })
    expect((await pick('ship_group')).map((one) => one['value'])).toEqual(['North', 'South'])
    const node = { node: 'AT-N', description: 'Node', attribute_name: 'ship_group' }
    const refused = await call('POST', 'eligibility-hierarchy-attrib', { ...node, attribute_value: 'East' })
    expect(refused.body.error?.issues).toMatchObject([
      { path: ['attribute_value'], message: 'Ship-to group has no value East' },
    ])
    const saved = await made('eligibility-hierarchy-attrib', { ...node, attribute_value: 'North' })
    expect((await call('PUT', `eligibility-hierarchy-attrib/${saved.id}`, { description: 'Renamed' })).status).toBe(200)
    expect((await call('DELETE', `eligibility-hierarchy-attrib/${saved.id}`)).status).toBe(200)
  })

  test('and written: values, one value, labels', async () => {
    const [channel] = records(await call('GET', 'mdm/attribute-types?attribute=channel_note')) as { id: number }[]
    const written = await call('POST', 'mdm/attribute-values', [
      { attribute_type_id: channel!.id, value: 'EDI', description: 'Interchange' },
      { attribute_type_id: channel!.id, value: 'FAX', description: 'Facsimile' },
    ])
    expect(written).toMatchObject({ status: 201, body: { response: { total_record: 2 } } })
    const edi = records(written)[0] as { id: number }
    const changed = await call('PUT', `mdm-attribute/value/${edi.id}`, { description: 'EDI 844' })
    expect(changed.body.response).toMatchObject({ id: edi.id, value: 'EDI', description: 'EDI 844' })
    expect((await field('channel_note', 'material'))?.proposals).toEqual(['EDI', 'FAX', 'WEB'])
    const labelled = await call('POST', 'mdm/attribute-labels', [
      { attribute: 'channel_note', attribute_label: 'Sales channel' },
    ])
    expect(records(labelled)).toEqual([
      { attribute_type_id: channel!.id, attribute: 'channel_note', attribute_label: 'Sales channel' },
    ])
    expect((await field('channel_note', 'material'))?.label).toBe('Sales channel')
  })
})

describe('the legacy calls', () => {
  test('read, create and delete values, and upload them', async () => {
    const value = await made('eligibility-attrib', {
      attribute_name: 'legacy_zone',
      attribute_value: 'Z1',
      attribute_desc: 'Zone 1',
      is_standard: true,
    })
    expect(records(await call('GET', 'eligibility-attrib?attribute_name=legacy_zone'))).toMatchObject([
      { attribute_value: 'Z1', is_standard: true },
    ])
    expect((await call('DELETE', `eligibility-attrib/${value.id}`)).status).toBe(200)
    const csv = 'Attribute,Value,Description\nlegacy_zone,Z2,Zone 2\nlegacy_zone,Z3,Zone 3\n'
    const uploaded = await it.call('POST', '/api/eligibility-attrib-upload', {
      token,
      ...multipartFile('zones.csv', csv),
    })
    expect(uploaded.status).toBe(200)
    expect(uploaded.body.response).not.toHaveProperty('error_list.0')
    expect(records(await call('GET', 'eligibility-attrib?attribute_name=legacy_zone'))).toHaveLength(2)
  })

  test('keep combinations, whose values have to be there', async () => {
    const combination = {
      combination: 'AT-C',
      description: 'North or web',
      attributes_list: [
        { attribute_name: 'ship_group', attribute_value: 'North' },
        { attribute_name: 'channel_note', attribute_value: 'WEB' },
      ],
    }
    const saved = await made('eligibility-attrib-multiple', combination)
    expect((await call('GET', `eligibility-attrib-multiple/${saved.id}`)).body.response).toMatchObject(combination)
    expect(records(await call('GET', 'eligibility-attrib-multiple'))).toHaveLength(1)
    const wrong = {
      ...combination,
      combination: 'AT-D',
      attributes_list: [{ attribute_name: 'ship_group', attribute_value: 'Up' }],
    }
    expect((await call('POST', 'eligibility-attrib-multiple', wrong)).status).toBe(422)
  })

  test('upload a hierarchy, which answers as a tree', async () => {
    const csv = 'Code,Name,Parent\nAT-EU,Europe,\nAT-DE,Germany,AT-EU\n'
    const uploaded = await it.call('POST', '/api/upload-hierarchy-attrib', { token, ...multipartFile('tree.csv', csv) })
    expect(uploaded.status).toBe(200)
    const tree = await call('GET', 'eligibility-hierarchy-attrib/hierarchy?root=AT-EU')
    expect(tree.body.response?.['records']).toMatchObject([{ node: 'AT-EU', children: [{ node: 'AT-DE' }] }])
  })
})
