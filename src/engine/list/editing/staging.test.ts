import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { freshHistory, redo, stepTo, undo } from './staging-history.ts'
import {
  collisions,
  countStaged,
  nothingStaged,
  rebase,
  stageCells,
  stageRows,
  stagedValues,
  unstage,
  unstageCell,
  type CellEdit,
  type Staging,
} from './staging.ts'

const name = normalizeField('name', f.text())
const value = normalizeField('value', f.decimal(10, 2))
const fields = [name, value]
const base = { id: 7, row_version: 3, name: 'Miller', value: '5.0000' }
const edit = (field: typeof name, given: unknown): CellEdit => ({ key: 'r7', id: 7, base, field, value: given })
const valuesOf = (staging: Staging, key = 'r7') => staging.get(key)?.values

test('a changed cell is staged, a cell that is as it was is not', () => {
  const staged = stageCells(nothingStaged, [edit(name, 'Miller & Sons'), edit(value, '5')])
  expect(valuesOf(staged)).toEqual({ name: 'Miller & Sons' })
  expect(stagedValues(staged.get('r7')!)).toMatchObject({ name: 'Miller & Sons', value: '5.0000', row_version: 3 })
  expect(stageCells(staged, [edit(name, 'Miller')]).size).toBe(0)
})

test('a text that is no number stays staged beside a number', () => {
  const staged = stageCells(nothingStaged, [edit(value, 'many')])
  expect(valuesOf(staged)).toEqual({ value: 'many' })
})

test('steps are undone and done again', () => {
  const one = stageCells(nothingStaged, [edit(name, 'A')])
  const two = stageCells(one, [edit(value, '9')])
  let history = stepTo(stepTo(freshHistory(), one), two)
  history = undo(history)
  expect(valuesOf(history.present)).toEqual({ name: 'A' })
  history = redo(history)
  expect(valuesOf(history.present)).toEqual({ name: 'A', value: '9' })
  history = undo(undo(undo(history)))
  expect(history.present.size).toBe(0)
  expect(redo(stepTo(history, one)).present).toBe(one)
})

test('new records are counted once something is in them', () => {
  let staged = stageRows(nothingStaged, ['n1', 'n2'], { name: null, value: '1' })
  expect(countStaged(staged)).toEqual({ cells: 0, records: 0 })
  staged = stageCells(staged, [{ key: 'n1', id: null, base: { name: null, value: '1' }, field: name, value: 'New' }])
  staged = stageCells(staged, [edit(name, 'A'), edit(value, '9')])
  expect(countStaged(staged)).toEqual({ cells: 3, records: 2 })
  expect([...unstage(staged, ['n1', 'n2']).keys()]).toEqual(['r7'])
  expect(valuesOf(unstageCell(staged, 'r7', value))).toEqual({ name: 'A' })
})

test('what somebody else saved goes below the own changes', () => {
  const staged = stageCells(nothingStaged, [edit(name, 'Mine'), edit(value, '9')])
  const current = { ...base, row_version: 4, name: 'Theirs', value: '9.00' }
  const refused = new Map([['r7', { ...staged.get('r7')!, refusal: { message: '', issues: [], current } }]])
  expect(collisions(refused.get('r7')!, fields)).toEqual(['name'])
  const rebased = rebase(refused, 'r7', current, fields).get('r7')!
  expect(rebased).toEqual({ key: 'r7', id: 7, base: current, values: { name: 'Mine' } })
})

test('a refusal leaves the cell that is changed', () => {
  const staged = stageCells(nothingStaged, [edit(name, 'A'), edit(value, '9')])
  const refusal = {
    message: 'No',
    issues: [
      { path: ['name'], message: 'Taken' },
      { path: ['value'], message: 'Too much' },
    ],
    current: null,
  }
  const refused = new Map([['r7', { ...staged.get('r7')!, refusal }]])
  const once = stageCells(refused, [edit(name, 'B')])
  expect(once.get('r7')?.refusal?.issues).toEqual([{ path: ['value'], message: 'Too much' }])
  expect(stageCells(once, [edit(value, '1')]).get('r7')).not.toHaveProperty('refusal')
})
