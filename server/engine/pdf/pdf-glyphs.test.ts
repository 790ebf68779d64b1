import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { drawText, registerFonts, textWidth, type TextStyle } from './pdf-fonts.ts'
import { canDraw, isEastAsian, languageOf } from './pdf-glyphs.ts'

const style: TextStyle = { size: 10, weight: 400, colour: '#000000' }

async function pdfOf(texts: readonly string[]): Promise<string> {
  const document = new PDFDocument({ compress: false })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.on('end', resolve))
  registerFonts(document)
  for (const [at, text] of texts.entries()) drawText(document, text, 20, 20 + at * 20, 400, style)
  document.end()
  await ended
  return Buffer.concat(chunks).toString('latin1')
}

const count = (text: string, part: RegExp): number => text.match(part)?.length ?? 0

test('Chinese, Japanese and Korean are drawn, as their language writes them', () => {
  expect([languageOf('返利协议'), languageOf('東京の顧客'), languageOf('강남구')]).toEqual(['sc', 'jp', 'kr'])
  for (const text of [
    '北京市朝阳区客户返利协议',
    '東京都港区の顧客リベート',
    '서울특별시 강남구',
    '繁體中文臺灣，「引號」',
  ])
    for (const character of text.replaceAll(' ', ''))
      expect([character, isEastAsian(character), canDraw(languageOf(text), character)]).toEqual([character, true, true])
  expect(isEastAsian('é')).toBe(false)
})

test('a character is written once in a document, and takes the room of a square', async () => {
  const document = new PDFDocument()
  registerFonts(document)
  expect(textWidth(document, '北京', style)).toBeCloseTo(20, 1)
  const pdf = await pdfOf(['Acme 北京 北', '北京 GmbH'])
  expect(count(pdf, /\/Subtype \/Form/g)).toBe(2)
  expect(count(pdf, /\/sc5317 Do/g)).toBe(3)
  expect(count(pdf, /\/ActualText/g)).toBe(3)
})

test('a text without them is as it was', async () => {
  expect(await pdfOf(['Żółw, Ελλάδα, Київ'])).not.toContain('/Subtype /Form')
})

test('Arabic, Hebrew, Thai, Devanagari and signs have fonts of their own, whose text can be searched', async () => {
  const pdf = await pdfOf(['شركة ABC 12', 'חברת התרופות', 'บริษัท ยาไทย', 'क्षत्रिय हिन्दी', 'Done ✅ 📦'])
  for (const family of ['Arabic', 'Hebrew', 'Thai', 'Devanagari'])
    expect(pdf).toMatch(new RegExp(`/FontName /\\w+\\+IBMPlexSans${family}`))
  expect(pdf).toMatch(/\/FontName \/\w+\+NotoEmoji/)
  expect(count(pdf, /\/ActualText/g)).toBe(4)
})

test('letters join as they are written, but not over what keeps them apart', () => {
  const document = new PDFDocument()
  registerFonts(document)
  const width = (text: string): number => textWidth(document, text, style)
  // Joined letters are narrower than the same ones alone; the mark that keeps them apart takes no room.
  expect(width('مهمه')).toBeLessThan(width('م ه م ه') - 3 * width(' '))
  expect(width('نامه\u200cای')).toBeCloseTo(width('نامه') + width('ای'), 3)
})
