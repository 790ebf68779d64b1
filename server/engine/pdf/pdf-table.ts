import type PDFDocument from 'pdfkit'
import type { Field } from '#src/definition'
import { layOut, linesOf, type Column } from './pdf-columns.ts'
import { isFigure } from './pdf-words.ts'
import { drawText, textWidth, type TextStyle } from './pdf-fonts.ts'

type Document = InstanceType<typeof PDFDocument>
type Row = Readonly<Record<string, unknown>>

export const ink = '#17202c'
export const soft = '#5b6675'
export const line = '#d9dee6'
export const negative = '#b3261e'

const above = 4
const below = 4.5
const gap = 8
/** Fewer lines than this of a text that goes on over several pages are not begun at the foot of one. */
const leastLines = 3

export interface Frame {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly bottom: number
}

/** A table that goes on over as many pages as it needs, its head repeated on each. */
export class PdfTable {
  readonly #document: Document
  readonly #columns: readonly Column[]
  readonly #frame: Frame
  readonly #cell: TextStyle
  readonly #bold: TextStyle
  readonly #head: TextStyle
  readonly #leading: number
  readonly #words: Readonly<Record<string, string>>
  #y: number
  #headHeight = 0

  /** `sample` are rows by whose texts the widths are measured; `totalWords` say what a total is that is no sum, by column. */
  constructor(
    document: Document,
    fields: readonly Field[],
    sample: readonly Row[],
    frame: Frame,
    y: number,
    locale: string,
    totalWords: Readonly<Record<string, string>> = {},
  ) {
    this.#words = totalWords
    this.#document = document
    this.#frame = frame
    const { columns, size } = layOut(document, fields, sample, frame, locale)
    this.#columns = columns
    this.#cell = { size, weight: 400, colour: ink }
    this.#bold = { ...this.#cell, weight: 600 }
    this.#head = { size: size - 0.5, weight: 600, colour: soft }
    this.#leading = Math.round(size * 1.3 * 2) / 2
    this.#y = y
    if (y + this.#leading * 7 > frame.bottom) this.#newPage()
    else this.#heading()
  }

  row(values: Row): void {
    this.#cells(values, this.#cell)
    this.#rule(line, 0.5)
  }

  /** The totals below everything; `label` stands in the first column unless that has a total itself. */
  totals(values: Row, label: string): void {
    this.#room(this.#leading * this.#linesOfTotals(values) + above + below)
    this.#rule(ink, 1)
    const [first] = this.#columns
    const isFree = first && !first.format(values[first.field.name])
    this.#cells(values, this.#bold, isFree ? { text: label, x: first.x, width: first.width } : undefined, this.#words)
  }

  /** The totals of a group below its rows; the label has the room up to the first of them. */
  subtotals(values: Row, label: string): void {
    const height = this.#leading * this.#linesOfTotals(values) + above + below
    this.#room(height)
    const { left, width: whole } = this.#frame
    this.#document.rect(left, this.#y, whole, height).fill('#f2f4f7')
    const first = this.#columns.find(({ field, format }) => format(values[field.name]) !== '')
    const room = (first ? first.x : left + whole) - left - gap
    this.#cells(
      values,
      this.#bold,
      room > 40 ? { text: label, x: this.#columns[0]?.x ?? left, width: room } : undefined,
      this.#words,
    )
    this.#rule(line, 0.5)
  }

  /** What a total is that is no sum stands below its figure. */
  #linesOfTotals(values: Row): number {
    return this.#columns.some(({ field, format }) => this.#words[field.name] && format(values[field.name])) ? 2 : 1
  }

  remark(text: string): void {
    this.#room(this.#leading + 8)
    drawText(this.#document, text, this.#frame.left, this.#y + 6, this.#frame.width, { ...this.#cell, colour: soft })
    this.#y += this.#leading + 10
  }

  #room(height: number): void {
    if (this.#y + height > this.#frame.bottom) this.#newPage()
  }

  #newPage(): void {
    this.#document.addPage()
    this.#y = this.#frame.top
    this.#heading()
  }

  #heading(): void {
    const lines = this.#columns.map(({ field, width }) => linesOf(this.#document, field.label, width, this.#head, 3))
    const most = Math.max(1, ...lines.map((one) => one.length))
    for (const [at, { field, x, width }] of this.#columns.entries()) {
      // Headings stand on the line below them.
      let y = this.#y + above + (most - lines[at]!.length) * this.#leading
      for (const text of lines[at]!) {
        drawText(this.#document, text, x, y, width, this.#head, isFigure(field) ? 'end' : 'start')
        y += this.#leading
      }
    }
    this.#headHeight = above + below + most * this.#leading
    this.#y += this.#headHeight
    this.#rule(soft, 0.75)
  }

  #cells(
    values: Row,
    style: TextStyle,
    label?: { text: string; x: number; width: number },
    told: Readonly<Record<string, string>> = {},
  ): void {
    const lines = this.#columns.map(({ field, width, format }) => {
      const text = format(values[field.name])
      if (!text) return []
      const isShort = isFigure(field) || textWidth(this.#document, text, style) <= width
      const word = told[field.name]
      if (word) return [text, word]
      return isShort ? [text] : linesOf(this.#document, text, width, style)
    })
    const most = Math.max(1, ...lines.map((one) => one.length))
    const height = above + below + most * this.#leading
    const { top, bottom } = this.#frame
    // What no page has the room for begins on this one, where some lines of it fit.
    this.#room(height <= bottom - top - this.#headHeight ? height : above + below + leastLines * this.#leading)
    if (label) drawText(this.#document, label.text, label.x, this.#y + above, label.width, this.#bold)
    for (let from = 0; from < most;) {
      const fits = Math.max(1, Math.floor((bottom - this.#y - above - below) / this.#leading))
      this.#lines(
        lines.map((one) => one.slice(from, from + fits)),
        values,
        style,
      )
      this.#y += above + below + Math.min(fits, most - from) * this.#leading
      from += fits
      if (from < most) this.#newPage()
    }
  }

  #lines(lines: readonly (readonly string[])[], values: Row, style: TextStyle): void {
    for (const [at, { field, x, width }] of this.#columns.entries()) {
      const isBelow = isFigure(field) && String(values[field.name]).startsWith('-')
      const shown = isBelow ? { ...style, colour: negative } : style
      for (const [place, text] of lines[at]!.entries()) {
        const y = this.#y + above + place * this.#leading
        drawText(this.#document, text, x, y, width, shown, isFigure(field) ? 'end' : 'start')
      }
    }
  }

  #rule(colour: string, width: number): void {
    const { left, width: whole } = this.#frame
    this.#document
      .moveTo(left, this.#y - 0.5)
      .lineTo(left + whole, this.#y - 0.5)
      .lineWidth(width)
      .strokeColor(colour)
      .stroke()
  }
}
