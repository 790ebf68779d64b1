import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { textMisfit, unstorable } from './text.ts'

test.each(['\u0000', 'a\u0007b', 'a\ufffeb', '\uffff'])('%j is in no text, wherever it stands', (text) => {
  expect(textMisfit(text, normalizeField('word', f.text()))).toBe('Control characters are not allowed')
  expect(unstorable({ lines: [{ word: text }] })).toBe('Control characters are not allowed')
})

test.each(['a\tb\r\nc', '\ufeff', '\ufffd', '\uffdc', '\u{1F600}', '\u{10FFFF}'])('%j may be', (text) =>
  expect(textMisfit(text, normalizeField('word', f.text()))).toBeNull(),
)
