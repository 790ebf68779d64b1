import { AppError } from '../../errors.ts'
import { SharedStrings } from './shared-strings.ts'
import { SheetRows, type SheetRow } from './sheet-rows.ts'
import { readWorkbook, type Workbook, type WorkbookSheet } from './workbook.ts'
import { damaged, ZipFile } from './zip-file.ts'

/** Which sheet of a workbook is read: the one asked for, else the first that is shown; and what there is to say about it. */
export class SheetChoice {
  names: readonly string[] = []
  warnings: readonly string[] = []
  chosen: string | null

  constructor(wanted: string | null) {
    this.chosen = wanted
  }

  choose({ sheets }: Workbook): WorkbookSheet {
    const shown = sheets.filter(({ hidden }) => !hidden)
    this.names = shown.map(({ name }) => name)
    const found = this.chosen === null ? (shown[0] ?? sheets[0]) : sheets.find(({ name }) => name === this.chosen)
    if (!found) {
      const message =
        this.chosen === null ? 'The workbook has no sheet.' : `The workbook has no sheet "${this.chosen}".`
      throw new AppError('FILE_UNREADABLE', { message })
    }
    this.chosen = found.name
    return found
  }

  warn({ unknown, merged }: SheetRows): void {
    this.warnings = [
      ...(unknown > 0
        ? [
            `${unknown} formulas were saved without their values and are read as empty: open and save the workbook in Excel`,
          ]
        : []),
      ...(merged > 0 ? [`${merged} areas of merged cells hold their value in their first cell only`] : []),
    ]
  }
}

/** The rows of a sheet as CSV: codes as they are shown, days as ISO text, formulas by their value. Little of the workbook is in memory. */
export async function* xlsxAsCsv(path: string, choice: SheetChoice): AsyncGenerator<Buffer> {
  const zip = await ZipFile.open(path)
  try {
    const workbook = await readWorkbook(zip)
    const { part } = choice.choose(workbook)
    if (!part) throw damaged()
    const rows = new SheetRows(workbook, await SharedStrings.read(zip, workbook.strings))
    const lines = new CsvLines()
    for await (const chunk of zip.stream(part)) yield* lines.of(rows.push(chunk))
    yield* lines.of(rows.push(null))
    choice.warn(rows)
  } finally {
    await zip.close()
  }
}

const emptyLines = Buffer.alloc(65_536, '\n')

class CsvLines {
  #next = 1
  #width = 0

  of(rows: readonly SheetRow[]): Buffer[] {
    const ready: Buffer[] = []
    let text = ''
    for (const { number, cells } of rows) {
      const gap = number - this.#next
      this.#next = number + 1
      if (gap > 1_000) {
        ready.push(Buffer.from(text))
        text = ''
        // Rows that are not there still count: lines keep the numbers that Excel shows.
        for (let left = gap; left > 0; left -= emptyLines.length)
          ready.push(emptyLines.subarray(0, Math.min(left, emptyLines.length)))
      } else text += '\n'.repeat(gap)
      text += `${this.#line(cells)}\n`
    }
    if (text !== '') ready.push(Buffer.from(text))
    return ready
  }

  #line(cells: readonly string[]): string {
    let width = cells.length
    while (width > 0 && cells[width - 1] === '') width -= 1
    if (this.#width === 0) this.#width = width
    if (width === 0) return ''
    const line = cells.slice(0, Math.max(width, this.#width)).map(csvCell).join(',')
    return line + ','.repeat(Math.max(0, this.#width - Math.max(width, Math.min(cells.length, this.#width))))
  }
}

const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
