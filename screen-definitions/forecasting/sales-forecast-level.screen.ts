import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { forecastLevels, forecastMethods, historySources } from './forecast-fields.ts'

const level = { forecast_level: 'LINES', description: 'Product lines by month', first_level: 'product_line' }

const smoothed = [
  'exponential_smoothing',
  'holt',
  'holt_winters_additive',
  'holt_winters_multiplicative',
  'croston',
] as const

const smoothing = (label: string, help: string, methods: readonly string[]) =>
  f.decimal(6, 4, { min: '0.0001', max: '1', label, help, visible: when.in('method', [...methods]), width: 100 })

export const salesForecastLevel = defineScreen({
  name: 'sales-forecast-level',
  label: ['Forecast configuration', 'Forecast configurations'],
  area: 'forecasting',
  menu: { order: 30, label: 'Forecasting configuration' },
  formId: 'IMA_CONFIG_SALES_FORECAST_LEVEL',
  endpoint: 'sales-forecast-level',
  savesByPost: true,
  table: { key: ['forecast_level'] },
  title: 'description',
  fields: {
    forecast_level: f.text({
      max: 30,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Configuration',
      width: 140,
    }),
    description: f.text({ max: 120, required: true, search: true, width: 240 }),
    first_level: f.choice(forecastLevels, {
      default: 'product_line',
      required: true,
      label: 'Forecast by',
      help: 'Each value has a forecast of its own',
      width: 140,
    }),
    second_level: f.choice(forecastLevels, { label: 'And by', width: 130 }),
    third_level: f.choice(forecastLevels, { visible: when.notEmpty('second_level'), label: 'And by', width: 130 }),
    measure: f.choice(
      [
        { value: 'net_value', label: 'Net value' },
        { value: 'quantity', label: 'Quantity' },
      ],
      { default: 'net_value', required: true, width: 110 },
    ),
    currency: f.text({
      max: 3,
      upper: true,
      default: 'EUR',
      visible: when.eq('measure', 'net_value'),
      required: 'whenVisible',
      help: 'Only sales in this currency are added up',
      width: 95,
    }),
    period: f.choice(
      [
        { value: 'week', label: 'Week' },
        { value: 'month', label: 'Month' },
        { value: 'quarter', label: 'Quarter' },
      ],
      { default: 'month', required: true, width: 100 },
    ),
    history_periods: f.integer({
      default: 48,
      min: 4,
      max: 260,
      required: true,
      label: 'Periods of history',
      help: 'Seasons need two years of them',
      width: 130,
    }),
    periods_ahead: f.integer({ default: 6, min: 1, max: 104, required: true, label: 'Periods ahead', width: 120 }),
    source: f.choice(historySources, { default: 'both', required: true, label: 'History', width: 190 }),
    method: f.choice(forecastMethods, { default: 'automatic', required: true, index: true, width: 220 }),
    alpha: smoothing('Alpha', 'How fast the level follows; empty: fitted', smoothed),
    beta: smoothing('Beta', 'How fast the trend follows; empty: fitted', smoothed.slice(1, 4)),
    gamma: smoothing('Gamma', 'How fast the seasons follow; empty: fitted', smoothed.slice(2, 4)),
    window: f.integer({
      min: 1,
      max: 52,
      default: 3,
      visible: when.eq('method', 'moving_average'),
      label: 'Periods of the average',
    }),
    confidence: f.choice(
      [
        { value: '80', label: '80 of 100' },
        { value: '90', label: '90 of 100' },
        { value: '95', label: '95 of 100' },
      ],
      { default: '80', required: true, label: 'Between at least and at most', help: 'How often it should come true' },
    ),
    forecast_version: f.text({
      max: 30,
      upper: true,
      default: 'CURRENT',
      required: true,
      label: 'Saved as version',
      help: 'What is computed replaces what was computed for this version before',
      width: 130,
    }),
    country: f.text({ max: 60, help: 'Only its sales; empty: all' }),
    product_line: f.text({ max: 60, help: 'Only its materials; empty: all' }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    computed_at: f.dateTime({ readOnly: true, label: 'Computed at', width: 150 }),
    computed_series: f.integer({ readOnly: true, label: 'Forecasts', help: 'That were computed last', width: 100 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/forecasting-config',
    columns: [
      'forecast_level',
      'description',
      'first_level',
      'second_level',
      'period',
      'method',
      'status',
      'computed_at',
    ],
    sort: ['forecast_level'],
    filters: ['status', 'first_level', 'method'],
    views: { Active: when.eq('status', 'active'), 'Never computed': when.empty('computed_at') },
    pageSize: 50,
  },
  form: {
    view: '/forecasting-config/view-config/:id',
    edit: '/forecasting-config/edit-config/:id',
    layout: [
      {
        title: 'Configuration',
        rows: [
          ['forecast_level', 'description'],
          ['status', 'forecast_version'],
        ],
      },
      {
        title: 'What is forecast',
        rows: [
          ['first_level', 'second_level', 'third_level'],
          ['measure', 'currency'],
          ['country', 'product_line'],
        ],
      },
      {
        title: 'From what',
        rows: [
          ['source', 'period'],
          ['history_periods', 'periods_ahead'],
        ],
      },
      {
        title: 'How',
        rows: [['method', 'confidence'], ['alpha', 'beta', 'gamma'], ['window'], ['notes']],
      },
      { title: 'Last time', rows: [['computed_at', 'computed_series']] },
    ],
    related: [{ screen: 'sales-forecast', by: 'forecast_level' }],
  },
  actions: [
    {
      name: 'predict',
      label: 'Compute and save',
      icon: 'refresh',
      command: 'predict-sales',
      on: ['row', 'selection', 'filter'],
      primary: true,
      when: when.eq('status', 'active'),
      parameters: {
        as_of: f.date({ default: '@today', label: 'As of', help: 'Periods that are over by then are history' }),
      },
      message: 'The forecast is being computed.',
    },
  ],
  access: { read: 'any', write: 'transactions.write', delete: 'transactions.delete' },
  messages: { created: 'Forecasting is saved.', updated: 'Forecasting is saved.' },
  tests: [
    { accept: level },
    { reject: { ...level, history_periods: 3 }, at: 'history_periods' },
    { reject: { ...level, method: 'holt', alpha: '1.5' }, at: 'alpha' },
  ],
})
