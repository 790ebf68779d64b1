import { defineScreen, f } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { anyCountry, anyProductLine, promotionAccess, promotionApps, yearlyRate } from './promotion-fields.ts'
import { coverageTypes, stickerTypes } from './sticker-choices.ts'

// What a plan is filled in with before planners change it; the most special record that fits counts.
export const promotionDefault = defineScreen({
  name: 'promotion-default',
  label: ['Planning default', 'Planning defaults'],
  area: 'promotions',
  menu: { order: 180, label: 'Promotion configuration' },
  apps: promotionApps,
  formId: 'IMA_CONFIG_PROMOTION_DEFAULT',
  endpoint: 'promotion/default',
  table: { key: ['product_line', 'country', 'sticker_type'] },
  fields: {
    product_line: anyProductLine,
    country: anyCountry,
    sticker_type: f.choice(stickerTypes, {
      immutable: true,
      index: true,
      label: 'Sticker gives',
      help: 'Empty: whatever it gives',
      width: 150,
    }),
    duration_days: f.integer({ min: 1, max: 732, unit: 'days', label: 'Lasts', width: 90 }),
    uplift_percent: f.percent({ min: -100, max: 1000, label: 'Uplift', help: 'Units more than without it', width: 90 }),
    financed_percent: f.percent({
      min: 0,
      max: 100,
      label: 'Financed',
      help: 'Units of a hundred that take the financing',
      width: 90,
    }),
    term_months: f.integer({ min: 1, max: 120, unit: 'months', label: 'Term', width: 90 }),
    promo_rate: yearlyRate('Offered rate', 'Of a year'),
    cash_percent: f.percent({ min: 0, max: 100, label: 'Cash support', help: 'Of the list price', width: 110 }),
    coverage_type: f.choice(coverageTypes, { label: 'Coverage', width: 150 }),
    coverage_months: f.integer({ min: 1, max: 120, unit: 'months', label: 'Covered for', width: 100 }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/promo-configuration',
    columns: [
      'product_line',
      'country',
      'sticker_type',
      'duration_days',
      'uplift_percent',
      'financed_percent',
      'term_months',
      'promo_rate',
      'cash_percent',
      'status',
    ],
    sort: ['product_line', 'country', 'sticker_type'],
    filters: ['product_line', 'country', 'sticker_type', 'status'],
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'For what',
        rows: [
          ['product_line', 'country'],
          ['sticker_type', 'status'],
        ],
      },
      {
        title: 'What plans begin with',
        rows: [
          ['duration_days', 'uplift_percent'],
          ['promo_rate', 'term_months', 'financed_percent'],
          ['cash_percent'],
          ['coverage_type', 'coverage_months'],
          ['notes'],
        ],
      },
    ],
  },
  access: promotionAccess,
  tests: [
    { accept: { product_line: 'Machines', financed_percent: '55' } },
    { reject: { financed_percent: '155' }, at: 'financed_percent' },
  ],
})
