import { f, type Choice } from '#src/definition'

/** What can be worked out of sales lines for a quota or a metric, and what somebody measures by hand. */
export const measures: readonly Choice[] = [
  { value: 'net_value', label: 'Net value' },
  { value: 'gross_value', label: 'Gross value' },
  { value: 'margin', label: 'Margin' },
  { value: 'quantity', label: 'Quantity' },
  { value: 'customers', label: 'Customers sold to' },
  { value: 'manual', label: 'Measured by hand' },
]

/** Who or what it is of: a person, a part of the market, or both. */
export const performerFields = {
  sales_employee: f.reference('employee', { index: true, label: 'Employee', width: 120 }),
  territory: f.reference('territory', { index: true, width: 120 }),
}
