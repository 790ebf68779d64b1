import { expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen, when } from '#src/definition'
import { rowActions } from './offered-actions.ts'

const screen = normalizeScreen(
  defineScreen({
    name: 'person',
    label: ['Person', 'People'],
    area: 'configuration',
    endpoint: 'people',
    fields: { name: f.text(), status: f.choice(['active', 'gone']) },
    actions: [
      { name: 'wake', label: 'Wake', command: 'set-values', on: ['row'], when: when.eq('status', 'gone') },
      { name: 'greet', label: 'Greet', command: 'set-values', on: ['selection'] },
      { name: 'sweep', label: 'Sweep', command: 'set-values', on: ['filter'] },
    ],
  }),
)
const offered = (record: object) =>
  rowActions(screen, { ...record }).map(({ action, excluded }) => [action.name, excluded])

test('an action that the record excludes says why; those of whole filters are not for records', () =>
  expect(offered({ status: 'active' })).toEqual([
    ['wake', 'Only where Status is Gone'],
    ['greet', undefined],
  ]))

test('what cannot be decided here is left to the server', () =>
  expect(offered({ name: 'Ada' })).toEqual([
    ['wake', undefined],
    ['greet', undefined],
  ]))
