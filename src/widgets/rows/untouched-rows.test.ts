import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { addedRow, withoutUntouched } from './untouched-rows.ts'

const left = (rows: ReturnType<typeof f.rows>) => {
  const field = normalizeField('lines', rows)
  const values = { lines: [addedRow(field.fields!)] }
  return withoutUntouched([field], values, '2026-03-10')['lines']
}

test('an added row goes where nothing was entered, unless its defaults make it whole', () => {
  expect(left(f.rows({ user: f.text({ required: true }) }))).toBeNull()
  expect(left(f.rows({ note: f.text() }))).toBeNull()
  expect(left(f.rows({ user: f.text({ required: true }), share: f.integer({ default: 100 }) }))).toBeNull()
  expect(left(f.rows({ share: f.integer({ default: 100 }), note: f.text() }))).toEqual([{ share: 100, note: null }])
})

test('values without such rows are the same object', () => {
  const field = normalizeField('lines', f.rows({ user: f.text() }))
  const values = { lines: [{ user: null }] }
  expect(withoutUntouched([field], values, '2026-03-10')).toBe(values)
})
