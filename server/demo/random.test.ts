import { expect, test } from 'vitest'
import { makeMasters } from './masters.ts'
import { createRandom } from './random.ts'
import { makeSales } from './sales.ts'

const make = () => {
  const random = createRandom(7)
  const masters = makeMasters(random, 40)
  return { masters, sales: makeSales(random, masters, 500) }
}

test('the same seed makes the same data', () => {
  expect(make()).toEqual(make())
})

test('keys are unique and references lead to records', () => {
  const { masters, sales } = make()
  const keys = (rows: readonly Readonly<Record<string, unknown>>[], ...names: string[]) =>
    rows.map((row) => names.map((name) => String(row[name])).join('|'))
  for (const list of [
    keys(masters.customers, 'customer_number'),
    keys(masters.materials, 'material_number'),
    keys(sales, 'billing_doc_number', 'billing_doc_line'),
  ]) {
    expect(new Set(list).size).toBe(list.length)
  }
  const customers = new Set(keys(masters.customers, 'customer_number'))
  expect(sales).toHaveLength(500)
  expect(sales.every((line) => customers.has(String(line['customer_number'])))).toBe(true)
  expect(
    sales.every(
      (line) =>
        Math.abs(Number(line['gross_value']) - Number(line['discount_value']) - Number(line['net_value'])) < 0.001,
    ),
  ).toBe(true)
})
