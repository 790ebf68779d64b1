import { expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { trimScreen } from './screen-access.ts'
import { trimViewState } from './view-state.ts'

const whole = normalizeScreen(
  defineScreen({
    name: 'sales',
    label: ['Line', 'Lines'],
    area: 'transactions',
    endpoint: 'sales',
    table: { key: ['doc'] },
    fields: { doc: f.text({ max: 9 }), country: f.text({ max: 9 }), margin: f.money() },
    list: { path: '/sales' },
    access: { fields: { margin: { read: 'margins' } } },
  }),
)
const known = trimScreen(
  { sessionId: '', userId: 1, organizationId: 1, email: '', roleIds: [], permissions: new Set(), apps: [] },
  whole,
)
const state = {
  query: {
    'margin.gt': '5',
    country: 'Spain',
    old: 'x',
    columns: 'doc,margin,old',
    sort: '-margin',
    pinned: '2',
    search: 'a',
  },
  widths: { doc: 90, margin: 70 },
  density: 'compact',
} as const

test('fields that are gone or denied leave a view, and are told apart', () => {
  expect(trimViewState(state, known, whole)).toEqual({
    query: { country: 'Spain', columns: 'doc', pinned: '2', search: 'a' },
    widths: { doc: 90 },
    density: 'compact',
    gone: ['old'],
    denied: 1,
  })
})

test('who may see everything loses only what no longer exists', () => {
  expect(trimViewState(state, whole, whole)).toMatchObject({
    query: { 'margin.gt': '5', sort: '-margin', columns: 'doc,margin' },
    gone: ['old'],
    denied: 0,
  })
})
