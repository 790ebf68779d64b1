import { writeXlsxStream, type CellValue } from 'hucre/xlsx'
import type { PassThrough } from 'node:stream'
import { decimalTypes, fieldTypes, type Field, numberTypes } from '#src/definition'
import { quoteSql } from '#src/definition/field-types/blanks.ts'
import type { Database, TenantScope } from '../store/database.ts'
import { id, join, raw, sql, Sql } from '../store/sql.ts'
import { fieldSql, selectList } from './columns.ts'
import { escapeFormula, escapeFormulaSql } from './formula-escape.ts'
import type { Selection } from './list.ts'
import type { OrderedRows } from './ordered-spans.ts'
import { streamFromTransaction } from './stream-rows.ts'
import { writeXlsxAside, type Sheet } from './xlsx-thread.ts'

export type ExportFormat = 'csv' | 'xlsx'
/** How a CSV file is written: a decimal comma goes with semicolons between the cells, as the spreadsheets of those who write so open it. */
export type DecimalMark = '.' | ','

export interface FileForm {
  readonly format: ExportFormat
  /** Of a CSV file; a workbook has numbers as such. */
  readonly decimal?: DecimalMark
}
/** For reading rather than calculating. */
export type PaperFormat = 'pdf'

export interface ExportColumn {
  readonly name: string
  readonly label: string
  readonly field: Field
  /** Not shown in a workbook. */
  readonly hidden?: boolean
}

/** How values become cells. */
export interface CellWriters {
  readonly csv: (value: unknown, field: Field, decimal: DecimalMark) => string
  readonly xlsx: (value: unknown, field: Field) => CellValue
}

/** What a list finds, in its order. */
export type ListedRows = Pick<Selection, 'fields' | 'table' | 'where' | 'order' | 'orderBy'>

/** Everything that a list finds, under the names of the fields. */
export const listedSql = ({ fields, table, where, orderBy }: ListedRows): Sql =>
  sql`select ${selectList(fields)} from ${table} t where ${where} order by ${orderBy}`

/** The rows of a file as PostgreSQL writes them: as users read them, never formulas. */
function csvRows(source: Sql | ListedRows, columns: readonly ExportColumn[], decimal: DecimalMark): Sql | OrderedRows {
  if (source instanceof Sql) {
    const cells = columns.map(({ name, field }) => csvCellSql(field, id('x', name), decimal))
    return sql`select ${join(cells, ', ')} from (${source}) x`
  }
  const { table, where, order, orderBy } = source
  // Without a statement inside another, several processes can read and write the cells at once.
  const cells = join(
    columns.map(({ field }) => csvCellSql(field, fieldSql(field), decimal)),
    ', ',
  )
  const of = (span?: Sql): Sql =>
    sql`select ${cells} from ${table} t where ${where}${span ? sql` and (${span})` : sql``} order by ${orderBy}`
  return { table, order, of }
}

function csvCellSql(field: Field, value: Sql, decimal: DecimalMark): Sql {
  if (decimal === ',' && decimalTypes.has(field.type)) return raw(`replace((${value.sql})::text, '.', ',')`)
  const text = csvText(field, value.sql)
  return raw(plain.has(field.type) ? text : escapeFormulaSql(text))
}

// Nothing of these can begin a formula, and a number below zero is one.
const plain = new Set<Field['type']>([
  'integer',
  'decimal',
  'money',
  'percent',
  'date',
  'dateTime',
  'flag',
  'rows',
  'attributes',
  // Its labels are made safe one by one.
  'choice',
])

/** SQL of what a value is in a file: the words for choices and flags, an instant in UTC. */
function csvText({ type, choices }: Field, value: string): string {
  switch (type) {
    case 'choice': {
      const words = (choices ?? []).filter((choice) => choice.label !== choice.value)
      const cases = words.map((one) => `when ${quoteSql(one.value)} then ${quoteSql(escapeFormula(one.label))}`)
      const other = escapeFormulaSql(`${value}::text`)
      return cases.length > 0 ? `case ${value} ${cases.join(' ')} else ${other} end` : other
    }
    case 'flag':
      return `case ${value} when true then 'Yes' when false then 'No' end`
    case 'dateTime':
      return `left(replace(${value}::text, ' ', 'T'), -3) || 'Z'`
    case 'references':
      return `array_to_string(${value}, ', ')`
    case 'file':
      return `(${value} ->> 'name')`
    default:
      return plain.has(type) ? value : `${value}::text`
  }
}

const plainText = (value: unknown, field: Field): string => {
  if (value === null || value === undefined) return ''
  if (field.type === 'rows' || field.type === 'attributes') return JSON.stringify(value)
  if (field.type === 'choice' || field.type === 'flag' || field.type === 'references' || field.type === 'file')
    return fieldTypes[field.type].format(value, field, 'en')
  return String(value)
}

const delimiterOf = (decimal: DecimalMark): ',' | ';' => (decimal === ',' ? ';' : ',')

/** The headings of a CSV file as its first line, without an end. */
export const csvHead = (labels: readonly string[], decimal: DecimalMark): string =>
  `\uFEFF${labels.map(csvCell).join(delimiterOf(decimal))}`

/** A text as a cell of a CSV file: quoted where needed, never a formula. */
export function csvCell(text: string): string {
  const safe = escapeFormula(text)
  return /["\n\r,;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const excelLimit = 32_767

/** One cell of a workbook: numbers and days as such, days before Excel's calendar as texts, other texts cut at what Excel can hold. */
export function xlsxCell(value: unknown, field: Field): CellValue {
  if (value === null || value === undefined) return null
  // Beyond 15 digits Excel would round: such numbers stay texts.
  if (numberTypes.has(field.type))
    return String(value)
      .replaceAll(/[-.]/g, '')
      .replace(/^0+|0+$/g, '').length > 15
      ? String(value)
      : Number(value)
  if (field.type === 'date' || field.type === 'dateTime') {
    const text = String(value)
    return text < firstDay ? text : new Date(field.type === 'date' ? `${text}T00:00:00Z` : text)
  }
  return xlsxText(plainText(value, field).slice(0, excelLimit))
}

/**
 * A text as workbooks write it: what would be read as an escaped character is escaped itself, and so are carriage returns.
 * What is no character is left out: one of them in a workbook makes all of it unreadable.
 */
export const xlsxText = (text: string): string =>
  text
    .replaceAll(/[\uFFFE\uFFFF]/g, '')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('\r', '_x000D_')

/** The cells of a row whose texts are written as workbooks write them. */
export const xlsxRow = <T extends CellValue>(cells: readonly T[]): (T | string)[] =>
  cells.map((cell) => (typeof cell === 'string' ? xlsxText(cell) : cell))

// Excel's calendar begins there; numbers of days before it are shown as no day.
const firstDay = '1900'
const utcMark = ' (UTC)'

/** The heading of a column of a workbook, in which an instant has no zone: it says which one is meant. */
export const xlsxHeading = ({ label, field }: ExportColumn): string =>
  xlsxText(field.type === 'dateTime' && !label.endsWith(utcMark) ? `${label}${utcMark}` : label)

/** A heading without what a workbook adds to it. */
export const bareHeading = (heading: string): string => heading.trim().replace(/ \(UTC\)$/i, '')

/** File name of an export, with the minute it was made. */
export const exportName = (title: string, format: ExportFormat | PaperFormat, at: Date): string =>
  `${title.replaceAll(/[^\p{L}\p{N} _-]/gu, '')} ${at.toISOString().slice(0, 16).replace('T', ' ').replace(':', '')}.${format}`

const numberFormats: Partial<Record<Field['type'], string>> = {
  money: '#,##0.00##',
  date: 'yyyy-mm-dd',
  dateTime: 'yyyy-mm-dd hh:mm',
}

type ReadRow = Readonly<Record<string, unknown>>

// A thread of its own costs more than writing these.
const fewRows = 500

/** Few rows are written at once; from the second batch on a thread of its own does it. */
async function writeWorkbook(
  head: CellValue[][],
  batches: AsyncIterable<ReadRow[]>,
  cells: (row: ReadRow) => CellValue[],
  sheet: Sheet,
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<void> {
  const read = batches[Symbol.asyncIterator]()
  const first = await read.next()
  const begun = [...head, ...(first.done ? [] : first.value.map(cells))]
  if (begun.length <= fewRows) {
    for await (const chunk of writeXlsxStream(begun, sheet)) await write(chunk)
    return
  }
  const all = async function* (): AsyncGenerator<CellValue[][]> {
    yield begun
    for (let next = await read.next(); !next.done; next = await read.next()) yield next.value.map(cells)
  }
  await writeXlsxAside(all(), sheet, write)
}

/** The rows of a statement or a list as a file, streamed; constant memory for any number of rows. Fails when the statement does. */
export function exportRows(
  db: Database,
  scope: TenantScope,
  source: Sql | ListedRows,
  columns: readonly ExportColumn[],
  { format, decimal = '.' }: FileForm,
  title: string,
  writers?: CellWriters,
): Promise<PassThrough> {
  return streamFromTransaction(db, scope, async ({ rows, csv, write }) => {
    const delimiter = delimiterOf(decimal)
    const head = csvHead(
      columns.map(({ label }) => label),
      decimal,
    )
    if (format === 'csv' && !writers) return csv(`${head}\n`, csvRows(source, columns, decimal), delimiter)
    const batches = await rows(source instanceof Sql ? source : listedSql(source), fewRows)
    if (format === 'csv') {
      const cell = writers!.csv
      const line = (row: Readonly<Record<string, unknown>>): string =>
        `${columns.map((column) => cell(row[column.name], column.field, decimal)).join(delimiter)}\r\n`
      await write(`${head}\r\n`)
      for await (const batch of batches) await write(batch.map(line).join(''))
      return
    }
    const cell = writers?.xlsx ?? xlsxCell
    const cells = (row: Readonly<Record<string, unknown>>): CellValue[] =>
      columns.map((column) => cell(row[column.name], column.field))
    const widths = columns.map((column) => ({
      width: Math.max(10, Math.min(50, Math.round((column.field.width ?? 120) / 7))),
      numFmt: numberFormats[column.field.type],
      ...(column.hidden ? { hidden: true } : {}),
    }))
    // The headings stay in view.
    const freezePane = { rows: 1 }
    const sheet = { name: title.slice(0, 31).replaceAll(/[[\]:*?/\\]/g, ' '), columns: widths, freezePane }
    await writeWorkbook([columns.map(xlsxHeading)], batches, cells, sheet, write)
  })
}
