import { defineScreen, f } from '#src/definition'
import { validityViews } from '../shared/validity.ts'
import {
  anyCountry,
  anyProductLine,
  currency,
  holds,
  promotionAccess,
  lineAliases,
  countryAliases,
  materialAliases,
  daysAliases,
  promotionApps,
  term,
} from './promotion-fields.ts'
import { coverageTypes } from './sticker-choices.ts'

const months = { coverage_type: 'extended_warranty', term_months: 24, cost_per_unit: '180', valid_from: '2026-11-01' }

// What a coverage that an offer gives costs us: the most special record that fits counts.
export const coverageCostMapping = defineScreen({
  name: 'coverage-cost-mapping',
  label: ['Coverage cost mapping', 'Coverage cost mappings'],
  area: 'promotions',
  menu: { order: 120, label: 'Coverage cost mapping' },
  apps: promotionApps,
  formId: 'IMA_CONFIG_COVERAGE_COST_MAPPING',
  endpoint: 'coverage-cost-mapping',
  callPaths: { update: 'update-coverage-cost-mapping' },
  hooks: 'coverage-cost-mapping',
  table: {
    key: ['coverage_type', 'term_months', 'product_line', 'material_number', 'country', 'currency', 'valid_from'],
    validity: {
      from: 'valid_from',
      to: 'valid_to',
      within: ['coverage_type', 'term_months', 'product_line', 'material_number', 'country', 'currency'],
    },
  },
  fields: {
    coverage_type: f.choice(coverageTypes, {
      default: 'extended_warranty',
      required: true,
      immutable: true,
      index: true,
      label: 'Coverage',
      width: 160,
    }),
    term_months: term,
    product_line: anyProductLine,
    material_number: f.reference('material', {
      immutable: true,
      index: true,
      search: true,
      label: 'Material',
      help: 'Empty: all of the line',
      width: 130,
    }),
    country: anyCountry,
    currency: { ...currency, immutable: true },
    cost_per_unit: f.money({ required: true, min: 0, currency: 'currency', label: 'Cost a unit', width: 120 }),
    coverage_code: f.text({
      max: 30,
      upper: true,
      search: true,
      label: 'Plan',
      help: 'The coverage cost it rests on',
      width: 110,
    }),
    ...holds,
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/coverage-cost-mapping',
    columns: [
      'coverage_type',
      'term_months',
      'product_line',
      'material_number',
      'country',
      'cost_per_unit',
      'currency',
      'valid_from',
      'valid_to',
    ],
    sort: ['coverage_type', 'term_months', 'product_line', 'country', '-valid_from'],
    filters: ['coverage_type', 'term_months', 'product_line', 'material_number', 'country'],
    views: validityViews,
    due: ['Ending within 90 days'],
    pageSize: 50,
  },
  form: {
    layout: [
      { title: 'Coverage', rows: [['coverage_type', 'term_months'], ['cost_per_unit', 'currency'], ['coverage_code']] },
      {
        title: 'Of what',
        rows: [['product_line', 'material_number'], ['country'], ['valid_from', 'valid_to'], ['notes']],
      },
    ],
  },
  upload: {
    path: '/coverage-cost-mapping/excel-upload',
    functionality: 'PromotionCoverageCostMappingFormat',
    aliases: {
      ...lineAliases,
      ...countryAliases,
      ...materialAliases,
      ...daysAliases,
      term_months: ['Months', 'Term'],
      cost_per_unit: ['Cost', 'Cost per unit'],
      coverage_type: ['Coverage'],
    },
  },
  access: promotionAccess,
  tests: [
    { accept: months },
    { reject: { ...months, term_months: 0 }, at: 'term_months' },
    { reject: { ...months, cost_per_unit: '-1' }, at: 'cost_per_unit' },
  ],
})
