import { buffer } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'
import PDFDocument from 'pdfkit'
import { daysInWords } from '#src/definition/days-in-words.ts'
import { dateFormat } from '#src/definition/field-types/date.ts'
import { formatDecimal } from '#src/definition/field-types/numbers.ts'
import { figuresInWords } from '#src/definition/figures-in-words.ts'
import { minorUnits } from '../../domain/calculation/amount.ts'
import { drawText, registerFonts, wrapText, type TextStyle } from './pdf-fonts.ts'
import { ink, line, negative, soft } from './pdf-table.ts'
import { kindWords } from './statement-kinds.ts'

type Document = InstanceType<typeof PDFDocument>

export interface StatementLine {
  readonly kind: string
  readonly day: string
  readonly contract_number: string | null
  readonly contract_header: string | null
  readonly contract_version: number | null
  readonly rule_no: number | null
  readonly tier: number | null
  readonly rate: string | null
  readonly basis: string | null
  readonly period_from: string | null
  readonly period_to: string | null
  readonly sales_lines: number | null
  readonly claim_number: string | null
  readonly posting_number: string | null
  readonly amount: string
  readonly balance: string | null
  readonly explanation: string | null
}

/** A statement of account on paper; amounts as exact text, days as YYYY-MM-DD. */
export interface StatementPaper {
  readonly sender: string
  /** Name and address, a line each. */
  readonly partner: readonly string[]
  readonly number: string
  readonly partnerNumber: string
  readonly from: string
  readonly to: string
  readonly currency: string
  readonly message: string
  readonly figures: readonly (readonly [label: string, amount: string])[]
  readonly closing: string
  readonly openClaims: string
  readonly lines: readonly StatementLine[]
  readonly issuedOn: string
  /** How its numbers and days are written. */
  readonly locale: string
}

const left = 52
const width = 595.28 - left * 2
const bottom = 780

const small: TextStyle = { size: 8, weight: 400, colour: soft }
const body: TextStyle = { size: 9, weight: 400, colour: ink }
const strong: TextStyle = { size: 9, weight: 600, colour: ink }
const head: TextStyle = { size: 8, weight: 600, colour: soft }

/** With as many digits as the minor unit of the currency has. */
function money(amount: string, { currency, locale }: Pick<StatementPaper, 'currency' | 'locale'>): string {
  const digits = minorUnits(currency)
  const plain = Number(amount === '' || amount === '-' ? 0 : amount) === 0 ? '0' : amount
  return formatDecimal(plain, locale, digits, digits).replace(/^[-−]/, '−')
}
const dayOf = (day: string, locale: string): string => dateFormat(locale, false).format(new Date(`${day}T00:00:00Z`))

const rule = (document: Document, y: number, colour = line, weight = 0.5): void =>
  void document
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(weight)
    .strokeColor(colour)
    .stroke()

const columns = { day: 0, what: 66, amount: width - 160, balance: width - 75 }

function tableHead(document: Document, y: number, currency: string): number {
  drawText(document, 'Day', left + columns.day, y, 60, head)
  drawText(document, 'What and why', left + columns.what, y, 240, head)
  drawText(document, `Amount ${currency}`, left + columns.amount, y, 78, head, 'end')
  drawText(document, `Balance ${currency}`, left + columns.balance, y, 75, head, 'end')
  rule(document, y + 14, soft, 0.75)
  return y + 19
}

/** Where a line comes from, in the words of the contract. */
function origin(one: StatementLine, locale: string): string {
  return [
    one.contract_number &&
      `Contract ${one.contract_number}${one.contract_version ? `, version ${one.contract_version}` : ''}`,
    one.rule_no && `rule ${one.rule_no}`,
    one.tier && `tier ${one.tier}`,
    one.period_from && one.period_to && `${dayOf(one.period_from, locale)} to ${dayOf(one.period_to, locale)}`,
    one.sales_lines &&
      one.kind !== 'open_claim' &&
      `${formatDecimal(one.sales_lines, locale, 0, 0)} invoice ${one.sales_lines === 1 ? 'line' : 'lines'}`,
    one.posting_number && `posting ${one.posting_number}`,
  ]
    .filter((part) => typeof part === 'string')
    .map((part) => part.replaceAll(' ', '\u00a0'))
    .join(' · ')
}

function heading(document: Document, paper: StatementPaper): number {
  drawText(document, paper.sender, left, 52, 300, { size: 13, weight: 600, colour: ink })
  rule(document, 74, ink, 1)
  drawText(document, `${paper.sender}  ·  Statement for`, left, 96, 260, { ...small, size: 7.5 })
  for (const [at, text] of paper.partner.entries())
    drawText(document, text, left, 110 + at * 14, 260, at === 0 ? { ...strong, size: 10.5 } : { ...body, size: 10 })
  const facts = [
    ['Statement', paper.number],
    ['Your number', paper.partnerNumber],
    ['Period', `${dayOf(paper.from, paper.locale)} – ${dayOf(paper.to, paper.locale)}`],
    ['Issued on', dayOf(paper.issuedOn, paper.locale)],
    ['Currency', paper.currency],
  ] as const
  for (const [at, [label, value]] of facts.entries()) {
    drawText(document, label, left + 300, 98 + at * 15, 80, small)
    drawText(document, value, left + 300, 98 + at * 15, width - 300, strong, 'end')
  }
  drawText(document, 'Statement of incentives', left, 200, width, { size: 18, weight: 600, colour: ink })
  return 232
}

function balance(document: Document, paper: StatementPaper, top: number): number {
  const { figures, closing, currency, openClaims } = paper
  document.roundedRect(left, top, width, 100 + 12, 5).fill('#f4f6f9')
  let y = top + 10
  for (const [label, amount] of figures) {
    drawText(document, label, left + 14, y, 240, body)
    drawText(
      document,
      money(amount, paper),
      left + 14,
      y,
      236,
      Number(amount) < 0 ? { ...body, colour: negative } : body,
      'end',
    )
    y += 15
  }
  document
    .moveTo(left + 14, y + 1)
    .lineTo(left + 250, y + 1)
    .lineWidth(0.75)
    .strokeColor(soft)
    .stroke()
  drawText(document, 'Closing balance', left + 14, y + 6, 200, strong)
  drawText(document, money(closing, paper), left + 14, y + 6, 236, strong, 'end')
  drawText(document, Number(closing) < 0 ? 'You owe us' : 'We owe you', left + 290, top + 22, 180, {
    ...small,
    size: 9,
  })
  drawText(document, `${currency} ${money(closing.replace(/^-/, ''), paper)}`, left + 290, top + 36, width - 300, {
    size: 20,
    weight: 600,
    colour: ink,
  })
  if (Number(openClaims) !== 0)
    drawText(
      document,
      `Claims in process, not in the balance: ${money(openClaims, paper)}`,
      left + 290,
      top + 70,
      width - 300,
      small,
    )
  return top + 130
}

/** A statement as a PDF of A4 pages that can be sent to the partner. */
export async function statementPdf(paper: StatementPaper): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: `Statement ${paper.number}`, Author: paper.sender, Creator: 'Tierline', Producer: 'Tierline' },
  })
  const bytes = buffer(document.pipe(new PassThrough()))
  registerFonts(document)
  let y = heading(document, paper)
  for (const text of wrapText(document, paper.message, width, { ...body, size: 9.5 })) {
    drawText(document, text, left, y, width, { ...body, size: 9.5 })
    y += 14
  }
  y = tableHead(document, balance(document, paper, y + (paper.message ? 8 : 0)), paper.currency)
  const [booked, open] = [
    paper.lines.filter(({ kind }) => kind !== openClaim),
    paper.lines.filter(({ kind }) => kind === openClaim),
  ]
  for (const one of booked) y = entry(document, paper, one, y)
  if (booked.length === 0) {
    drawText(document, 'There were no movements in this period.', left, y, width, body)
    y += 20
  }
  y = sum(document, paper, { label: 'Closing balance', amount: paper.closing, below: 'balance' }, y)
  if (open.length > 0) {
    y = section(document, paper, 'Claims in process, not in the balance', y)
    for (const one of open) y = entry(document, paper, one, y)
    sum(document, paper, { label: 'Claims in process', amount: paper.openClaims, below: 'amount' }, y)
  }
  foot(document, paper)
  document.end()
  return bytes
}

const openClaim = 'open_claim'

/** A sum below its lines, under their amounts or their balances. */
function sum(
  document: Document,
  paper: StatementPaper,
  { label, amount, below }: { label: string; amount: string; below: 'amount' | 'balance' },
  top: number,
): number {
  let y = top
  if (y + 24 > bottom) {
    document.addPage()
    y = tableHead(document, 52, paper.currency)
  }
  rule(document, y - 5, ink, 0.75)
  const room = below === 'balance' ? 75 : 78
  const style = Number(amount) < 0 ? { ...strong, colour: negative } : strong
  drawText(document, label, left + columns.what, y + 1, 240, strong)
  drawText(document, money(amount, paper), left + columns[below], y + 1, room, style, 'end')
  return y + 24
}

/** The heading of lines that are told apart from those above. */
function section(document: Document, { currency }: StatementPaper, title: string, top: number): number {
  let y = top + 8
  // Not alone at the foot of a page.
  if (y + 70 > bottom) {
    document.addPage()
    y = 52
  }
  drawText(document, title, left, y, width, { ...strong, size: 11 })
  return tableHead(document, y + 20, currency)
}

function entry(document: Document, paper: StatementPaper, one: StatementLine, top: number): number {
  const room = columns.amount - columns.what - 10
  const notes = [
    origin(one, paper.locale),
    daysInWords(figuresInWords(one.explanation ?? '', paper.locale), paper.locale),
  ]
    .filter(Boolean)
    .flatMap((text) => wrapText(document, text, room, small))
  const shown = notes.slice(0, 6)
  const what = [kindWords[one.kind] ?? one.kind, one.contract_header].filter(Boolean).join(': ')
  const titles = wrapText(document, what, room, strong).slice(0, 3)
  const needed = 3 + titles.length * 12 + shown.length * 11 + 6
  let y = top
  if (y + needed > bottom) {
    document.addPage()
    y = tableHead(document, 52, paper.currency)
  }
  drawText(document, dayOf(one.day, paper.locale), left + columns.day, y, 62, body)
  for (const [at, text] of titles.entries()) drawText(document, text, left + columns.what, y + at * 12, room, strong)
  drawText(
    document,
    money(one.amount, paper),
    left + columns.amount,
    y,
    78,
    Number(one.amount) < 0 ? { ...body, colour: negative } : body,
    'end',
  )
  if (one.balance !== null) drawText(document, money(one.balance, paper), left + columns.balance, y, 75, strong, 'end')
  y += 2 + titles.length * 12
  for (const text of shown) {
    drawText(document, text, left + columns.what, y, room, small)
    y += 11
  }
  rule(document, y + 3)
  return y + 8
}

function foot(document: Document, paper: StatementPaper): void {
  const { start, count } = document.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page)
    rule(document, 800)
    drawText(
      document,
      `${paper.sender}  ·  Statement ${paper.number}  ·  ${paper.partner[0] ?? ''}`,
      left,
      808,
      width * 0.8,
      small,
    )
    drawText(document, `Page ${page + 1} of ${count}`, left, 808, width, small, 'end')
  }
}
