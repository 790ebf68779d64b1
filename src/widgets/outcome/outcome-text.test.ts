import { expect, test } from 'vitest'
import { parameterProblem } from './outcome.ts'
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

test('parameters that are refused for one record are told where they are entered; of many, each record tells its reason', () => {
  const failed = (...path: string[]) => ({
    id: 1,
    key: 'A',
    message: 'Invalid',
    issues: [{ path, message: 'Too much' }],
  })
  const one = failed('parameters', 'agreed_amount')
  const answer = { done: 0, skipped: [], given: [] }
  expect(parameterProblem({ ...answer, failed: [one] })).toBe('Too much')
  expect(parameterProblem({ ...answer, failed: [failed('status')] })).toBeNull()
  expect(parameterProblem({ ...answer, failed: [{ id: 1, key: 'A', message: 'Locked' }] })).toBeNull()
  expect(parameterProblem({ ...answer, failed: [one, one] })).toBeNull()
  expect(parameterProblem({ ...answer, done: 1, failed: [one] })).toBeNull()
})
