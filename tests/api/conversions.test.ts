import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

const made = async (path: string, body: object) => {
  const answer = await app.post(path, body)
  if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
}
const rate = (from_currency: string, to_currency: string, valid_from: string, value: string, more: object = {}) =>
  made('currency-rates', { from_currency, to_currency, valid_from, rate: value, ...more })

beforeAll(async () => {
  app = await uploadApp()
  await rate('EUR', 'USD', '2026-01-01', '1.08')
  await rate('EUR', 'USD', '2026-02-01', '1.10')
  await rate('EUR', 'JPY', '2026-01-01', '158.2')
  await rate('EUR', 'USD', '2026-01-01', '1.2', { rate_type: 'budget' })
  await made('material-master', { material_number: 'CONV', material_description: 'Soap', base_uom: 'EA' })
  await made('material-uom', { material_number: 'CONV', uom: 'CS', numerator: '24', denominator: '1' })
  await made('general-uom', { uom: 'DZ', description: 'Dozen', base_unit: null })
})

afterAll(() => app?.product.close())

test('amounts are converted by the rate of the day and its type, and it is told which', async () => {
  const ask = { amount: '100', from_currency: 'EUR', to_currency: 'USD', on_date: '2026-01-31' }
  expect((await app.post('currency-rates/convert', ask)).body.response).toEqual({
    amount: '108',
    currency: 'USD',
    factor: '1.08',
    way: 'direct',
    used: [
      {
        from_currency: 'EUR',
        to_currency: 'USD',
        valid_from: '2026-01-01',
        rate: '1.080000000',
        per_units: 1,
        inverse: false,
        explanation: '1 EUR = 1.08 USD from 2026-01-01',
      },
    ],
  })
  expect((await app.post('currency-rates/convert', { ...ask, rate_type: 'budget' })).body.response).toMatchObject({
    amount: '120',
  })
  const through = await app.post('currency-rates/convert', { ...ask, from_currency: 'USD', to_currency: 'JPY' })
  expect(through.body.response).toMatchObject({ way: 'through', amount: '14648', used: [{ inverse: true }, {}] })
  const none = await app.post('currency-rates/convert', { ...ask, on_date: '2025-01-01' })
  expect(none.status).toBe(404)
  expect(none.body.message).toContain('There is no average rate from EUR to USD on 2025-01-01')
  expect((await app.post('currency-rates/convert', { ...ask, amount: 'much' })).status).toBe(422)
})

test('quantities are converted by the units of the material', async () => {
  const ask = { quantity: '36', from_uom: 'EA', to_uom: 'CS', material_number: 'CONV' }
  expect((await app.post('material-uom/convert', ask)).body.response).toEqual({
    quantity: '1.5',
    uom: 'CS',
    steps: [{ from: 'EA', to: 'CS', explanation: '1 CS make 24 EA' }],
  })
  expect((await app.post('material-uom/convert', { ...ask, to_uom: 'L' })).body.message).toBe(
    'Nothing says how many L one EA is of CONV.',
  )
})

test('the screens offer both as actions, which tell and change nothing', async () => {
  const parameters = {
    amount: '50',
    from_currency: 'EUR',
    to_currency: 'USD',
    on_date: '2026-03-01',
    rate_type: 'average',
  }
  const converted = await app.post('currency-rates/actions/convert', { parameters })
  expect(converted.body.response?.['given']).toEqual([
    { id: 0, key: '1 EUR = 1.1 USD from 2026-02-01', value: '55 USD' },
  ])
  const units = await app.post('material-uom/actions/convert', {
    parameters: { quantity: '2', from_uom: 'CS', to_uom: 'EA', material_number: 'CONV' },
  })
  expect(units.body.response?.['given']).toMatchObject([{ value: '48 EA' }])
})

test('the codes of units are each told once, wherever they occur', async () => {
  const codes = recordsOf(await app.get('general-unique-uom'))
  expect(codes).toContainEqual({ uom: 'CS', description: null, used: true })
  expect(codes).toContainEqual({ uom: 'DZ', description: 'Dozen', used: false })
  expect(new Set(codes.map((one) => one['uom'])).size).toBe(codes.length)
})

test('nothing is converted between a currency and itself, or a base unit and itself, by another factor than one', async () => {
  const own = { from_currency: 'EUR', to_currency: 'EUR', valid_from: '2026-03-01', rate: '2' }
  const refused = await app.post('currency-rates', own)
  expect([refused.status, refused.body.error?.issues?.[0]?.path]).toEqual([422, ['to_currency']])
  const unit = { material_number: 'CONV', uom: 'EA', numerator: '5', denominator: '1' }
  const five = await app.post('material-uom', unit)
  expect([five.status, five.body.error?.issues?.[0]]).toMatchObject([
    422,
    { path: ['numerator'], message: 'EA is the base unit of CONV: one of it is one of it' },
  ])
  expect((await app.post('material-uom', { ...unit, numerator: '5', denominator: '5' })).status).toBe(201)

  const rates = 'From,To,Valid from,Rate\nEUR,GBP,2026-03-01,0.9\nEUR,EUR,2026-03-01,2\n'
  const rated = await app.send('currency-rates-upload', rates)
  expect(JSON.stringify(rated.body)).toContain('A currency has no rate against itself')
  expect(recordsOf(await app.get('currency-rates?valid_from=2026-03-01'))).toEqual([])
  const units = 'Material,Unit,Numerator,Denominator\nCONV,PAL,480,1\nCONV,EA,5,1\n'
  const counted = await app.send('material-uom-upload', units)
  expect(JSON.stringify(counted.body)).toContain('EA is the base unit of CONV')
  expect(recordsOf(await app.get('material-uom?uom=PAL'))).toEqual([])
  expect(recordsOf(await app.get('material-uom?uom=EA'))).toMatchObject([
    { numerator: '5.000000', denominator: '5.000000' },
  ])
})
