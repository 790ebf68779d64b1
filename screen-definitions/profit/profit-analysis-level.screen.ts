import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { profitAccess, profitApplications } from './choices.ts'

const by = (label: string, required = false) =>
  f.reference('profit-attribute', { label, required, index: true, width: 140 })

const lines = { analysis_level: 'LINES', description: 'Product lines by class of trade', first_attribute: 'LINE' }

// By what margins are analysed, maintained and held against policies.
export const profitAnalysisLevel = defineScreen({
  name: 'profit-analysis-level',
  label: ['Analysis level', 'Analysis levels'],
  area: 'profit',
  menu: { order: 62 },
  apps: profitApplications,
  formId: 'IMA_CONFIG_PROFIT_ANALYSIS_LEVEL',
  endpoint: 'profit-analysis-level-config',
  table: { key: ['analysis_level'] },
  hooks: 'profit-analysis-level',
  title: 'description',
  fields: {
    analysis_level: f.text({
      max: 20,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Level',
      width: 130,
    }),
    description: f.text({ max: 120, required: true, search: true, width: 260 }),
    first_attribute: by('First attribute', true),
    second_attribute: by('Second attribute'),
    third_attribute: { ...by('Third attribute'), visible: when.notEmpty('second_attribute') },
    priority: f.integer({
      min: 1,
      max: 99,
      default: 10,
      required: true,
      label: 'Rank',
      help: 'Of policies that say as much about a line, those of the level with the lower number count',
      width: 80,
    }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/analysis-level',
    columns: [
      'analysis_level',
      'description',
      'first_attribute',
      'second_attribute',
      'third_attribute',
      'priority',
      'status',
    ],
    sort: ['priority', 'analysis_level'],
    filters: ['first_attribute', 'status'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 10,
  },
  form: {
    edit: '/analysis-level/edit-level/:id',
    layout: [
      {
        title: 'Level',
        rows: [
          ['analysis_level', 'description'],
          ['priority', 'status'],
        ],
      },
      { title: 'By what', rows: [['first_attribute', 'second_attribute', 'third_attribute'], ['notes']] },
    ],
    related: [
      { screen: 'profit-level-data', by: 'analysis_level' },
      { screen: 'margin-policy', by: 'analysis_level' },
    ],
  },
  access: profitAccess,
  tests: [
    { accept: lines },
    { reject: { ...lines, first_attribute: null }, at: 'first_attribute' },
    { reject: { ...lines, priority: 100 }, at: 'priority' },
  ],
})
