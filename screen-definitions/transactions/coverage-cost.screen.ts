import { defineScreen, f, when } from '#src/definition'
import { activeStatus, currencyCode } from '../shared/choices.ts'
import { market, narrowedTo, planningAccess, planningAliases } from './planning-fields.ts'

const plan = { coverage_code: 'EW-24', description: 'Two years', valid_from: '2026-01-01', cost_per_unit: '35' }

export const coverageCost = defineScreen({
  name: 'coverage-cost',
  label: ['Coverage cost', 'Coverage costs'],
  area: 'transactions',
  menu: { order: 85 },
  formId: 'IMA_CONFIG_COVERAGE_COST',
  endpoint: 'coverage-cost',
  callPaths: { update: 'update-coverage-cost' },
  table: {
    key: ['coverage_code', 'market', 'product_line', 'material_number', 'valid_from'],
    validity: {
      from: 'valid_from',
      to: 'valid_to',
      within: ['coverage_code', 'market', 'product_line', 'material_number'],
    },
  },
  title: 'description',
  fields: {
    coverage_code: f.text({
      max: 30,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      index: true,
      label: 'Coverage',
      width: 120,
    }),
    description: f.text({ max: 120, required: true, search: true, width: 220 }),
    coverage_type: f.choice(
      [
        { value: 'warranty', label: 'Warranty' },
        { value: 'extended_warranty', label: 'Extended warranty' },
        { value: 'maintenance', label: 'Maintenance' },
        { value: 'insurance', label: 'Insurance' },
        { value: 'price_protection', label: 'Price protection' },
      ],
      { default: 'extended_warranty', required: true, index: true, label: 'Kind', width: 150 },
    ),
    market,
    product_line: f.text({
      max: 60,
      immutable: true,
      search: true,
      index: true,
      help: 'Empty: all of them',
      width: 130,
    }),
    material_number: { ...narrowedTo('material', 'Material'), help: 'Empty: all of the product line' },
    term_months: f.integer({ min: 1, max: 240, label: 'Term', unit: 'months', width: 90 }),
    usage_limit: f.decimal(15, 3, { min: 0, help: 'Hours, kilometres or cups after which it ends', width: 110 }),
    usage_unit: f.text({ max: 10, upper: true, visible: when.notEmpty('usage_limit'), label: 'Counted in' }),
    cost_per_unit: f.money({ required: true, min: 0, currency: 'currency', label: 'Cost a unit', width: 120 }),
    currency: currencyCode({ default: 'EUR', required: true }),
    claim_rate: f.percent({
      min: 0,
      max: 100,
      label: 'Expected claims',
      help: 'Units of a hundred that claim',
      width: 130,
    }),
    average_claim: f.money({ min: 0, currency: 'currency', help: 'What a claim costs', width: 120 }),
    provider: f.reference('supplier', {
      integrity: 'soft',
      index: true,
      help: 'Who covers it; empty: ourselves',
      width: 130,
    }),
    valid_from: f.date({ required: true, immutable: true, index: true, width: 110 }),
    valid_to: f.date({ after: 'valid_from', help: 'The last day it holds; empty: until further notice', width: 110 }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/coverage-cost',
    columns: [
      'coverage_code',
      'description',
      'coverage_type',
      'material_number',
      'cost_per_unit',
      'currency',
      'valid_from',
      'valid_to',
      'status',
    ],
    sort: ['coverage_code', 'market', '-valid_from'],
    filters: ['coverage_type', 'market', 'product_line', 'material_number', 'status'],
    views: {
      'Valid today': when.all(
        when.eq('status', 'active'),
        when.lte('valid_from', '@today'),
        when.any(when.empty('valid_to'), when.gte('valid_to', '@today')),
      ),
    },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Coverage',
        rows: [
          ['coverage_code', 'description'],
          ['coverage_type', 'status'],
          ['term_months', 'provider'],
          ['usage_limit', 'usage_unit'],
        ],
      },
      {
        title: 'Of what',
        rows: [['market', 'product_line'], ['material_number'], ['valid_from', 'valid_to']],
      },
      {
        title: 'Cost',
        rows: [['cost_per_unit', 'currency'], ['claim_rate', 'average_claim'], ['notes']],
      },
    ],
  },
  upload: {
    path: '/coverage-cost/coverage-cost-excel-upload',
    functionality: 'PromotionCoverageCostsFormat',
    aliases: {
      ...planningAliases,
      coverage_code: ['Coverage', 'Plan', 'Code'],
      market: ['Country'],
      cost_per_unit: ['Cost', 'Price', 'Cost per unit'],
      term_months: ['Term', 'Months'],
    },
  },
  access: planningAccess,
  tests: [
    { accept: plan },
    { reject: { ...plan, cost_per_unit: '-1' }, at: 'cost_per_unit' },
    { reject: { ...plan, term_months: 0 }, at: 'term_months' },
  ],
})
