import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { sameValue } from '#src/data/same-value.ts'
import { changedNames } from './changes.ts'

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
