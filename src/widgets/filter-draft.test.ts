import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { draftOf, filterTooLong, pastedValues, readDraft } from './filter-draft.ts'

const value = normalizeField('value', f.money())
const name = normalizeField('name', f.text())

test('a draft becomes a filter in canonical form', () => {
  expect(readDraft({ op: 'between', texts: ['1,000', ''] }, value)).toEqual({
    filter: { field: 'value', op: 'between', values: ['1000', ''] },
  })
  expect(readDraft({ op: 'in', texts: ['a, b', '', 'c'] }, name)).toEqual({
    filter: { field: 'name', op: 'in', values: ['a, b', 'c'] },
  })
  expect(readDraft({ op: 'empty', texts: [] }, name)).toEqual({ filter: { field: 'name', op: 'empty', values: [] } })
})

test('nothing typed is no filter, nonsense gives its reason', () => {
  expect(readDraft({ op: 'eq', texts: [' '] }, value)).toEqual({ filter: null })
  expect(readDraft({ op: 'eq', texts: ['ten'] }, value)).toEqual({ filter: null, reason: '"ten" is not a number' })
})

test('editing starts from the values of the filter', () => {
  expect(draftOf({ field: 'value', op: 'between', values: ['1', '2'] }, 'eq')).toEqual({
    op: 'between',
    texts: ['1', '2'],
  })
  expect(draftOf(undefined, 'contains')).toEqual({ op: 'contains', texts: [] })
})

test('a column copied from a spreadsheet is a list of values, each once', () => {
  expect(pastedValues('A1\r\nA2\r\n\r\n"A 3"\r\nA1\r\n')).toEqual(['A1', 'A2', 'A 3'])
  expect(pastedValues('A1\tA2')).toEqual(['A1', 'A2'])
  expect(pastedValues('only one\n')).toEqual([])
})

test('more values than an address holds are refused in words', () => {
  const filter = (count: number) => ({
    field: 'name',
    op: 'in' as const,
    values: Array.from({ length: count }, (_, at) => `C${100_000 + at}`),
  })
  expect(filterTooLong(filter(700))).toBeNull()
  expect(filterTooLong(filter(1000))).toBe(
    'These are 1000 values, and about 750 fit into one filter. Filter by them in parts.',
  )
})
