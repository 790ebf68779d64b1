import type { Readable } from 'node:stream'
import { streamXlsxRows } from 'hucre/xlsx'
import { AppError } from '../../errors.ts'
import { limits } from './limits.ts'
import { sheetsOf } from './workbook-sheets.ts'
import { readDirectory } from './zip-directory.ts'

const batch = 500

/** Which sheet of a workbook is read: the one asked for, else the first that is shown. */
export class SheetChoice {
  names: readonly string[] = []
  chosen: string | null

  constructor(wanted: string | null) {
    this.chosen = wanted
  }

  choose(bytes: Buffer): string {
    const entries = readDirectory(bytes)
    const sheets = sheetsOf(bytes, entries)
    const shown = sheets.filter(({ hidden }) => !hidden)
    this.names = shown.map(({ name }) => name)
    const found = this.chosen === null ? (shown[0] ?? sheets[0]) : sheets.find(({ name }) => name === this.chosen)
    if (!found) {
      const message =
        this.chosen === null ? 'The workbook has no sheet.' : `The workbook has no sheet "${this.chosen}".`
      throw new AppError('FILE_UNREADABLE', { message })
    }
    this.chosen = found.name
    return found.name
  }
}

/** The rows of a sheet as CSV: codes as they are shown, dates as ISO text, formulas by their value. */
export async function* xlsxAsCsv(file: Readable, sheets: SheetChoice): AsyncGenerator<Buffer> {
  const bytes = await collect(file)
  const sheet = sheets.choose(bytes)
  let lines: string[] = []
  let next = 0
  let width = 0
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      if (index >= limits.xlsxRows) throw new AppError('TOO_LARGE', { message: 'A sheet has at most 1,048,576 rows.' })
      // Empty rows are left out of the stream; their lines keep the numbers that Excel shows.
      for (; next < index; next += 1) lines.push('')
      next = index + 1
      const cells = values.map(cellText)
      if (width === 0) width = lastFilled(cells)
      while (cells.length < width) cells.push('')
      lines.push(cells.some((cell) => cell !== '') ? cells.map(csvCell).join(',') : '')
      if (lines.length >= batch) {
        yield Buffer.from(`${lines.join('\n')}\n`)
        lines = []
      }
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('FILE_UNREADABLE', { message: unreadable(error), cause: error })
  }
  if (lines.length > 0) yield Buffer.from(`${lines.join('\n')}\n`)
}

async function collect(file: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of file as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > limits.xlsxBytes) {
      throw new AppError('TOO_LARGE', {
        message: `A workbook may have at most ${limits.xlsxBytes / 1_000_000} MB. Save it as CSV.`,
      })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function lastFilled(cells: readonly string[]): number {
  let width = cells.length
  while (width > 0 && cells[width - 1] === '') width -= 1
  return width
}

/** The text of a cell's value; times only where there is one. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return ''
    const text = value.toISOString()
    return text.endsWith('T00:00:00.000Z')
      ? text.slice(0, 10)
      : `${text.slice(0, 10)} ${text.slice(11, text.endsWith('.000Z') ? 19 : 23)}`
  }
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'object') return 'text' in value ? String(value.text) : ''
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : ''
}

/** Excel keeps 15 digits; what binary floating point adds behind them is no part of the number. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return ''
  const text = Number.isSafeInteger(value) ? String(value) : String(Number(value.toPrecision(15)))
  return text.includes('e') ? plainNumber(text) : text
}

/** 1.5e-7 as 0.00000015. */
function plainNumber(text: string): string {
  const [, sign, whole, fraction = '', power] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  if (whole === undefined) return text
  const point = whole.length + Number(power)
  const digits = `${whole}${fraction}`
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.padEnd(point, '0').slice(0, point)}${digits.length > point ? `.${digits.slice(point)}` : ''}`
}

const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function unreadable(error: unknown): string {
  const reason = error instanceof Error ? error.message : ''
  return /encrypt|password/i.test(reason)
    ? 'The workbook is protected by a password.'
    : 'The workbook could not be read.'
}
