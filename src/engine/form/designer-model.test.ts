import { expect, test } from 'vitest'
import { defineScreen, f, normalizeField, normalizeScreen } from '#src/definition'
import {
  attributeId,
  changedFields,
  designedScreen,
  designOf,
  designSections,
  orderedSection,
  placesAfterMove,
  previewed,
  trimmed,
} from './designer-model.ts'

const fields = ['a', 'b', 'c', 'd'].map((name) => normalizeField(name, f.text()))
const names = (design: Parameters<typeof orderedSection>[1]) =>
  orderedSection(fields, design).map((field) => field.name)

const move = (design: Parameters<typeof orderedSection>[1], id: string, to: number, renumber = false) => ({
  ...design,
  ...Object.fromEntries(
    Object.entries(placesAfterMove(fields, design, id, to, renumber)).map(([name, order]) => [name, { order }]),
  ),
})

test('a moved field stands where it was moved to, also after others were', () => {
  expect(names(move({}, 'c', 0))).toEqual(['c', 'a', 'b', 'd'])
  expect(names(move({}, 'a', 2))).toEqual(['b', 'c', 'a', 'd'])
  expect(names(move({}, 'a', 3))).toEqual(['b', 'c', 'd', 'a'])
  const twice = move(move({}, 'c', 0), 'd', 1)
  expect(names(twice)).toEqual(['c', 'd', 'a', 'b'])
  expect(Object.keys(twice)).toEqual(['c', 'd'])
})

test('a section without room or with earlier moves is numbered anew', () => {
  let design: Parameters<typeof orderedSection>[1] = {}
  for (const id of ['d', 'c', 'd', 'c', 'd', 'c', 'd']) design = move(design, id, 1)
  expect(names(design)).toEqual(['a', 'd', 'c', 'b'])
  expect(names(move({}, 'b', 0, true))).toEqual(['b', 'a', 'c', 'd'])
  expect(Object.keys(move({}, 'b', 0, true))).toHaveLength(4)
})

test('what an attribute takes is kept, although the designer shows nothing of it', () => {
  const delta = {
    attribute_type: 'text',
    attribute_values_of: { screen: 'customer', field: 'city' },
    attribute_proposals: ['Lyon'],
    attribute_searched: true,
    attribute_closed: true,
    attribute_soft: true,
  }
  const at = { layer: 'organization' as const, layer_ref: null }
  expect(designOf([{ id: 1, form_id: 'F', field_id: 'a', ...at, delta }], at)).toEqual({ a: delta })
})

test('only the chosen layer is designed', () => {
  const stored = [
    {
      id: 1,
      form_id: 'F',
      field_id: 'a',
      layer: 'organization' as const,
      layer_ref: null,
      delta: { label: 'First', hidden: null },
    },
    { id: 2, form_id: 'F', field_id: 'a', layer: 'user' as const, layer_ref: 7, delta: { label: 'Mine' } },
    {
      id: 3,
      form_id: 'F',
      field_id: 'a',
      layer: 'organization' as const,
      layer_ref: null,
      app_source_type: 'Pricing',
      delta: { label: 'Price' },
    },
  ]
  expect(designOf(stored, { layer: 'organization', layer_ref: null })).toEqual({ a: { label: 'First' } })
  expect(designOf(stored, { layer: 'user', layer_ref: 7 })).toEqual({ a: { label: 'Mine' } })
  expect(designOf(stored, { layer: 'organization', layer_ref: null, app_source_type: 'Pricing' })).toEqual({
    a: { label: 'Price' },
  })
})

test('empty properties say nothing', () => {
  expect(trimmed({ label: '', hidden: null })).toBeNull()
  expect(trimmed({ label: 'A', help: '' })).toEqual({ label: 'A' })
  expect(changedFields({ a: { label: 'A' } }, { a: { label: 'A', help: '' }, b: { hidden: true } })).toEqual(['b'])
  expect(changedFields({ a: { label: 'A' } }, { a: null })).toEqual(['a'])
})

test('attributes are named by their label', () => {
  expect(attributeId('Loyalty tier')).toBe('loyalty_tier')
  expect(attributeId('2nd Größe ')).toBe('nd_gro_e')
})

const given = { area: 'results', fields: { a: f.text(), b: f.text(), c: f.text({ hidden: true }) } } as const

test('a result is designed by its columns, and looked at as a list of them', () => {
  const result = normalizeScreen(
    defineScreen({
      ...given,
      name: 'sums',
      label: ['Sum', 'Sums'],
      endpoint: 'sums',
      result: { criteria: '/sums', path: '/sums/results', report: 'sums', parameters: {}, columns: ['b', 'a'] },
    }),
  )
  const sections = designSections(result).map(({ title, fields: all }) => [title, ...all.map(({ name }) => name)])
  expect(sections).toEqual([
    ['Columns', 'b', 'a'],
    ['No column', 'c'],
  ])
  const changed = designedScreen(result, { a: { order: 5, label: 'First' }, b: { hidden: true } })
  expect(changed.result?.columns).toEqual(['a'])
  expect(previewed(changed, 'order')).toMatchObject([{ list: { columns: ['a'] } }, 'list_order'])
})

test('a form that results share is looked at as a list; one with records as it is', () => {
  const form = { layout: [['b'], ['a']] } as const
  const shared = normalizeScreen(defineScreen({ ...given, name: 'shared', label: ['Shared', 'Shared'], form }))
  expect(previewed(shared, 'order')).toMatchObject([{ list: { columns: ['b', 'a'] } }, 'list_order'])
  const table = { key: ['a'] } as const
  const kept = normalizeScreen(
    defineScreen({ ...given, name: 'kept', label: ['Kept', 'Kept'], endpoint: 'kept', table, form }),
  )
  expect(previewed(kept, 'order')).toEqual([kept, 'order'])
})
