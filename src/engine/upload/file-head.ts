import type { FileColumn } from './format-body.ts'
import type { Line } from './preview.ts'

const headBytes = 131_072
const mostLines = 20

/** The records of a text with a delimiter; a record that the end of the text cuts off is left out. */
export function readRecords(text: string, delimiter: string, most: number, whole: boolean): string[][] {
  const records: string[][] = []
  let [cells, cell, quoted, started]: [string[], string, boolean, boolean] = [[], '', false, false]
  const endCell = () => {
    cells.push(cell)
    cell = ''
    started = false
  }
  const endRecord = () => {
    endCell()
    records.push(cells)
    cells = []
  }
  for (let at = 0; at < text.length && records.length < most; at += 1) {
    const char = text[at]!
    if (quoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') cell += text[(at += 1)]!
      else quoted = false
    } else if (char === '"' && !started) {
      quoted = true
      started = true
    } else if (char === delimiter) endCell()
    else if (char === '\n') endRecord()
    else if (char !== '\r' || text[at + 1] !== '\n') {
      cell += char
      started = true
    }
  }
  if (whole && records.length < most && (cells.length > 0 || cell !== '')) endRecord()
  return records
}

/** The first lines of the staged columns from the file itself, for a preview; none for what is no plain text. */
export async function headLines(
  file: File,
  columns: readonly FileColumn[],
  delimiter: string,
  encoding: string | null,
  headerRow: number,
): Promise<Line[]> {
  if (/\.xlsx$/i.test(file.name) || encoding === 'EDI X12') return []
  const buffer = await file.slice(0, headBytes).arrayBuffer()
  const text = new TextDecoder(encoding ?? 'utf-8').decode(buffer)
  const records = readRecords(text, delimiter, headerRow + mostLines, file.size <= headBytes).slice(headerRow)
  return records.map((record) =>
    Object.fromEntries(columns.map((column, index) => [column.name, record[index] ?? null])),
  )
}

/** Lines made of the samples of the columns, where the file itself is no longer at hand. */
export function sampleLines(columns: readonly FileColumn[]): Line[] {
  const most = Math.max(0, ...columns.map((column) => column.samples.length))
  return Array.from({ length: most }, (_, index) =>
    Object.fromEntries(
      columns.map((column) => [column.name, column.samples[index % Math.max(1, column.samples.length)] ?? null]),
    ),
  )
}
