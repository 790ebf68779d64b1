import { defineScreen, f, when } from '#src/definition'
import { ownCurrency, promotionAccess, promotionApps } from './promotion-fields.ts'

const pound = { plan_year: '2027', from_currency: 'GBP', to_currency: 'EUR', rate: '1.16' }

// Planned at one rate for a year, so that a plan does not move with the market.
export const promotionCurrencyRate = defineScreen({
  name: 'promotion-currency-rate',
  label: ['Promotion currency rate', 'Promotion currency rates'],
  area: 'promotions',
  menu: { order: 150, label: 'Currency rates of plans' },
  apps: promotionApps,
  formId: 'IMA_CONFIG_PROMOTION_CURRENCY_RATE',
  endpoint: 'promo-currency-rates',
  callPaths: { update: 'update-promo-currency-rates' },
  hooks: 'promotion-currency-rate',
  table: { key: ['plan_year', 'from_currency', 'to_currency'] },
  fields: {
    plan_year: f.reference('global-promotion', {
      required: true,
      immutable: true,
      index: true,
      label: 'Plan year',
      width: 100,
    }),
    from_currency: { ...ownCurrency, label: 'From' },
    to_currency: {
      ...ownCurrency,
      label: 'To',
      rejects: [
        { when: when.eq('to_currency', when.field('from_currency')), message: 'A currency has no rate against itself' },
      ],
    },
    rate: f.decimal(18, 9, { required: true, min: '0.000000001', help: 'So much of the second makes …', width: 120 }),
    per_units: f.integer({
      default: 1,
      required: true,
      min: 1,
      max: 100_000,
      label: 'Per',
      help: '… so many of the first',
      width: 80,
    }),
    source: f.text({ max: 60, help: 'Where it comes from', width: 160 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/promo-currency',
    columns: ['plan_year', 'from_currency', 'to_currency', 'rate', 'per_units', 'source'],
    sort: ['-plan_year', 'from_currency', 'to_currency'],
    filters: ['plan_year', 'from_currency', 'to_currency'],
    pageSize: 50,
  },
  form: { layout: [['plan_year'], ['from_currency', 'to_currency'], ['rate', 'per_units'], ['source'], ['notes']] },
  upload: {
    path: '/promo-currency/excel-upload',
    functionality: 'PromotionCurrencyRatesFormat',
    aliases: {
      plan_year: ['Year', 'Plan'],
      from_currency: ['Currency', 'From'],
      to_currency: ['To'],
      rate: ['Exchange rate'],
    },
  },
  access: promotionAccess,
  tests: [
    { accept: pound },
    { reject: { ...pound, rate: '0' }, at: 'rate' },
    { reject: { ...pound, from_currency: 'EUR' }, at: 'to_currency' },
    { reject: { ...pound, from_currency: 'GB' }, at: 'from_currency' },
  ],
})
