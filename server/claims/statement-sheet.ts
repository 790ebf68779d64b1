import { writeXlsx } from 'hucre/xlsx'
import type { Screen } from '#src/definition'
import { sourcesSql } from '../calculation/amounts-sql.ts'
import { readSurroundings } from '../calculation/surroundings.ts'
import { readTerms } from '../calculation/terms.ts'
import type { StatementPaper } from '../engine/pdf/statement-pdf.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { StatementOf } from './statement.ts'

const mostSources = 50_000

const figure = (text: string | null): number | null => (text === null || text === '' ? null : Number(text))

const heading = [
  'Line',
  'Day',
  'Kind',
  'Contract',
  'Description',
  'Version',
  'Rule',
  'Tier',
  'Rate',
  'Basis',
  'Period from',
  'Period to',
  'Invoice lines',
  'Claim',
  'Posting',
  'Amount',
  'Balance',
  'Explanation',
]

/** The invoice lines that the contracts of a statement speak of in the periods it names. */
async function sourcesOf(
  tx: Tx,
  { organizationId }: StatementOf,
  { lines }: StatementPaper,
  screens: readonly Screen[],
) {
  const numbers = [...new Set(lines.flatMap((line) => (line.period_from ? [line.contract_number ?? ''] : [])))]
  const froms = lines.flatMap((line) => line.period_from ?? []).toSorted((a, b) => a.localeCompare(b))
  const tos = lines.flatMap((line) => line.period_to ?? []).toSorted((a, b) => a.localeCompare(b))
  const [from, to] = [froms[0], tos.at(-1)]
  if (!from || !to) return []
  const contracts = await readTerms(
    tx,
    sql`t.organization_id = ${organizationId} and t.contract_number = any(${numbers}::text[])`,
    { limit: 200 },
  )
  const around = await readSurroundings(tx, organizationId, screens)
  const rows = await tx.query<Record<string, string | number | null>>(sql`
    select s.contract, s.rule_no, s.billing_doc_number, s.billing_doc_line, s.billing_date::text as billing_date, s.customer_number, s.material_number,
           s.quantity::text as quantity, s.uom, s.benefit::text as benefit, s.contract_currency
      from (${sourcesSql({ around, contracts, window: { from, to }, kind: 'Payment' })}) s
     where s.billing_date between ${from}::date and ${to}::date
     order by s.contract, s.rule_no, s.billing_date, s.billing_doc_number, s.billing_doc_line limit ${mostSources}`)
  return rows.map((row) => [
    contracts[Number(row['contract'])]?.contract_number ?? null,
    row['rule_no'] ?? null,
    row['billing_doc_number'] ?? null,
    row['billing_doc_line'] ?? null,
    row['billing_date'] ?? null,
    row['customer_number'] ?? null,
    row['material_number'] ?? null,
    figure(row['quantity'] as string | null),
    row['uom'] ?? null,
    figure(row['benefit'] as string | null),
    row['contract_currency'] ?? null,
  ])
}

/** A statement as a workbook: its balance, its lines, and the invoice lines behind them. */
export async function statementSheet(
  tx: Tx,
  of: StatementOf,
  paper: StatementPaper,
  screens: readonly Screen[],
): Promise<Buffer> {
  const lines = paper.lines.map((line, at) => [
    at + 1,
    line.day,
    line.kind,
    line.contract_number,
    line.contract_header,
    line.contract_version,
    line.rule_no,
    line.tier,
    figure(line.rate),
    figure(line.basis),
    line.period_from,
    line.period_to,
    line.sales_lines,
    line.claim_number,
    line.posting_number,
    figure(line.amount),
    figure(line.balance),
    line.explanation,
  ])
  const sources = await sourcesOf(tx, of, paper, screens)
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Balance',
        columns: [{ width: 30 }, { width: 18, numFmt: '#,##0.00' }],
        rows: [
          ['Statement', paper.number],
          ['Partner', paper.partner[0] ?? ''],
          ['Period', `${paper.from} to ${paper.to}`],
          ['Currency', paper.currency],
          [],
          ...paper.figures.map(([label, amount]) => [label, figure(amount)]),
          ['Closing balance', figure(paper.closing)],
          ['Claims in process', figure(paper.openClaims)],
        ],
      },
      {
        name: 'Lines',
        columns: heading.map((name) => ({ width: name === 'Explanation' ? 80 : 16 })),
        rows: [heading, ...lines],
        freezePane: { rows: 1 },
      },
      {
        name: 'Invoice lines',
        columns: Array.from({ length: 11 }, () => ({ width: 16 })),
        rows: [
          [
            'Contract',
            'Rule',
            'Invoice',
            'Line',
            'Day',
            'Customer',
            'Material',
            'Quantity',
            'Unit',
            'Basis',
            'Currency',
          ],
          ...sources,
        ],
        freezePane: { rows: 1 },
      },
    ],
  })
  return Buffer.from(bytes)
}
