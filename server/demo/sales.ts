import type { DemoMasters, Row } from './masters.ts'
import type { Random } from './random.ts'

const start = Date.UTC(2025, 0, 2)
const days = 668

const money = (cents: number): string => (cents / 100).toFixed(2)

/** Makes sales lines in documents of one to eight lines between January 2025 and October 2026, with some returns; amounts fit quantity × price. */
export function makeSales(random: Random, masters: DemoMasters, lines: number): Row[] {
  const rows: Row[] = []
  for (let document = 0; rows.length < lines; document += 1) {
    const customer = random.ranked(masters.customers)
    const date = new Date(start + random.whole(0, days) * 86_400_000).toISOString().slice(0, 10)
    const returned = random.chance(0.04)
    const length = Math.min(random.whole(1, 8), lines - rows.length)
    for (let line = 1; line <= length; line += 1) {
      rows.push(salesLine(random, masters, { customer, date, returned, number: String(700_000 + document), line }))
    }
  }
  return rows
}

interface Position {
  readonly customer: Row
  readonly date: string
  readonly returned: boolean
  readonly number: string
  readonly line: number
}

function salesLine(random: Random, masters: DemoMasters, position: Position): Row {
  const material = random.ranked(masters.materials)
  const list = Math.round(Number(material['list_price']) * 100)
  const quantity = (position.returned ? -1 : 1) * random.pick([1, 2, 3, 4, 6, 8, 10, 12, 20, 24, 48])
  const gross = list * quantity
  const discount = Math.round((gross * random.pick([0, 0, 0, 3, 5, 8])) / 100)
  return {
    billing_doc_number: position.returned ? `R${position.number}` : position.number,
    billing_doc_line: position.line,
    transaction_type: position.returned ? 'Return' : 'Sale',
    billing_date: position.date,
    posting_date: position.date,
    customer_number: position.customer['customer_number'],
    customer_name: position.customer['customer_name'],
    material_number: material['material_number'],
    material_description: material['material_description'],
    quantity: String(quantity),
    uom: 'EA',
    unit_price: money(list),
    gross_value: money(gross),
    discount_value: money(discount),
    net_value: money(gross - discount),
    cost_value: money(Math.round(Number(material['standard_cost']) * 100) * quantity),
    currency: 'EUR',
    country: position.customer['country'],
    sales_organization: '1000',
    distribution_channel: '10',
    division: '00',
    sales_employee: position.customer['sales_employee'],
  }
}
