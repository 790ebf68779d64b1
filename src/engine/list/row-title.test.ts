import { expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { linkedFields } from './row-title.ts'

const screen = (key: ('system' | 'number')[], title: 'number' | 'name') =>
  normalizeScreen(
    defineScreen({
      name: 'posting',
      label: ['Posting', 'Postings'],
      area: 'contracts',
      endpoint: 'postings',
      table: { key },
      title,
      fields: { system: f.text({ required: true }), number: f.text({ required: true }), name: f.text() },
      list: { path: '/postings' },
    }),
  )

test('what a row is called leads to it', () => {
  const shown = ['system', 'number', 'name']
  expect([...linkedFields(screen(['system', 'number'], 'number'), shown)]).toEqual(['number'])
  expect([...linkedFields(screen(['system', 'number'], 'name'), shown)]).toEqual(['system'])
  expect([...linkedFields(screen(['number'], 'name'), shown)]).toEqual(['number'])
  expect([...linkedFields(screen(['number'], 'name'), ['system', 'name'])]).toEqual(['name'])
  expect([...linkedFields(screen(['number'], 'name'), ['system'])]).toEqual(['system'])
})
