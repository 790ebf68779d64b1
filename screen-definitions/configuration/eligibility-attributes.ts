import type { Choice } from '#src/definition'

const about = (source: string, label: string, names: readonly (readonly [string, string])[]): readonly Choice[] =>
  names.map(([name, words]) => ({ value: `${source}.${name}`, label: `${label}: ${words}` }))

/** The screens whose fields these are; what an organisation adds to them is offered as well. */
export const ruledScreens: readonly string[] = ['customer', 'material', 'sales-data']

/** Fields of the customer, of the material, and of the sales line itself. */
export const lineAttributes: readonly Choice[] = [
  ...about('customer', 'Customer', [
    ['customer_number', 'number'],
    ['customer_type', 'type'],
    ['customer_group', 'group'],
    ['class_of_trade', 'class of trade'],
    ['industry', 'industry'],
    ['country', 'country'],
    ['region', 'state or region'],
    ['currency', 'currency'],
    ['status', 'status'],
    ['credit_limit', 'credit limit'],
  ]),
  ...about('material', 'Material', [
    ['material_number', 'number'],
    ['material_type', 'type'],
    ['material_group', 'group'],
    ['product_category', 'category'],
    ['product_line', 'product line'],
    ['brand', 'brand'],
    ['supplier_number', 'supplier'],
    ['status', 'status'],
    ['list_price', 'list price'],
  ]),
  ...about('sales-data', 'Sales line', [
    ['transaction_type', 'type'],
    ['sales_organization', 'sales organization'],
    ['distribution_channel', 'distribution channel'],
    ['division', 'division'],
    ['sales_employee', 'sales employee'],
    ['territory', 'territory'],
    ['country', 'country'],
    ['billing_date', 'billing date'],
    ['net_value', 'net value'],
    ['quantity', 'quantity'],
  ]),
]

/** What eligibility can hang on: those fields, and what the customer belonged to on the day of the line. */
export const eligibilityAttributes: readonly Choice[] = [
  ...lineAttributes,
  ...about('membership', 'Membership', [
    ['owner_id', 'member of'],
    ['primary_owner', 'primary member of'],
    ['contract_group', 'tier activated in contract group'],
  ]),
]
