import { expect, test } from 'vitest'
import { searchWords, wordPlaces } from './search-marks.tsx'

test('every word of a search is marked wherever it stands', () => {
  expect(wordPlaces('Nitrile gloves, box of gloves', searchWords(' GLOVES box '))).toEqual([
    [8, 14],
    [23, 29],
    [16, 19],
  ])
  expect(wordPlaces('aaaa', ['aa'])).toEqual([
    [0, 2],
    [2, 4],
  ])
  expect(wordPlaces('nothing', searchWords('  '))).toEqual([])
})

test('texts whose lower case is longer are left unmarked rather than marked wrong', () => {
  expect(wordPlaces('İstanbul', ['tan'])).toEqual([])
})
