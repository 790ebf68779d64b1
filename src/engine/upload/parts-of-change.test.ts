import { expect, test } from 'vitest'
import { partsOfChange } from './parts-of-change.ts'

test('short texts are shown whole', () => {
  expect(partsOfChange('open', 'closed')).toEqual(['open', 'closed'])
})

test('long texts that begin alike are told apart from the words before they differ', () => {
  expect(partsOfChange('Customer 17 of the large test', 'Customer 17 of the very large test')).toEqual([
    '…of the large test',
    '…of the very large test',
  ])
  expect(partsOfChange('aaaaaaaaaaaaaaaaaaaaaaaaaaaa1', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa2')).toEqual([
    '…aaaaaaaa1',
    '…aaaaaaaa2',
  ])
})

test('texts that differ from their beginning on stay as they are', () => {
  expect(partsOfChange('North Street 4, Leeds', 'South Street 4, Leeds')).toEqual([
    'North Street 4, Leeds',
    'South Street 4, Leeds',
  ])
})
