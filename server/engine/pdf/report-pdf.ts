import { PassThrough } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import type { Aggregate, Field } from '#src/definition'
import { mixed, mixedWords } from '#src/definition/mixed.ts'
import { totalWords } from '#src/definition/total-words.ts'
import { jpegSize } from './jpeg-size.ts'
import { drawText, fitText, registerFonts, textWidth, type TextStyle } from './pdf-fonts.ts'
import { isFigure, words } from './pdf-words.ts'
import { ink, line, PdfTable, soft, type Frame } from './pdf-table.ts'

type Document = InstanceType<typeof PDFDocument>
type Row = Readonly<Record<string, unknown>>

/** What a result looks like on paper. */
export interface ReportPaper {
  readonly title: string
  /** Whose figures they are. */
  readonly organization: string
  /** Worked out when, for whom. */
  readonly about: readonly string[]
  readonly criteria: readonly { readonly label: string; readonly value: string }[]
  readonly fields: readonly Field[]
  readonly totals: Row
  /** What the totals of columns are. */
  readonly kinds: Readonly<Record<string, Aggregate>>
  /** The chart as a JPEG. */
  readonly chart: Buffer | null
  readonly rows: readonly Row[]
  /** The columns that the rows are grouped by, in whose order they come, and the subtotals of each group. */
  readonly by: readonly Field[]
  readonly groups: readonly { readonly values: readonly unknown[]; readonly count: number; readonly totals: Row }[]
  /** All rows there are, of which `rows` may be the first. */
  readonly total: number
  readonly locale: string
}

/** More rows than this nobody reads on paper. */
export const mostPaperRows = 5_000

const margin = 42
const footRoom = 26
const title: TextStyle = { size: 17, weight: 600, colour: ink }
const sender: TextStyle = { size: 11, weight: 600, colour: ink }
const small: TextStyle = { size: 8.5, weight: 400, colour: soft }
const strong: TextStyle = { size: 8.5, weight: 600, colour: ink }
const figure: TextStyle = { size: 12.5, weight: 600, colour: ink }

/** A result as a PDF of A4 pages: criteria, totals, chart and table, pages numbered. */
export function reportPdf(paper: ReportPaper): PassThrough {
  const wide = paper.fields.length > 6
  const document = new PDFDocument({
    size: 'A4',
    layout: wide ? 'landscape' : 'portrait',
    margin: 0,
    bufferPages: true,
    lang: paper.locale,
    displayTitle: true,
    info: { Title: paper.title, Author: paper.organization, Creator: 'Tierline', Producer: 'Tierline' },
  })
  const stream = document.pipe(new PassThrough())
  stream.on('close', () => document.unpipe(stream))
  write(document, paper).then(
    () => document.end(),
    (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return stream
}

async function write(document: Document, paper: ReportPaper): Promise<void> {
  registerFonts(document)
  const { width, height } = document.page
  const frame: Frame = { left: margin, top: margin, width: width - margin * 2, bottom: height - margin - footRoom }
  let y = heading(document, paper, frame)
  y = figures(document, paper, frame, y)
  const { chart } = paper
  if (chart && !isTall(chart)) y = picture(document, chart, frame, y)
  const { fields, rows, totals, total, locale } = paper
  const table = new PdfTable(
    document,
    fields,
    [...rows, totals, ...paper.groups.map((group) => group.totals)],
    frame,
    y + 6,
    locale,
    totalWords(paper.kinds),
  )
  for (const [at, row] of rows.entries()) {
    table.row(row)
    for (const { totals: subtotals, label } of ended(paper, at)) table.subtotals(subtotals, label)
    // Long tables leave room for the requests of others.
    if (at % 50 === 49) await breathe()
  }
  if (Object.values(totals).some((value) => value !== null)) table.totals(totals, 'Total')
  if (rows.length < total) {
    const number = new Intl.NumberFormat(locale)
    table.remark(
      `The first ${number.format(rows.length)} of ${number.format(total)} rows; totals are of all. CSV and Excel hold every row.`,
    )
  }
  const told = [totals, ...paper.groups.map((group) => group.totals)]
  if (told.some((row) => Object.values(row).includes(mixed))) table.remark(`${mixed}: ${mixedWords}.`)
  if (chart && isTall(chart)) tallPicture(document, chart)
  foot(document, paper, frame)
}

/** The groups whose last row a row is, from the innermost outwards. */
function ended({ rows, by, groups, total, locale }: ReportPaper, at: number): { totals: Row; label: string }[] {
  const [row, next] = [rows[at]!, rows[at + 1]]
  // The last row of a table that is cut off is not the last of its groups.
  if (!next && rows.length < total) return []
  const valuesOf = (of: Row, level: number) => JSON.stringify(by.slice(0, level).map(({ name }) => of[name] ?? null))
  return by.flatMap((_, index) => {
    const level = by.length - index
    const own = valuesOf(row, level)
    if (next && valuesOf(next, level) === own) return []
    const group = groups.find(({ values }) => values.length === level && JSON.stringify(values) === own)
    const field = by[level - 1]!
    const name = words(row[field.name], field, locale) || '(empty)'
    const count = new Intl.NumberFormat(locale).format(group?.count ?? 0)
    return group ? [{ totals: group.totals, label: `${field.label} ${name} (${count})` }] : []
  })
}

/** The head of the first page: who sends it, what it is, and what was asked. */
function heading(
  document: Document,
  { title: text, organization, about, criteria }: ReportPaper,
  { left, top, width }: Frame,
): number {
  drawText(document, organization, left, top, width * 0.5, sender)
  drawText(document, about.join('  ·  '), left, top + 2, width, small, 'end')
  document
    .moveTo(left, top + 19)
    .lineTo(left + width, top + 19)
    .lineWidth(1)
    .strokeColor(ink)
    .stroke()
  drawText(document, text, left, top + 32, width, title)
  let [x, y] = [left, top + 60]
  for (const { label, value } of criteria) {
    const name = textWidth(document, `${label} `, small)
    const shown = fitText(document, value, width * 0.6, strong)
    const needed = name + textWidth(document, shown, strong)
    if (x > left && x + needed > left + width) [x, y] = [left, y + 14]
    drawText(document, label, x, y, name, small)
    drawText(document, shown, x + name + 2, y, width, strong)
    x += needed + 20
  }
  return y + (criteria.length > 0 ? 22 : 4)
}

function figures(document: Document, { fields, totals, kinds, locale }: ReportPaper, frame: Frame, y: number): number {
  const shown = fields.filter((field) => isFigure(field) && words(totals[field.name], field, locale) !== '')
  if (shown.length === 0) return y
  const each = Math.min(160, frame.width / shown.length)
  const told = totalWords(kinds)
  for (const [at, field] of shown.entries()) {
    const x = frame.left + each * at
    const word = told[field.name]
    drawText(document, word ? `${field.label}: ${word.toLowerCase()}` : field.label, x, y, each - 10, small)
    drawText(document, words(totals[field.name], field, locale), x, y + 12, each - 10, figure)
  }
  return y + 38
}

// A table that begins below a chart shows some rows there.
const roomOfTable = 130

const isTall = (jpeg: Buffer): boolean => {
  const { width, height } = jpegSize(jpeg)!
  return height > width * 0.9
}

function picture(document: Document, jpeg: Buffer, frame: Frame, y: number): number {
  const image = jpegSize(jpeg)!
  const room = Math.min(290, frame.bottom - y - roomOfTable)
  const scale = Math.min(frame.width / image.width, room / image.height)
  const [width, height] = [image.width * scale, image.height * scale]
  document.image(jpeg, frame.left, y, { width, height })
  return y + height + 10
}

/** A chart that is taller than wide: on an upright page of its own, where its letters can be read. */
function tallPicture(document: Document, jpeg: Buffer): void {
  const image = jpegSize(jpeg)!
  document.addPage({ size: 'A4', layout: 'portrait', margin: 0 })
  const { width, height } = document.page
  const scale = Math.min((width - margin * 2) / image.width, (height - margin * 2 - footRoom) / image.height)
  document.image(jpeg, margin, margin, { width: image.width * scale, height: image.height * scale })
}

function foot(document: Document, paper: ReportPaper, { left }: Frame): void {
  const { start, count } = document.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page)
    const { width: whole, height } = document.page
    const [right, y] = [whole - margin, height - margin - 12]
    document
      .moveTo(left, y - 7)
      .lineTo(right, y - 7)
      .lineWidth(0.5)
      .strokeColor(line)
      .stroke()
    drawText(document, `${paper.organization}  ·  ${paper.title}`, left, y, (right - left) * 0.7, small)
    drawText(document, `Page ${page + 1} of ${count}`, left, y, right - left, small, 'end')
  }
}
