import { defineScreen, f } from '#src/definition'
import { validityViews } from '../shared/validity.ts'
import {
  holds,
  ownCurrency,
  promotionAccess,
  daysAliases,
  promotionApps,
  term,
  yearlyRate,
} from './promotion-fields.ts'

const zero = {
  sticker_code: 'SPRING-0',
  currency: 'EUR',
  term_months: 36,
  customer_rate: '0',
  buydown_cost_percent: '9.5',
  valid_from: '2027-03-01',
}

// What it costs to lower the rate of an offer, by term.
export const promotionFinanceCost = defineScreen({
  name: 'promotion-finance-cost',
  label: ['Finance cost', 'Finance costs'],
  area: 'promotions',
  menu: { order: 140, label: 'Finance cost' },
  apps: promotionApps,
  formId: 'IMA_CONFIG_PROMOTION_FINANCE_COST',
  endpoint: 'promo-finance-cost',
  callPaths: { update: 'update-promo-finance-cost' },
  hooks: 'promotion-finance-cost',
  table: {
    key: ['sticker_code', 'currency', 'term_months', 'valid_from'],
    validity: { from: 'valid_from', to: 'valid_to', within: ['sticker_code', 'currency', 'term_months'] },
  },
  fields: {
    sticker_code: f.reference('promotion-sticker', {
      required: true,
      immutable: true,
      index: true,
      search: true,
      label: 'Sticker',
      offered: { call: 'promotion-sticker-choice', query: { gives: 'finance' } },
      width: 130,
    }),
    product_line: f.reference('product-line', {
      integrity: 'soft',
      readOnly: true,
      index: true,
      label: 'Product line',
      help: 'Of the sticker',
      width: 120,
    }),
    country: f.text({ max: 60, readOnly: true, index: true, help: 'Of the sticker', width: 120 }),
    currency: ownCurrency,
    term_months: term,
    customer_rate: { ...yearlyRate('Offered rate', 'Of a year, what customers pay in the offer'), required: true },
    standard_rate: f.percent({
      readOnly: true,
      label: 'Standard rate',
      help: 'Of a year, without the offer, on its first day',
      width: 120,
    }),
    buydown_cost_percent: f.percent({
      min: 0,
      max: 100,
      label: 'Buydown cost',
      help: 'Of what is financed; left empty, it is calculated from the standard rate',
      width: 120,
    }),
    origin: f.choice(
      [
        { value: 'entered', label: 'Entered' },
        { value: 'computed', label: 'Calculated' },
      ],
      { readOnly: true, label: 'Cost is', width: 110 },
    ),
    ...holds,
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/finance-cost',
    columns: [
      'sticker_code',
      'product_line',
      'country',
      'term_months',
      'customer_rate',
      'standard_rate',
      'buydown_cost_percent',
      'origin',
      'valid_from',
      'valid_to',
    ],
    sort: ['sticker_code', 'term_months', '-valid_from'],
    filters: ['sticker_code', 'product_line', 'country', 'term_months', 'valid_from'],
    views: validityViews,
    due: ['Ending within 90 days'],
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Offer',
        rows: [['sticker_code'], ['term_months', 'currency'], ['valid_from', 'valid_to']],
      },
      { title: 'What it costs', rows: [['customer_rate', 'buydown_cost_percent'], ['notes']] },
      {
        title: 'What follows from it',
        rows: [
          ['product_line', 'country'],
          ['standard_rate', 'origin'],
        ],
      },
    ],
  },
  upload: {
    path: '/finance-cost/finance-cost-excel-upload',
    functionality: 'PromotionFinanceCostFormat',
    aliases: {
      ...daysAliases,
      sticker_code: ['Sticker', 'Promotion', 'Offer'],
      term_months: ['Term', 'Months'],
      customer_rate: ['Rate', 'APR', 'Offered rate'],
      buydown_cost_percent: ['Buydown', 'Cost', 'Cost %'],
    },
  },
  access: promotionAccess,
  tests: [
    { accept: zero },
    { reject: { ...zero, customer_rate: '-1' }, at: 'customer_rate' },
    { reject: { ...zero, buydown_cost_percent: '101' }, at: 'buydown_cost_percent' },
  ],
})
