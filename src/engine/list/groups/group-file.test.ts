import { expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import type { GroupPage } from './group-contents.ts'
import { readListState } from '../list-state.ts'
import { groupsAsCsv } from './group-file.ts'

const screen = normalizeScreen(
  defineScreen({
    name: 'sales',
    label: ['Sale', 'Sales'],
    area: 'transactions',
    table: { name: 'sales', key: ['doc'] },
    fields: { doc: f.text(), country: f.text(), day: f.date(), value: f.money() },
    list: { path: '/sales', columns: ['doc'], totals: { value: 'sum' } },
    access: { read: 'any', write: 'any' },
  }),
)

test('the innermost groups become lines, safe for spreadsheets, with exact sums', () => {
  const state = readListState(new URLSearchParams('group=country,day:month'), screen.fields, screen.list!)
  const group = (level: number, country: string, day: string | null, count: number, value: string | null) => ({
    level,
    values: { country, ...(level > 1 ? { day } : {}) },
    count,
    totals: { value },
    filters: {},
  })
  const page: GroupPage = {
    groups: [
      group(1, '=1+1', null, 3, '-0.0300'),
      group(2, '=1+1', '2026-04-01', 2, '-0.0300'),
      group(2, 'Spain, "sunny"', null, 1, null),
    ],
    total_groups: 3,
  }
  expect(groupsAsCsv(screen, state, page, 'en-GB', '.')).toBe(
    ['Country,Day,Count,Value', "'=1+1,April 2026,2,-0.0300", '"Spain, ""sunny""",Empty,1,', ''].join('\r\n'),
  )
  expect(groupsAsCsv(screen, state, page, 'de-DE', ',').split('\r\n').slice(0, 2)).toEqual([
    'Country;Day;Count;Value',
    "'=1+1;April 2026;2;-0,0300",
  ])
})
