import { id, sql } from '../store/sql.ts'
import type { Report } from './report.ts'
import {
  attributeOf,
  drillColumns,
  linesWanted,
  nameOf,
  salesFieldsRead,
  salesLines,
  writtenName,
} from './sales-lines.ts'

/** Ratios of key figures of the sales lines by an attribute: discount and returns in percent of gross sales, value of a document. */
export const ratioKeyFigures: Report = {
  reads: {
    'sales-data': [...salesFieldsRead, 'billing_doc_number', 'net_value', 'gross_value', 'discount_value', 'quantity'],
  },
  source: salesLines,
  statement: (parameters, context) => {
    const attribute = attributeOf(parameters['attribute'])
    return sql`
      with grouped as (
        select ${id('t', attribute)} as key, ${writtenName(attribute)} as written,
               coalesce(sum(t.gross_value) filter (where t.transaction_type <> 'Return'), 0) as gross_value,
               coalesce(sum(t.discount_value) filter (where t.transaction_type <> 'Return'), 0) as discount_value,
               coalesce(-sum(t.net_value) filter (where t.transaction_type = 'Return'), 0) as returned_value,
               sum(t.net_value) as net_value, sum(t.quantity) as quantity, count(distinct t.billing_doc_number) as documents
          from sales_data t where ${linesWanted(parameters, context.organizationId)} group by 1
      )
      select g.key, ${nameOf(attribute, context, sql`g.key`, sql`g.written`)} as name, g.gross_value, g.discount_value,
             round(100 * g.discount_value / nullif(g.gross_value, 0), 2) as discount_ratio, g.returned_value,
             round(100 * g.returned_value / nullif(g.gross_value, 0), 2) as return_ratio, g.net_value,
             round(100 * g.net_value / nullif(g.gross_value, 0), 2) as net_ratio, g.documents,
             round(g.net_value / nullif(g.documents, 0), 2) as document_value,
             round(g.net_value / nullif(g.quantity, 0), 2) as unit_value, ${drillColumns([attribute, sql`g.key`])}
        from grouped g`
  },
}
