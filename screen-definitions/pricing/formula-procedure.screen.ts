import { defineScreen, f, when } from '#src/definition'
import { activeStatus, currencyCode } from '../shared/choices.ts'
import { validity, validityViews } from '../shared/validity.ts'
import { pricingApplications } from './choices.ts'
import { stepFields } from './step-fields.ts'

const first = {
  sequence: 10,
  component: 'List price',
  bucket: 'list',
  calc_type: 'lookup',
  lookup: 'material_list_price',
  sign: '+',
}

const domestic = { formula_procedure: 'DOMESTIC', formula_name: 'Domestic sales', valid_from: '2026-01-01' }

// The way from list to pocket price, step by step.
export const formulaProcedure = defineScreen({
  name: 'formula-procedure',
  label: ['Formula procedure', 'Formula procedures'],
  area: 'pricing',
  menu: { order: 80, label: 'Formula procedures' },
  apps: pricingApplications,
  formId: 'IMA_CONFIG_PRICING_FORMULA',
  endpoint: 'pricing-formula',
  table: { key: ['formula_procedure'] },
  title: 'formula_name',
  hooks: 'formula-procedure',
  fields: {
    formula_procedure: f.text({
      max: 30,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Procedure',
      width: 150,
    }),
    formula_name: f.text({ max: 120, required: true, search: true, label: 'Name', width: 260 }),
    simulation_category: f.choice(
      [
        { value: 'price', label: 'Prices' },
        { value: 'quote', label: 'Quotes' },
        { value: 'both', label: 'Prices and quotes' },
      ],
      { default: 'both', required: true, index: true, label: 'Used for', width: 150 },
    ),
    decimals: f.integer({
      min: 0,
      max: 4,
      default: 2,
      required: true,
      label: 'Digits',
      help: 'Each step is rounded to them',
      width: 80,
    }),
    currency: currencyCode({ default: 'EUR', required: true }),
    ...validity,
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    step_count: f.integer({ readOnly: true, label: 'Steps', width: 80 }),
    steps: f.rows(stepFields, { key: ['sequence'], required: true, maxRows: 99 }),
    notes: f.longText({ max: 4000 }),
    attributes: f.attributes(),
  },
  list: {
    path: '/pricing-formula',
    columns: [
      'formula_procedure',
      'formula_name',
      'simulation_category',
      'step_count',
      'currency',
      'valid_from',
      'valid_to',
      'status',
    ],
    sort: ['formula_procedure'],
    filters: ['simulation_category', 'status', 'valid_from'],
    views: { Active: when.eq('status', 'active'), ...validityViews },
    pageSize: 100,
  },
  form: {
    layout: [
      {
        title: 'Procedure',
        rows: [
          ['formula_procedure', 'formula_name'],
          ['simulation_category', 'status'],
          ['valid_from', 'valid_to'],
          ['currency', 'decimals'],
        ],
      },
      { title: 'Steps', rows: [['steps'], ['notes']] },
    ],
  },
  actions: [
    {
      name: 'try',
      label: 'Try it',
      icon: 'play',
      command: 'try-procedure',
      on: ['row'],
      primary: true,
      opens: true,
      parameters: {
        material: f.reference('material', { integrity: 'soft', required: true }),
        customer: f.reference('customer', { integrity: 'soft', help: 'Empty: anybody' }),
        quantity: f.decimal(15, 3, { min: '0.001', default: '1', required: true }),
        price_date: f.date({ default: '@today', required: true, label: 'On' }),
      },
      access: 'pricing.read',
    },
  ],
  access: { read: 'pricing.read', write: 'pricing.write', delete: 'pricing.delete' },
  tests: [
    { accept: { ...domestic, steps: [first, { sequence: 20, component: 'Discount', value: '5' }] } },
    { reject: { ...domestic, steps: [] }, at: 'steps' },
    { reject: { ...domestic, steps: [first], decimals: 5 }, at: 'decimals' },
  ],
})
