import { type CellStyle, type CellValue, writeXlsx, type WriteSheet } from 'hucre/xlsx'
import type { Screen } from '#src/definition'
import { minorUnits } from '../domain/calculation/amount.ts'
import { xlsxRow, xlsxText } from '../engine/export.ts'
import { kindWords } from '../engine/pdf/statement-kinds.ts'
import type { StatementPaper } from '../engine/pdf/statement-pdf.ts'
import type { Tx } from '../store/database.ts'
import type { StatementOf } from './statement.ts'
import { statementSources, type StatementSource } from './statement-sources.ts'

const figure = (text: string | null): number | null => (text === null || text === '' ? null : Number(text))

/** How amounts of a currency are shown: with the digits of its minor unit. */
function amountsOf(currency: string): string {
  const digits = minorUnits(currency)
  const figure = digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`
  return `${figure};[Red]-${figure}`
}

const quantities = '#,##0.###'
const days = 'dd mmm yyyy'

interface SheetColumn {
  readonly label: string
  /** In characters. */
  readonly width: number
  readonly format?: string | undefined
  readonly wrapped?: true
}

const lineColumns = (amounts: string): readonly SheetColumn[] => [
  { label: 'Line', width: 7 },
  { label: 'Day', width: 13, format: days },
  { label: 'Kind', width: 17 },
  { label: 'Contract', width: 14 },
  { label: 'Description', width: 30, wrapped: true },
  { label: 'Version', width: 9 },
  { label: 'Rule', width: 7 },
  { label: 'Tier', width: 7 },
  { label: 'Rate', width: 9, format: '0.######' },
  { label: 'Basis', width: 15, format: amounts },
  { label: 'Period from', width: 13, format: days },
  { label: 'Period to', width: 13, format: days },
  { label: 'Invoice lines', width: 13, format: '#,##0' },
  { label: 'Claim', width: 14 },
  { label: 'Posting', width: 18 },
  { label: 'Amount', width: 15, format: amounts },
  { label: 'Balance', width: 15, format: amounts },
  { label: 'Explanation', width: 40, wrapped: true },
]

const sourceColumns = (amounts: string): readonly SheetColumn[] => [
  { label: 'Contract', width: 14 },
  { label: 'Rule', width: 7 },
  { label: 'Invoice', width: 16 },
  { label: 'Line', width: 7 },
  { label: 'Day', width: 13, format: days },
  { label: 'Customer', width: 14 },
  { label: 'Material', width: 14 },
  { label: 'Quantity', width: 13, format: quantities },
  { label: 'Unit', width: 7 },
  { label: 'Basis', width: 15, format: amounts },
  { label: 'Currency', width: 10 },
  { label: 'Claim', width: 14 },
  { label: 'Approved', width: 15, format: amounts },
]

const letters = { name: 'Calibri', size: 11 } as const
const lineHeight = 15
const strong = { font: { ...letters, bold: true } } as const
// Not right behind the amount before it.
const atLeft = { horizontal: 'left', indent: 1 } as const
const isRight = ({ format }: Pick<SheetColumn, 'format'>): boolean => format !== undefined && format !== days
const columnName = (at: number): string => String.fromCodePoint(65 + at)

/**
 * A table as one sends it: bold headings that stay in view and come again on each page, filters, and sums below it. Its name
 * has no blanks: the headings of pages would name it without quotes, which Excel takes for damage.
 */
function table(
  name: string,
  columns: readonly SheetColumn[],
  rows: readonly CellValue[][],
  { sums, footer }: { readonly sums: readonly string[]; readonly footer: string },
): WriteSheet {
  const last = columnName(columns.length - 1)
  const end = rows.length + 1
  const total = columns.map((column, at): CellValue => (sums.includes(column.label) ? sumOf(rows, at) : null))
  const labelled = rows.length > 0 && sums.length > 0 ? [['Total', ...total.slice(1)]] : []
  const bold = [0, ...(labelled.length > 0 ? [end] : [])]
  return {
    name,
    columns: columns.map(({ width, format, wrapped }) => ({
      width,
      style: {
        ...(format ? { numFmt: format } : {}),
        alignment: {
          vertical: 'top',
          ...(wrapped ? { wrapText: true } : {}),
          ...(isRight({ format }) ? {} : atLeft),
        },
      },
    })),
    rows: [columns.map(({ label }) => label), ...rows, ...labelled].map(xlsxRow),
    cells: new Map(
      bold.flatMap((row) =>
        columns.map((column, at) => {
          const style = {
            ...strong,
            ...(row > 0 && column.format ? { numFmt: column.format } : {}),
            alignment: isRight(column) ? ({ horizontal: 'right' } as const) : atLeft,
            border: row === 0 ? { bottom: { style: 'thin' as const } } : { top: { style: 'thin' as const } },
          }
          return [`${row},${at}`, { style }] as const
        }),
      ),
    ),
    // Not every program makes room for texts that wrap.
    rowDefs: new Map(
      rows.map((row, at) => {
        const lines = columns.map(({ width, wrapped }, place) =>
          wrapped ? Math.ceil(String(row[place] ?? '').length / (width - 4)) : 1,
        )
        return [at + 1, { height: lineHeight * Math.max(1, ...lines) }]
      }),
    ),
    freezePane: { rows: 1 },
    ...(rows.length > 0 ? { autoFilter: { range: `A1:${last}${end}` } } : {}),
    pageSetup: {
      paperSize: 'a4',
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: '$1:$1',
    },
    headerFooter: { oddFooter: `&L${footer}&RPage &P of &N` },
  }
}

// Amounts have two or three digits behind the point; a sum of doubles is told as it would be on paper.
const sumOf = (rows: readonly CellValue[][], at: number): number =>
  Math.round(rows.reduce((sum, row) => sum + Number(row[at] ?? 0), 0) * 1_000) / 1_000

const dayOf = (text: unknown): Date | null =>
  typeof text === 'string' && text !== '' ? new Date(`${text}T00:00:00Z`) : null

const sourceRow = (source: StatementSource): CellValue[] => [
  source.contract_number,
  source.rule_no,
  source.invoice,
  source.invoice_line,
  dayOf(source.day),
  source.customer_number,
  source.material_number,
  figure(source.quantity),
  source.uom,
  figure(source.basis),
  source.currency,
  source.claim_number,
  figure(source.approved),
]

const areAlike = (values: readonly unknown[]): boolean => new Set(values).size <= 1

/** Which columns of invoices are added up: what several rules reckon on is no one figure, nor are amounts in several currencies. */
function sourceSums(sources: readonly StatementSource[]): string[] {
  const reckoned = sources.filter(({ basis }) => basis !== null)
  const claimed = sources.filter(({ approved }) => approved !== null)
  const isOneBasis = areAlike(reckoned.map((one) => `${one.contract_number}|${one.rule_no}|${one.currency}`))
  return [
    ...(reckoned.length > 0 && isOneBasis ? ['Basis'] : []),
    ...(claimed.length > 0 && areAlike(claimed.map(({ currency }) => currency)) ? ['Approved'] : []),
  ]
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
    dayOf(line.day),
    kindWords[line.kind] ?? line.kind,
    line.contract_number,
    line.contract_header,
    line.contract_version,
    line.rule_no,
    line.tier,
    figure(line.rate),
    figure(line.basis),
    dayOf(line.period_from),
    dayOf(line.period_to),
    line.sales_lines,
    line.claim_number,
    line.posting_number,
    figure(line.amount),
    figure(line.balance),
    line.explanation,
  ])
  const sources = await statementSources(tx, of, screens)
  const footer = `${escaped(paper.sender)}  ·  Statement ${escaped(paper.number)}  ·  ${escaped(paper.partner[0] ?? '')}`
  const facts: CellValue[][] = [
    [`${paper.sender}: statement of incentives`],
    [],
    ['Statement', paper.number],
    ['Partner', paper.partner[0] ?? ''],
    ['Partner number', paper.partnerNumber],
    ['Period from', dayOf(paper.from)],
    ['Period to', dayOf(paper.to)],
    ['Issued on', dayOf(paper.issuedOn)],
    ['Currency', paper.currency],
    [],
    ...paper.figures.map(([label, amount]) => [label, figure(amount)]),
    ['Closing balance', figure(paper.closing)],
    ['Claims in process, not in the balance', figure(paper.openClaims)],
  ]
  const closing = facts.length - 2
  const amounts = amountsOf(paper.currency)
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Balance',
        columns: [{ width: 38 }, { width: 30, style: { numFmt: amounts, alignment: { horizontal: 'right' } } }],
        rows: facts.map(xlsxRow),
        cells: balanceCells(closing, amounts),
        pageSetup: { paperSize: 'a4', orientation: 'portrait' },
        headerFooter: { oddFooter: `&L${footer}&RPage &P of &N` },
      },
      table('Lines', lineColumns(amounts), lines, { sums: [], footer }),
      table('Invoices', sourceColumns(amounts), sources.map(sourceRow), { sums: sourceSums(sources), footer }),
    ],
  })
  return Buffer.from(bytes)
}

function balanceCells(closing: number, amounts: string): NonNullable<WriteSheet['cells']> {
  const right = { horizontal: 'right' } as const
  const above = { ...strong, border: { top: { style: 'thin' } } } as const
  return new Map<string, { style: CellStyle }>([
    ['0,0', { style: { font: { ...letters, bold: true, size: 14 } } }],
    ...[5, 6, 7].map((row): [string, { style: CellStyle }] => [
      `${row},1`,
      { style: { numFmt: days, alignment: right } },
    ]),
    [`${closing},0`, { style: above }],
    [`${closing},1`, { style: { ...above, numFmt: amounts, alignment: right } }],
  ])
}

// What a footer would take as a code of its own.
const escaped = (text: string): string => xlsxText(text).replaceAll('&', '&&')
