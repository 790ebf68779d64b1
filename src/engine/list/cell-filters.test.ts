import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { cellFilters } from './cell-filters.ts'

const of = (field: ReturnType<typeof normalizeField>, value: unknown) => cellFilters(field, { [field.name]: value })

test('a cell narrows the list to its value, or to all others', () => {
  const country = normalizeField('country', f.text({ max: 40 }))
  expect(of(country, 'Spain')).toEqual({
    only: { field: 'country', op: 'eq', values: ['Spain'] },
    without: { field: 'country', op: 'ne', values: ['Spain'] },
  })
  const empty = {
    only: { field: 'country', op: 'empty', values: [] },
    without: { field: 'country', op: 'notEmpty', values: [] },
  }
  expect([of(country, null), of(country, '')]).toEqual([empty, empty])
})

test('what cannot be told apart by one value is offered nothing, or its one way', () => {
  expect(of(normalizeField('note', f.longText()), 'A long story')).toEqual({})
  expect(of(normalizeField('lines', f.rows({ a: f.text() })), [{ a: '1' }])).toEqual({})
  expect(of(normalizeField('active', f.flag()), false)).toEqual({
    only: { field: 'active', op: 'eq', values: [false] },
  })
})

test('an instant stands for its day where the reader is', () => {
  const sent = normalizeField('sent', f.dateTime())
  expect(of(sent, '2026-06-30T12:00:00.000Z').only?.values).toEqual(['2026-06-30'])
})
