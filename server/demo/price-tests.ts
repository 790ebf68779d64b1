import type { DemoMasters, Row } from './masters.ts'
import type { Random } from './random.ts'

/** How demand for the materials of the tests answers to their price. */
const answers = [-1.4, -2.1, -2.8, -1.7, -3.2, -0.6, -2.4, -1.9, -0.8, -2.2, -1.5, -2.6]
const months = 22

const money = (cents: number): string => (cents / 100).toFixed(2)

/** Sales of a shop that tried prices of a dozen materials out, one a month: demand answered to them. */
export function makePriceTests(random: Random, { materials, customers }: DemoMasters): Row[] {
  const customer = customers[3]!
  const tried = materials.slice(Math.floor(materials.length / 2)).slice(0, answers.length)
  return tried.flatMap((material, at) => {
    const list = Math.round(Number(material['list_price']) * 100)
    return Array.from({ length: months }, (_, month) => {
      const level = [1, 0.94, 0.88, 0.97, 0.82, 0.91][(month + at) % 6]!
      const price = Math.round(list * level)
      const demand = 140 * level ** answers[at]! * (0.96 + random.whole(0, 8) / 100)
      const quantity = Math.max(1, Math.round(demand))
      const date = new Date(Date.UTC(2025, month, 12 + (at % 9))).toISOString().slice(0, 10)
      return {
        billing_doc_number: `8${String(10_000 + at * 100 + month)}`,
        billing_doc_line: 1,
        transaction_type: 'Sale',
        billing_date: date,
        posting_date: date,
        customer_number: customer['customer_number'],
        customer_name: customer['customer_name'],
        material_number: material['material_number'],
        material_description: material['material_description'],
        quantity: String(quantity),
        uom: 'EA',
        unit_price: money(list),
        gross_value: money(list * quantity),
        discount_value: money((list - price) * quantity),
        net_value: money(price * quantity),
        cost_value: money(Math.round(Number(material['standard_cost']) * 100) * quantity),
        currency: 'EUR',
        country: customer['country'],
        sales_organization: '1000',
        distribution_channel: '30',
        division: '00',
        sales_employee: customer['sales_employee'],
      }
    })
  })
}
