import { expect, test } from 'vitest'
import { quoted, readBlock } from './copied-block.ts'

test.each([
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['one', [['one']]],
  [
    'a\t\n\tb',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  [
    '"two\nlines"\t"say ""hi"""\nx\ty',
    [
      ['two\nlines', 'say "hi"'],
      ['x', 'y'],
    ],
  ],
  ['5" pipe\t"half', [['5" pipe', '"half']]],
  ['"a"b\tc', [['"a"b', 'c']]],
])('%j is a block', (copied, cells) => expect(readBlock(copied)).toEqual(cells))

test.each(['plain', '"half"', '5" pipe', 'two\nlines', 'a\tb'])('%j is read back as it was copied', (cell) =>
  expect(readBlock(quoted(cell))).toEqual([[cell]]),
)
