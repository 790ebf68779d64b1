import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'

export const keyFigureMapping = defineScreen({
  name: 'key-figure-mapping',
  label: ['Key figure mapping', 'Key figure mapping'],
  area: 'configuration',
  menu: { order: 62 },
  formId: 'IMA_CONFIG_KEY_FIGURE_MAPPING',
  endpoint: 'key-figure-mapping',
  table: { key: ['key_figure'] },
  title: 'description',
  fields: {
    key_figure: f.text({ max: 30, required: true, immutable: true, search: true, upper: true, width: 140 }),
    description: f.text({ max: 120, required: true, search: true, width: 240 }),
    source: f.choice(
      [
        { value: 'earned', label: 'Calculated amount' },
        { value: 'due', label: 'Calculated amount that is due' },
        { value: 'basis', label: 'Basis of the calculation' },
        { value: 'lines', label: 'Sales lines of the calculation' },
        { value: 'accrued', label: 'Accruals posted' },
        { value: 'released', label: 'Accruals released' },
        { value: 'open', label: 'Accruals not released' },
        { value: 'paid', label: 'Payments posted' },
        { value: 'cost', label: 'Payments and open accruals' },
      ],
      {
        required: true,
        index: true,
        label: 'Stands for',
        help: 'What reports that ask for the key figure add up',
        width: 240,
      },
    ),
    sign: f.choice(
      [
        { value: 'plus', label: 'As it is' },
        { value: 'minus', label: 'Turned around' },
      ],
      { default: 'plus', required: true, width: 120 },
    ),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/key-figure-mapping',
    columns: ['key_figure', 'description', 'source', 'sign', 'status'],
    sort: ['key_figure'],
    filters: ['source', 'status'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 50,
  },
  form: { layout: [['key_figure', 'description'], ['source', 'sign'], ['status'], ['notes']] },
  access: { read: 'contracts.read', write: 'contracts.write' },
  tests: [
    { accept: { key_figure: 'PAID', description: 'Payments', source: 'paid' } },
    { reject: { key_figure: 'PAID', description: 'Payments' }, at: 'source' },
    { reject: { key_figure: 'PAID', description: 'Payments', source: 'nothing' }, at: 'source' },
  ],
})
