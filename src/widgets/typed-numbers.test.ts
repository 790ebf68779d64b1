import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { readTypedNumber, roundedTo, roundedWords } from './typed-numbers.ts'

const size = normalizeField('size', f.decimal(12, 3))
const price = normalizeField('price', f.money())
const share = normalizeField('share', f.percent())
const count = normalizeField('count', f.integer({ max: 5000 }))

test.each([
  ['1.5', '1.5', '1.5'],
  ['1,5', '1.5', '1.5'],
  ['1.234,56', '1234.56', '1234.56'],
  ['1,234.56', '1234.56', '1234.56'],
  ['1.234.567', '1234567', '1234567'],
  // What may be thousands as well as thousandths is what the user's own way says.
  ['1,234', '1234', '1.234'],
  ['1.234', '1.234', '1234'],
  // Nobody groups a zero.
  ['0,125', '0.125', '0.125'],
  ['-0.125', '-0.125', '-0.125'],
  // Not grouped in the one way, and not told from a slip of it in the other.
  ['1234,567', '1234,567', '1234.567'],
  ['1234.567', '1234.567', '1234.567'],
  ['1,23,4', '1,23,4', '1,23,4'],
  ['many', 'many', 'many'],
])('%s is %s to an English and %s to a German reader', (text, english, german) => {
  expect(readTypedNumber(text, size, 'en-GB')).toBe(english)
  // Where points group, 1234.567 is a slip.
  expect(readTypedNumber(text, size, 'de-DE')).toBe(text === '1234.567' ? text : german)
})

test('an amount is typed with its currency, never with another one', () => {
  const read = (text: string, currency = 'EUR') => readTypedNumber(text, price, 'en', currency)
  for (const text of ['€ 500', '€500', '500 €', 'EUR 500', '500 eur', '500']) expect(read(text)).toBe('500')
  expect(read('€ 1.234,50')).toBe('1234.50')
  expect(read('USD 500')).toBe('USD 500')
  // Dollars are those of several countries, and never euros.
  expect(read('$500')).toBe('$500')
  expect(['USD', 'CAD'].map((currency) => read('-$500', currency))).toEqual(['-500', '-500'])
  expect(read('€ 500', 'USD')).toBe('€ 500')
  expect(read('€ 500', '')).toBe('500')
  expect(readTypedNumber('€ 500', size, 'en')).toBe('€ 500')
  expect(readTypedNumber('12,5 %', share, 'en')).toBe('12.5')
})

test('what is read and does not fit keeps its own reason', () => {
  expect(readTypedNumber('1,234', count, 'en')).toBe(1234)
  expect(readTypedNumber('9,999', count, 'en')).toBe(9999)
  expect(readTypedNumber('1.234', count, 'en')).toBe(1.234)
  expect(readTypedNumber('1,5', count, 'en')).toBe(1.5)
})

test('it is told to how many decimals a number was rounded, and of none that was kept as it was typed', () => {
  expect(roundedTo('1.23456', size, 'en-GB')).toBe(3)
  expect(roundedTo('1.234,5678', size, 'de-DE')).toBe(3)
  expect(roundedTo('0.00000001 %', share, 'en-GB')).toBe(6)
  expect(roundedTo('EUR 9.99999', price, 'en-GB', 'EUR')).toBe(4)
  for (const kept of ['1.234', '1.2340000', '-0', '12', 'much', '']) expect(roundedTo(kept, size, 'en-GB')).toBeNull()
  // Refused as it is, and said to be.
  expect(roundedTo('1.5', count, 'en-GB')).toBeNull()
  expect([0, 1, 3].map(roundedWords)).toEqual([
    'Rounded to a whole number',
    'Rounded to 1 decimal',
    'Rounded to 3 decimals',
  ])
})
