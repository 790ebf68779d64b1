import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { profitAccess, profitApplications } from './choices.ts'

const carrier = {
  external_code: 'CARRIER',
  description: 'Invoices of the carrier',
  analysis_level: 'LINES',
  driver: 'FREIGHT',
}

// What other systems tell, and into which driver and level it is added up.
export const profitExternal = defineScreen({
  name: 'profit-external',
  label: ['External source', 'External sources'],
  area: 'profit',
  menu: { order: 66, label: 'External configuration' },
  apps: profitApplications,
  formId: 'IMA_CONFIG_PROFIT_EXTERNAL',
  endpoint: 'profit-external-config',
  table: { key: ['external_code'] },
  title: 'description',
  fields: {
    external_code: f.text({
      max: 20,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Source',
      width: 130,
    }),
    description: f.text({ max: 120, required: true, search: true, width: 240 }),
    source_system: f.text({ max: 60, search: true, label: 'System', width: 140 }),
    analysis_level: f.reference('profit-analysis-level', { required: true, index: true, label: 'Level', width: 120 }),
    driver: f.reference('profit-driver', { required: true, index: true, label: 'Driver', width: 120 }),
    aggregation: f.choice(
      [
        { value: 'sum', label: 'Sum' },
        { value: 'average', label: 'Average' },
        { value: 'last', label: 'The latest' },
        { value: 'minimum', label: 'The least' },
        { value: 'maximum', label: 'The greatest' },
      ],
      { default: 'sum', required: true, label: 'Added up as', width: 120 },
    ),
    period: f.choice(
      [
        { value: 'month', label: 'Month' },
        { value: 'quarter', label: 'Quarter' },
        { value: 'year', label: 'Year' },
      ],
      { default: 'month', required: true, width: 100 },
    ),
    factor: f.decimal(18, 6, {
      default: '1',
      required: true,
      help: 'What an imported figure is multiplied by, such as 1000 for thousands or -1 for credits',
      width: 100,
    }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    aggregated_at: f.dateTime({ readOnly: true, label: 'Aggregated at', width: 150 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/external-config',
    columns: [
      'external_code',
      'description',
      'analysis_level',
      'driver',
      'aggregation',
      'period',
      'status',
      'aggregated_at',
    ],
    sort: ['external_code'],
    filters: ['analysis_level', 'driver', 'status'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 10,
  },
  form: {
    layout: [
      {
        title: 'Source',
        rows: [
          ['external_code', 'description'],
          ['source_system', 'status'],
        ],
      },
      {
        title: 'Added up into',
        rows: [['analysis_level', 'driver'], ['aggregation', 'period', 'factor'], ['notes'], ['aggregated_at']],
      },
    ],
    related: [{ screen: 'profit-external-data', by: 'external_code' }],
  },
  actions: [
    {
      name: 'aggregate',
      label: 'Aggregate',
      icon: 'refresh',
      command: 'aggregate-external',
      on: ['row', 'selection', 'filter'],
      primary: true,
      when: when.eq('status', 'active'),
      parameters: {
        period_from: f.date({ label: 'Figures from', help: 'Empty, like the other end: all of them' }),
        period_to: f.date({ label: 'to', after: 'period_from' }),
      },
      message: 'The imported figures are added up.',
    },
  ],
  access: profitAccess,
  tests: [
    { accept: carrier },
    { reject: { ...carrier, driver: null }, at: 'driver' },
    { reject: { ...carrier, aggregation: 'guess' }, at: 'aggregation' },
  ],
})
