import { defineScreen, f, when } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { periodOf, planningAccess, planningAliases, quantityOf, unitOf } from '../transactions/planning-fields.ts'
import { forecastMethods, levelFields } from './forecast-fields.ts'

const month = {
  customer_number: '1',
  material_number: 'M',
  period_from: '2026-12-01',
  period_to: '2026-12-31',
  quantity: '12',
  net_value: '120',
}

export const salesForecast = defineScreen({
  name: 'sales-forecast',
  label: ['Sales forecast', 'Sales forecasts'],
  area: 'forecasting',
  menu: { order: 10, label: 'Sales forecast' },
  formId: 'IMA_CONFIG_SALES_FORECAST',
  endpoint: 'sales-forecast',
  callPaths: { update: 'update-sales-forecast', delete: 'delete-sales-forecast' },
  table: {
    key: [
      'forecast_version',
      'customer_number',
      'material_number',
      'product_line',
      'country',
      'sales_employee',
      'period_from',
    ],
  },
  title: 'forecast_version',
  fields: {
    forecast_version: f.text({
      max: 30,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      index: true,
      default: 'CURRENT',
      label: 'Version',
      help: 'Several forecasts can stand beside one another',
      width: 120,
    }),
    ...levelFields,
    ...periodOf,
    quantity: { ...quantityOf('Quantity'), index: true },
    uom: unitOf,
    net_value: f.money({ index: true, currency: 'currency', width: 120 }),
    currency: currencyCode({ default: 'EUR' }),
    low: f.decimal(18, 4, { label: 'At least', help: 'It will hardly be less', width: 110 }),
    high: f.decimal(18, 4, { label: 'At most', help: 'It will hardly be more', width: 110 }),
    growth: f.percent({ min: -100, max: 1000, help: 'Against the same period a year before', width: 100 }),
    origin: f.choice(
      [
        { value: 'manual', label: 'Entered' },
        { value: 'computed', label: 'Computed' },
        { value: 'copied', label: 'Copied from sales' },
      ],
      { default: 'manual', required: true, index: true, width: 140 },
    ),
    method: f.choice(forecastMethods, { readOnly: true, help: 'By which it was computed', width: 170 }),
    forecast_level: f.text({ max: 30, readOnly: true, index: true, label: 'Configuration', width: 120 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/sales-forecasting',
    aliases: ['/sales-forecast-main'],
    columns: [
      'forecast_version',
      'customer_number',
      'material_number',
      'product_line',
      'country',
      'period_from',
      'quantity',
      'net_value',
      'currency',
    ],
    sort: ['forecast_version', 'period_from', 'customer_number', 'material_number'],
    filters: ['forecast_version', 'customer_number', 'material_number', 'product_line', 'period_from', 'origin'],
    totals: { quantity: 'sum', net_value: 'sum' },
    views: {
      'Still to come': when.gte('period_from', '@monthStart'),
      Computed: when.eq('origin', 'computed'),
      Entered: when.eq('origin', 'manual'),
    },
    pageSize: 100,
  },
  form: {
    layout: [
      {
        title: 'Of what, and when',
        rows: [
          ['forecast_version', 'origin'],
          ['customer_number', 'material_number'],
          ['product_line', 'country'],
          ['sales_employee'],
          ['period_from', 'period_to'],
        ],
      },
      {
        title: 'How much',
        rows: [['quantity', 'uom'], ['net_value', 'currency'], ['low', 'high'], ['growth'], ['notes']],
      },
      { title: 'How it was made', rows: [['forecast_level', 'method']] },
    ],
  },
  upload: {
    path: '/sales-forecasting/sales-forecasting-excel-upload',
    pathAliases: ['/sales-forecast-upload'],
    functionality: 'SalesForecastDataFormat',
    functionalityAliases: ['PromotionBudgetSalesForecastFormat'],
    endpoints: ['sales-forecast-upload', 'sales-forecast-data-upload'],
    aliases: {
      ...planningAliases,
      forecast_version: ['Scenario', 'Plan version'],
      customer_number: ['Customer no', 'CustomerID'],
      period_from: ['Month', 'Period', 'Date', 'Start'],
      period_to: ['End'],
      net_value: ['Value', 'Amount', 'Net sales'],
      quantity: ['Qty', 'Volume', 'Units'],
    },
  },
  actions: [
    {
      name: 'copy-sales',
      label: 'Copy from sales',
      command: 'copy-sales',
      on: ['screen'],
      parameters: {
        billing_date_from: f.date({ label: 'Sold from', help: 'Empty, like the other end: all sales' }),
        billing_date_to: f.date({ label: 'Sold to', after: 'billing_date_from' }),
        customer_number: f.reference('customer', { integrity: 'soft', label: 'Customer' }),
        material_number: f.reference('material', { integrity: 'soft', label: 'Material' }),
        country: f.text({ max: 60 }),
        months_ahead: f.integer({
          default: 12,
          min: 1,
          max: 120,
          required: true,
          help: 'How much later the forecast is',
        }),
        growth: f.percent({ default: '0', min: -100, max: 1000, help: 'How much more is expected than was sold' }),
        forecast_version: f.text({ default: 'CURRENT', max: 30, upper: true, required: true, label: 'Into version' }),
      },
      message: 'The sales are copied into the forecast.',
    },
  ],
  access: planningAccess,
  tests: [
    { accept: month },
    { accept: { product_line: 'Coffee', period_from: '2026-12-01', period_to: '2026-12-31', net_value: '1' } },
    { reject: { ...month, period_to: '2026-11-30' }, at: 'period_to' },
  ],
})
