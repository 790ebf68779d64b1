import { defineScreen, f } from '#src/definition'
import { forecastMethods } from './forecast-fields.ts'

export const predictedSales = defineScreen({
  name: 'predicted-sales',
  label: ['Forecast of sales', 'Forecast of sales'],
  area: 'forecasting',
  menu: { order: 20, label: 'Forecast from past sales' },
  endpoint: 'predicted-sales',
  fields: {
    period_from: f.date({ label: 'Period', width: 110 }),
    series: f.text({ label: 'Forecast of', width: 260 }),
    customer_number: f.text({ label: 'Customer', width: 110, hidden: true }),
    material_number: f.text({ label: 'Material', width: 110, hidden: true }),
    product_line: f.text({ width: 130, hidden: true }),
    country: f.text({ width: 120, hidden: true }),
    sales_employee: f.text({ width: 120, hidden: true }),
    actual: f.decimal(20, 2, { label: 'Sold', width: 130 }),
    expected: f.decimal(20, 2, { label: 'Forecast', width: 130 }),
    fitted: f.decimal(20, 2, {
      label: 'As the method saw it',
      help: 'What it expected of a period that is over',
      width: 140,
    }),
    low: f.decimal(20, 2, { label: 'At least', width: 130 }),
    high: f.decimal(20, 2, { label: 'At most', width: 130 }),
    method: f.choice(forecastMethods, { width: 220 }),
    error: f.decimal(12, 2, {
      label: 'Error',
      help: 'Of the periods held back, by that of saying what was before: below one it is better',
      width: 90,
    }),
    smoothing: f.text({ label: 'Smoothed by', width: 170 }),
    period_to: f.date({ hidden: true }),
  },
  result: {
    criteria: '/forecasting-sales',
    path: '/display-forecast-result',
    report: 'predicted-sales',
    parameters: {
      forecast_level: f.reference('sales-forecast-level', { required: true, label: 'Configuration' }),
      as_of: f.date({
        required: true,
        default: '@today',
        label: 'As of',
        help: 'Periods that are over by then are history',
      }),
      method: f.choice(forecastMethods, { help: 'Empty: that of the configuration' }),
      periods_ahead: f.integer({ min: 1, max: 104, help: 'Empty: as the configuration says' }),
      customer: f.reference('customer', { integrity: 'soft', label: 'Customer' }),
      material: f.reference('material', { integrity: 'soft', label: 'Material' }),
      country: f.text({ max: 60 }),
      shown: f.choice(
        [
          { value: 'all', label: 'The past and what is to come' },
          { value: 'ahead', label: 'What is to come' },
        ],
        { default: 'all', required: true, label: 'Show' },
      ),
    },
    columns: ['series', 'period_from', 'actual', 'expected', 'low', 'high', 'method', 'error', 'smoothing'],
    sort: ['-period_from', 'series'],
    totals: { actual: 'sum', expected: 'sum' },
    key: ['series', 'period_from'],
    chart: { type: 'line', x: 'period_from', y: ['actual', 'expected'], title: 'Sold, and what is to come' },
  },
  access: { read: 'results.read' },
  messages: { empty: 'No records found.' },
})
