import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { changedNames, mergeChanges, sameValue } from './changes.ts'

const fields = [
  normalizeField('code', f.text()),
  normalizeField('name', f.text()),
  normalizeField('bins', f.rows({ bin: f.text() })),
  normalizeField('made_by', f.text({ readOnly: true })),
]

test('absent values are the same however they are written', () => {
  expect(sameValue(null, undefined)).toBe(true)
  expect(sameValue('', null)).toBe(true)
  expect(sameValue([], null)).toBe(true)
  expect(sameValue(0, null)).toBe(false)
  expect(sameValue(false, null)).toBe(false)
  expect(sameValue([{ bin: 'A' }], [{ bin: 'A' }])).toBe(true)
})

test('decimals are the same by value', () => {
  const size = normalizeField('size', f.decimal(12, 3))
  expect(changedNames([size], { size: '5.000' }, { size: '5' })).toEqual([])
  expect(changedNames([size], { size: '5.000' }, { size: '5.001' })).toEqual(['size'])
  expect(changedNames([size], { size: '5.000' }, { size: 'plenty' })).toEqual(['size'])
})

test('read-only fields never count as changed', () => {
  expect(changedNames(fields, { code: 'A', made_by: 'x' }, { code: 'B', made_by: 'y' })).toEqual(['code'])
})

test('disjoint changes merge', () => {
  const merge = mergeChanges(
    fields,
    { code: 'A', name: 'One' },
    { code: 'A', name: 'Two' },
    { code: 'B', name: 'One', row_version: 4 },
  )
  expect(merge.collisions).toEqual([])
  expect(merge.values).toMatchObject({ code: 'B', name: 'Two', row_version: 4 })
})

test('only different values of the same field collide', () => {
  const merge = mergeChanges(
    fields,
    { code: 'A', name: 'One' },
    { code: 'C', name: 'Two' },
    { code: 'C', name: 'Three' },
  )
  expect(merge.collisions).toEqual([{ field: fields[1], mine: 'Two', theirs: 'Three' }])
  expect(merge.values).toMatchObject({ code: 'C', name: 'Two' })
})
