import { expect, test } from 'vitest'
import { fromTheLeft, hasRightToLeft, placed } from './pdf-order.ts'

/** A line as it lies on the paper, character by character. */
const lies = (text: string): string =>
  fromTheLeft(placed(text))
    .map(({ character }) => character)
    .join('')

test('a line that is read from the left lies as it is read', () => {
  expect(lies('Acme Ltd (12.5 %)')).toBe('Acme Ltd (12.5 %)')
  expect(hasRightToLeft('Żółw, Ελλάδα, 東京')).toBe(false)
})

test('what is read from the right begins there; numbers and names of other scripts within it do not turn', () => {
  expect(hasRightToLeft('אבג')).toBe(true)
  expect(lies('אבג')).toBe('גבא')
  expect(lies('אב 12 ג')).toBe('ג 12 בא')
  expect(lies('אב Acme ג')).toBe('ג Acme בא')
  expect(lies('Acme אב גד, Ltd')).toBe('Acme דג בא, Ltd')
  expect(lies('محمد ١٢٣')).toBe('١٢٣ دمحم')
})

test('brackets turn with what they stand in', () => {
  expect(lies('אב (גד)')).toBe('(דג) בא')
})
