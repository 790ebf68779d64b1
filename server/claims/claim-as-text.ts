import { escapeFormula } from '../engine/formula-escape.ts'
import type { Row } from '../engine/page.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

interface Format {
  readonly format_name: string
  readonly file_type: 'csv' | 'edi844'
  readonly delimiter: string
  readonly decimal_mark: string
  readonly columns: readonly { readonly source: string; readonly heading?: string | null }[]
}

const standard: Format['columns'] = [
  'claim_number',
  'line_no',
  'contract_id',
  'customer_id',
  'material_id',
  'invoice_number',
  'invoice_date',
  'quantity',
  'uom',
  'claimed_amount',
  'currency',
].map((source) => ({ source }))

const numbers = new Set(['quantity', 'acquisition_price', 'contract_price', 'claimed_amount', 'calculated_amount'])

/** The file of an outgoing claim in the download format it names; null where that is an EDI 844. */
export async function claimAsText(tx: Pick<Tx, 'query'>, organizationId: number, claim: Row) {
  const [format] = await tx.query<Format>(sql`
    select f.format_name, f.file_type, coalesce(f.delimiter, ',') as delimiter, coalesce(f.decimal_mark, '.') as decimal_mark, coalesce(f.file_columns, '[]') as columns
      from outgoing_claim_format f
     where f.organization_id = ${organizationId} and f.format_id = ${(claim['format_id'] ?? null) as string | null}`)
  if (!format || format.file_type === 'edi844') return null
  const lines = await tx.query<Record<string, unknown>>(sql`
    select to_jsonb(l) || jsonb_build_object('invoice_date', l.invoice_date::text) as line from outgoing_claim_line l
     where l.organization_id = ${organizationId} and l.claim_number = ${String(claim['claim_number'])} and l.line_status <> 'denied' order by l.line_no`)
  const columns = format.columns.length > 0 ? format.columns : standard
  const { delimiter, decimal_mark: mark } = format
  const cell = (source: string, value: unknown): string => {
    const text = value === null || value === undefined ? '' : String(value)
    const shown = numbers.has(source)
      ? text
          .replace(/(\.\d*?)0+$/, '$1')
          .replace(/\.$/, '')
          .replace('.', mark)
      : escapeFormula(text)
    return shown.includes(delimiter) || /["\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
  }
  const rows = lines.map(({ line }) => {
    const values = { ...claim, ...(line as Row) }
    return columns.map(({ source }) => cell(source, values[source])).join(delimiter)
  })
  const heading = columns.map(({ source, heading: own }) => cell('heading', own ?? source)).join(delimiter)
  return {
    name: `${String(claim['claim_number'])}.csv`,
    type: 'text/csv',
    content: Buffer.from(`\uFEFF${[heading, ...rows].join('\r\n')}\r\n`),
  }
}
