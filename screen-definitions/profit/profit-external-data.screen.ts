import { defineScreen, f } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { levelValues, profitAccess, profitApplications } from './choices.ts'

const invoice = { external_code: 'CARRIER', value_1: 'Coffee', figure_date: '2026-01-15', value: '320.50' }

export const profitExternalData = defineScreen({
  name: 'profit-external-data',
  label: ['Imported figure', 'Imported figures'],
  area: 'profit',
  menu: { order: 32 },
  apps: profitApplications,
  formId: 'IMA_CONFIG_PROFIT_EXTERNAL_DATA',
  endpoint: 'profit-opt-external',
  table: { key: ['external_code', 'value_1', 'value_2', 'value_3', 'figure_date', 'reference'] },
  title: 'reference',
  fields: {
    external_code: f.reference('profit-external', {
      required: true,
      immutable: true,
      index: true,
      label: 'Source',
      width: 120,
    }),
    ...levelValues,
    value_1: { ...levelValues.value_1, required: true },
    figure_date: f.date({ required: true, immutable: true, index: true, label: 'Day', width: 110 }),
    reference: f.text({
      max: 60,
      immutable: true,
      search: true,
      help: 'Such as the number of a document; tells figures of a day apart',
      width: 150,
    }),
    value: f.decimal(18, 6, { required: true, width: 120 }),
    currency: currencyCode({ default: 'EUR' }),
    notes: f.text({ max: 200 }),
  },
  list: {
    path: '/external-data',
    columns: ['external_code', 'value_1', 'value_2', 'figure_date', 'reference', 'value', 'currency'],
    sort: ['-figure_date', 'external_code', 'reference'],
    filters: ['external_code', 'value_1', 'figure_date'],
    totals: { value: 'sum' },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Of what, and when',
        rows: [
          ['external_code', 'figure_date'],
          ['value_1', 'value_2', 'value_3'],
        ],
      },
      { title: 'How much', rows: [['value', 'currency'], ['reference'], ['notes']] },
    ],
  },
  upload: {
    path: '/external-data-excel-upload',
    functionality: 'ProfitOptimizationExternalDataFormat',
    endpoints: ['profit-opt-external-upload'],
    aliases: {
      external_code: ['Source', 'System'],
      value_1: ['Value 1', 'Attribute 1'],
      value_2: ['Value 2', 'Attribute 2'],
      value_3: ['Value 3', 'Attribute 3'],
      figure_date: ['Date', 'Day', 'Month', 'Period'],
      reference: ['Document', 'Invoice'],
      value: ['Amount', 'Figure'],
    },
  },
  access: { ...profitAccess, upload: 'profit.upload' },
  tests: [
    { accept: invoice },
    { reject: { ...invoice, figure_date: null }, at: 'figure_date' },
    { reject: { ...invoice, value: 'much' }, at: 'value' },
  ],
})
