import { expect, test } from 'vitest'
import { readRecords, sampleLines } from './file-head.ts'

test('records are read with quotes, doubled quotes and line breaks inside', () => {
  expect(readRecords('a,b\r\n"x, ""y""",2\n"two\nlines",3', ',', 10, true)).toEqual([
    ['a', 'b'],
    ['x, "y"', '2'],
    ['two\nlines', '3'],
  ])
})

test('a record that the end cuts off is left out', () => {
  expect(readRecords('a;b\n1;2\n3;4', ';', 10, false)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(readRecords('a;b\n1;2\n3;4', ';', 2, true)).toHaveLength(2)
})

test('samples stand in for lines', () => {
  expect(
    sampleLines([
      { name: 'A', samples: ['1', '2'], type: 'integer' },
      { name: 'B', samples: ['x'], type: 'text' },
    ]),
  ).toEqual([
    { A: '1', B: 'x' },
    { A: '2', B: 'x' },
  ])
})
