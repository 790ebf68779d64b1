import { afterAll, beforeAll, expect, test } from 'vitest'
import { startingRoles } from '#server/session/seed.ts'
import { multipartFile } from '#tests/support/multipart.ts'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'
import { column } from '#tests/support/upload-app.ts'

let product: SessionApp
const tokens: Record<string, string> = {}

const step = (sequence: number, bucket: string, more: object = {}) => ({
  sequence,
  component: `Step ${sequence}`,
  bucket,
  calc_type: 'percent',
  ...more,
})
const listPrice = step(10, 'list', {
  component: 'List price',
  calc_type: 'lookup',
  lookup: 'material_list_price',
  sign: '+',
})

const standard = {
  formula_procedure: 'STANDARD',
  formula_name: 'From list to pocket',
  valid_from: '2026-01-01',
  steps: [
    listPrice,
    step(20, 'on-invoice', { calc_type: 'formula', formula: 'VOLUME', best_of: 'BEST' }),
    step(30, 'on-invoice', { value: '5', best_of: 'BEST', applies_when: 'country = "Spain"' }),
    step(40, 'off-invoice', { value: '2', base: 'step', base_step: 30 }),
    step(50, 'cost', { calc_type: 'amount', value: '1' }),
    step(90, 'cost', { calc_type: 'lookup', lookup: 'standard_cost', sign: '+', statistical: true, optional: true }),
  ],
}

const volume = {
  formula_name: 'VOLUME',
  description: 'Ten percent from ten on',
  expression: 'if(quantity >= 10, running * 0.1, 0)',
}

const masters: Readonly<Record<string, readonly object[]>> = {
  'material-master': [
    {
      material_number: 'M1',
      material_description: 'Soap',
      list_price: '100',
      standard_cost: '60',
      product_line: 'Care',
    },
    {
      material_number: 'M2',
      material_description: 'Brush',
      list_price: '20',
      standard_cost: '15',
      product_line: 'Care',
    },
    { material_number: 'M3', material_description: 'Gift', product_line: 'Free' },
    { material_number: 'M4', material_description: 'Abroad', list_price: '10', currency: 'USD', product_line: 'Free' },
  ],
  'customer-data': [{ customer_number: 'C1', customer_name: 'Miller', country: 'Spain' }],
  'pricing-calc-formula': [volume],
  'pricing-formula': [standard],
  'pricing-config': [{ application_type: 'Pricing', formula_procedure: 'STANDARD', least_margin: '25' }],
}

beforeAll(async () => {
  product = await sessionApp()
  const pricer = {
    code: 'PRICER',
    name: 'Pricer',
    permissions: ['pricing.*', 'masters.read'],
    authorizedApps: ['Pricing'] as const,
  }
  const organizationId = await product.organization({ code: 'HERE', name: 'Here', roles: [...startingRoles, pricer] })
  const elsewhere = await product.organization({ code: 'THERE', name: 'There' })
  for (const [name, role, where] of [
    ['ada', 'ADMINISTRATOR', organizationId],
    ['rex', 'READER', organizationId],
    ['pia', 'PRICER', organizationId],
    ['eve', 'ADMINISTRATOR', elsewhere],
  ] as const) {
    await product.user({ organizationId: where, email: `${name}@here.test`, name, role })
    tokens[name] = (await product.signIn(`${name}@here.test`)).token
  }
  for (const [path, records] of Object.entries(masters))
    for (const record of records) {
      const { status, body } = await call('POST', path, record)
      if (status !== 201) throw new Error(`${path}: ${JSON.stringify(body)}`)
    }
})

afterAll(() => product.close())

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, as = 'ada') =>
  product.call(method, `/api/${path}`, { token: tokens[as]!, ...(body ? { body } : {}) })

const rows = async (path: string, body: object, as = 'ada') => {
  const answer = await call('POST', path, body, as)
  expect(answer.body.error).toBeUndefined()
  return answer.body.response!['records'] as Record<string, unknown>[]
}

test('a price goes from list to pocket, whatever it is simulated by', async () => {
  const asked = { materials: ['M1'], customers: ['C1'], quantities: '1; 10', price_date: '2026-11-01' }
  const priced = await rows('pricing-calc-sim', { ...asked, formula_procedure: 'STANDARD' })
  expect(priced).toMatchObject([
    // Spain gets five percent; from ten on ten percent are better.
    {
      quantity: '1',
      list_price: '100',
      invoice_price: '95',
      net_price: '93.1',
      pocket_price: '92.1',
      margin: '32.1',
      margin_percent: '34.85',
    },
    {
      quantity: '10',
      invoice_price: '90',
      net_price: '88.2',
      pocket_price: '87.2',
      pocket_value: '872',
      margin_value: '272',
    },
  ])
  for (const named of [{}, { formula_name: standard.formula_name }, { id: 1, simulation_category: 'price' }])
    expect(await rows('pricing-calc-sim', { ...asked, ...named })).toEqual(priced)
  expect(await rows('price-simulation', asked)).toEqual(priced)
  const single = { material_number: 'M1', customer_number: 'C1', quantity: 10, price_date: '2026-11-01' }
  expect(await rows('pricing-calc-sim', single)).toEqual(priced.slice(1))
})

test('its waterfall shows every step, and what does not count', async () => {
  const steps = await rows('pricing-formula-calc-sim', {
    id: 1,
    material_number: 'M1',
    customer_number: 'C1',
    quantity: 10,
    price_date: '2026-11-01',
  })
  expect(steps.map((one) => [one['sequence'], one['amount'], one['running'], one['value']])).toEqual([
    ['10', '100', '100', '1000'],
    ['20', '-10', '90', '-100'],
    ['30', '-5', '90', null],
    ['40', '-1.8', '88.2', '-18'],
    ['50', '-1', '87.2', '-10'],
    ['90', '60', '87.2', null],
  ])
  expect(steps[2]).toMatchObject({ remark: 'Step 20 is better', base: '100' })
})

test('what cannot be priced is told with the step', async () => {
  const asked = { product_line: 'Free', price_date: '2026-11-01' }
  const exceptions = await rows('pricing-calc-exception', asked)
  expect(exceptions).toMatchObject([
    { material_number: 'M3', sequence: '10', component: 'List price', problem: 'Nothing was found for this step' },
    // Nobody says what a dollar is worth.
    { material_number: 'M4', sequence: '10' },
  ])
  expect(await rows('pricing-calc-sim', asked)).toMatchObject([
    { material_number: 'M3', error: 'List price: Nothing was found for this step', pocket_price: null },
    { material_number: 'M4' },
  ])
})

test('procedures and formulas are kept once they can be worked out', async () => {
  const refused = async (path: string, body: object) => {
    const { status, body: answer } = await call('POST', path, body)
    expect(status).toBe(422)
    return answer.error?.issues?.map((issue) => [issue.path.join('.'), issue.message])
  }
  const other = (...steps: object[]) => ({ ...standard, formula_procedure: 'OTHER', steps })
  expect(await refused('pricing-formula', other(step(10, 'list', { value: '5' })))).toEqual([
    ['steps.0.calc_type', 'The first step is a price that percents can be taken of'],
  ])
  expect(
    await refused(
      'pricing-formula',
      other(
        listPrice,
        step(20, 'on-invoice', { value: '1', best_of: 'A' }),
        step(30, 'on-invoice', { value: '1', base: 'step', base_step: 35 }),
        step(40, 'on-invoice', { value: '1', best_of: 'A', applies_when: 'quantity' }),
        step(50, 'on-invoice', { calc_type: 'formula', formula: 'NONE' }),
      ),
    ),
  ).toEqual([
    ['steps.3.applies_when', expect.stringContaining('This is no condition')],
    ['steps.2.base_step', 'There is no step 35 before this one'],
    ['steps.3.best_of', 'Steps of A stand next to each other'],
    ['steps.4.formula', 'There is no active calculation formula NONE'],
  ])
  expect(await refused('pricing-calc-formula', { ...volume, formula_name: 'X', expression: 'quantitty * 2' })).toEqual([
    ['expression', expect.stringContaining('A price formula knows no quantitty; there are quantity')],
  ])
  expect(await refused('pricing-calc-formula', { ...volume, formula_name: 'X', expression: 'country' })).toEqual([
    ['expression', expect.stringContaining('A formula comes to a number')],
  ])
})

test('both are tried at once', async () => {
  const parameters = { material: 'M1', customer: 'C1', quantity: '10', price_date: '2026-11-01' }
  const procedure = await call('POST', 'pricing-formula/actions/try', { ids: [1], parameters }, 'rex')
  expect(procedure.body.response!['given']).toMatchObject([
    {
      value:
        '/price-simulation-report-results?formula_procedure=STANDARD&materials=M1&quantities=10&price_date=2026-11-01&customers=C1',
    },
  ])
  const formula = await call('POST', 'pricing-calc-formula/actions/try', { ids: [1], parameters })
  expect(formula.body.response!['given']).toMatchObject([{ value: '10 EUR' }])
  const unpriced = await call('POST', 'pricing-calc-formula/actions/try', {
    ids: [1],
    parameters: { ...parameters, material: 'M3' },
  })
  expect(unpriced.body.response!['skipped']).toMatchObject([
    { reason: 'Price before the step: nothing was found for this step' },
  ])
})

test('who may not see costs sees no margins, and nobody what is of another organisation', async () => {
  const asked = { materials: ['M1'], price_date: '2026-11-01' }
  expect((await call('POST', 'pricing-calc-sim', asked, 'rex')).status).toBe(403)
  expect(await rows('pricing-calc-sim', asked, 'eve')).toEqual([])
  expect((await call('POST', 'pricing-calc-sim', { ...asked, id: 1 }, 'eve')).status).toBe(404)
  expect((await call('POST', 'pricing-calc-sim', { simulation_category: 'quote' })).status).toBe(400)
  expect((await call('POST', 'pricing-calc-sim', { ...asked, quantities: 'many' })).status).toBe(422)
})

const featureColumns = ['material_number', 'feature', 'feature_value', 'adjustment', 'valid_from']

test('a product is worth what its features are', async () => {
  await call('POST', 'product-feature', {
    feature: 'SCENT',
    feature_name: 'Scent',
    feature_values: [{ feature_value: 'None' }, { feature_value: 'Citrus' }],
  })
  const price = (more: object) =>
    call('POST', 'pricing-product-feature', {
      material_number: 'M1',
      feature: 'SCENT',
      feature_value: 'Citrus',
      adjustment: '5',
      valid_from: '2026-01-01',
      ...more,
    })
  expect((await price({ adjustment_type: 'percent' })).status).toBe(201)
  expect((await price({ feature_value: 'None', adjustment: '-1.50' })).status).toBe(201)
  expect((await price({ material_number: 'M2', included: false })).status).toBe(201)
  const unknown = await price({ feature_value: 'Rose' })
  expect(unknown.body.error?.issues).toMatchObject([
    { path: ['feature_value'], message: 'The feature has the values None, Citrus' },
  ])
  const format = await call('POST', 'upload-format?app-functionality=PricingProductFeatureFormat', {
    name: 'Features',
    body: { fields: featureColumns.map((name) => column(name, name)) },
  })
  const lines = ['M4,SCENT,Citrus,0.5,2026-01-01', 'M4,SCENT,Rose,1,2026-01-01']
  const file = multipartFile('features.csv', [featureColumns.join(','), ...lines].join('\n'))
  const uploaded = await product.call('POST', `/api/upload-file?format_id=${String(format.body.response!['id'])}`, {
    token: tokens['ada']!,
    ...file,
  })
  expect(JSON.stringify(uploaded.body)).toContain('The feature has the values None, Citrus')
  const asked = { price_date: '2026-11-01', materials: ['M1', 'M2'] }
  expect(await rows('pricing-product-feature/calculation', { price_date: '2026-11-01' })).toMatchObject([
    {
      material_number: 'M1',
      base_price: '100',
      premiums: '5',
      discounts: '-1.5',
      feature_price: '103.5',
      difference_percent: '3.5',
    },
  ])
  expect(
    await rows('pricing-product-feature/calculation', {
      ...asked,
      with_options: true,
      rounding: 'up',
      rounding_unit: '1',
      rounding_ending: '0.99',
    }),
  ).toMatchObject([{ feature_price: '103.99' }, { material_number: 'M2', feature_price: '25.99' }])
  const byCost = { ...asked, materials: ['M1'], base: 'cost', markup: '50' }
  expect(await rows('pricing-product-feature/calculation', byCost)).toMatchObject([{ base_price: '90' }])
  expect((await call('POST', 'pricing-product-feature/calculation', byCost, 'rex')).status).toBe(403)
})

test('what is made of costs tells them to nobody who may not see them', async () => {
  const costly = { formula_name: 'COSTLY', description: 'Half above cost', expression: 'cost * 1.5' }
  const refused = await call('POST', 'pricing-calc-formula', costly, 'pia')
  expect([refused.status, refused.body.error?.issues?.[0]?.path]).toEqual([422, ['expression']])
  const made = await call('POST', 'pricing-calc-formula', costly)
  const { id, row_version } = made.body.response as { id: number; row_version: number }
  const parameters = { material: 'M1', quantity: '1', price_date: '2026-11-01' }
  const tried = (as: string) => call('POST', 'pricing-calc-formula/actions/try', { ids: [id], parameters }, as)
  expect((await tried('ada')).body.response).toMatchObject({ given: [{ value: expect.stringMatching(/^90 /) }] })
  const told = JSON.stringify((await tried('rex')).body)
  expect(told).toContain('works with the costs of materials')
  expect(told).not.toContain('90 ')
  // Whoever may write prices changes what else there is of it.
  const described = { ...costly, row_version, description: 'As agreed' }
  expect((await call('PUT', `pricing-calc-formula/${id}`, described, 'pia')).status).toBe(200)
  const steps = [{ ...listPrice, lookup: 'standard_cost' }]
  const procedure = { ...standard, formula_procedure: 'COSTS', formula_name: 'Costs', steps }
  const none = await call('POST', 'pricing-formula', procedure, 'pia')
  expect([none.status, none.body.error?.issues?.map(({ path }) => path.join('.'))]).toEqual([422, ['steps.0.lookup']])
})
