import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
  const post = async (path: string, body: object) => {
    const { status, body: answer } = await app.post(path, body)
    expect([path, status, answer.error]).toEqual([path, 201, undefined])
  }
  const customer = (number: string, country: string, more: object = {}) =>
    post('customer-data', { customer_number: number, customer_name: `Name ${number}`, country, ...more })
  await customer('C1', 'Germany', { credit_limit: '1000' })
  await customer('C2', 'Germany', { parent_customer: 'C1', credit_limit: '5000' })
  await customer('C3', 'France', { parent_customer: 'C2' })
  for (const [number, brand] of [
    ['M1', 'Norda'],
    ['M2', 'Nordwerk'],
    ['M3', 'Solis'],
  ])
    await post('material-master', { material_number: number, material_description: number, brand, base_uom: 'EA' })
  let line = 0
  for (const customer_number of ['C1', 'C2', 'C3', 'X9'])
    for (const [material_number, transaction_type] of [
      ['M1', 'Sale'],
      ['M3', 'Return'],
    ])
      await post('sales_data', {
        billing_doc_number: 'D1',
        billing_doc_line: (line += 1),
        billing_date: `2026-0${line}-01`,
        customer_number,
        material_number,
        transaction_type,
        quantity: '1',
        net_value: '10',
        currency: 'EUR',
      })
})

afterAll(() => app?.product.close())

const rule = (attribute: string, values: readonly (string | readonly [string, string])[], more: object = {}) => ({
  attribute,
  values: values.map((value) => (typeof value === 'string' ? { value } : { value: value[0], value_to: value[1] })),
  ...more,
})
const matches = async (...rules: object[]) => {
  const answer = await app.post('universal-eligibility-rule/matches', { rules })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.body.response as {
    sales_lines: number
    customers: number
    materials: number
    rules: { customers: number; materials: number; sales_lines: number }[]
  }
}

test('a rule fits customers, materials or lines by value, span, pattern and hierarchy', async () => {
  const one = async (...given: Parameters<typeof rule>) => {
    const { rules } = await matches(rule(...given))
    const { customers, materials, sales_lines } = rules[0]!
    return [customers, materials, sales_lines]
  }
  expect(await one('customer.country', ['Germany'])).toEqual([2, null, 4])
  expect(await one('customer.country', ['Germany', 'France'])).toEqual([3, null, 6])
  expect(await one('customer.credit_limit', [['2000', '9000']], { operator: 'between' })).toEqual([1, null, 2])
  expect(await one('customer.customer_number', ['C2'], { operator: 'under' })).toEqual([2, null, 4])
  expect(await one('material.brand', ['Nord*'], { operator: 'like' })).toEqual([null, 2, 4])
  expect(await one('sales-data.transaction_type', ['Return'])).toEqual([null, null, 4])
  expect(await one('sales-data.billing_date', [['2026-02-01', '2026-04-30']], { operator: 'between' })).toEqual([
    null,
    null,
    3,
  ])
})

test('rules of a group hold together, one of several groups is enough, and exclusion wins', async () => {
  const germany = rule('customer.country', ['Germany'])
  const nord = rule('material.brand', ['Nord*'], { operator: 'like' })
  expect((await matches(germany, nord)).sales_lines).toBe(2)
  expect((await matches(germany, { ...nord, group_no: 2 })).sales_lines).toBe(6)
  const returns = rule('sales-data.transaction_type', ['Return'], { mode: 'exclude' })
  expect(await matches(germany, returns)).toMatchObject({ sales_lines: 2, customers: 2, materials: 1 })
  expect((await matches(returns)).sales_lines).toBe(4)
  const notC1 = rule('customer.customer_number', ['C1'], { mode: 'exclude' })
  expect((await matches(germany, returns, notC1)).sales_lines).toBe(3)
  expect((await matches(germany, returns, { ...notC1, group_no: 2 })).sales_lines).toBe(1)
})

test('a saved rule is counted, told what is wrong at its place, and counts with the others while it holds', async () => {
  const saved = await app.post('universal-eligibility-rule', {
    rule_code: 'DE',
    description: 'Germany',
    valid_from: '2026-01-01',
    valid_to: '2026-12-31',
    application_types: ['Customer Rebate'],
    ...rule('customer.country', ['Germany']),
  })
  expect(saved.body.response).toMatchObject({ matched_customers: 2, matched_materials: null, matched_lines: 4 })
  const { id } = saved.body.response as { id: number }
  const wrong = async (body: object) =>
    (
      await app.post('universal-eligibility-rule', {
        rule_code: 'X',
        description: 'X',
        valid_from: '2026-01-01',
        ...body,
      })
    ).body.error?.issues?.[0]?.path
  expect(await wrong(rule('sales-data.billing_date', ['soon']))).toEqual(['values', 0, 'value'])
  expect(await wrong(rule('sales-data.net_value', ['10'], { operator: 'between' }))).toEqual(['values', 0, 'value_to'])
  expect(await wrong(rule('material.brand', ['Norda'], { operator: 'under' }))).toEqual(['operator'])
  expect(await wrong(rule('customer.country', []))).toEqual(['values'])
  const put = await app.put(`universal-eligibility-rule/${id}`, { row_version: 1, values: [{ value: 'France' }] })
  expect(put.body.response).toMatchObject({ matched_customers: 1, matched_lines: 2 })
  const stored = async (body: object) =>
    (await app.post('universal-eligibility-rule/matches', body)).body.response as {
      sales_lines: number
      all_sales_lines: number
      rules: unknown[]
    }
  expect(await stored({ valid_on: '2026-06-01' })).toMatchObject({
    sales_lines: 2,
    all_sales_lines: 8,
    rules: [{ rule_code: 'DE' }],
  })
  expect(await stored({ valid_on: '2027-01-01' })).toMatchObject({ sales_lines: 8, rules: [] })
  expect((await stored({ valid_on: '2026-06-01', application_type: 'Royalty' })).rules).toEqual([])
})

test('lines are counted of the source of data that a rule is about, of every one where it names none', async () => {
  const line = {
    billing_doc_line: 1,
    billing_date: '2026-02-01',
    material_number: 'M1',
    quantity: '1',
    net_value: '10',
  }
  for (const document of ['I1', 'I2'])
    await app.post('indirect-sales-data', {
      ...line,
      distributor_number: 'D',
      billing_doc_number: document,
      customer_number: 'C1',
    })
  await app.post('purchase-data', { ...line, supplier_number: 'S', billing_doc_number: 'P1' })
  const created = await app.post('universal-eligibility-rule', {
    rule_code: 'NORDA',
    description: 'Norda',
    attribute: 'material.brand',
    values: [{ value: 'Norda' }],
    valid_from: '2028-01-01',
    data_source_type: 'purchase',
  })
  expect(created.body.response).toMatchObject({ matched_materials: 1, matched_lines: 1 })
  const { id } = created.body.response as { id: number }
  const under = async (source: string | null, version: number) =>
    (await app.put(`universal-eligibility-rule/${id}`, { row_version: version, data_source_type: source })).body
      .response!['matched_lines']
  expect([await under('indirect', 1), await under('direct', 2), await under(null, 3)]).toEqual([2, 4, 7])
  const asked = { rules: [rule('material.brand', ['Norda'])] }
  const left = async (source: string) =>
    (await app.post('universal-eligibility-rule/matches', { ...asked, data_source_type: source })).body.response
  expect(await left('indirect')).toMatchObject({ sales_lines: 2, all_sales_lines: 2, rules: [{ sales_lines: 2 }] })
  expect(await left('purchase')).toMatchObject({ sales_lines: 1, all_sales_lines: 1, rules: [{ sales_lines: 1 }] })
  await app.del(`universal-eligibility-rule/${id}`)
})

test('a count is refreshed on demand', async () => {
  await app.post('customer-data', { customer_number: 'C4', customer_name: 'New', country: 'France' })
  const [found] = recordsOf(await app.get('universal-eligibility-rule?rule_code=DE'))
  const id = found!['id'] as number
  const answer = await app.post('universal-eligibility-rule/actions/count-matches', { ids: [id] })
  expect(answer.body.response).toMatchObject({ done: 1 })
  expect((await app.get(`universal-eligibility-rule/${id}`)).body.response).toMatchObject({ matched_customers: 2 })
  expect(
    (await app.post('universal-eligibility-rule/actions/count-matches', { ids: [id] }, app.tokens.reader)).status,
  ).toBe(403)
})

test('nobody asks for values that he may not see, in rules to be counted, to be saved or of contracts', async () => {
  const { reader, analyst, north } = app.tokens
  const hidden = rule('customer.credit_limit', [['2000', '9000']], { operator: 'between' })
  const seen = rule('customer.country', ['Germany'])
  const count = (as: string, ...rules: object[]) => app.post('universal-eligibility-rule/matches', { rules }, as)
  for (const attribute of ['customer.credit_limit', 'material.standard_cost', 'sales-data.cost_value']) {
    const refused = await count(reader, seen, rule(attribute, [['1', '2']], { operator: 'between' }))
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'FIELD_DENIED'])
  }
  expect((await count(reader, seen)).status).toBe(200)
  expect((await count(north, hidden)).status).toBe(200)

  const clerk = await app.post('user-role', {
    code: 'CLERK',
    name: 'Clerk',
    permissions: ['contracts.*', 'masters.read', 'results.*', 'transactions.read', 'administration.configuration'],
    authorized_apps: ['Customer Rebate'],
  })
  expect(clerk.status).toBe(201)
  await app.put(`users/${await idOf('users?email=n@north.example')}`, { role: 'CLERK' })
  const saved = await app.post(
    'universal-eligibility-rule',
    { rule_code: 'LIMIT', description: 'Limit', valid_from: '2026-01-01', ...hidden },
    analyst,
  )
  expect([saved.status, saved.body.error?.code]).toEqual([403, 'FIELD_DENIED'])

  const contract = (number: string, attribute: string, value: string) => ({
    contract_number: number,
    contract_header: number,
    partner_customer: 'C1',
    valid_from: '2026-01-01',
    valid_to: '2026-12-31',
    rules: [{ rule_no: 1, rate: '1' }],
    eligibility: [{ attribute, value }],
  })
  const guessed = await app.post('contracts', contract('K1', 'customer.credit_limit', '5000'), analyst)
  expect([guessed.status, guessed.body.error?.code]).toEqual([403, 'FIELD_DENIED'])
  const made = await app.post('contracts?force=true', contract('K2', 'customer.credit_limit', '5000'), north)
  expect([made.status, made.body.error?.issues]).toEqual([201, undefined])
  const { id, eligibility, rules } = made.body.response as { id: number; eligibility: object[]; rules: object[] }
  // What somebody else asked for stays; what it asks for is not changed.
  const put = (terms: object[]) => app.put(`contracts/${id}`, { rules, eligibility: terms }, analyst)
  expect((await put([...eligibility, { attribute: 'customer.country', value: 'Germany' }])).status).toBe(200)
  expect((await put([{ ...eligibility[0], value: '4000' }])).body.error?.code).toBe('FIELD_DENIED')
})

const idOf = async (path: string) => String(recordsOf(await app.get(path))[0]?.['id'])

test('a line without a customer is of none that is excluded', async () => {
  const body = { billing_doc_number: 'D9', billing_doc_line: 1, billing_date: '2026-01-01', material_number: 'M1' }
  const made = await app.post('sales_data', { ...body, quantity: '1', net_value: '10', currency: 'EUR' })
  expect(made.status).toBe(201)
  const notGermany = rule('customer.country', ['Germany'], { mode: 'exclude' })
  expect(await matches(notGermany)).toMatchObject({ sales_lines: 5, all_sales_lines: 9 })
})
