import { expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { keyOf, titleOf } from './record-title.ts'

const screen = normalizeScreen(
  defineScreen({
    name: 'component',
    label: ['Component', 'Components'],
    area: 'masters',
    endpoint: 'components',
    table: { key: ['bom', 'item'] },
    title: 'material',
    fields: {
      bom: f.text({ required: true }),
      item: f.text({ required: true }),
      material: f.reference('component'),
    },
    list: { path: '/components' },
  }),
)
const record = { id: 1, bom: '100100', item: '0010', material: '100198' }

test('a record is called by what its title refers to, else by the key of that, else by its own key', () => {
  expect(titleOf(screen, record, { material: { '100198': 'Nordal Descaler' } })).toBe('Nordal Descaler')
  expect(titleOf(screen, record)).toBe('100198')
  expect(titleOf(screen, { ...record, material: null })).toBe('100100 · 0010')
  expect(keyOf(screen, record)).toBe('100100 · 0010')
  expect(titleOf(screen, { id: 2 })).toBe('Component')
})
