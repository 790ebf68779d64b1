import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { textDisplay, textMisfit, unstorable } from './text.ts'

test.each(['\u0000', 'a\u0007b', 'a\ufffeb', '\uffff'])('%j is in no text, wherever it stands', (text) => {
  expect(textMisfit(text, normalizeField('word', f.text()))).toBe('Control characters are not allowed')
  expect(unstorable({ lines: [{ word: text }] })).toBe('Control characters are not allowed')
})

test.each(['a\tb\r\nc', '\ufeff', '\ufffd', '\uffdc', '\u{1F600}', '\u{10FFFF}'])('%j may be', (text) =>
  expect(textMisfit(text, normalizeField('word', f.text()))).toBeNull(),
)

test('the days of a sentence of the product are the reader’s, those of other texts as they were written', () => {
  const sentence = normalizeField('what', f.text({ sentence: true }))
  const written = 'Accrual, K26-001, 2026-07-01'
  expect(textDisplay.format(written, sentence, 'en-GB')).toBe('Accrual, K26-001, 1 Jul 2026')
  expect(textDisplay.format(written, normalizeField('what', f.text()), 'en-GB')).toBe(written)
  expect(textDisplay.format(null, sentence, 'en-GB')).toBe('')
})

test('the numbers of a sentence of the product are the reader’s, too', () => {
  const sentence = normalizeField('how', f.longText({ sentence: true }))
  const written = '2 lines, net 1,133.48; 1,133.48 × 6.5 % in tier 2 = 73.68; since 2026-07-01'
  expect(textDisplay.format(written, sentence, 'de-DE')).toBe(
    '2 lines, net 1.133,48; 1.133,48 × 6,5 % in tier 2 = 73,68; since 1. Juli 2026',
  )
  expect(textDisplay.format(written, normalizeField('how', f.longText()), 'de-DE')).toBe(written)
})

test('the name of a month is written as the reader writes months, that of any other span as it is', () => {
  const month = normalizeField('month', f.text({ monthly: true }))
  const written = (text: string) => textDisplay.format(text, month, 'en-GB')
  expect(['2026-03', 'FY2026 P03', '2026-13', '2026-Q1', ''].map(written)).toEqual([
    'Mar 2026',
    'FY2026 P03',
    '2026-13',
    '2026-Q1',
    '',
  ])
})
