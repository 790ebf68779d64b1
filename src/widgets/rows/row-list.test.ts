import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { isBlock, moved, pasteBlock } from './row-list.ts'

const fields = [
  normalizeField('bin', f.text()),
  normalizeField('size', f.decimal(10, 2)),
  normalizeField('safe', f.flag({ default: true })),
]
const point = { decimal: '.', dateOrder: 'YMD' } as const

test('a copied block fills cells from the given one and adds rows', () => {
  const rows = pasteBlock(
    [{ bin: 'A', size: '1', safe: false }],
    fields,
    { row: 0, column: 1 },
    '1,250.5\tyes\r\n3\tno\r\n',
    point,
  )
  expect(rows).toEqual([
    { bin: 'A', size: '1250.5', safe: true },
    { bin: null, size: '3', safe: false },
  ])
})

test('what cannot be read is kept as it was copied', () => {
  expect(pasteBlock([], fields, { row: 0, column: 0 }, 'B\tmany', point)[0]).toEqual({
    bin: 'B',
    size: 'many',
    safe: true,
  })
})

test('one word is no block', () => {
  expect(isBlock('word')).toBe(false)
  expect(isBlock('word\r\n')).toBe(false)
  expect(isBlock('a\tb')).toBe(true)
})

test('a row moves', () => expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']))
