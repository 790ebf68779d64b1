import { defineScreen, f } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { periodOf, planningAccess, planningAliases, quantityOf, unitOf } from '../transactions/planning-fields.ts'
import { levelFields } from './forecast-fields.ts'

const month = { product_line: 'Coffee', period_from: '2023-01-01', period_to: '2023-01-31', net_value: '1200' }

export const historicalSales = defineScreen({
  name: 'historical-sales',
  label: ['Historical sales figure', 'Historical sales'],
  area: 'forecasting',
  menu: { order: 40 },
  formId: 'IMA_CONFIG_HISTORICAL_SALES',
  endpoint: 'historical-sales',
  table: {
    key: ['customer_number', 'material_number', 'product_line', 'country', 'sales_employee', 'period_from'],
  },
  title: 'product_line',
  fields: {
    ...levelFields,
    ...periodOf,
    quantity: quantityOf('Quantity'),
    uom: unitOf,
    net_value: f.money({ required: true, currency: 'currency', width: 130 }),
    currency: currencyCode({ default: 'EUR' }),
    source_system: f.text({ max: 60, index: true, help: 'Where the figures come from', width: 140 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/historical-sales',
    columns: [
      'product_line',
      'country',
      'customer_number',
      'material_number',
      'period_from',
      'quantity',
      'net_value',
      'currency',
    ],
    sort: ['-period_from', 'product_line', 'country'],
    filters: ['product_line', 'country', 'customer_number', 'material_number', 'period_from'],
    totals: { quantity: 'sum', net_value: 'sum' },
    pageSize: 100,
  },
  form: {
    layout: [
      {
        title: 'Of what, and when',
        rows: [
          ['customer_number', 'material_number'],
          ['product_line', 'country'],
          ['sales_employee'],
          ['period_from', 'period_to'],
        ],
      },
      { title: 'How much', rows: [['quantity', 'uom'], ['net_value', 'currency'], ['source_system'], ['notes']] },
    ],
  },
  upload: {
    path: '/historical-sales-upload',
    functionality: 'HistoricalSalesDataFormat',
    endpoints: ['historical-sales-data-upload'],
    aliases: {
      ...planningAliases,
      customer_number: ['Customer no', 'CustomerID'],
      period_from: ['Month', 'Period', 'Date', 'Start'],
      period_to: ['End'],
      net_value: ['Value', 'Amount', 'Net sales'],
      quantity: ['Qty', 'Volume', 'Units'],
    },
  },
  access: planningAccess,
  tests: [{ accept: month }, { reject: { ...month, net_value: null }, at: 'net_value' }],
})
