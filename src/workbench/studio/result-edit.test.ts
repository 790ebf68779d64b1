import { expect, test } from 'vitest'
import { normalizeScreen, type ScreenDefinition } from '#src/definition'
import { summaryOf } from '#src/definition/summary-of.ts'
import {
  addColumn,
  addCriterion,
  columnOf,
  moveColumn,
  removeColumn,
  removeCriterion,
  setLabel,
  setSource,
} from './result-edit.ts'

const records: ScreenDefinition = {
  name: 'sale',
  label: ['Sale', 'Sales'],
  area: 'masters',
  endpoint: 'sale',
  table: { key: ['code'] },
  fields: {
    code: { type: 'text', max: 10, required: true },
    billed_on: { type: 'date', label: 'Billed' },
    customer: { type: 'reference', target: 'sale' },
    net: { type: 'money', currency: 'EUR', label: 'Net value' },
    pieces: { type: 'integer' },
  },
  list: { path: '/sale' },
}
const { definition } = summaryOf({ name: 'own-sum', label: ['Sum', 'Sums'], area: 'results' }, normalizeScreen(records))
const source = records.fields

test('a column is added with the type that holds it, and goes with everything that named it', () => {
  const wider = addColumn(definition, 'figures', 'pieces.avg', source, 'Sales')
  expect(wider.fields['pieces_avg']).toEqual({ type: 'decimal', precision: 18, scale: 2, label: 'Average pieces' })
  expect(wider.result?.summary?.figures).toMatchObject({ pieces_avg: 'pieces.avg' })
  expect(definition.result?.chart).toMatchObject({ x: 'month', y: ['net'], split: 'customer_title' })
  const split = removeColumn(wider, 'customer_title')
  expect(split.result?.chart).toEqual({ type: 'stacked', x: 'month', y: ['net'] })
  const bare = removeColumn(split, 'net')
  expect(bare.result).not.toHaveProperty('chart')
  expect(bare.result?.sort).toEqual(['month'])
  expect(Object.keys(bare.fields)).toEqual(['month', 'customer', 'pieces', 'records', 'pieces_avg'])
})

test('what a column comes from changes with its label, unless the label is of its own', () => {
  expect(setSource(definition, 'groups', 'month', 'billed_on.quarter', source, 'Sales').fields['month']).toEqual({
    type: 'date',
    label: 'Quarter',
  })
  const named = setLabel(definition, 'month', 'Period')
  expect(setSource(named, 'groups', 'month', 'billed_on.year', source, 'Sales').fields['month']?.label).toBe('Period')
  expect(columnOf('groups', 'customer.title', source, 'Sales')).toMatchObject({ type: 'text', label: 'Customer name' })
  expect(columnOf('figures', 'net.sum', source, 'Sales')).toEqual({
    type: 'money',
    currency: 'EUR',
    label: 'Net value',
  })
})

test('columns are moved among their kind, and the fields follow', () => {
  const turned = moveColumn(definition, 'groups', 'customer', 0)
  expect(Object.keys(turned.fields).slice(0, 2)).toEqual(['customer', 'month'])
  expect(Object.keys(turned.result!.summary!.groups)[0]).toBe('customer')
})

test('a second criterion of a day ends the period; taking one away takes its filter', () => {
  const bare = removeCriterion(removeCriterion(definition, 'billed_on_from'), 'billed_on_to')
  expect(bare.result?.summary?.filters).toEqual({})
  const asked = addCriterion(addCriterion(bare, 'billed_on', source), 'billed_on', source)
  expect(asked.result?.summary?.filters).toEqual({ billed_on_from: 'billed_on.gte', billed_on_until: 'billed_on.lte' })
  expect(asked.result?.parameters['billed_on_until']).toEqual({ type: 'date', label: 'Billed until' })
})
