import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordsIn, rebateApp, rule, type RebateApp } from '#tests/support/rebate-app.ts'

// What an organisation adds to customers, materials and sales lines decides who contracts are for, as their own fields do.

let it: RebateApp
let admin: string

type Row = Record<string, unknown>
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = it.analyst) =>
  it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
const attribute = (form_id: string, field_id: string, delta: object | null) => ({ form_id, field_id, delta })
const customerForm = 'IMA_CONFIG_CUSTOMER'

interface Choosing {
  readonly name: string
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  readonly fields?: readonly Choosing[]
}
/** The choices that a screen offers for an attribute, in a row or by itself. */
async function offered(screen: string, token = it.analyst): Promise<readonly { value: string; label: string }[]> {
  const { body } = await call('GET', `screens/${screen}`, undefined, token)
  const fields = body.response!['fields'] as readonly Choosing[]
  return fields.flatMap((one) => [one, ...(one.fields ?? [])]).find(({ name }) => name === 'attribute')!.choices!
}
const term = (attribute_: string, value: string, more: object = {}) => ({ attribute: attribute_, value, ...more })
const eligible = (...eligibility: object[]) => ({ own_sales_only: false, eligibility, rules: [rule({ rate: '10' })] })
const owed = async (number: string): Promise<number> =>
  (await it.simulate(number)).reduce((sum, row) => sum + Number(row['amount']), 0)

beforeAll(async () => {
  it = await rebateApp()
  admin = await it.admin()
  const made = await call(
    'PUT',
    'modify_form_fields',
    [
      attribute(customerForm, 'visit_class', {
        label: 'Visit class',
        attribute_type: 'choice',
        choices: [
          { value: 'a', label: 'Every week' },
          { value: 'b', label: 'Every month' },
        ],
      }),
      attribute(customerForm, 'beds', { label: 'Beds', attribute_type: 'integer', attribute_index: true }),
      attribute('IMA_CONFIG_MATERIAL', 'cold', { label: 'Kept cold', attribute_type: 'flag' }),
      attribute('IMA_CONFIG_SALES_DATA', 'drop', { label: 'Drop point', attribute_type: 'text' }),
    ],
    admin,
  )
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
  await it.customer('C1', { visit_class: 'a', beds: 120, country: 'Spain' })
  await it.customer('C2', { visit_class: 'b', beds: 40, country: 'Spain' })
  await it.customer('C3', { beds: 300, country: 'Malta' })
  await it.create('material-master', {
    material_number: 'ICE',
    material_description: 'Ice',
    base_uom: 'EA',
    cold: true,
  })
  await it.sell(
    { document: 'A', customer: 'C1', date: '2026-01-15', net: '100' },
    { document: 'B', customer: 'C1', date: '2026-02-15', net: '10', material: 'ICE' },
    { document: 'C', customer: 'C2', date: '2026-02-15', net: '1000' },
    { document: 'D', customer: 'C3', date: '2026-03-15', net: '10000' },
  )
})
afterAll(() => it.s.close())

test('attributes are offered beside the fields of their screen, to their organization alone', async () => {
  for (const screen of ['universal-eligibility-rule', 'contract', 'contract-mass-update', 'query-field']) {
    const choices = await offered(screen)
    const at = choices.findIndex(({ value }) => value === 'customer.visit_class')
    expect([screen, choices[at], choices[at - 1]?.value]).toEqual([
      screen,
      { value: 'customer.visit_class', label: 'Customer: Visit class' },
      'customer.credit_limit',
    ])
    expect(choices).toContainEqual({ value: 'material.cold', label: 'Material: Kept cold' })
    expect((await offered(screen, it.stranger)).map(({ value }) => value)).not.toContain('customer.visit_class')
  }
  const body = it.contract('S-1', 'C1', eligible(term('customer.visit_class', 'a')))
  const strange = await call('POST', 'contracts?force=true', body, it.stranger)
  expect([strange.status, strange.body.error?.issues]).toEqual([
    422,
    expect.arrayContaining([expect.objectContaining({ path: ['eligibility', 0, 'attribute'] })]),
  ])
})

test('they decide who a contract is for and what it comes to, alone and among many contracts', async () => {
  await it.agree('K-CLASS', 'C1', eligible(term('customer.visit_class', 'a')))
  await it.agree(
    'K-WARM',
    'C1',
    eligible(term('customer.visit_class', 'a'), term('material.cold', 'yes', { mode: 'exclude' })),
  )
  await it.agree('K-BEDS', 'C1', eligible(term('customer.beds', '100', { operator: 'between', value_to: '200' })))
  await it.agree('K-DROP', 'C1', eligible(term('sales-data.drop', 'Gate*', { operator: 'like' })))
  const alone = { 'K-CLASS': 11, 'K-WARM': 10, 'K-BEDS': 11, 'K-DROP': 0 }
  for (const [number, amount] of Object.entries(alone)) expect([number, await owed(number)]).toEqual([number, amount])

  // More than five read the lines together.
  for (const number of ['K-5', 'K-6', 'K-7']) await it.agree(number, 'C1', eligible(term('customer.country', 'Malta')))
  const together = await call('POST', 'calculation_simulation/v2', {
    period_from: '2026-01-01',
    period_to: '2026-12-31',
    kind: 'Payment',
    limit: 500,
  })
  const sums: Record<string, number> = {}
  for (const row of recordsIn(together))
    sums[String(row['contract_number'])] = (sums[String(row['contract_number'])] ?? 0) + Number(row['amount'])
  expect(sums).toEqual({ 'K-CLASS': 11, 'K-WARM': 10, 'K-BEDS': 11, 'K-5': 1000, 'K-6': 1000, 'K-7': 1000 })

  // Another class, another contract.
  const [c2] = await it.listed('customer-data?customer_number=C2')
  const { id, row_version } = c2 as { id: number; row_version: number }
  await call('PUT', `customer-data/${id}`, { row_version, visit_class: 'a' })
  expect(await owed('K-CLASS')).toBe(111)
  const posted = await it.post((await it.listed('contracts?contract_number=K-CLASS'))[0]!['id'] as number, 'Accrual')
  expect(posted.body.response).toMatchObject({ done: 1 })

  const reached = async (customer_number: string) =>
    recordsIn(await call('POST', 'contract-search-by-customer', { customer_number, on_day: '2026-06-01', limit: 50 }))
      .map((row: Row) => String(row['contract_number']))
      .toSorted()
  expect(await reached('C2')).toEqual(['K-CLASS', 'K-DROP', 'K-WARM'])
  expect(await reached('C3')).toEqual(['K-5', 'K-6', 'K-7', 'K-DROP'])
})

test('values are read as the attribute is, and counted in rules over all contracts', async () => {
  const add = (more: object) =>
    call('POST', 'universal-eligibility-rule', {
      rule_code: 'BEDS',
      description: 'Hospitals',
      // Behind all that is calculated here.
      valid_from: '2028-01-01',
      attribute: 'customer.beds',
      operator: 'between',
      values: [{ value: '100', value_to: '400' }],
      ...more,
    })
  const wrong = await add({ values: [{ value: 'many', value_to: '400' }] })
  expect([wrong.status, wrong.body.error?.issues?.[0]?.path]).toEqual([422, ['values', 0, 'value']])
  const made = await add({})
  expect(made.body.response).toMatchObject({ matched_customers: 2, matched_materials: null, matched_lines: 3 })
  const counted = await call('POST', 'universal-eligibility-rule/actions/count-matches', {
    ids: [(made.body.response as { id: number }).id],
  })
  expect(counted.body.response).toMatchObject({ done: 1 })
  const matches = await call('POST', 'universal-eligibility-rule/matches', {
    rules: [{ attribute: 'customer.visit_class', values: [{ value: 'Every week' }] }],
  })
  expect(matches.body.response).toMatchObject({ sales_lines: 3, customers: 2 })
  const valid = await call('POST', 'contract-rules/validate', { eligibility: [term('customer.beds', 'many')] })
  expect(valid.body.response).toMatchObject({ valid: false, issues: [{ path: ['eligibility', 0, 'value'] }] })
})

test('a mass update takes them, a change request too, and lines are added up by them', async () => {
  const told = await call('POST', 'contracts/mass-update/lookup', {
    description: 'Without the cold',
    action: 'add_eligibility',
    attribute_mode: 'exclude',
    attribute: 'material.cold',
    attribute_value: 'yes',
    contracts: ['K-CLASS'],
  })
  expect([told.status, told.body.error]).toEqual([200, undefined])
  const { update } = told.body.response as unknown as { update: { id: number } }
  const run = await call('POST', 'contracts/mass-update/action', { id: update.id })
  expect(run.body.response).toMatchObject({ update: { done: 1, failed: 0 } })

  await it.create('query-field', {
    query_field: 'CLASS',
    description: 'Visit class',
    attribute: 'customer.visit_class',
  })
  await it.create('formula', { formula_name: 'F-NET', description: 'Net', expression: 'net_value' })
  const groups = await it.create('formula-values-report', {
    formula: 'F-NET',
    billing_date_from: '2026-01-01',
    group_by: 'CLASS',
    limit: 100,
  })
  expect(recordsIn(groups).map((row) => [row['key'], Number(row['value'])])).toContainEqual(['a', 1110])
})

test('what decides somewhere is not taken away; what decides nowhere is', async () => {
  const gone = [attribute(customerForm, 'visit_class', null)]
  const words = /^Visit class is what .*contracts.* ask for\. Change that first, or hide the field instead\.$/
  for (const answer of [
    await call('POST', 'form_fields/impact', gone, admin),
    await call('PUT', 'modify_form_fields', gone, admin),
  ])
    expect([answer.status, answer.body.error?.message]).toEqual([409, expect.stringMatching(words)])
  const [stored] = recordsIn(await call('GET', 'form_fields?field_id=visit_class', undefined, admin))
  const deleted = await call('DELETE', `form_fields/${String(stored!['id'])}`, undefined, admin)
  expect([deleted.status, deleted.body.error?.message]).toEqual([409, expect.stringMatching(words)])
  const hidden = await call(
    'PUT',
    'modify_form_fields',
    [
      attribute(customerForm, 'phone', { hidden: true }),
      attribute('IMA_CONFIG_CUSTOMER', 'ward', { label: 'Ward', attribute_type: 'text' }),
    ],
    admin,
  )
  expect(hidden.status).toBe(200)
  expect((await offered('contract')).map(({ value }) => value)).toContain('customer.ward')
  const free = await call('PUT', 'modify_form_fields', [attribute(customerForm, 'ward', null)], admin)
  expect([free.status, free.body.error]).toEqual([200, undefined])
  expect((await offered('contract')).map(({ value }) => value)).not.toContain('customer.ward')
})
