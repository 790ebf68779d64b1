import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { earlier } from './earlier-period.ts'

const fields = [
  normalizeField('country', f.text()),
  normalizeField('from', f.date()),
  normalizeField('to', f.date({ after: 'from' })),
]
const periods = (from: string, to: string) =>
  earlier({ country: 'Spain', from, to }, fields).map(({ criteria }) => [criteria['from'], criteria['to']])

test('whole months are compared with whole months, other days with as many days', () => {
  expect(periods('2026-03-01', '2026-03-31')).toEqual([
    ['2026-02-01', '2026-02-28'],
    ['2025-03-01', '2025-03-31'],
  ])
  expect(periods('2026-01-01', '2026-06-30')[0]).toEqual(['2025-07-01', '2025-12-31'])
  expect(periods('2026-03-10', '2026-03-12')[0]).toEqual(['2026-03-07', '2026-03-09'])
  expect(periods('2024-02-01', '2024-02-29')[1]).toEqual(['2023-02-01', '2023-02-28'])
})

test('other criteria stay; without both days nothing is offered', () => {
  expect(earlier({ country: 'Spain', from: '2026-01-01', to: '2026-01-31' }, fields)[0]?.criteria['country']).toBe(
    'Spain',
  )
  expect(earlier({ from: '2026-01-01' }, fields)).toEqual([])
})
