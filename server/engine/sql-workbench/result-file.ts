import { type CellValue, writeXlsxStream } from 'hucre/xlsx'
import type { Field } from '#src/definition'
import type { Caller } from '../../authorize.ts'
import type { Reader } from '../../store/reader.ts'
import type { ReadableTable } from '../../store/reader-views.ts'
import { csvCell, csvHead, type FileForm, xlsxCell, xlsxText } from '../export.ts'
import { writeXlsxAside } from '../xlsx-thread.ts'
import { examine, StatementProblem } from './examine.ts'
import { type Column, type Question, readRows } from './read-rows.ts'

/** A file holds this many rows at most. */
export const mostInFile = 200_000

const fewRows = 500

const types: Record<Column['kind'], Field['type']> = {
  text: 'text',
  number: 'decimal',
  date: 'date',
  dateTime: 'dateTime',
  flag: 'flag',
  json: 'text',
}

// What is a number or a day to PostgreSQL, and none to a workbook.
const unusual = /^(NaN|-?infinity|.* BC)$/i

/** Runs a statement and writes all its rows as a file; throws StatementProblem, also where there are more than a file holds. */
export async function resultFile(
  reader: Reader,
  caller: Caller,
  tables: readonly ReadableTable[],
  question: Question,
  { format, decimal = '.' }: FileForm,
  signal: AbortSignal,
): Promise<Buffer> {
  const examined = await examine(reader, tables, question.text, question.declared)
  let columns: readonly Column[] = []
  const rows: (readonly unknown[])[] = []
  const { cut } = await readRows(reader, caller, tables, question, {
    examined,
    most: mostInFile,
    signal,
    onColumns: (found) => (columns = found),
    onRows: async (part) => void rows.push(...part),
  })
  if (cut)
    throw new StatementProblem({
      message: `The result has more than ${mostInFile.toLocaleString('en')} rows, which is what a file takes. Narrow it down.`,
    })
  if (format === 'csv') {
    const line = (row: readonly unknown[]) =>
      row.map((value, at) => csvText(value, columns[at]!.kind, decimal)).join(decimal === ',' ? ';' : ',')
    const names = columns.map(({ name }) => name)
    return Buffer.from([csvHead(names, decimal), ...rows.map(line)].join('\r\n'))
  }
  return workbook(columns, rows)
}

function csvText(value: unknown, kind: Column['kind'], decimal: '.' | ','): string {
  if (value === null) return ''
  if (kind === 'number') return decimal === ',' ? String(value).replace('.', ',') : String(value)
  if (kind === 'flag') return value === true ? 'Yes' : 'No'
  return csvCell(String(value))
}

async function workbook(columns: readonly Column[], rows: readonly (readonly unknown[])[]): Promise<Buffer> {
  const cells = (row: readonly unknown[]): CellValue[] =>
    row.map((value, at) => {
      const { kind } = columns[at]!
      if (kind === 'flag') return value === null ? null : value === true ? 'Yes' : 'No'
      return unusual.test(String(value)) ? String(value) : xlsxCell(value, { type: types[kind] } as Field)
    })
  const head = columns.map(({ name, kind }) => xlsxText(kind === 'dateTime' ? `${name} (UTC)` : name))
  const sheet = {
    name: 'Result',
    columns: columns.map(({ kind }) => ({
      width: 16,
      numFmt: kind === 'date' ? 'yyyy-mm-dd' : kind === 'dateTime' ? 'yyyy-mm-dd hh:mm' : undefined,
    })),
    freezePane: { rows: 1 },
  }
  const chunks: Uint8Array[] = []
  const write = async (chunk: Uint8Array) => void chunks.push(chunk)
  if (rows.length < fewRows) {
    for await (const chunk of writeXlsxStream([head, ...rows.map(cells)], sheet)) await write(chunk)
  } else {
    const batches = async function* (): AsyncGenerator<CellValue[][]> {
      yield [head]
      for (let from = 0; from < rows.length; from += fewRows) yield rows.slice(from, from + fewRows).map(cells)
    }
    await writeXlsxAside(batches(), sheet, write)
  }
  return Buffer.concat(chunks)
}
