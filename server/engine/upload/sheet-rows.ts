import { AppError } from '../../errors.ts'
import { cellText, type CellSource } from './cell-text.ts'
import { limits } from './limits.ts'
import { tooLongCell, type SharedStrings } from './shared-strings.ts'
import type { Workbook } from './workbook.ts'
import { attribute, plainOffice, XmlScanner } from './xml-scanner.ts'
import { damaged } from './zip-file.ts'

/** One row of a sheet: its number as Excel shows it, and the texts of its cells. */
export interface SheetRow {
  readonly number: number
  readonly cells: readonly string[]
}

/** Reads the rows of a sheet from its XML, piece by piece. */
export class SheetRows {
  readonly #workbook: Workbook
  readonly #strings: SharedStrings
  readonly #scanner: XmlScanner
  #rows: SheetRow[] = []
  #number = 0
  #cells: string[] = []
  #inRow = false
  #column = 0
  #cell: CellSource = empty
  #hasFormula = false
  #text = ''
  #reading = false
  #inPhonetic = false
  /** Formulas that were saved without their values. */
  unknown = 0
  #merged = 0
  /** The first rows of areas that may belong to the heading, which is known later. */
  readonly #mergedAt: number[] = []

  constructor(workbook: Workbook, strings: SharedStrings) {
    this.#workbook = workbook
    this.#strings = strings
    this.#scanner = new XmlScanner({
      open: (name, attributes) => this.#open(name, attributes),
      text: (text) => {
        if (!this.#reading) return
        this.#text += text
        if (this.#text.length > limits.cellLength) throw tooLongCell()
      },
      close: (name) => this.#close(name),
    })
  }

  /** Takes the next bytes, none at the end; answers the rows that are whole. */
  push(chunk: Buffer | null): SheetRow[] {
    if (chunk) this.#scanner.push(chunk)
    else {
      this.#scanner.end()
      if (this.#inRow) throw damaged()
    }
    const ready = this.#rows
    this.#rows = []
    return ready
  }

  #open(name: string, attributes: string): void {
    if (name === 'c') this.#openCell(attributes)
    else if (name === 'v' || (name === 't' && !this.#inPhonetic)) this.#reading = this.#inRow
    else if (name === 'f') this.#hasFormula = true
    else if (name === 'row') this.#openRow(attribute(attributes, 'r'))
    else if (name === 'rPh') this.#inPhonetic = true
    else if (name === 'mergeCell') this.#merge(Number(/^\$?[A-Z]+\$?(\d+):/.exec(attribute(attributes, 'ref'))?.[1]))
  }

  /** How many areas of merged cells begin below a row: the first cell of each holds the value for all. */
  mergedBelow(row: number): number {
    return this.#merged + this.#mergedAt.filter((at) => at > row).length
  }

  #merge(row: number): void {
    if (row <= lastHeadingRow) this.#mergedAt.push(row)
    else this.#merged += 1
  }

  #openRow(given: string): void {
    // A row that says it comes before the one that was read comes behind it all the same.
    this.#number = Math.max(this.#number + 1, Number(given) || 0)
    if (this.#number > limits.xlsxRows)
      throw new AppError('TOO_LARGE', { message: 'A sheet has at most 1,048,576 rows.' })
    this.#cells = []
    this.#column = 0
    this.#inRow = true
  }

  #openCell(attributes: string): void {
    const column = columnOf(attribute(attributes, 'r'))
    if (column > 0) this.#column = column - 1
    if (this.#column >= limits.xlsxColumns) throw damaged()
    this.#cell = { type: attribute(attributes, 't'), style: Number(attribute(attributes, 's')) || 0 }
    this.#text = ''
    this.#hasFormula = false
  }

  #close(name: string): void {
    if (name === 'v' || name === 't') this.#reading = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'rPh') this.#inPhonetic = false
    else if (name === 'row' && this.#inRow) {
      this.#inRow = false
      this.#rows.push({ number: this.#number, cells: this.#cells })
    }
  }

  #closeCell(): void {
    if (!this.#inRow) return
    if (this.#hasFormula && this.#text === '' && this.#cell.type !== 'str') this.unknown += 1
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells[this.#column] = this.#value()
    this.#column += 1
  }

  #value(): string {
    const { type } = this.#cell
    if (type === 's') return this.#text === '' ? '' : this.#strings.get(Number(this.#text))
    if (type === 'inlineStr' || type === 'str') return plainOffice(this.#text)
    return cellText(this.#text.trim(), this.#cell, this.#workbook)
  }
}

// A heading begins in the hundredth row at the latest and has at most five rows.
const lastHeadingRow = 110
const empty: CellSource = { type: '', style: 0 }

/** The number of a column from a cell's name: 1 for A7; 0 where there is none. */
function columnOf(name: string): number {
  let column = 0
  for (let at = 0; at < name.length; at += 1) {
    const letter = name.codePointAt(at)! & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
    if (column > limits.xlsxColumns) throw damaged()
  }
  return column
}
