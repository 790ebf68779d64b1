import { defineScreen, f, when } from '#src/definition'
import { validityViews } from '../shared/validity.ts'
import {
  country,
  holds,
  ownCurrency,
  productLine,
  promotionAccess,
  lineAliases,
  countryAliases,
  daysAliases,
  promotionApps,
  term,
  yearlyRate,
} from './promotion-fields.ts'

const always = {
  product_line: 'Machines',
  country: 'Germany',
  currency: 'EUR',
  term_months: 36,
  customer_rate: '4.9',
  cost_percent: '2',
  valid_from: '2026-11-01',
}

// Financing that is offered all year, whatever promotion runs.
export const regularOffer = defineScreen({
  name: 'regular-offer',
  label: ['Regular offer', 'Regular offers'],
  area: 'promotions',
  menu: { order: 60 },
  apps: promotionApps,
  formId: 'IMA_CONFIG_REGULAR_OFFER',
  endpoint: 'promotion/regular-financing',
  hooks: 'regular-offer',
  table: {
    key: ['product_line', 'country', 'currency', 'term_months', 'valid_from'],
    validity: { from: 'valid_from', to: 'valid_to', within: ['product_line', 'country', 'currency', 'term_months'] },
  },
  fields: {
    product_line: productLine,
    country,
    currency: ownCurrency,
    term_months: term,
    customer_rate: { ...yearlyRate('Rate', 'Of a year, what customers pay'), required: true },
    standard_rate: f.percent({
      readOnly: true,
      label: 'Standard rate',
      help: 'Of a year, on its first day',
      width: 120,
    }),
    cost_percent: f.percent({
      min: 0,
      max: 100,
      label: 'Cost',
      help: 'Of what is financed; left empty, it is calculated from the standard rate',
      width: 100,
    }),
    origin: f.choice(
      [
        { value: 'entered', label: 'Entered' },
        { value: 'computed', label: 'Calculated' },
      ],
      { readOnly: true, label: 'Cost is', width: 110 },
    ),
    down_payment_percent: f.percent({
      min: 0,
      max: 100,
      default: '0',
      label: 'Down payment',
      help: 'Of the price, at least',
      width: 120,
    }),
    min_amount: f.money({ min: 0, currency: 'currency', label: 'Financed at least', width: 130 }),
    max_amount: f.money({
      min: 0,
      currency: 'currency',
      label: 'Financed at most',
      rejects: [{ when: when.lt('max_amount', when.field('min_amount')), message: 'It is less than the least amount' }],
      width: 130,
    }),
    lender: f.text({ max: 80, search: true, width: 150 }),
    ...holds,
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/regular-offers',
    columns: [
      'product_line',
      'country',
      'currency',
      'term_months',
      'customer_rate',
      'standard_rate',
      'cost_percent',
      'down_payment_percent',
      'valid_from',
      'valid_to',
    ],
    sort: ['product_line', 'country', 'term_months', '-valid_from'],
    filters: ['product_line', 'country', 'term_months', 'currency', 'valid_from'],
    views: validityViews,
    due: ['Ending within 90 days'],
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Of what',
        rows: [
          ['product_line', 'country'],
          ['term_months', 'currency'],
          ['valid_from', 'valid_to'],
        ],
      },
      {
        title: 'Financing',
        rows: [
          ['customer_rate', 'cost_percent'],
          ['down_payment_percent', 'min_amount', 'max_amount'],
          ['lender'],
          ['notes'],
        ],
      },
      { title: 'What follows from it', rows: [['standard_rate', 'origin']] },
    ],
  },
  upload: {
    path: '/regular-offers/regular-offers-excel-upload',
    functionality: 'PromotionRegularOffersFormat',
    aliases: {
      ...lineAliases,
      ...countryAliases,
      ...daysAliases,
      term_months: ['Term', 'Months'],
      customer_rate: ['Rate', 'APR'],
      down_payment_percent: ['Down payment', 'Down payment %'],
    },
  },
  access: promotionAccess,
  tests: [
    { accept: always },
    { accept: { ...always, min_amount: '10', max_amount: '10' } },
    { reject: { ...always, min_amount: '10', max_amount: '9.99' }, at: 'max_amount' },
    { reject: { ...always, customer_rate: '61' }, at: 'customer_rate' },
    { reject: { ...always, down_payment_percent: '101' }, at: 'down_payment_percent' },
  ],
})
