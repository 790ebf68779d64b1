import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { measures } from './choices.ts'

export const performanceMetric = defineScreen({
  name: 'performance-metric',
  label: ['Performance metric', 'Performance metrics'],
  area: 'performance',
  menu: { order: 20 },
  formId: 'IMA_CONFIG_PERFORMANCE_METRIC',
  endpoint: 'performance-metric',
  table: { key: ['metric'] },
  title: 'description',
  fields: {
    metric: f.text({ max: 30, required: true, immutable: true, search: true, upper: true, width: 130 }),
    description: f.text({ max: 120, required: true, search: true, width: 240 }),
    measure: f.choice(measures, {
      default: 'net_value',
      required: true,
      index: true,
      help: 'Worked out of sales lines, or entered by hand',
      width: 150,
    }),
    direction: f.choice(
      [
        { value: 'higher', label: 'More is better' },
        { value: 'lower', label: 'Less is better' },
      ],
      { default: 'higher', required: true, width: 140 },
    ),
    unit: f.choice(
      [
        { value: 'money', label: 'Money' },
        { value: 'quantity', label: 'Quantity' },
        { value: 'count', label: 'Number' },
        { value: 'percent', label: 'Percent' },
      ],
      { default: 'money', required: true, width: 110 },
    ),
    frequency: f.choice(
      [
        { value: 'month', label: 'Monthly' },
        { value: 'quarter', label: 'Quarterly' },
        { value: 'year', label: 'Yearly' },
      ],
      { default: 'quarter', required: true, label: 'Measured', width: 110 },
    ),
    product_line: f.text({ max: 60, help: 'Only what belongs to it; empty: everything', width: 130 }),
    threshold: f.percent({ min: 0, default: '80', help: 'Below it nothing counts', label: 'Counts from', width: 110 }),
    cap: f.percent({
      min: 0,
      default: '150',
      help: 'More than that counts no more',
      label: 'Counts up to',
      width: 110,
    }),
    valid_from: f.date({ required: true, index: true, width: 110 }),
    valid_to: f.date({ after: 'valid_from', width: 110 }),
    owner: f.reference('user', { label: 'Responsible' }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 2000 }),
  },
  list: {
    path: '/performance-metric',
    columns: [
      'metric',
      'description',
      'measure',
      'unit',
      'frequency',
      'product_line',
      'valid_from',
      'valid_to',
      'status',
    ],
    sort: ['metric'],
    filters: ['measure', 'frequency', 'status', 'valid_from'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 30,
  },
  form: {
    layout: [
      {
        title: 'Metric',
        rows: [
          ['metric', 'description'],
          ['measure', 'product_line'],
          ['unit', 'direction'],
          ['frequency', 'status'],
        ],
      },
      {
        title: 'What counts',
        rows: [['threshold', 'cap'], ['valid_from', 'valid_to'], ['owner'], ['notes']],
      },
    ],
    related: [{ screen: 'performance-weight', by: 'metric' }],
  },
  upload: {
    path: '/performance-metric/performance-metric-excel-upload',
    functionality: 'PerformanceMetricFormat',
    endpoints: ['performance-metric-upload'],
  },
  access: { write: 'masters.write', delete: 'masters.delete' },
  tests: [
    { accept: { metric: 'NET', description: 'Net sales', valid_from: '2026-01-01' } },
    { reject: { metric: 'NET', valid_from: '2026-01-01' }, at: 'description' },
    { reject: { metric: 'NET', description: 'Net sales', valid_from: '2026-01-01', threshold: '-1' }, at: 'threshold' },
  ],
})
