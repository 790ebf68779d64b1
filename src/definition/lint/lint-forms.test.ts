import { expect, test } from 'vitest'
import { when } from '../conditions.ts'
import type { ScreenDefinition } from '../define.ts'
import { f } from '../f.ts'
import { normalizeScreen } from '../normalize.ts'
import { lintScreens } from './lint-screens.ts'

const order: ScreenDefinition = {
  name: 'order',
  label: ['Order', 'Orders'],
  area: 'masters',
  endpoint: 'order',
  table: { key: ['code'] },
  fields: { code: f.text({ required: true }), type: f.choice(['in', 'out']) },
  list: { path: '/order', displays: [{ label: 'In', path: '/in', filters: { type: 'in' }, variant: 'in' }] },
  variants: [{ name: 'in', label: ['In', 'Ins'], formId: 'IN', when: when.eq('type', 'in') }],
}
const shared: ScreenDefinition = {
  name: 'shared',
  label: ['Shared', 'Shared'],
  area: 'results',
  formId: 'SHARED',
  fields: { code: f.text(), lines: f.integer() },
  form: { layout: [['code', 'lines']] },
  designer: { path: '/shared-designer' },
}
const counts: ScreenDefinition = {
  name: 'counts',
  label: ['Count', 'Counts'],
  area: 'results',
  endpoint: 'counts',
  fields: { code: f.text(), lines: f.integer() },
  follows: { formId: 'SHARED', order: ['code', 'lines'] },
  result: { criteria: '/counts', path: '/counts/results', report: 'counts', parameters: {} },
}

const lint = (...definitions: readonly ScreenDefinition[]): string[] =>
  lintScreens(definitions.map(normalizeScreen)).map(
    ({ screen, path, message }) => `${screen} ${path.join('.')}: ${message}`,
  )

test('forms that stand well to each other have nothing to complain about', () => {
  expect(lint(order, shared, counts)).toEqual([])
})

test('a variant is told from others by fields there are, once, under a form id of its own', () => {
  const [one] = order.variants!
  expect(
    lint({
      ...order,
      list: {
        path: '/order',
        displays: [
          { label: 'Out', path: '/out', filters: {}, variant: 'out' },
          { label: 'In', path: '/in', variant: 'in' },
        ],
      },
      variants: [one!, { ...one!, when: when.eq('tpye', 'in') }],
    }),
  ).toEqual([
    'order variants.1.when.tpye: There is no field tpye',
    'order variants.1.name: in stands here twice',
    'order list.displays.0.variant: There is no variant out',
    'order list.displays.1.variant: It shows all records',
    'order variants.1.formId: The form id IN belongs to order already',
  ])
})

test('a design that nobody sees is told', () => {
  expect(lint(shared)).toEqual(['shared designer: Nobody sees what is designed here'])
})

test('a result shares a form that is there, in its order, with fields of the same types', () => {
  const { follows: _follows, ...alone } = counts
  expect(lint(shared, { ...counts, follows: { formId: 'SHARDE', order: [] } })).toEqual([
    'shared designer: Nobody sees what is designed here',
    'counts follows.formId: There is no form SHARDE',
  ])
  expect(lint(shared, { ...counts, follows: { formId: 'SHARED', order: ['lines', 'code'] } })).toEqual([
    'counts follows.order: The fields of shared stand in another order',
  ])
  expect(lint(shared, { ...counts, result: { ...counts.result!, columns: ['lines', 'code'] } })).toEqual([
    'counts result.columns: The columns that shared has as well stand in another order there',
  ])
  expect(lint(shared, { ...counts, fields: { code: f.text(), lines: f.text() } })).toEqual([
    'counts fields.lines: lines of shared is of another type',
  ])
  expect(lint(shared, { ...alone, follows: counts.follows!, fields: { other: f.text() } })).toEqual([
    'counts follows: It has none of the fields of shared',
  ])
})
