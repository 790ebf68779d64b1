import PDFDocument from 'pdfkit'
import { expect, test, vi } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { registerFonts } from './pdf-fonts.ts'
import { PdfTable } from './pdf-table.ts'

const drawn = vi.hoisted(() => [] as { text: string; y: number }[])
vi.mock('./pdf-fonts.ts', async (original) => ({
  ...(await original<object>()),
  drawText: (_document: unknown, text: string, _x: number, y: number) => drawn.push({ text, y }),
}))

const fields = [
  normalizeField('amount', f.decimal(12, 2)),
  normalizeField('explanation', f.longText({ label: 'Explanation' })),
]
const frame = { left: 42, top: 42, width: 510, bottom: 300 }
const wordsOf = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')

function paper(...texts: string[]) {
  drawn.length = 0
  const document = new PDFDocument({ size: 'A4', margin: 0, bufferPages: true })
  registerFonts(document)
  const rows = texts.map((explanation, at) => ({ amount: `${at + 1}.00`, explanation }))
  const table = new PdfTable(document, fields, rows, frame, frame.top, 'en-GB')
  for (const row of rows) table.row(row)
  return { pages: document.bufferedPageRange().count, told: drawn.map(({ text }) => text) }
}

test('a long text stands whole on paper, on as many lines as it needs', () => {
  const text = wordsOf(60)
  const { pages, told } = paper(text, 'short')
  expect([pages, told.slice(2).join(' ')]).toEqual([1, `1 ${text} 2 short`])
  expect(told.length).toBeGreaterThan(6)
})

test('a text that no page has the room for goes on over several, each with the head of the table', () => {
  const text = wordsOf(900)
  const { pages, told } = paper('short', text, 'last')
  const body = told.filter((one) => !['Amount', 'Explanation'].includes(one))
  expect(body.join(' ')).toBe(`1 short 2 ${text} 3 last`)
  expect(pages).toBeGreaterThan(2)
  expect(told.filter((one) => one === 'Explanation')).toHaveLength(pages)
  expect(Math.max(...drawn.map(({ y }) => y))).toBeLessThan(frame.bottom)
})

test('a row that fits on a page is not torn', () => {
  const { pages, told } = paper(wordsOf(120), wordsOf(120), wordsOf(120))
  expect(pages).toBe(2)
  const [, ends] = told.flatMap((one, at) => (one === 'Explanation' ? [at] : []))
  expect(told[ends! + 1]).toMatch(/^\d$/)
})

test('a total that is an average is called so below its figure, and a sum is not', () => {
  drawn.length = 0
  const document = new PDFDocument({ size: 'A4', margin: 0, bufferPages: true })
  registerFonts(document)
  const columns = [...['amount', 'waited'].map((name) => normalizeField(name, f.decimal(12, 2))), fields[1]!]
  const totals = { amount: '12.25', waited: '1234.75' }
  const table = new PdfTable(document, columns, [totals], frame, frame.top, 'de-DE', { waited: 'Average' })
  table.row({ explanation: 'short' })
  table.subtotals(totals, 'Of all')
  table.totals(totals, 'Total')
  const told = drawn.map(({ text }) => text)
  expect(told.filter((text) => text === '12,25' || text === '1.234,75')).toHaveLength(4)
  expect(told.filter((text) => text === 'Average')).toHaveLength(2)
  const at = (text: string) => drawn.findLast((one) => one.text === text)!.y
  expect(at('Average')).toBeGreaterThan(at('1.234,75'))
  expect(at('12,25')).toBe(at('1.234,75'))
})

test('an explanation of the product has its numbers as the reader writes them', () => {
  drawn.length = 0
  const document = new PDFDocument({ size: 'A4', margin: 0, bufferPages: true })
  registerFonts(document)
  const told = [normalizeField('explanation', f.longText({ sentence: true })), normalizeField('note', f.longText())]
  const row = { explanation: '2 lines, net 1,133.48', note: '1,133.48' }
  new PdfTable(document, told, [row], frame, frame.top, 'de-DE').row(row)
  expect(drawn.map(({ text }) => text)).toEqual(expect.arrayContaining(['2 lines, net 1.133,48', '1,133.48']))
})
