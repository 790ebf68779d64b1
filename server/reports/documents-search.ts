import { sql } from '../store/sql.ts'
import type { Report } from './report.ts'

/** Documents by words and by what they are about, with the days since their approval moved last. */
export const documentsSearch: Report = {
  reads: {
    document: [
      'document_id',
      'title',
      'summary',
      'external_reference',
      'document_type',
      'application_type',
      'contract',
      'customer_number',
      'amount',
      'currency',
      'document_date',
      'valid_to',
      'approval_status',
    ],
  },
  statement: (given, { organizationId, calendar }) => {
    const wanted = (name: string) => given[name] ?? null
    const words = String(wanted('words') ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
    return sql`
      select d.document_id, d.title, d.document_type, d.application_type, d.contract, d.customer_number, d.amount, d.currency, d.document_date, d.valid_to,
             d.approval_status, ${calendar.today}::date - (coalesce(d.decided_at, d.submitted_at, d.created_at) at time zone ${calendar.zone ?? 'UTC'})::date as days_in_status
        from document_header d
       where d.organization_id = ${organizationId}
         and lower(concat_ws(' ', d.document_id, d.title, d.summary, d.external_reference)) like all (${words}::text[])
         and (${wanted('document_type')}::text is null or d.document_type = ${wanted('document_type')}::text)
         and (${wanted('application_type')}::text is null or d.application_type = ${wanted('application_type')}::text)
         and (${wanted('contract')}::text is null or d.contract = ${wanted('contract')}::text)
         and (${wanted('customer_number')}::text is null or d.customer_number = ${wanted('customer_number')}::text)
         and (${wanted('approval_status')}::text is null or d.approval_status = ${wanted('approval_status')}::text)
         and (${wanted('dated_from')}::date is null or d.document_date >= ${wanted('dated_from')}::date)
         and (${wanted('dated_to')}::date is null or d.document_date <= ${wanted('dated_to')}::date)`
  },
}
