import { f, type Choice } from '#src/definition'

/** What sales lines can be added up by. */
export const salesAttributes: readonly Choice[] = [
  { value: 'customer_number', label: 'Customer' },
  { value: 'material_number', label: 'Material' },
  { value: 'country', label: 'Country' },
  { value: 'transaction_type', label: 'Type' },
  { value: 'sales_employee', label: 'Sales employee' },
  { value: 'territory', label: 'Territory' },
  { value: 'sales_organization', label: 'Sales organization' },
  { value: 'distribution_channel', label: 'Distribution channel' },
]

/** When the lines were billed. */
export const billedBetween = {
  billing_date_from: f.date({ label: 'Billed from' }),
  billing_date_to: f.date({ label: 'Billed to', after: 'billing_date_from' }),
}

/** Which lines count; spread into the criteria of every report over sales lines. */
export const salesLinesWanted = {
  customer: f.reference('customer', { integrity: 'soft', label: 'Customer' }),
  material: f.reference('material', { integrity: 'soft', label: 'Material' }),
  country: f.text({ max: 60 }),
}

/** The attribute of a row under its own name, so that the row leads to its sales lines; `absent` names one that has no value. */
export const drillFields = {
  customer_number: f.text({ hidden: true, label: 'Customer' }),
  material_number: f.text({ hidden: true, label: 'Material' }),
  line_country: f.text({ hidden: true, label: 'Country of the lines' }),
  transaction_type: f.text({ hidden: true }),
  sales_employee: f.text({ hidden: true }),
  territory: f.text({ hidden: true }),
  sales_organization: f.text({ hidden: true }),
  distribution_channel: f.text({ hidden: true }),
  absent: f.text({ hidden: true, label: 'Attribute without a value' }),
  absent_too: f.text({ hidden: true, label: 'Second attribute without a value' }),
}

/** Where the sales lines behind a row are, by the fields above and the criteria. */
export const salesDrill = {
  screen: 'sales-data',
  filters: {
    customer_number: ['customer_number', 'customer'],
    material_number: ['material_number', 'material'],
    country: ['line_country', 'country'],
    transaction_type: ['transaction_type'],
    sales_employee: ['sales_employee'],
    territory: ['territory'],
    sales_organization: ['sales_organization'],
    distribution_channel: ['distribution_channel'],
    'billing_date.gte': ['billing_date_from'],
    'billing_date.lte': ['billing_date_to'],
  },
  absent: ['absent', 'absent_too'],
}
