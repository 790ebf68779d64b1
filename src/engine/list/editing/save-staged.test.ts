import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { unanswered } from '#src/data/api-error.ts'
import { afterSave, leftBySave, type Saved } from './save-staged.ts'
import { keepCell, nothingStaged, stageCells, takeTheirs, unstage, type Staging } from './staging.ts'

const name = normalizeField('name', f.text())
const fields = [name]
const words = (count: number) => (count === 1 ? '1 place' : `${count} places`)

const staged = (...ids: number[]): Staging =>
  stageCells(
    nothingStaged,
    ids.map((id) => ({ key: `r${id}`, id, base: { id, row_version: 1, name: 'Old' }, field: name, value: 'Mine' })),
  )
const refused = (id: number, theirs: string): Saved => ({
  key: `r${id}`,
  record: null,
  refusal: { message: 'Changed.', issues: [], current: { id, row_version: 2, name: theirs } },
})
const keys = ['r1', 'r2']

test('only what is left with a refusal is counted as not saved: a record that holds the wanted value already is done', () => {
  const left = afterSave(staged(1, 2), [refused(1, 'Theirs'), refused(2, 'Mine')], fields)
  const said = (staging: Staging) => leftBySave({ keys, error: null }, staging, words)
  expect(said(left)).toBe('1 place not saved. The reasons stand below.')
  expect(said(takeTheirs(left, 'r1', name, fields))).toBeNull()
  expect(said(keepCell(left, 'r1', name, fields))).toBeNull()
  expect(said(unstage(left, ['r1']))).toBeNull()
})

test('what ended a save is told with the number of records that are still staged', () => {
  const left = afterSave(staged(1, 2, 3), [refused(2, 'Mine')], fields)
  expect(leftBySave({ keys, error: new Error('Away.') }, left, words)).toBe('Away. 1 place not saved.')
  expect(leftBySave({ keys, error: unanswered(null) }, left, words)).toMatch(
    /not known whether .* 1 place not saved, as far as is known\.$/,
  )
  expect(leftBySave({ keys, error: new Error('Away.') }, nothingStaged, words)).toBe('Away.')
})
