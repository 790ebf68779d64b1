import { sql } from '../store/sql.ts'
import type { Report } from './report.ts'
import { linesWanted, salesFieldsRead, salesLines } from './sales-lines.ts'

/** The lines of invoices, one by one. */
export const invoiceDetails: Report = {
  reads: {
    'sales-data': [
      ...salesFieldsRead,
      'billing_doc_number',
      'billing_doc_line',
      'quantity',
      'uom',
      'unit_price',
      'gross_value',
      'discount_value',
      'net_value',
      'currency',
    ],
  },
  source: salesLines,
  statement: (parameters, { organizationId }) => {
    const { billing_doc_number: document } = parameters
    return sql`
      select t.billing_doc_number, t.billing_doc_line, t.billing_date, t.transaction_type, t.customer_number, t.customer_name,
             t.material_number, t.material_description, t.country, t.quantity, t.uom, t.unit_price, t.gross_value, t.discount_value, t.net_value, t.currency
        from sales_data t where ${linesWanted(parameters, organizationId)}
         ${document ? sql`and t.billing_doc_number = ${document}::text` : sql``}`
  },
}
