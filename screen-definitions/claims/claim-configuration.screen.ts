import { defineScreen, f, when } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { claimApplicationChoices, claimChecks, handlings } from './choices.ts'

export const claimConfiguration = defineScreen({
  name: 'claim-configuration',
  label: ['Claim configuration', 'Claim configurations'],
  area: 'claims',
  menu: { order: 95 },
  formId: 'IMA_CONFIG_CLAIM_CONFIG',
  endpoint: 'claim-config',
  table: { key: ['application_type'] },
  fields: {
    application_type: f.choice(claimApplicationChoices, { required: true, immutable: true, width: 180 }),
    tolerance_amount: f.money({
      min: 0,
      default: '0.50',
      required: true,
      currency: 'currency',
      label: 'Tolerated amount',
      help: 'A line is in order while what it claims differs by no more than the greater of the two from what was calculated',
    }),
    tolerance_percent: f.percent({ min: 0, max: 100, default: '1', required: true, label: 'Tolerated percentage' }),
    currency: currencyCode({ default: 'EUR', required: true }),
    price_tolerance: f.percent({
      min: 0,
      max: 100,
      default: '2',
      required: true,
      label: 'Tolerated price difference',
      help: 'Between the acquisition price of a claim and the list price of the material',
    }),
    quantity_check: f.choice(
      [
        { value: 'none', label: 'Not compared' },
        { value: 'invoice', label: 'With the invoice it names' },
        { value: 'bought', label: 'With what the claimant bought' },
      ],
      {
        default: 'none',
        required: true,
        label: 'Quantities are compared',
        help: 'All claims together may not exceed what our own sales lines show',
      },
    ),
    bought_within: f.integer({
      min: 1,
      max: 1000,
      default: 365,
      unit: 'days',
      visible: when.eq('quantity_check', 'bought'),
      required: 'whenVisible',
      label: 'Bought within',
      help: 'Before the day of sale',
    }),
    claim_within: f.integer({
      min: 1,
      max: 3650,
      unit: 'days',
      label: 'Claimed within',
      help: 'After the day of sale; empty: no limit',
    }),
    pay_within: f.integer({ min: 0, max: 365, default: 30, unit: 'days', label: 'Answered within' }),
    four_eyes: f.flag({
      default: true,
      label: 'Two persons',
      help: 'Whoever sent a claim to review does not approve it',
    }),
    checks: f.rows(
      {
        check_name: f.choice(claimChecks, { required: true, label: 'Check' }),
        handling: f.choice(handlings, { required: true, label: 'What follows' }),
      },
      {
        key: ['check_name'],
        maxRows: 30,
        help: 'What differs from the standard: identifiers and prices are repaired, what is late, not covered or claimed twice is denied, other amounts are paid as calculated',
      },
    ),
  },
  list: {
    path: '/claim-configuration',
    columns: [
      'application_type',
      'tolerance_amount',
      'tolerance_percent',
      'price_tolerance',
      'quantity_check',
      'claim_within',
      'four_eyes',
    ],
    sort: ['application_type'],
    filters: ['quantity_check'],
  },
  form: {
    layout: [
      { title: 'Application', rows: [['application_type', 'currency']] },
      {
        title: 'Tolerances',
        rows: [['tolerance_amount', 'tolerance_percent'], ['price_tolerance']],
      },
      {
        title: 'Quantities and days',
        rows: [
          ['quantity_check', 'bought_within'],
          ['claim_within', 'pay_within'],
        ],
      },
      { title: 'Handling', rows: [['four_eyes'], ['checks']] },
    ],
  },
  access: { read: 'any', write: 'claims.configure', delete: 'claims.configure' },
  tests: [
    { accept: { application_type: 'Supplier Chargeback' } },
    { reject: { application_type: 'Supplier Chargeback', tolerance_percent: '101' }, at: 'tolerance_percent' },
  ],
})
