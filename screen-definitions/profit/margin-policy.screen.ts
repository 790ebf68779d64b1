import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { validity, validityViews } from '../shared/validity.ts'
import { levelValues, profitAccess, profitApplications } from './choices.ts'

const hospital = {
  policy: 'HOSPITAL',
  description: 'Hospitals',
  analysis_level: 'LINES',
  floor_margin: '12',
  target_margin: '22',
  valid_from: '2026-01-01',
}
const any = (value: (typeof levelValues)['value_1']) => ({ ...value, immutable: false, help: 'Empty: all of them' })

// The margins that lines have to have.
export const marginPolicy = defineScreen({
  name: 'margin-policy',
  label: ['Margin policy', 'Margin policies'],
  area: 'profit',
  menu: { order: 34 },
  apps: profitApplications,
  formId: 'IMA_CONFIG_MARGIN_POLICY',
  endpoint: 'profit-margin-policies',
  table: { key: ['policy'] },
  hooks: 'margin-policy',
  title: 'description',
  fields: {
    policy: f.text({ max: 30, required: true, immutable: true, upper: true, search: true, width: 150 }),
    description: f.text({ max: 120, required: true, search: true, width: 200 }),
    analysis_level: f.reference('profit-analysis-level', { required: true, index: true, label: 'Level', width: 120 }),
    value_1: any(levelValues.value_1),
    value_2: any(levelValues.value_2),
    value_3: any(levelValues.value_3),
    floor_margin: f.percent({
      required: true,
      min: -100,
      max: 100,
      label: 'Floor',
      help: 'Below it a line is an exception',
      width: 90,
    }),
    target_margin: f.percent({
      required: true,
      min: -100,
      max: 100,
      label: 'Target',
      help: 'What lines should have',
      width: 90,
    }),
    ...validity,
    responsible: f.reference('user', { integrity: 'soft', width: 150 }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/margin-policies',
    columns: [
      'policy',
      'description',
      'analysis_level',
      'value_1',
      'value_2',
      'floor_margin',
      'target_margin',
      'valid_from',
      'valid_to',
      'status',
    ],
    sort: ['analysis_level', 'policy'],
    filters: ['analysis_level', 'value_1', 'status', 'valid_from'],
    views: { Active: when.eq('status', 'active'), ...validityViews },
    due: ['Ending within 90 days'],
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Policy',
        rows: [
          ['policy', 'description'],
          ['floor_margin', 'target_margin'],
          ['valid_from', 'valid_to'],
          ['status', 'responsible'],
        ],
      },
      { title: 'Which lines', rows: [['analysis_level'], ['value_1', 'value_2', 'value_3'], ['notes']] },
    ],
  },
  upload: { functionality: 'MarginPolicyFormat' },
  access: profitAccess,
  tests: [
    { accept: hospital },
    { reject: { ...hospital, floor_margin: '120' }, at: 'floor_margin' },
    { reject: { ...hospital, valid_from: null }, at: 'valid_from' },
  ],
})
