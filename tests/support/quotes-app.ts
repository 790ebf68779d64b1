import { expect } from 'vitest'
import { sessionApp, type SessionApp } from './session-app.ts'

export let product: SessionApp
const tokens: Record<string, string> = {}
export let organizationId: number
export let userId: number

export const procedure = {
  formula_procedure: 'QUOTES',
  formula_name: 'Quotes',
  valid_from: '2026-01-01',
  steps: [
    { sequence: 10, component: 'List', bucket: 'list', calc_type: 'lookup', lookup: 'price_list', sign: '+' },
    { sequence: 20, component: 'Terms', bucket: 'on-invoice', value: '10' },
    { sequence: 30, component: 'Bonus', bucket: 'off-invoice', value: '5', base: 'running' },
  ],
}

const masters: Readonly<Record<string, readonly object[]>> = {
  'material-master': [
    { material_number: 'M1', material_description: 'Soap', list_price: '90', standard_cost: '60' },
    { material_number: 'M2', material_description: 'Brush', list_price: '20', standard_cost: '14' },
  ],
  'customer-data': [{ customer_number: 'C1', customer_name: 'Miller' }],
  'config/price-list-masters': [
    { price_list: 'LIST', description: 'List', currency: 'EUR', valid_from: '2026-01-01', status: 'active' },
  ],
  'price-list-data': [
    { price_list: 'LIST', material_number: 'M1', price: '100', valid_from: '2026-01-01' },
    { price_list: 'LIST', material_number: 'M1', price: '95', qty_from: '50', valid_from: '2026-01-01' },
  ],
  'pricing-formula': [procedure],
  'pricing-config': [
    {
      application_type: 'Pricing',
      quote_procedure: 'QUOTES',
      quote_days: 14,
      least_margin: '25',
      elasticity_months: 24,
    },
  ],
}

/** Starts the product with materials, a list, a procedure and settings that quotes are priced by; for the file that imports this alone. */
export async function startQuotes(): Promise<void> {
  product = await sessionApp()
  organizationId = await product.organization({ code: 'HERE', name: 'Here' })
  for (const [name, role] of [
    ['ada', 'ADMINISTRATOR'],
    ['bob', 'ADMINISTRATOR'],
    ['rex', 'READER'],
  ] as const) {
    userId = await product.user({ organizationId, email: `${name}@here.test`, name, role })
    tokens[name] = (await product.signIn(`${name}@here.test`)).token
  }
  for (const [path, records] of Object.entries(masters))
    for (const record of records) {
      const { status, body } = await call('POST', path, record)
      if (status !== 201) throw new Error(`${path}: ${JSON.stringify(body)}`)
    }
  await approved('price-list-data', [1, 2])
}

export const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = 'ada') =>
  product.call(method, `/api/${path}`, { token: tokens[as]!, ...(body ? { body } : {}) })

export const act = async (path: string, action: string, ids: number[], parameters: object = {}, as = 'ada') => {
  const { body } = await call('POST', `${path}/actions/${action}`, { ids, parameters }, as)
  return body.response as { done: number; skipped: { reason: string }[]; failed: object[]; given: { value: string }[] }
}

export const approved = async (path: string, ids: number[]) => {
  expect(await act(path, 'submit-approval', ids)).toMatchObject({ done: ids.length })
  expect(await act(path, 'approve', ids, {}, 'bob')).toMatchObject({ done: ids.length, failed: [] })
}

export const rows = async (path: string, body: object) => {
  const answer = await call('POST', path, body)
  expect(answer.body.error).toBeUndefined()
  return answer.body.response!['records'] as Record<string, unknown>[]
}

export const offer = {
  description: 'Autumn order',
  customer_number: 'C1',
  price_date: '2026-11-02',
  discount_percent: '2',
  lines: [
    { line: 10, material_number: 'M1', quantity: '50' },
    { line: 20, material_number: 'M1', quantity: '1', discount_percent: '10' },
    { line: 30, material_number: 'M1', quantity: '2', agreed_price: '70' },
    { line: 40, material_number: 'M2', quantity: '5' },
  ],
}

/** A line that M1 was sold to C1 in, at a cost of 60 for one. */
export const sale = (line: number, date: string, quantity: string, net: string) => ({
  billing_doc_number: 'B1',
  billing_doc_line: line,
  billing_date: date,
  customer_number: 'C1',
  material_number: 'M1',
  quantity,
  net_value: net,
  cost_value: String(Number(quantity) * 60),
  currency: 'EUR',
})
