import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { copyBlock, isBlock, moved, pasteBlock, quotedCell, sortedOrder } from './row-list.ts'

const fields = [
  normalizeField('bin', f.text()),
  normalizeField('size', f.decimal(10, 2)),
  normalizeField('safe', f.flag({ default: true })),
]

test('a copied block fills cells from the given one and adds rows', () => {
  const { rows } = pasteBlock(
    [{ bin: 'A', size: '1', safe: false }],
    fields,
    { row: 0, column: 1 },
    '1,250.5\tyes\r\n3\tno\r\n',
    'en-GB',
  )
  expect(rows).toEqual([
    { bin: 'A', size: '1250.5', safe: true },
    { bin: null, size: '3', safe: false },
  ])
})

test('what cannot be read is kept as it was copied', () => {
  expect(pasteBlock([], fields, { row: 0, column: 0 }, 'B\tmany', 'en-GB').rows[0]).toEqual({
    bin: 'B',
    size: 'many',
    safe: true,
  })
})

test('numbers with more decimals than their column keeps are counted', () => {
  const { rows, rounded } = pasteBlock(
    [],
    fields,
    { row: 0, column: 0 },
    'A\t1.239\nB\t1.50\nC\t2.001\nD\tmany',
    'en-GB',
  )
  expect(rows.map(({ size }) => size)).toEqual(['1.24', '1.50', '2.00', 'many'])
  expect(rounded).toBe(2)
})

test('one word is no block', () => {
  expect(isBlock('word')).toBe(false)
  expect(isBlock('word\r\n')).toBe(false)
  expect(isBlock('a\tb')).toBe(true)
})

test('cells in quotes are one cell each, their line breaks kept where the field has lines', () => {
  const noted = [...fields, normalizeField('note', f.longText())]
  const text = '"two\r\nlines"\t2\tyes\t"first\nsecond"\r\n"P ""3"" x"\t3\tno\tplain\r\n'
  expect(pasteBlock([], noted, { row: 0, column: 0 }, text, 'en-GB').rows).toEqual([
    { bin: 'two lines', size: '2', safe: true, note: 'first\nsecond' },
    { bin: 'P "3" x', size: '3', safe: false, note: 'plain' },
  ])
})

test('one cell in quotes is no block, however many lines it has', () => {
  expect(isBlock('"two\r\nlines"\r\n')).toBe(false)
  expect(quotedCell('"two\r\nlines"\r\n')).toBe('two\nlines')
  expect(quotedCell('"word"')).toBeNull()
  expect(quotedCell('"two\nlines"\tB')).toBeNull()
})

test('a row moves', () => expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']))

test('a block with its headings goes to the columns they name', () => {
  expect(pasteBlock([], fields, { row: 0, column: 0 }, 'Size\tBIN\n3\tA\n4\tB', 'en-GB').rows).toEqual([
    { bin: 'A', size: '3', safe: true },
    { bin: 'B', size: '4', safe: true },
  ])
})

test('rows are copied as they can be pasted again', () => {
  const rows = [
    { bin: 'A\tB', size: '1250.5', safe: false },
    { bin: '"C"', size: null, safe: true },
  ]
  const text = copyBlock(rows, fields, 'en-GB')
  expect(text.split('\n')[0]).toBe('Bin\tSize\tSafe')
  expect(pasteBlock([], fields, { row: 0, column: 0 }, text, 'en-GB').rows).toEqual([
    { bin: 'A B', size: '1250.5', safe: false },
    { bin: '"C"', size: null, safe: true },
  ])
})

test('rows are ordered by value or as they read, the empty ones last', () => {
  const order = (values: readonly (string | null)[], column: number, descending = false) =>
    sortedOrder(
      values.map((value) => ({ [fields[column]!.name]: value })),
      fields[column]!,
      descending,
      'en-GB',
    ).map((at) => values[at])
  expect(order(['A10', null, 'a9', 'B1'], 0)).toEqual(['a9', 'A10', 'B1', null])
  expect(order(['10', '9.5', null, '-3'], 1)).toEqual(['-3', '9.5', '10', null])
  expect(order(['10', '9.5', null, '-3'], 1, true)).toEqual(['10', '9.5', '-3', null])
})
