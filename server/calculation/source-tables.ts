import type { DataSource } from './terms.ts'

/** Where lines of each kind of data stand; all with the columns of sales lines that a calculation reads. */
export const sourceTables: Readonly<Record<DataSource, string>> = {
  direct: 'sales_data',
  indirect: 'indirect_sales_data',
  purchase: 'purchase_data',
}

/** The fields of a line that a formula may speak of: those that every kind of data has. */
export const formulaFields: readonly string[] = [
  'quantity',
  'unit_price',
  'gross_value',
  'discount_value',
  'net_value',
  'cost_value',
  'country',
  'uom',
  'transaction_type',
  'material_number',
  'customer_number',
  'billing_date',
]
