import { f } from '#src/definition'
import { uom } from './choices.ts'

const worked = (label: string, help: string) => f.money({ readOnly: true, label, help, width: 110 })

/** A line of a quote: what is wanted and agreed, and what the procedure makes of it. */
export const quoteLineFields = {
  line: f.integer({ required: true, min: 1, max: 9999, label: 'Line', width: 60 }),
  material_number: f.reference('material', { integrity: 'soft', required: true, label: 'Material', width: 130 }),
  quantity: f.decimal(15, 3, { required: true, min: '0.001', width: 90 }),
  uom: uom({ help: 'What is quoted and priced, such as CS; empty: the base unit of the material' }),
  discount_percent: f.percent({ min: 0, max: 100, label: 'Discount %', help: 'Of this line only', width: 100 }),
  agreed_price: f.money({ min: 0, label: 'Agreed price', help: 'Of a unit, instead of discounts', width: 110 }),
  list_price: worked('List price', 'Of a unit'),
  discount: worked('Discount', 'Of a unit, all that the invoice shows'),
  invoice_price: worked('Price', 'Of a unit, as the invoice shows it'),
  base_price: worked('Price of a base unit', 'The price by the base units that the unit has'),
  value: f.money({ readOnly: true, width: 120, help: 'Quantity at the price of the invoice' }),
  problem: f.text({ max: 300, readOnly: true, label: 'Why there is no price', width: 200 }),
}

/** What a line of a quote leaves after rebates and costs; for those who may see costs. */
export const quoteMarginFields = {
  line: f.integer({ label: 'Line', width: 60 }),
  material_number: f.reference('material', { integrity: 'soft', label: 'Material', width: 130 }),
  net_price: f.money({ label: 'Net price', help: 'Of a unit, less rebates that come later', width: 110 }),
  pocket_price: f.money({ label: 'Pocket price', help: 'Of a unit, after rebates and cost to serve', width: 110 }),
  unit_cost: f.money({ label: 'Cost', width: 100 }),
  margin: f.money({ label: 'Margin', help: 'Of the line', width: 110 }),
  margin_percent: f.percent({ label: 'Margin %', width: 100 }),
  note: f.text({ max: 120, width: 200 }),
}
