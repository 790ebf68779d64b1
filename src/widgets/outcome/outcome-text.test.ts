import { expect, test } from 'vitest'
import { outcomeCsv, outcomeTable } from './outcome-text.ts'

const outcome = {
  done: 1,
  failed: [{ id: 1, key: '=HYPERLINK("x")', reason: 'Name is required' }],
  skipped: [{ id: 2, key: 'B\t2', reason: 'Only where Status is Active' }],
}

test('a file quotes its cells and holds no formulas', () =>
  expect(outcomeCsv(outcome)).toBe(
    '\uFEFF"Record","What became of it","Reason"\r\n' +
      `"'=HYPERLINK(""x"")","Not changed","Name is required"\r\n` +
      '"B\t2","Left out","Only where Status is Active"\r\n',
  ))

test('the clipboard gets one line a record', () =>
  expect(outcomeTable(outcome).split('\n')).toEqual([
    'Record\tWhat became of it\tReason',
    `'=HYPERLINK("x")\tNot changed\tName is required`,
    'B 2\tLeft out\tOnly where Status is Active',
  ]))
