import { defineScreen, f } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { pricingApplications } from './choices.ts'

// What holds where nobody says anything else; a record for each application.
export const pricingConfig = defineScreen({
  name: 'pricing-config',
  label: ['Price setting', 'Price settings'],
  area: 'pricing',
  menu: { order: 94 },
  apps: pricingApplications,
  formId: 'IMA_CONFIG_PRICING',
  endpoint: 'pricing-config',
  table: { key: ['application_type'] },
  title: 'application_type',
  fields: {
    application_type: f.choice(
      pricingApplications.map((name) => ({ value: name, label: name })),
      { required: true, immutable: true, search: true, label: 'Application', width: 180 },
    ),
    formula_procedure: f.reference('formula-procedure', {
      label: 'Procedure of simulations',
      help: 'Where a simulation names none',
      width: 180,
    }),
    quote_procedure: f.reference('formula-procedure', {
      label: 'Procedure of quotes',
      help: 'Of a new quote that names none',
      width: 180,
    }),
    currency: currencyCode({ default: 'EUR', required: true }),
    quote_days: f.integer({
      min: 1,
      max: 730,
      default: 30,
      required: true,
      label: 'Quotes hold',
      unit: 'days',
      width: 110,
    }),
    least_margin: f.percent({
      min: -100,
      max: 100,
      default: '15',
      label: 'Least margin',
      help: 'Lines of quotes below it are marked',
      width: 110,
    }),
    elasticity_months: f.integer({
      min: 8,
      max: 120,
      default: 24,
      required: true,
      label: 'Months of sales',
      help: 'From which it is worked out how demand answers to prices',
      width: 130,
    }),
    elasticity_least: f.integer({
      min: 8,
      max: 120,
      default: 8,
      required: true,
      label: 'Months with sales, at least',
      help: 'Fewer than eight say nothing',
      width: 150,
    }),
    notes: f.longText({ max: 2000 }),
  },
  list: {
    path: '/pricing-config',
    columns: [
      'application_type',
      'formula_procedure',
      'quote_procedure',
      'currency',
      'quote_days',
      'least_margin',
      'elasticity_months',
    ],
    sort: ['application_type'],
    filters: ['application_type'],
  },
  form: {
    layout: [
      {
        title: 'Simulations and quotes',
        rows: [
          ['application_type', 'currency'],
          ['formula_procedure', 'quote_procedure'],
          ['quote_days', 'least_margin'],
        ],
      },
      { title: 'How demand answers to prices', rows: [['elasticity_months', 'elasticity_least'], ['notes']] },
    ],
  },
  access: { read: 'pricing.read', write: 'pricing.configure', delete: 'pricing.configure' },
  tests: [
    { accept: { application_type: 'Pricing' } },
    { reject: { application_type: 'Pricing', elasticity_least: 5 }, at: 'elasticity_least' },
    { reject: { application_type: 'Royalty' }, at: 'application_type' },
  ],
})
