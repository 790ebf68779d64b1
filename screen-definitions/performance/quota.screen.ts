import { defineScreen, f, when } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { measures, performerFields } from './choices.ts'

export const quota = defineScreen({
  name: 'quota',
  label: ['Quota', 'Quotas'],
  area: 'performance',
  menu: { order: 10 },
  formId: 'IMA_CONFIG_QUOTA',
  endpoint: 'quota-data',
  table: { name: 'quota_data', key: ['quota_number'] },
  title: 'description',
  fields: {
    quota_number: f.text({
      max: 30,
      required: true,
      immutable: true,
      search: true,
      upper: true,
      label: 'Quota',
      width: 150,
    }),
    description: f.text({ max: 120, search: true, width: 200 }),
    quota_type: f.choice(
      [
        { value: 'employee', label: 'Of an employee' },
        { value: 'territory', label: 'Of a territory' },
      ],
      { default: 'employee', required: true, index: true, label: 'Kind', width: 130 },
    ),
    sales_employee: {
      ...performerFields.sales_employee,
      visible: when.eq('quota_type', 'employee'),
      required: 'whenVisible',
    },
    territory: {
      ...performerFields.territory,
      visible: when.eq('quota_type', 'territory'),
      required: 'whenVisible',
    },
    metric: f.choice(measures, { default: 'net_value', required: true, index: true, width: 140 }),
    product_line: f.text({ max: 60, index: true, help: 'Empty: everything sold', width: 130 }),
    period_from: f.date({ required: true, index: true, label: 'From', width: 110 }),
    period_to: f.date({ required: true, after: 'period_from', index: true, label: 'To', width: 110 }),
    target: f.decimal(18, 4, { required: true, min: 0, width: 130 }),
    stretch_target: f.decimal(18, 4, { min: 0, help: 'What would be more than expected', width: 130 }),
    actual_value: f.decimal(18, 4, {
      visible: when.eq('metric', 'manual'),
      label: 'Reached',
      help: 'Where it is measured by hand; otherwise it follows from the sales lines',
    }),
    currency: currencyCode({ default: 'EUR' }),
    uom: f.text({ max: 6, upper: true, visible: when.eq('metric', 'quantity'), label: 'Unit' }),
    weight: f.percent({ default: '100', min: 0, max: 100, help: 'Its part in what counts for the period', width: 90 }),
    status: f.choice(
      [
        { value: 'draft', label: 'Draft', tone: 'neutral' },
        { value: 'agreed', label: 'Agreed', tone: 'ok' },
        { value: 'closed', label: 'Closed', tone: 'neutral' },
      ],
      { default: 'draft', required: true, index: true, width: 100 },
    ),
    notes: f.longText({ max: 2000 }),
  },
  list: {
    path: '/quota-management',
    columns: [
      'quota_number',
      'sales_employee',
      'territory',
      'metric',
      'target',
      'currency',
      'period_from',
      'period_to',
      'status',
    ],
    sort: ['-period_from', 'quota_number'],
    filters: ['sales_employee', 'territory', 'metric', 'period_from', 'status'],
    views: {
      Running: when.all(when.lte('period_from', '@today'), when.gte('period_to', '@today')),
      Drafts: when.eq('status', 'draft'),
    },
    pageSize: 30,
  },
  form: {
    layout: [
      {
        title: 'Quota',
        rows: [
          ['quota_number', 'description'],
          ['quota_type', 'sales_employee', 'territory'],
          ['period_from', 'period_to'],
          ['status', 'weight'],
        ],
      },
      {
        title: 'What is to be reached',
        rows: [
          ['metric', 'product_line'],
          ['target', 'stretch_target'],
          ['currency', 'uom'],
          ['actual_value'],
          ['notes'],
        ],
      },
    ],
  },
  upload: {
    path: '/quota-management/quota-management-excel-upload',
    functionality: 'QuotaDataFormat',
    endpoints: ['quota-data-upload'],
    aliases: { sales_employee: ['Employee', 'Rep'], target: ['Quota value', 'Target value'] },
  },
  actions: [
    {
      name: 'change-status',
      label: 'Change status',
      command: 'set-values',
      on: ['selection', 'filter'],
      parameters: {
        status: f.choice(
          [
            { value: 'draft', label: 'Draft' },
            { value: 'agreed', label: 'Agreed' },
            { value: 'closed', label: 'Closed' },
          ],
          { required: true },
        ),
      },
      message: 'Successfully updated',
    },
  ],
  access: { write: 'masters.write', delete: 'masters.delete' },
  tests: [
    {
      accept: {
        quota_number: 'Q1',
        sales_employee: 'E1',
        period_from: '2026-01-01',
        period_to: '2026-03-31',
        target: '50000',
      },
    },
    {
      reject: { quota_number: 'Q1', period_from: '2026-01-01', period_to: '2026-03-31', target: '50000' },
      at: 'sales_employee',
    },
    {
      reject: {
        quota_number: 'Q1',
        quota_type: 'territory',
        period_from: '2026-01-01',
        period_to: '2026-03-31',
        target: '50000',
      },
      at: 'territory',
    },
    {
      reject: {
        quota_number: 'Q1',
        sales_employee: 'E1',
        period_from: '2026-01-01',
        period_to: '2026-03-31',
        target: '1',
        weight: '101',
      },
      at: 'weight',
    },
  ],
})
