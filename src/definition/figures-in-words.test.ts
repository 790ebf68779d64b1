import { expect, test } from 'vitest'
import { figuresInWords } from './figures-in-words.ts'

test.each([
  ['4 lines, net 1,133.48; 1,133.48 × 4.777777 % = 54.16', '4 lines, net 1.133,48; 1.133,48 × 4,777777 % = 54,16'],
  ['less -12.34, then 0.50.', 'less -12,34, then 0,50.'],
  ['1,234,567 sold by 2026-03-31', '1.234.567 sold by 2026-03-31'],
  // Codes, versions, quotations and lists of whole numbers stay as they are.
  ['K26-001.50, v1.2, 1.2.3, "12.50", A7.25 and 1,2', 'K26-001.50, v1.2, 1.2.3, "12.50", A7.25 and 1,2'],
])('%s', (text, german) => {
  expect(figuresInWords(text, 'de-DE')).toBe(german)
  expect(figuresInWords(text, 'en-GB')).toBe(text)
})
