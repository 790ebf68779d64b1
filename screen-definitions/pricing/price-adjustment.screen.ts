import { defineScreen, f, when } from '#src/definition'
import { adjustmentTerms } from './adjustment-terms.ts'
import { pricingApplications } from './choices.ts'

const raise = {
  description: 'Prices 2027',
  price_list: 'LIST-2026',
  new_from: '2027-01-01',
  method: 'percent',
  value: '3',
}

// A change of the prices of a list that is simulated, and then proposed for approval.
export const priceAdjustment = defineScreen({
  name: 'price-adjustment',
  label: ['Price adjustment', 'Price adjustments'],
  area: 'pricing',
  menu: { order: 14 },
  apps: pricingApplications,
  formId: 'IMA_CONFIG_PRICE_ADJUSTMENT',
  endpoint: 'price-adjustments',
  table: { key: ['adjustment_number'] },
  title: 'description',
  hooks: 'price-adjustment',
  fields: {
    adjustment_number: f.text({
      max: 20,
      readOnly: true,
      numbered: 'PA-',
      search: true,
      label: 'Adjustment',
      width: 120,
      help: 'Given when it is saved first',
    }),
    description: f.text({ max: 160, required: true, search: true, width: 260 }),
    price_list: f.reference('price-list-master', { integrity: 'soft', required: true, index: true, width: 140 }),
    new_from: f.date({ required: true, index: true, label: 'New prices from', width: 120 }),
    ...adjustmentTerms,
    adjustment_status: f.choice(
      [
        { value: 'draft', label: 'Draft', tone: 'neutral' },
        { value: 'proposed', label: 'Proposed', tone: 'ok' },
      ],
      { readOnly: true, index: true, label: 'Status', width: 100 },
    ),
    proposed_prices: f.integer({ readOnly: true, label: 'Proposed prices', width: 110 }),
    proposed_at: f.dateTime({ readOnly: true, label: 'Proposed on', width: 150 }),
    proposed_by: f.text({ max: 160, readOnly: true }),
    notes: f.longText({ max: 2000 }),
  },
  list: {
    path: '/price-adjustments',
    columns: [
      'adjustment_number',
      'description',
      'price_list',
      'product_line',
      'method',
      'value',
      'new_from',
      'adjustment_status',
      'proposed_prices',
    ],
    sort: ['-adjustment_number'],
    filters: ['price_list', 'adjustment_status', 'new_from'],
    views: { Drafts: when.eq('adjustment_status', 'draft') },
  },
  form: {
    layout: [
      {
        title: 'Adjustment',
        rows: [
          ['adjustment_number', 'description'],
          ['price_list', 'new_from'],
          ['product_line', 'materials'],
        ],
      },
      {
        title: 'How prices change',
        rows: [['method', 'value'], ['formula'], ['rounding'], ['rounding_unit', 'rounding_ending'], ['notes']],
      },
      {
        title: 'Proposal',
        rows: [
          ['adjustment_status', 'proposed_prices'],
          ['proposed_at', 'proposed_by'],
        ],
      },
    ],
    editable: {
      when: when.ne('adjustment_status', 'proposed'),
      otherwise: 'Its prices are proposed already',
      except: ['notes'],
    },
  },
  actions: [
    {
      name: 'simulate',
      label: 'Simulate',
      icon: 'chart',
      command: 'simulate-adjustment',
      on: ['row'],
      primary: true,
      opens: true,
      access: 'pricing.read',
    },
    {
      name: 'propose',
      label: 'Propose the new prices',
      icon: 'check',
      command: 'propose-prices',
      on: ['row'],
      when: when.ne('adjustment_status', 'proposed'),
      parameters: {
        end_old: f.flag({
          default: true,
          label: 'End the old prices the day before',
          help: 'The end waits for approval like the new prices, and until then the old ones hold',
        }),
      },
      message: 'The new prices are in the list, for approval.',
    },
  ],
  access: { read: 'pricing.read', write: 'pricing.write', delete: 'pricing.delete' },
  tests: [
    { accept: raise },
    { reject: { ...raise, value: null }, at: 'value' },
    { reject: { ...raise, rounding: 'up' }, at: 'rounding_unit' },
    { reject: { ...raise, new_from: null }, at: 'new_from' },
  ],
})
