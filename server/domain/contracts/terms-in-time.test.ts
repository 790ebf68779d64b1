import { expect, test } from 'vitest'
import { renewalStep } from './renewal.ts'
import { includesWithin, movedRows, nextTerm, prolongedRows } from './terms-in-time.ts'

test.each([
  // A year on a year, leap or not; three months, a fortnight, from the middle of a month.
  [
    ['2026-01-01', '2026-12-31'],
    ['2027-01-01', '2027-12-31'],
  ],
  [
    ['2027-01-01', '2027-12-31'],
    ['2028-01-01', '2028-12-31'],
  ],
  [
    ['2026-01-01', '2026-03-31'],
    ['2026-04-01', '2026-06-30'],
  ],
  [
    ['2026-02-01', '2026-02-28'],
    ['2026-03-01', '2026-03-31'],
  ],
  [
    ['2026-03-15', '2026-06-14'],
    ['2026-06-15', '2026-09-14'],
  ],
  [
    ['2026-03-02', '2026-03-15'],
    ['2026-03-16', '2026-03-29'],
  ],
])('%j is followed by %j', ([from, to], [nextFrom, nextTo]) => {
  expect(nextTerm({ from: from!, to: to! })).toEqual({ from: nextFrom, to: nextTo })
})

test('what ended with a contract goes on with it', () => {
  const rows = [{ valid_to: '2026-12-31' }, { valid_to: '2026-06-30' }, { valid_to: null }]
  expect(prolongedRows(rows, '2026-12-31', '2027-12-31').map((row) => row.valid_to)).toEqual([
    '2027-12-31',
    '2026-06-30',
    null,
  ])
})

const year = { from: '2026-01-01', to: '2026-12-31' }
const row = (valid_from: string | null, valid_to: string | null) => ({ valid_from, valid_to })

test.each([
  // By whole months, ends of months staying such; by days; a shorter copy ends its last rows with itself.
  [{ from: '2028-01-01', to: '2028-12-31' }, row('2026-02-01', '2026-02-28'), row('2028-02-01', '2028-02-29')],
  [{ from: '2026-01-11', to: '2026-12-31' }, row('2026-02-01', '2026-02-28'), row('2026-02-11', '2026-03-10')],
  [{ from: '2027-01-01', to: '2027-11-30' }, row('2026-10-01', '2026-12-31'), row('2027-10-01', '2027-11-30')],
  [{ from: '2027-01-01', to: '2027-06-30' }, row('2026-10-01', '2026-12-31'), row('2027-10-01', '2027-12-31')],
  [{ from: '2027-01-01', to: '2027-06-30' }, row(null, null), row(null, null)],
])('a copy for %j moves %j to %j', (next, before, after) => {
  expect(movedRows([before], year, next)).toEqual([after])
})

test('something is included where one group has a row of every attribute on a day', () => {
  const half = { from: '2027-01-01', to: '2027-06-30' }
  const include = (group_no: number, attribute: string, days: object) => ({
    mode: 'include',
    group_no,
    attribute,
    ...days,
  })
  const late = row('2027-10-01', '2027-12-31')
  expect(includesWithin([], half)).toBe(true)
  expect(includesWithin([include(1, 'a', late)], half)).toBe(false)
  expect(includesWithin([include(1, 'a', late), include(1, 'a', row(null, null))], half)).toBe(true)
  expect(includesWithin([include(1, 'a', late), include(1, 'b', row(null, null))], half)).toBe(false)
  expect(includesWithin([include(1, 'a', late), include(2, 'b', row(null, null))], half)).toBe(true)
  expect(includesWithin([{ ...include(1, 'a', late), mode: 'exclude' }], half)).toBe(true)
})

const contract = {
  contract_status: 'Active',
  approval_status: 'approved',
  valid_to: '2026-12-31',
  renewal: 'automatic',
}

test.each([
  [{}, 'prolong'],
  [{ renewal: 'ask' }, 'tell'],
  [{ renewal: 'ask', renewal_asked: '2026-12-01' }, null],
  [{ renewal: 'none' }, null],
  [{ valid_to: '2027-03-31' }, null],
  [{ valid_to: '2026-12-04' }, 'expire'],
  [{ valid_to: '2026-12-04', open_change: 'CR-1' }, 'wait'],
  [{ open_change: 'CR-1' }, 'wait'],
  [{ open_change: 'CR-1', renewal: 'ask' }, null],
  [{ term_from: '2026-12-06' }, null],
  [{ term_from: '2026-12-05' }, 'prolong'],
  [{ contract_status: 'Draft' }, null],
  [{ contract_status: 'Terminated' }, null],
  [{ approval_status: 'new' }, null],
])('on 5 December, a month ahead, %j asks for %s', (more, step) => {
  expect(renewalStep({ ...contract, ...more }, '2026-12-05', '2027-01-04')).toBe(step)
})
