import { expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen, when } from '#src/definition'
import { rowActions } from './offered-actions.ts'

const screen = normalizeScreen(
  defineScreen({
    name: 'person',
    label: ['Person', 'People'],
    area: 'configuration',
    endpoint: 'people',
    fields: {
      name: f.text(),
      status: f.choice(['active', 'gone']),
      deciders: f.references('user', { integrity: 'soft' }),
    },
    actions: [
      { name: 'wake', label: 'Wake', command: 'set-values', on: ['row'], when: when.eq('status', 'gone') },
      { name: 'greet', label: 'Greet', command: 'set-values', on: ['selection'] },
      {
        name: 'decide',
        label: 'Decide',
        command: 'set-values',
        on: ['row'],
        when: when.contains('deciders', '@me'),
      },
      { name: 'sweep', label: 'Sweep', command: 'set-values', on: ['filter'] },
    ],
  }),
)
const offered = (record: object) =>
  rowActions(screen, { ...record }, 'ada@example.com').map(({ action, excluded }) => [action.name, excluded])

test('an action that the record excludes says why; those of whole filters are not for records', () =>
  expect(offered({ status: 'active' })).toEqual([
    ['wake', 'Only where Status is Gone'],
    ['greet', undefined],
    ['decide', undefined],
  ]))

test('what cannot be decided here is left to the server', () =>
  expect(offered({ name: 'Ada' })).toEqual([
    ['wake', undefined],
    ['greet', undefined],
    ['decide', undefined],
  ]))

test('what waits for somebody else is not offered', () =>
  expect([
    offered({ status: 'gone', deciders: ['ada@example.com'] }).at(-1),
    offered({ status: 'gone', deciders: ['bob@example.com'] }).at(-1),
  ]).toEqual([
    ['decide', undefined],
    ['decide', 'Only where Deciders contains me'],
  ]))
