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
