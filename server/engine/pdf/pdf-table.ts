import type PDFDocument from 'pdfkit'
import { fieldDisplays, type Field } from '#src/definition'
import { drawText, textWidth, type TextStyle } from './pdf-fonts.ts'

type Document = InstanceType<typeof PDFDocument>

export const ink = '#17202c'
export const soft = '#5b6675'
const line = '#d9dee6'
const negative = '#b3261e'

const head: TextStyle = { size: 8, weight: 600, colour: soft }
const cell: TextStyle = { size: 8.5, weight: 400, colour: ink }
const bold: TextStyle = { ...cell, weight: 600 }
const rowHeight = 17
const gap = 8

export const isFigure = ({ type }: Field): boolean =>
  type === 'integer' || type === 'decimal' || type === 'money' || type === 'percent'

/** A value as people read it. */
export const words = (value: unknown, field: Field, locale: string): string =>
  value === null || value === undefined || value === '' ? '' : fieldDisplays[field.type].format(value, field, locale)

interface Column {
  readonly field: Field
  readonly x: number
  readonly width: number
}

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
  readonly #locale: string
  #y: number

  /** `sample` are rows by whose texts the widths are measured. */
  constructor(
    document: Document,
    fields: readonly Field[],
    sample: readonly Readonly<Record<string, unknown>>[],
    frame: Frame,
    y: number,
    locale: string,
  ) {
    this.#document = document
    this.#frame = frame
    this.#locale = locale
    this.#columns = layOut(document, fields, sample, frame, locale)
    this.#y = y
    if (y + rowHeight * 4 > frame.bottom) this.#newPage()
    else this.#head()
  }

  row(values: Readonly<Record<string, unknown>>): void {
    this.#room()
    this.#cells(values, cell)
    this.#rule(line, 0.5)
  }

  /** The totals below everything; `label` stands in the first column unless that has a total itself. */
  totals(values: Readonly<Record<string, unknown>>, label: string): void {
    this.#room()
    this.#document
      .moveTo(this.#frame.left, this.#y - 0.5)
      .lineTo(this.#frame.left + this.#frame.width, this.#y - 0.5)
      .lineWidth(1)
      .strokeColor(ink)
      .stroke()
    this.#cells(values, bold)
    const [first] = this.#columns
    if (first && !words(values[first.field.name], first.field, this.#locale))
      drawText(this.#document, label, first.x, this.#y + 4, first.width, bold)
    this.#y += rowHeight
  }

  /** The totals of a group below its rows; the label has the room up to the first of them. */
  subtotals(values: Readonly<Record<string, unknown>>, label: string): void {
    this.#room()
    const { left, width: whole } = this.#frame
    this.#document.rect(left, this.#y, whole, rowHeight).fill('#f2f4f7')
    const first = this.#columns.find(({ field }) => words(values[field.name], field, this.#locale) !== '')
    const room = (first ? first.x : left + whole) - left - gap
    if (room > 40) drawText(this.#document, label, this.#columns[0]?.x ?? left, this.#y + 4, room, bold)
    this.#cells(values, bold)
    this.#rule(line, 0.5)
  }

  remark(text: string): void {
    this.#room()
    drawText(this.#document, text, this.#frame.left, this.#y + 6, this.#frame.width, { ...cell, colour: soft })
    this.#y += rowHeight + 4
  }

  #room(): void {
    if (this.#y + rowHeight > this.#frame.bottom) this.#newPage()
  }

  #newPage(): void {
    this.#document.addPage()
    this.#y = this.#frame.top
    this.#head()
  }

  #head(): void {
    for (const { field, x, width } of this.#columns)
      drawText(this.#document, field.label, x, this.#y + 4, width, head, isFigure(field) ? 'end' : 'start')
    this.#rule(soft, 0.75)
  }

  #cells(values: Readonly<Record<string, unknown>>, style: TextStyle): void {
    for (const { field, x, width } of this.#columns) {
      const value = values[field.name]
      const text = words(value, field, this.#locale)
      if (!text) continue
      const below = isFigure(field) && String(value).startsWith('-')
      const shown = below ? { ...style, colour: negative } : style
      drawText(this.#document, text, x, this.#y + 4, width, shown, isFigure(field) ? 'end' : 'start')
    }
  }

  #rule(colour: string, width: number): void {
    this.#y += rowHeight
    const { left, width: whole } = this.#frame
    this.#document
      .moveTo(left, this.#y - 0.5)
      .lineTo(left + whole, this.#y - 0.5)
      .lineWidth(width)
      .strokeColor(colour)
      .stroke()
  }
}

const widest = 220

/** What the texts of a column need. Figures get that; what is missing is taken from texts, what is left over goes to them. */
function layOut(
  document: Document,
  fields: readonly Field[],
  sample: readonly Readonly<Record<string, unknown>>[],
  { left, width }: Frame,
  locale: string,
): Column[] {
  const needed = fields.map((field) => {
    const texts = sample.map((row) => textWidth(document, words(row[field.name], field, locale), bold))
    return Math.min(widest, Math.max(24, textWidth(document, field.label, head), ...texts) + 2)
  })
  const room = width - gap * (fields.length - 1)
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const texts = fields.map((field) => !isFigure(field))
  const ofTexts = sum(needed.filter((_, at) => texts[at]))
  const spare = room - sum(needed)
  const share = ofTexts > 0 ? Math.max(0.35, 1 + spare / ofTexts) : 1
  const wished = needed.map((one, at) => (texts[at] ? one * share : one))
  const scale = Math.min(1, room / sum(wished))
  let x = left
  return fields.map((field, at) => {
    const own = wished[at]! * scale
    const column = { field, x, width: own }
    x += own + gap
    return column
  })
}
