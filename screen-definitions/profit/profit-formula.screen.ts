import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { profitAccess, profitApplications } from './choices.ts'

const margin = { formula_name: 'POCKET', description: 'Pocket margin', expression: 'NET - COST - FREIGHT' }

export const profitFormula = defineScreen({
  name: 'profit-formula',
  label: ['Analysis formula', 'Analysis formulas'],
  area: 'profit',
  menu: { order: 68 },
  apps: profitApplications,
  formId: 'IMA_CONFIG_PROFIT_FORMULA',
  endpoint: 'profit-optimization-formula',
  table: { key: ['formula_name'] },
  hooks: 'profit-formula',
  title: 'description',
  fields: {
    formula_name: f.text({
      max: 40,
      required: true,
      immutable: true,
      search: true,
      upper: true,
      label: 'Formula',
      width: 160,
    }),
    description: f.text({ max: 120, required: true, search: true, width: 240 }),
    expression: f.longText({
      max: 2000,
      required: true,
      label: 'Calculation',
      help: 'Drivers by their names, as in NET - COST or round(100 * (NET - COST) / NET, 2)',
    }),
    uses: f.text({ max: 500, readOnly: true, label: 'Drivers it reads', width: 240 }),
    unit: f.choice(
      [
        { value: 'amount', label: 'Amount' },
        { value: 'percent', label: 'Percent' },
        { value: 'number', label: 'Number' },
      ],
      { default: 'amount', required: true, label: 'Comes to', width: 110 },
    ),
    decimals: f.integer({ min: 0, max: 6, default: 2, required: true, label: 'Digits', width: 80 }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 2000 }),
  },
  list: {
    path: '/analysis-formula',
    columns: ['formula_name', 'description', 'expression', 'uses', 'unit', 'status'],
    sort: ['formula_name'],
    filters: ['unit', 'status'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 10,
  },
  form: {
    layout: [
      {
        title: 'Formula',
        rows: [
          ['formula_name', 'description'],
          ['unit', 'status'],
        ],
      },
      { title: 'Calculation', rows: [['expression'], ['decimals', 'uses'], ['notes']] },
    ],
  },
  access: profitAccess,
  tests: [
    { accept: { ...margin, expression: '2 * 3' } },
    { reject: { ...margin, expression: null }, at: 'expression' },
    { reject: { ...margin, decimals: 7 }, at: 'decimals' },
  ],
})
