import { defineScreen, f } from '#src/definition'
import { validityViews } from '../shared/validity.ts'
import {
  anyProductLine,
  country,
  holds,
  ownCurrency,
  promotionAccess,
  lineAliases,
  countryAliases,
  daysAliases,
  promotionApps,
  term,
  yearlyRate,
} from './promotion-fields.ts'

const three = { country: 'Germany', currency: 'EUR', term_months: 36, standard_rate: '6.9', valid_from: '2026-11-01' }

// What financing costs without an offer: a buydown is measured against it.
export const standardFinanceCost = defineScreen({
  name: 'standard-finance-cost',
  label: ['Standard finance cost', 'Standard finance costs'],
  area: 'promotions',
  menu: { order: 130 },
  apps: promotionApps,
  formId: 'IMA_CONFIG_STANDARD_FINANCE_COST',
  endpoint: 'promotion-finances',
  callPaths: { update: 'update-promotion-finances' },
  table: {
    key: ['product_line', 'country', 'currency', 'term_months', 'valid_from'],
    validity: { from: 'valid_from', to: 'valid_to', within: ['product_line', 'country', 'currency', 'term_months'] },
  },
  fields: {
    product_line: anyProductLine,
    country,
    currency: ownCurrency,
    term_months: term,
    standard_rate: { ...yearlyRate('Standard rate', 'Of a year, what customers pay without an offer'), required: true },
    cost_percent: f.percent({
      min: 0,
      max: 100,
      default: '0',
      required: true,
      label: 'Cost',
      help: 'Of what is financed: what it costs us even at this rate',
      width: 100,
    }),
    lender: f.text({ max: 80, search: true, width: 150 }),
    ...holds,
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/standard-finance-cost',
    columns: [
      'country',
      'currency',
      'product_line',
      'term_months',
      'standard_rate',
      'cost_percent',
      'lender',
      'valid_from',
      'valid_to',
    ],
    sort: ['country', 'product_line', 'term_months', '-valid_from'],
    filters: ['country', 'currency', 'product_line', 'term_months', 'valid_from'],
    views: validityViews,
    due: ['Ending within 90 days'],
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Of what',
        rows: [
          ['country', 'currency'],
          ['product_line', 'term_months'],
          ['valid_from', 'valid_to'],
        ],
      },
      { title: 'What it costs', rows: [['standard_rate', 'cost_percent'], ['lender'], ['notes']] },
    ],
  },
  upload: {
    path: '/standard-finance-cost/excel-upload',
    functionality: 'PromotionStandardFinanceCostFormat',
    aliases: {
      ...lineAliases,
      ...countryAliases,
      ...daysAliases,
      term_months: ['Term', 'Months'],
      standard_rate: ['Rate', 'APR', 'Interest rate'],
      cost_percent: ['Cost %'],
    },
  },
  access: promotionAccess,
  tests: [
    { accept: three },
    { reject: { ...three, standard_rate: '61' }, at: 'standard_rate' },
    { reject: { ...three, term_months: 121 }, at: 'term_months' },
  ],
})
