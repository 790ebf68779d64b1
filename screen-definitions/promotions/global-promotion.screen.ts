import { defineScreen, f, when } from '#src/definition'
import { countryOffered, currency, promotionAccess, promotionApps } from './promotion-fields.ts'

const year = { plan_year: '2027', description: 'Promotions 2027', valid_from: '2027-01-01', valid_to: '2027-12-31' }

const beforeItsEnd = 'It is planned before the year is over'

// The year that is planned: its days, its money, and what plans begin with.
export const globalPromotion = defineScreen({
  name: 'global-promotion',
  label: ['Promotion plan', 'Promotion plans'],
  area: 'promotions',
  menu: { order: 30, label: 'Global setup' },
  apps: promotionApps,
  formId: 'IMA_CONFIG_GLOBAL_PROMOTION',
  endpoint: 'global-promotion',
  hooks: 'global-promotion',
  table: {
    key: ['plan_year'],
    validity: { from: 'valid_from', to: 'valid_to', within: ['plan_type'] },
  },
  title: 'description',
  fields: {
    plan_year: f.text({
      max: 4,
      required: true,
      immutable: true,
      search: true,
      pattern: '(19|20)[0-9]{2}',
      patternMessage: 'A year, such as 2027',
      label: 'Plan year',
      width: 95,
    }),
    description: f.text({ max: 120, required: true, search: true, width: 240 }),
    plan_type: f.choice(
      [
        { value: 'annual', label: 'Annual plan' },
        { value: 'launch', label: 'Launch plan' },
      ],
      {
        default: 'annual',
        required: true,
        immutable: true,
        index: true,
        label: 'Kind',
        help: 'No two plans of a kind share a day',
        width: 120,
      },
    ),
    plan_status: f.choice(
      [
        { value: 'draft', label: 'Draft' },
        { value: 'open', label: 'Open', tone: 'ok' },
        { value: 'closed', label: 'Closed', tone: 'neutral' },
      ],
      { default: 'draft', required: true, index: true, label: 'Status', width: 100 },
    ),
    currency,
    valid_from: f.date({ required: true, index: true, label: 'From', width: 110 }),
    valid_to: f.date({
      required: true,
      after: 'valid_from',
      label: 'To',
      help: 'The last day of the year',
      width: 110,
    }),
    planning_from: f.date({
      label: 'Planned from',
      help: 'When planners may begin; empty: at once',
      rejects: [{ when: when.gt('planning_from', when.field('valid_to')), message: beforeItsEnd }],
    }),
    planning_to: f.date({
      after: 'planning_from',
      label: 'Planned until',
      help: 'After it nothing new is planned',
      rejects: [{ when: when.gt('planning_to', when.field('valid_to')), message: beforeItsEnd }],
    }),
    total_budget: f.money({
      currency: 'currency',
      readOnly: true,
      label: 'Budget',
      help: 'All lines and countries together',
      width: 140,
    }),
    budgets: f.rows(
      {
        product_line: f.reference('product-line', { required: true, label: 'Product line', width: 150 }),
        country: f.text({
          max: 60,
          required: true,
          offers: countryOffered,
          width: 150,
        }),
        amount: f.money({ required: true, min: 0, label: 'Budget', help: 'In the currency of the plan', width: 140 }),
        note: f.text({ max: 120, width: 180 }),
      },
      { key: ['product_line', 'country'], maxRows: 1000, label: 'Budgets' },
    ),
    default_financed_percent: f.percent({
      min: 0,
      max: 100,
      default: '40',
      label: 'Financed',
      help: 'Units of a hundred that take a financing on offer',
    }),
    default_uplift_percent: f.percent({
      min: -100,
      max: 1000,
      default: '10',
      label: 'Uplift',
      help: 'How much more is expected to be sold',
    }),
    default_days: f.integer({
      min: 1,
      max: 366,
      default: 90,
      label: 'Length',
      unit: 'days',
      help: 'Of a promotion, as it is proposed',
    }),
    responsible: f.reference('employee', { integrity: 'soft', width: 130 }),
    notes: f.longText({ max: 4000 }),
  },
  list: {
    path: '/promotion-global-setup',
    columns: [
      'plan_year',
      'description',
      'plan_type',
      'valid_from',
      'valid_to',
      'total_budget',
      'currency',
      'plan_status',
    ],
    sort: ['-plan_year'],
    filters: ['plan_status', 'plan_type', 'valid_from'],
    views: { Open: when.eq('plan_status', 'open') },
    figures: [{ label: 'Budget of open plans', view: 'Open', sum: 'total_budget' }],
  },
  form: {
    editable: {
      when: when.ne('plan_status', 'closed'),
      otherwise: 'The plan is closed. Open it again to change it.',
      except: ['plan_status', 'notes'],
    },
    deletable: { when: when.eq('plan_status', 'draft'), otherwise: 'Only drafts are deleted; close the plan instead.' },
    layout: [
      {
        title: 'Plan',
        rows: [
          ['plan_year', 'description'],
          ['plan_type', 'plan_status'],
          ['valid_from', 'valid_to'],
          ['planning_from', 'planning_to'],
          ['currency', 'responsible'],
        ],
      },
      { title: 'Budget', rows: [['budgets'], ['total_budget']] },
      {
        title: 'What plans begin with',
        rows: [['default_financed_percent', 'default_uplift_percent', 'default_days'], ['notes']],
      },
    ],
    related: [{ screen: 'promotion-currency-rate', by: 'plan_year' }],
  },
  access: promotionAccess,
  tests: [
    { accept: year },
    { accept: { ...year, planning_from: '2027-12-31', planning_to: '2027-12-31' } },
    { reject: { ...year, planning_from: '2028-01-01' }, at: 'planning_from' },
    { reject: { ...year, planning_to: '2028-01-01' }, at: 'planning_to' },
    { reject: { ...year, plan_year: '27' }, at: 'plan_year' },
    { reject: { ...year, valid_to: '2026-12-31' }, at: 'valid_to' },
  ],
})
