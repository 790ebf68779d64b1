import { expect } from 'vitest'
import { goodPassword, sessionApp, type SessionApp } from './session-app.ts'

export let s: SessionApp
export let organizationId: number
export const tokens: Record<string, string> = {}
export type Row = Record<string, unknown> & { id: number }

export const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, as = 'ada') =>
  s.call(method, `/api/${path}`, { token: tokens[as]!, ...(body ? { body } : {}) })

export const made = async (path: string, body: object): Promise<Row> => {
  const answer = await call('POST', path, body)
  expect([path, answer.status, answer.body.error]).toEqual([path, 201, undefined])
  return answer.body.response as Row
}
export const refused = async (path: string, body: object) => {
  const { status, body: answer } = await call('POST', path, body)
  return [status, answer.error?.issues?.[0]?.path.join('.')]
}
export const rows = async (path: string, criteria: object = {}): Promise<Row[]> => {
  const answer = await call('POST', path, criteria)
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return (answer.body.response as { records: Row[] }).records
}
export const listed = async (path: string): Promise<Row[]> =>
  (await call('GET', path)).body.response!['records'] as Row[]

interface Sold {
  readonly on: string
  readonly customer: string
  readonly material: string
  readonly quantity: number
  readonly net: number
  readonly cost: number | null
  readonly currency?: string
}

let line = 0
export const sell = ({ on, customer, material, quantity, net, cost, currency = 'EUR' }: Sold) =>
  made('sales_data', {
    billing_doc_number: `D${(line += 1)}`,
    billing_doc_line: 1,
    billing_date: on,
    customer_number: customer,
    material_number: material,
    quantity: String(quantity),
    gross_value: String(net),
    net_value: String(net),
    cost_value: cost === null ? null : String(cost),
    currency,
  })

const b = '2025-03-10'
export const a = '2026-03-10'
export const sales: readonly Sold[] = [
  { on: b, customer: 'H1', material: 'X', quantity: 100, net: 1000, cost: 600 },
  { on: a, customer: 'H1', material: 'X', quantity: 120, net: 1320, cost: 780 },
  { on: b, customer: 'H1', material: 'Y', quantity: 100, net: 2000, cost: 1000 },
  { on: a, customer: 'H1', material: 'Y', quantity: 60, net: 1200, cost: 600 },
  { on: b, customer: 'R1', material: 'X', quantity: 7, net: 83.33, cost: 41 },
  { on: a, customer: 'R1', material: 'X', quantity: 3, net: 29.99, cost: 20 },
  { on: a, customer: 'R1', material: 'N', quantity: 5, net: 50, cost: 45 },
  { on: b, customer: 'R1', material: 'L', quantity: 4, net: 40, cost: 10 },
  { on: b, customer: 'R1', material: 'C', quantity: 10, net: 100, cost: 60, currency: 'CHF' },
  { on: a, customer: 'R1', material: 'C', quantity: 10, net: 100, cost: 60, currency: 'CHF' },
]
export const trades: Record<string, string> = { H1: 'Hospital', R1: 'Retail' }

export const periods = {
  analysis_level: 'TRADE',
  first_from: '2025-01-01',
  first_to: '2025-12-31',
  billing_date_from: '2026-01-01',
  billing_date_to: '2026-12-31',
}

/** Starts the product with two organisations, sales of two years, a level and its drivers; for the file that imports this alone. */
export async function startProfit(): Promise<void> {
  s = await sessionApp()
  organizationId = await s.organization({ code: 'HERE', name: 'Here' })
  const other = await s.organization({ code: 'THERE', name: 'There' })
  for (const [name, role, at] of [
    ['ada', 'ADMINISTRATOR', organizationId],
    ['rex', 'READER', organizationId],
    ['oda', 'ADMINISTRATOR', other],
  ] as const) {
    await s.user({ organizationId: at, email: `${name}@x.test`, name, role, password: goodPassword })
    tokens[name] = (await s.signIn(`${name}@x.test`)).token
  }
  for (const [customer_number, class_of_trade] of Object.entries(trades))
    await made('customer-data', { customer_number, customer_name: customer_number, class_of_trade, country: 'Spain' })
  for (const valid_from of ['2025-01-01', '2026-01-01'])
    await made('currency-rates', {
      rate_type: 'average',
      from_currency: 'CHF',
      to_currency: 'EUR',
      valid_from,
      rate: valid_from === '2025-01-01' ? '1' : '1.25',
    })
  for (const one of sales) await sell(one)
  await made('profit-attribute-config', {
    attribute_code: 'TRADE',
    description: 'Trade',
    source: 'customer.class_of_trade',
  })
  await made('profit-attribute-config', {
    attribute_code: 'MATERIAL',
    description: 'Material',
    source: 'material.material_number',
  })
  await made('profit-analysis-level-config', {
    analysis_level: 'TRADE',
    description: 'Trades',
    first_attribute: 'TRADE',
  })
  const driver = (name: string, kind: string, more: object) =>
    made('profit-driver-config', { driver: name, description: name, kind, ...more })
  await driver('NET', 'price', { source: 'sales', sales_field: 'net_value', effect: 'adds' })
  await driver('COST', 'cost', { source: 'sales', sales_field: 'cost_value', effect: 'reduces' })
  await driver('FREIGHT', 'freight', { measure: 'amount', effect: 'reduces' })
  await driver('BONUS', 'rebate', { measure: 'percent', effect: 'reduces' })
}
