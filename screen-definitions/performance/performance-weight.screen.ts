import { defineScreen, f } from '#src/definition'
import { validity, validityViews } from '../shared/validity.ts'
import { performerFields } from './choices.ts'

export const performanceWeight = defineScreen({
  name: 'performance-weight',
  label: ['Performance metric weightage', 'Performance metric weightage'],
  area: 'performance',
  menu: { order: 30 },
  formId: 'IMA_CONFIG_PERFORMANCE_WEIGHT',
  endpoint: 'performance-weight',
  table: {
    key: ['plan', 'metric', 'valid_from'],
    validity: { from: 'valid_from', to: 'valid_to', within: ['plan', 'metric'] },
  },
  hooks: 'performance-weight',
  title: 'plan',
  fields: {
    plan: f.text({
      max: 40,
      required: true,
      immutable: true,
      search: true,
      index: true,
      help: 'The metrics of a plan weigh 100 percent together, on any day',
      width: 150,
    }),
    metric: f.reference('performance-metric', {
      required: true,
      immutable: true,
      index: true,
      search: true,
      width: 150,
    }),
    weight: f.percent({ required: true, min: 0, max: 100, width: 100 }),
    ...performerFields,
    valid_from: { ...validity.valid_from, immutable: true },
    valid_to: validity.valid_to,
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/performance-metric-weightage',
    columns: ['plan', 'metric', 'weight', 'sales_employee', 'territory', 'valid_from', 'valid_to'],
    sort: ['plan', '-weight', 'metric'],
    filters: ['plan', 'metric', 'sales_employee', 'valid_from'],
    views: validityViews,
    pageSize: 30,
  },
  form: {
    layout: [
      {
        title: 'Weight',
        rows: [['plan', 'metric'], ['weight'], ['valid_from', 'valid_to']],
      },
      { title: 'Whose', rows: [['sales_employee', 'territory'], ['notes']] },
    ],
  },
  upload: {
    path: '/performance-metric-weightage/performance-metric-weightage-excel-upload',
    functionality: 'PerformanceMetricWeightageFormat',
    endpoints: ['performance-weight-upload'],
  },
  access: { write: 'masters.write', delete: 'masters.delete' },
  tests: [
    { accept: { plan: 'P', metric: 'M', weight: '50', valid_from: '2026-01-01' } },
    { reject: { plan: 'P', metric: 'M', weight: '101', valid_from: '2026-01-01' }, at: 'weight' },
    { reject: { plan: 'P', weight: '10', valid_from: '2026-01-01' }, at: 'metric' },
  ],
})
