import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
let admin: string
let reader: string
let stranger: string

const body = (value: object) => ({ body: value })

interface ScreenAnswer {
  fields: { name: string; label: string; required: boolean; layers?: unknown }[]
  list: { columns: string[] }
  form: { sections: { title: string; rows: string[][] }[] }
  upload: { fields: string[] }
}

const screenFor = async (token: string, name = 'customer'): Promise<ScreenAnswer> => {
  const { body: answer } = await product.call('GET', `/api/screens/${name}`, { token })
  return answer.response as unknown as ScreenAnswer
}

beforeAll(async () => {
  product = await sessionApp()
  const [here, there] = [
    await product.organization({ code: 'HERE', name: 'Here' }),
    await product.organization({ code: 'THERE', name: 'There' }),
  ]
  await product.user({ organizationId: here, email: 'admin@here.test', name: 'Ada', role: 'ADMINISTRATOR' })
  await product.user({ organizationId: here, email: 'reader@here.test', name: 'Rex', role: 'READER' })
  await product.user({ organizationId: there, email: 'admin@there.test', name: 'Tom', role: 'ADMINISTRATOR' })
  admin = (await product.signIn('admin@here.test')).token
  reader = (await product.signIn('reader@here.test')).token
  stranger = (await product.signIn('admin@there.test')).token
})

afterAll(() => product.close())

describe('form_fields', () => {
  const change = { form_id: 'IMA_CONFIG_CUSTOMER', field_id: 'customer_name', label: 'Trading name', list_order: 5 }
  let id: number

  it('relabels and moves a field for the whole organisation, at once and for nobody else', async () => {
    const before = await product.call('GET', '/api/customer-data', { token: admin })
    const created = await product.call('POST', '/api/form_fields', { token: admin, ...body(change) })
    expect(created.status).toBe(201)
    id = created.body.response?.['id'] as number
    for (const token of [admin, reader]) {
      const screen = await screenFor(token)
      expect(screen.fields.find((field) => field.name === 'customer_name')?.label).toBe('Trading name')
      expect(screen.list.columns[0]).toBe('customer_name')
    }
    expect((await screenFor(stranger)).fields.find((field) => field.name === 'customer_name')?.label).not.toBe(
      'Trading name',
    )
    const after = await product.call('GET', '/api/customer-data', { token: admin })
    expect(after.headers['x-form-fields-version']).not.toBe(before.headers['x-form-fields-version'])
  })

  it('is read with form_id, field_id and limit 0', async () => {
    const { body: answer } = await product.call(
      'GET',
      '/api/form_fields?form_id=IMA_CONFIG_CUSTOMER&field_id=customer_name&limit=0',
      { token: admin },
    )
    expect(answer.response).toMatchObject({
      total_record: 1,
      records: [{ id, label: 'Trading name', layer: 'organization' }],
    })
  })

  it('takes a label of blanks as one that is taken back', async () => {
    const key = { form_id: 'IMA_CONFIG_CUSTOMER', field_id: 'customer_number' }
    const label = async () => (await screenFor(admin)).fields.find(({ name }) => name === 'customer_number')?.label
    const before = await label()
    for (const blank of ['', '  ']) {
      for (const delta of [{ label: 'Account' }, { label: blank }]) {
        const { status } = await product.call('PUT', '/api/modify_form_fields', {
          token: admin,
          ...body([{ ...key, delta }]),
        })
        expect(status).toBe(200)
        expect(await label()).toBe(delta.label.trim() || before)
      }
    }
  })

  it('tells of changes those of fields one may see, for everybody, for the own role and for oneself', async () => {
    const idOf = async (path: string) =>
      ((await product.call('GET', `/api/${path}`, { token: admin })).body.response as { records: { id: number }[] })
        .records[0]!.id
    const [mine, other] = [await idOf('user-role?code=READER'), await idOf('user-role?code=ANALYST')]
    const [me, ada] = [await idOf('users?email=reader@here.test'), await idOf('users?email=admin@here.test')]
    const form_id = 'IMA_CONFIG_CUSTOMER'
    const change = (field_id: string, layer: string, layer_ref: number | null) => ({
      form_id,
      field_id,
      layer,
      layer_ref,
      delta: { help: `${layer} ${layer_ref}` },
    })
    const changes = [
      change('credit_limit', 'organization', null),
      change('credit_limit', 'role', mine),
      change('industry', 'organization', null),
      change('industry', 'role', mine),
      change('industry', 'role', other),
      change('industry', 'user', me),
      change('industry', 'user', ada),
    ]
    const saved = await product.call('PUT', '/api/modify_form_fields', { token: admin, ...body(changes) })
    expect(saved.status).toBe(200)
    const told = async (field: string, token: string) => {
      const { body: answer } = await product.call(
        'GET',
        `/api/form_fields?form_id=${form_id}&field_id=${field}&limit=0&sort=id`,
        { token },
      )
      return (answer.response as unknown as { records: { help: string }[] }).records.map(({ help }) => help)
    }
    expect(await told('credit_limit', reader)).toEqual([])
    expect(await told('credit_limit', admin)).toHaveLength(2)
    expect(await told('industry', reader)).toEqual(['organization null', `role ${mine}`, `user ${me}`])
    expect(await told('industry', admin)).toHaveLength(5)
    const why = (field: string, token: string) =>
      product.call('GET', `/api/form_fields/why?form_id=${form_id}&field_id=${field}`, { token })
    expect((await why('credit_limit', reader)).body.error?.code).toBe('FIELD_DENIED')
    expect((await why('credit_limit', admin)).status).toBe(200)
    expect((await why('industry', reader)).status).toBe(200)
    const design = await product.call('GET', `/api/form_fields/design?form_id=${form_id}&layer=user&layer_ref=${me}`, {
      token: reader,
    })
    const { stored } = design.body.response as unknown as {
      stored: { field_id: string; layer: string; layer_ref: number | null }[]
    }
    const layers = stored.map(({ field_id, layer, layer_ref }) => `${field_id} ${layer} ${layer_ref}`)
    expect(layers).toEqual(expect.arrayContaining([`industry role ${mine}`, `industry user ${me}`]))
    expect(layers.join()).not.toMatch(new RegExp(`credit_limit|role ${other}|user ${ada}`))
    await product.call('PUT', '/api/modify_form_fields', {
      token: admin,
      ...body(changes.map((one) => ({ ...one, delta: null }))),
    })
  })

  it('refuses what could not be applied, at its field', async () => {
    const at = async (value: object) => {
      const { status, body: answer } = await product.call('POST', '/api/form_fields', { token: admin, ...body(value) })
      return [status, answer.error?.issues?.map((issue) => issue.path[0])]
    }
    expect(await at({ form_id: 'NO_FORM', field_id: 'customer_name' })).toEqual([422, ['form_id']])
    expect(await at({ form_id: 'IMA_CONFIG_CUSTOMER', field_id: 'nothing' })).toEqual([422, ['field_id']])
    const there = await product.call('GET', '/api/users?limit=1', { token: stranger })
    const [foreign] = (there.body.response as unknown as { records: { id: number }[] }).records
    for (const who of [
      { layer: 'role', layer_ref: 999_999 },
      { layer: 'user', layer_ref: foreign!.id },
    ])
      expect(await at({ form_id: 'IMA_CONFIG_CUSTOMER', field_id: 'industry', ...who, label: 'X' })).toEqual([
        422,
        ['layer_ref'],
      ])
    expect(await at({ form_id: 'IMA_CONFIG_CUSTOMER', field_id: 'customer_number', required: false })).toEqual([
      422,
      ['required'],
    ])
    expect(await at({ form_id: 'IMA_CONFIG_CUSTOMER', field_id: 'customer_name' })).toEqual([409, []])
  })

  it('lets administrators alone change what others see', async () => {
    expect((await product.call('POST', '/api/form_fields', { token: reader, ...body(change) })).status).toBe(403)
    const mine = {
      form_id: 'IMA_CONFIG_CUSTOMER',
      field_id: 'customer_name',
      layer: 'organization',
      delta: { label: 'X' },
    }
    expect((await product.call('PUT', '/api/modify_form_fields', { token: reader, ...body([mine]) })).status).toBe(403)
  })

  it('lets everybody arrange the own screens', async () => {
    const profile = (await product.call('GET', '/api/bootstrap', { token: reader })).body.response?.['profile'] as {
      id: number
    }
    const mine = {
      form_id: 'IMA_CONFIG_CUSTOMER',
      field_id: 'customer_name',
      layer: 'user',
      layer_ref: profile.id,
      delta: { label: 'My name' },
    }
    expect((await product.call('PUT', '/api/modify_form_fields', { token: reader, ...body([mine]) })).status).toBe(200)
    expect((await screenFor(reader)).fields.find((field) => field.name === 'customer_name')?.label).toBe('My name')
    expect((await screenFor(admin)).fields.find((field) => field.name === 'customer_name')?.label).toBe('Trading name')
    await product.call('PUT', '/api/modify_form_fields', { token: reader, ...body([{ ...mine, delta: null }]) })
    expect((await screenFor(reader)).fields.find((field) => field.name === 'customer_name')?.label).toBe('Trading name')
  })

  it('changes many at once or none, and names the wrong one', async () => {
    const wanted = ['customer_name', 'nothing'].map((field_id) => ({
      form_id: 'IMA_CONFIG_CUSTOMER',
      field_id,
      delta: { label: 'Both' },
    }))
    const { status, body: answer } = await product.call('PUT', '/api/modify_form_fields', {
      token: admin,
      ...body({ form_fields: wanted }),
    })
    expect(status).toBe(422)
    expect(answer.error?.issues?.[0]?.path).toEqual(['form_fields', 1, 'field_id'])
    expect((await screenFor(admin)).fields.find((field) => field.name === 'customer_name')?.label).toBe('Trading name')
  })

  it('says of a body of another form what is expected, and where', async () => {
    const issuesOf = async (given: object) =>
      (await product.call('PUT', '/api/modify_form_fields', { token: admin, ...body(given) })).body.error?.issues ?? []
    expect(await issuesOf({ fields: [] })).toMatchObject([
      { path: ['form_fields'], message: 'A list of changes is expected here, bare or under form_fields.' },
    ])
    const form_id = 'IMA_CONFIG_CUSTOMER'
    expect((await issuesOf([{ form_id, delta: null }])).map(({ path }) => path)).toEqual([[0, 'field_id']])
    const wrong = { form_id, field_id: 'city', delta: { label: 7 } }
    expect((await issuesOf({ form_fields: [wrong] })).map(({ path }) => path)).toEqual([
      ['form_fields', 0, 'delta', 'label'],
    ])
  })

  it('takes a change back and keeps its history', async () => {
    const [row] = (await product.call('GET', `/api/form_fields?field_id=customer_name`, { token: admin })).body
      .response?.['records'] as { id: number; row_version: number }[]
    const saved = await product.call('PUT', `/api/form_fields/${row!.id}`, {
      token: admin,
      ...body({ row_version: row!.row_version, label: 'Legal name' }),
    })
    expect(saved.status).toBe(200)
    expect((await screenFor(admin)).fields.find((field) => field.name === 'customer_name')?.label).toBe('Legal name')
    const { body: history } = await product.call('GET', `/api/form_fields/${row!.id}/history`, { token: admin })
    expect(history.response?.['records']).toMatchObject([
      { operation: 'update', changes: { label: ['Trading name', 'Legal name'] } },
      { operation: 'insert' },
    ])
    expect((await product.call('DELETE', `/api/form_fields/${row!.id}`, { token: admin })).status).toBe(200)
    expect((await screenFor(admin)).fields.find((field) => field.name === 'customer_name')?.label).not.toBe(
      'Legal name',
    )
  })

  it('makes everybody look again', async () => {
    const refreshed = await product.call('PUT', '/api/form_fields/refresh-org/', { token: admin })
    const again = await product.call('PUT', '/api/form_fields/refresh/IMA_CONFIG_CUSTOMER', { token: admin })
    expect(again.body.response?.['version']).toBeGreaterThan(refreshed.body.response?.['version'] as number)
    expect((await product.call('PUT', '/api/form_fields/refresh/NO_FORM', { token: admin })).status).toBe(404)
    expect((await product.call('PUT', '/api/form_fields/refresh-org/', { token: reader })).status).toBe(403)
  })
})

describe('a user-defined attribute', () => {
  it('is a field of the record: form, list, filter, sort, search, export, history', async () => {
    const make = (field_id: string, values: object) =>
      product.call('POST', '/api/form_fields', {
        token: admin,
        ...body({ form_id: 'IMA_CONFIG_CUSTOMER', field_id, ...values }),
      })
    expect((await make('visits', { label: 'Visits a year', attribute_type: 'integer' })).status).toBe(201)
    expect(
      (
        await make('segment', {
          label: 'Segment',
          attribute_type: 'choice',
          choices: [
            { value: 'A', label: 'Key account' },
            { value: 'B', label: 'Standard' },
          ],
        })
      ).status,
    ).toBe(201)
    const screen = await screenFor(admin)
    expect(screen.list.columns).toEqual(expect.arrayContaining(['visits', 'segment']))
    expect(screen.form.sections.at(-1)?.rows).toEqual([['visits', 'segment']])
    expect(screen.upload.fields).toEqual(expect.arrayContaining(['visits', 'segment']))

    const create = (customer_number: string, values: object) =>
      product.call('POST', '/api/customer-data', {
        token: admin,
        ...body({ customer_number, customer_name: `Customer ${customer_number}`, country: 'DE', ...values }),
      })
    const wrong = await create('C0', { visits: 'often', segment: 'C' })
    expect(wrong.body.error?.issues?.map((issue) => issue.path[0])).toEqual(
      expect.arrayContaining(['visits', 'segment']),
    )
    expect((await create('C1', { visits: 12, segment: 'A' })).status).toBe(201)
    expect((await create('C2', { visits: 3, segment: 'B' })).status).toBe(201)
    const { status } = await create('C3', {})
    expect(status).toBe(201)

    const list = async (query: string) => {
      const { body: answer } = await product.call('GET', `/api/customer-data?${query}`, { token: admin })
      return (answer.response?.['records'] as { customer_number: string; visits: number | null }[]).map((row) => [
        row.customer_number,
        row.visits,
      ])
    }
    expect(await list('visits.gte=3&sort=-visits')).toEqual([
      ['C1', 12],
      ['C2', 3],
    ])
    expect(await list('segment=A')).toEqual([['C1', 12]])
    expect(await list('visits.empty=true')).toEqual([['C3', null]])

    const [row] = (await product.call('GET', '/api/customer-data?customer_number=C1', { token: admin })).body
      .response?.['records'] as { id: number; row_version: number }[]
    await product.call('PUT', `/api/customer-data/${row!.id}`, {
      token: admin,
      ...body({ row_version: row!.row_version, visits: 13 }),
    })
    const { body: history } = await product.call('GET', `/api/customer-data/${row!.id}/history`, { token: admin })
    expect((history.response?.['records'] as { changes: unknown }[])[0]?.changes).toEqual({ visits: [12, 13] })

    const file = await product.app.inject({
      method: 'GET',
      url: '/api/customer-data/export?format=csv&columns=customer_number,visits,segment&sort=customer_number',
      headers: { authorization: `Bearer ${admin}` },
    })
    expect(file.body.split('\n').slice(1, 3)).toEqual(['C1,13,Key account', 'C2,3,Standard'])
  })

  it('exists in its organisation alone', async () => {
    expect((await screenFor(stranger)).fields.some((field) => field.name === 'visits')).toBe(false)
    expect((await product.call('GET', '/api/customer-data?visits=3', { token: stranger })).status).toBe(400)
  })
})
