import { defineScreen, f, when } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'

const rateTypes = [
  { value: 'average', label: 'Average' },
  { value: 'spot', label: 'Spot' },
  { value: 'budget', label: 'Budget' },
  { value: 'closing', label: 'Closing' },
]

export const currencyRate = defineScreen({
  name: 'currency-rate',
  label: ['Currency rate', 'Currency rates'],
  area: 'masters',
  menu: { order: 60 },
  formId: 'IMA_CONFIG_CURRENCY_RATES',
  endpoint: 'currency-rates',
  table: { key: ['rate_type', 'from_currency', 'to_currency', 'valid_from'] },
  fields: {
    rate_type: f.choice(rateTypes, { default: 'average', required: true, immutable: true, index: true }),
    from_currency: { ...currencyCode({ label: 'From', required: true }), immutable: true, index: true },
    to_currency: {
      ...currencyCode({ label: 'To', required: true }),
      immutable: true,
      index: true,
      rejects: [
        {
          when: when.eq('to_currency', when.field('from_currency')),
          message: 'A currency has no rate against itself',
        },
      ],
    },
    valid_from: f.date({ required: true, immutable: true, help: 'It holds from this day until the next rate begins' }),
    rate: f.decimal(18, 9, { required: true, min: '0.000000001', help: 'So much of the second makes …' }),
    per_units: f.integer({ default: 1, min: 1, max: 100_000, label: 'Per', help: '… so many of the first' }),
    source: f.text({ max: 60, help: 'Where it was published' }),
  },
  list: {
    path: '/currency-rates',
    columns: ['rate_type', 'from_currency', 'to_currency', 'valid_from', 'rate', 'per_units', 'source'],
    sort: ['rate_type', 'from_currency', 'to_currency', '-valid_from'],
    filters: ['rate_type', 'from_currency', 'to_currency', 'valid_from'],
    views: { 'Of the last year': when.after('valid_from', '@today-365d') },
    pageSize: 50,
  },
  form: {
    layout: [['rate_type', 'valid_from'], ['from_currency', 'to_currency'], ['rate', 'per_units'], ['source']],
  },
  upload: {
    path: '/currency-rates/currency-rates-excel-upload',
    functionality: 'CurrencyRateFormats',
    endpoints: ['currency-rates-upload'],
    aliases: {
      from_currency: ['Currency', 'CurrencyKey', 'Source currency'],
      to_currency: ['Target currency'],
      rate: ['AverageRate', 'Exchange rate'],
      valid_from: ['Date', 'DateKey'],
    },
  },
  actions: [
    {
      name: 'convert',
      label: 'Convert an amount',
      command: 'convert-currency',
      on: ['screen'],
      access: 'any',
      parameters: {
        amount: f.decimal(18, 4, { required: true, default: '1' }),
        from_currency: currencyCode({ label: 'From', required: true }),
        to_currency: currencyCode({ label: 'To', required: true, default: 'EUR' }),
        on_date: f.date({ required: true, default: '@today', label: 'Rate of the day' }),
        rate_type: f.choice(rateTypes, { default: 'average', required: true }),
        reference_currency: {
          ...currencyCode({ label: 'Through' }),
          help: 'Where there is no rate between both; the currency of reference unless given',
        },
      },
    },
  ],
  access: { write: 'masters.write', delete: 'masters.delete' },
  tests: [
    { accept: { from_currency: 'USD', to_currency: 'EUR', valid_from: '2026-01-01', rate: '0.9' } },
    { reject: { from_currency: 'USD', to_currency: 'EUR', valid_from: '2026-01-01', rate: '0' }, at: 'rate' },
    { reject: { from_currency: 'US', to_currency: 'EUR', valid_from: '2026-01-01', rate: '1' }, at: 'from_currency' },
  ],
})
