import { defineScreen, f, when } from '#src/definition'
import { activeStatus, applicationChoices } from '../shared/choices.ts'
import { formulaCategories } from '../shared/formulas.ts'

export const formula = defineScreen({
  name: 'formula',
  label: ['Formula', 'Formula lab'],
  area: 'configuration',
  menu: { order: 64 },
  formId: 'IMA_CONFIG_FORMULA',
  endpoint: 'formula',
  table: { key: ['formula_name'] },
  hooks: 'formula',
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
    source_data_type: f.choice(
      [
        { value: 'direct', label: 'Sales lines' },
        { value: 'indirect', label: 'Indirect sales lines' },
      ],
      { default: 'direct', required: true, index: true, label: 'Works on', width: 140 },
    ),
    application_type: f.choice(applicationChoices, {
      index: true,
      label: 'Application',
      help: 'Empty: in all of them',
      width: 150,
    }),
    category: f.choice(formulaCategories, { default: 'basis', required: true, index: true, width: 150 }),
    expression: f.longText({
      max: 2000,
      required: true,
      label: 'Calculation',
      help: 'Fields of a line by their names, as in round(net_value * 0.98, 2) or if(transaction_type = "Return", 0, net_value - cost_value)',
    }),
    uses: f.text({ max: 500, readOnly: true, label: 'Fields it reads', width: 240 }),
    decimals: f.integer({
      min: 0,
      max: 6,
      default: 2,
      required: true,
      label: 'Digits',
      help: 'Each line is rounded to them',
      width: 80,
    }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 2000 }),
  },
  list: {
    path: '/formula-lab',
    columns: ['formula_name', 'description', 'source_data_type', 'category', 'uses', 'application_type', 'status'],
    sort: ['formula_name'],
    filters: ['source_data_type', 'application_type', 'category', 'status'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 50,
  },
  form: {
    edit: '/formula-lab/edit-formula-lab/:id',
    layout: [
      {
        title: 'Formula',
        rows: [
          ['formula_name', 'description'],
          ['source_data_type', 'application_type'],
          ['category', 'status'],
        ],
      },
      { title: 'Calculation', rows: [['expression'], ['decimals', 'uses'], ['notes']] },
    ],
    related: [{ screen: 'formula-lines', by: 'formula' }],
  },
  access: { read: 'contracts.read', write: 'contracts.write' },
  tests: [
    { accept: { formula_name: 'NET', description: 'Net value', expression: 'net_value' } },
    { reject: { formula_name: 'NET', description: 'Net value' }, at: 'expression' },
    { reject: { formula_name: 'NET', description: 'Net value', expression: 'net_value', decimals: 7 }, at: 'decimals' },
  ],
})
