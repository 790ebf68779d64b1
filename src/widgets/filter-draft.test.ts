import { expect, test } from 'vitest'
import { f, normalizeField, plainText } from '#src/definition'
import { draftOf, filterTooLong, pastedValues, readDraft } from './filter-draft.ts'

const value = normalizeField('value', f.money())
const name = normalizeField('name', f.text())

test('a draft becomes a filter in canonical form', () => {
  expect(readDraft({ op: 'between', texts: ['1,000', ''] }, value, plainText)).toEqual({
    filter: { field: 'value', op: 'between', values: ['1000', ''] },
  })
  expect(readDraft({ op: 'in', texts: ['a, b', '', 'c'] }, name, plainText)).toEqual({
    filter: { field: 'name', op: 'in', values: ['a, b', 'c'] },
  })
  expect(readDraft({ op: 'empty', texts: [] }, name, plainText)).toEqual({
    filter: { field: 'name', op: 'empty', values: [] },
  })
})

test('nothing typed is no filter, nonsense gives its reason', () => {
  expect(readDraft({ op: 'eq', texts: [' '] }, value, plainText)).toEqual({ filter: null })
  expect(readDraft({ op: 'eq', texts: ['ten'] }, value, plainText)).toEqual({
    filter: null,
    reason: '"ten" is not a number',
  })
})

test('a reversed range gives its reason', () => {
  const day = normalizeField('day', f.date())
  const at = normalizeField('at', f.dateTime())
  const reason = (texts: string[], field: typeof day) =>
    readDraft({ op: 'between', texts }, field, { decimal: ',', dateOrder: 'DMY' }).reason
  const reversed = 'The first value is above the second'
  expect(reason(['10', '9'], value)).toBe(reversed)
  expect(reason(['1.000', '2,5'], value)).toBe(reversed)
  expect(reason(['9', '10'], value)).toBeUndefined()
  expect(reason(['10', '10,00'], value)).toBeUndefined()
  expect(reason(['10', ''], value)).toBeUndefined()
  expect(reason(['2011-03-31', '2011-03-01'], day)).toBe(reversed)
  expect(reason(['2011-03-31', '2011-03-31'], day)).toBeUndefined()
  expect(reason(['@today', '@today-30d'], day)).toBeUndefined()
  expect(reason(['@today', '2011-03-01'], day)).toBeUndefined()
  expect(reason(['2011-03-31', '2011-03-01'], at)).toBe(reversed)
  expect(reason(['2011-03-31', '2011-03-31'], at)).toBeUndefined()
})

test('numbers are typed and pasted as people here write them, and shown so again', () => {
  const comma = { decimal: ',' as const, dateOrder: 'DMY' as const }
  const values = (texts: string[]) => readDraft({ op: 'in', texts }, value, comma).filter?.values
  expect(values(['1.234,56', '1.234', '-7,5', '1234.56'])).toEqual(['1234.56', '1234', '-7.5', '1234.56'])
  expect(readDraft({ op: 'eq', texts: ['1,2,3'] }, value, comma).reason).toBe('"1,2,3" is not a number')
  expect(draftOf({ field: 'value', op: 'eq', values: ['1234.56'] }, 'eq', value, comma).texts).toEqual(['1234,56'])
  expect(draftOf({ field: 'name', op: 'eq', values: ['A.1'] }, 'eq', name, comma).texts).toEqual(['A.1'])
})

test('editing starts from the values of the filter', () => {
  expect(draftOf({ field: 'value', op: 'between', values: ['1', '2'] }, 'eq', value, plainText)).toEqual({
    op: 'between',
    texts: ['1', '2'],
  })
  expect(draftOf(undefined, 'contains', name, plainText)).toEqual({ op: 'contains', texts: [] })
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
