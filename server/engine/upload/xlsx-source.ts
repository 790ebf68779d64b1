import { AppError } from '../../errors.ts'
import { firstRows } from './first-rows.ts'
import { SharedStrings } from './shared-strings.ts'
import { SheetRows, type SheetRow } from './sheet-rows.ts'
import { readWorkbook, type Workbook, type WorkbookSheet } from './workbook.ts'
import { damaged, ZipFile } from './zip-file.ts'

/** How many of the cells of a row are names that are looked for. */
export type NamesIn = (cells: readonly string[]) => number

const rowsLookedAt = 20
const sheetsLookedAt = 30

/** Which sheet of a workbook is read: the one asked for, else the one of most known names, else the first that is shown; and what there is to say about it. */
export class SheetChoice {
  names: readonly string[] = []
  chosen: string | null
  readonly #namesIn: NamesIn | null
  #read: SheetRows | null = null

  constructor(wanted: string | null, namesIn: NamesIn | null = null) {
    this.chosen = wanted
    this.#namesIn = namesIn
  }

  /** Looks at the first rows of each sheet where none was asked for: workbooks often begin with instructions. */
  async look(zip: ZipFile, workbook: Workbook, strings: SharedStrings): Promise<void> {
    const shown = workbook.sheets.filter(({ hidden, part }) => !hidden && part !== null)
    if (this.chosen !== null || this.#namesIn === null || shown.length < 2) return
    let most = 0
    for (const { name, part } of shown.slice(0, sheetsLookedAt)) {
      const rows = await firstRows(zip, workbook, strings, part!, rowsLookedAt)
      const found = Math.max(0, ...rows.map(({ cells }) => this.#namesIn!(cells)))
      if (found > most) [most, this.chosen] = [found, name]
    }
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

  /** The rows have been read. */
  done(rows: SheetRows): void {
    this.#read = rows
  }

  /** What there is to say about them, of which so many are no data: titles and the heading. */
  warnings(above: number): string[] {
    const unknown = this.#read?.unknown ?? 0
    const merged = this.#read?.mergedBelow(above) ?? 0
    return [
      ...(unknown > 0
        ? [
            `${unknown} formulas were saved without their values and are read as empty: open and save the workbook in Excel`,
          ]
        : []),
      ...(merged === 1 ? ['One area of merged cells holds its value in its first cell only'] : []),
      ...(merged > 1 ? [`${merged} areas of merged cells hold their value in their first cell only`] : []),
    ]
  }
}

/** The rows of a sheet as CSV: codes as they are shown, days as ISO text, formulas by their value. Little of the workbook is in memory. */
export async function* xlsxAsCsv(path: string, choice: SheetChoice): AsyncGenerator<Buffer> {
  const zip = await ZipFile.open(path)
  try {
    const workbook = await readWorkbook(zip)
    const strings = await SharedStrings.read(zip, workbook.strings)
    await choice.look(zip, workbook, strings)
    const { part } = choice.choose(workbook)
    if (!part) throw damaged()
    const rows = new SheetRows(workbook, strings)
    const lines = new CsvLines()
    for await (const chunk of zip.stream(part)) yield* lines.of(rows.push(chunk))
    yield* lines.of(rows.push(null))
    choice.done(rows)
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
