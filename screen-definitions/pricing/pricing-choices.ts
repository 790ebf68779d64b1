import { f, when, type Choice } from '#src/definition'

export const buckets: readonly Choice[] = [
  { value: 'list', label: 'List price', tone: 'neutral' },
  { value: 'on-invoice', label: 'On invoice', tone: 'accent' },
  { value: 'off-invoice', label: 'Off invoice', tone: 'warn' },
  { value: 'cost', label: 'Cost', tone: 'bad' },
]

export const calcTypes: readonly Choice[] = [
  { value: 'percent', label: 'Percent' },
  { value: 'amount', label: 'Amount' },
  { value: 'lookup', label: 'Lookup' },
  { value: 'formula', label: 'Formula' },
]

/** Where a lookup finds its value. */
export const lookups: readonly Choice[] = [
  { value: 'price_list', label: 'Price lists' },
  { value: 'material_list_price', label: 'List price of the material' },
  { value: 'standard_cost', label: 'Standard cost of the material' },
  { value: 'market_price', label: 'Mean price of competitors' },
  { value: 'feature_value', label: 'Features of the product' },
  { value: 'rebates', label: 'Rebates of contracts, percent of sales' },
  { value: 'off_invoice_percent', label: 'Off-invoice costs, percent of sales' },
  { value: 'off_invoice_amount', label: 'Off-invoice costs of a unit' },
]

/** How prices are rounded to endings such as 0.99; spread into what works prices out. */
export const priceEnding = {
  rounding: f.choice(
    [
      { value: 'none', label: 'To the minor unit' },
      { value: 'nearest', label: 'To the nearest ending' },
      { value: 'up', label: 'Up to the next ending' },
      { value: 'down', label: 'Down to the last ending' },
    ],
    { default: 'none', required: true, label: 'Rounding' },
  ),
  rounding_unit: f.money({
    min: '0.0001',
    visible: when.ne('rounding', 'none'),
    required: 'whenVisible',
    label: 'Each',
    help: 'Distance between two prices, such as 0.05, 1 or 10',
  }),
  rounding_ending: f.money({
    min: 0,
    visible: when.ne('rounding', 'none'),
    label: 'Ending',
    help: 'What prices end with, such as 0.99 or 9; nothing for whole multiples',
  }),
}
