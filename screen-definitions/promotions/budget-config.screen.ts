import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { anyCountry, anyProductLine, promotionApps } from './promotion-fields.ts'

// How plans are held against their budgets; the most special record that fits counts.
export const budgetConfig = defineScreen({
  name: 'budget-config',
  label: ['Budget check', 'Budget checks'],
  area: 'promotions',
  menu: { order: 190 },
  apps: promotionApps,
  formId: 'IMA_CONFIG_BUDGET',
  endpoint: 'budget-config',
  table: { key: ['product_line', 'country'] },
  fields: {
    product_line: anyProductLine,
    country: anyCountry,
    counts: f.choice(
      [
        { value: 'total', label: 'All of the cost' },
        { value: 'cash', label: 'Cash support' },
        { value: 'finance', label: 'Finance cost' },
        { value: 'coverage', label: 'Coverage cost' },
      ],
      { default: 'total', required: true, label: 'Counts against it', width: 150 },
    ),
    basis: f.choice(
      [
        { value: 'approved', label: 'Approved plans' },
        { value: 'all', label: 'All plans' },
      ],
      { default: 'approved', required: true, label: 'Plans that count', width: 140 },
    ),
    budget_check: f.choice(
      [
        { value: 'none', label: 'Nothing happens' },
        { value: 'warn', label: 'It is told' },
        { value: 'block', label: 'It is refused' },
      ],
      { default: 'warn', required: true, index: true, label: 'Above the budget', width: 140 },
    ),
    warn_percent: f.percent({
      min: 0,
      max: 100,
      default: '80',
      label: 'Told from',
      help: 'Of the budget that is used',
      width: 100,
    }),
    tolerance_percent: f.percent({
      min: 0,
      max: 100,
      default: '0',
      visible: when.ne('budget_check', 'none'),
      label: 'Tolerance',
      help: 'Above the budget, before it is told or refused',
      width: 100,
    }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/budget-config',
    columns: [
      'product_line',
      'country',
      'counts',
      'basis',
      'budget_check',
      'warn_percent',
      'tolerance_percent',
      'status',
    ],
    sort: ['product_line', 'country'],
    filters: ['product_line', 'country', 'budget_check', 'status'],
  },
  form: {
    layout: [
      {
        title: 'Which budget',
        rows: [
          ['product_line', 'country'],
          ['counts', 'basis'],
        ],
      },
      {
        title: 'What happens',
        rows: [['budget_check', 'warn_percent', 'tolerance_percent'], ['status'], ['notes']],
      },
    ],
  },
  access: { read: 'promotions.read', write: 'promotions.configure', delete: 'promotions.configure' },
  tests: [
    { accept: { product_line: 'Machines', country: 'Germany', budget_check: 'block' } },
    { reject: { warn_percent: '120' }, at: 'warn_percent' },
  ],
})
