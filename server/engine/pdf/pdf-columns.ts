import type PDFDocument from 'pdfkit'
import { type Field, numberTypes } from '#src/definition'
import { evened, fractionsOf } from '#src/definition/evened.ts'
import { textWidth, wrapText, type TextStyle } from './pdf-fonts.ts'
import { isFigure, words } from './pdf-words.ts'

type Document = InstanceType<typeof PDFDocument>
type Row = Readonly<Record<string, unknown>>

const gap = 8
const wholes: ReadonlySet<string> = new Set([...numberTypes, 'date', 'dateTime', 'flag'])

export interface Column {
  readonly field: Field
  readonly x: number
  readonly width: number
  readonly format: (value: unknown) => string
}

export interface Layout {
  readonly columns: readonly Column[]
  /** Size of the letters, in points; smaller where there are many columns. */
  readonly size: number
}

const sizes = [8.5, 8, 7.5, 7, 6.5, 6]
// Codes are no longer than this, and nobody can do with a part of one.
const codeLength = 16
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
const longestWord = (text: string): string =>
  text.split(/\s+/).reduce((longest, word) => (word.length > longest.length ? word : longest), '')

// Longer texts are wider, by and large.
const mostMeasured = 60
const longestOf = (texts: readonly string[]): string[] =>
  [...new Set(texts)].toSorted((a, b) => b.length - a.length).slice(0, mostMeasured)

const measuredAt = 10

/** What a column takes, for letters of a size: with everything on one line, with texts on two, and at least. */
function needOf(document: Document, field: Field, texts: readonly string[]) {
  const style: TextStyle = { size: measuredAt, weight: 600, colour: '' }
  const width = (text: string): number => textWidth(document, text, style) / measuredAt
  const isWhole = wholes.has(field.type) || texts.every((text) => text.length <= codeLength)
  const cells = Math.max(0, ...texts.map(width))
  const words = isWhole ? cells : Math.max(0, ...texts.map((text) => Math.min(13, width(longestWord(text)))))
  const [head, headWord] = [width(field.label), width(longestWord(field.label))]
  const wide = (size: number): number => Math.max(20, cells * size, head * (size - 0.5)) + 2
  const least = (size: number): number =>
    Math.max(20, words * size, headWord * (size - 0.5), isWhole ? 0 : Math.min(wide(size), 8 * size)) + 2
  return {
    wide,
    least,
    /** With texts on two lines. */
    easy: (size: number): number =>
      isWhole ? least(size) : Math.max(least(size), Math.min(wide(size) * 0.55, 20 * size)),
  }
}
/**
 * Shares the width of a page. Figures, days and codes stand on one line, long texts and headings take several; the letters get
 * smaller until that fits.
 */
export function layOut(
  document: Document,
  fields: readonly Field[],
  sample: readonly Row[],
  { left, width }: { readonly left: number; readonly width: number },
  locale: string,
): Layout {
  const room = width - gap * (fields.length - 1)
  const digits = fractionsOf(fields, sample)
  const formats = fields.map(
    (field) => (value: unknown) => evened(words(value, field, locale), digits[field.name], locale),
  )
  const needs = fields.map((field, at) =>
    needOf(document, field, longestOf(sample.map((row) => formats[at]!(row[field.name])))),
  )
  const fitting = (needed: 'easy' | 'least', from: readonly number[]) =>
    from.find((one) => sum(needs.map((need) => need[needed](one))) <= room)
  const easy = fitting('easy', sizes.slice(0, 4))
  const size = easy ?? fitting('least', sizes.slice(2)) ?? sizes.at(-1)!
  const wides = needs.map((need) => need.wide(size))
  const leasts = needs.map((need) => need[easy ? 'easy' : 'least'](size))
  const [wide, least] = [sum(wides), sum(leasts)]
  const isText = fields.map((field) => !isFigure(field))
  const stretched = sum(wides.filter((_, at) => isText[at])) || wide
  const widths = wides.map((own, at) => {
    const ownLeast = leasts[at]!
    // What is left over goes to texts, or to all where there are none.
    if (wide <= room) return own + (isText[at] || stretched === wide ? ((room - wide) * own) / stretched : 0)
    if (least >= room) return (ownLeast * room) / least
    return ownLeast + ((own - ownLeast) * (room - least)) / (wide - least)
  })
  let x = left
  const columns = fields.map((field, at) => {
    const column = { field, x, width: widths[at]!, format: formats[at]! }
    x += widths[at]! + gap
    return column
  })
  return { columns, size }
}

/** A text in lines as wide as a column; what `most` lines have no room for stands in the last of them. */
export const linesOf = (
  document: Document,
  text: string,
  width: number,
  style: TextStyle,
  most = Number.POSITIVE_INFINITY,
): string[] => {
  const lines = wrapText(document, text, width, style)
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')]
}
