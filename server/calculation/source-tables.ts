import { sql, type Sql } from '../store/sql.ts'
import type { DataSource } from './terms.ts'

/** Where lines of each kind of data stand; all with the columns of sales lines that a calculation reads. */
export const sourceTables: Readonly<Record<DataSource, Sql>> = {
  direct: sql`sales_data`,
  indirect: sql`indirect_sales_data`,
  purchase: sql`purchase_data`,
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
