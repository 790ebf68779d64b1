import { defineScreen, f } from '#src/definition'
import { contractApplications } from '../contracts/choices.ts'
import { closedApplications } from '../finance/choices.ts'
import { accuracyLevels } from './accuracy-fields.ts'

export const contractAccuracyLevel = defineScreen({
  name: 'contract-accuracy-level',
  label: ['Accuracy level', 'Accuracy levels'],
  area: 'contracts',
  menu: { order: 66 },
  apps: contractApplications,
  formId: 'IMA_CONFIG_CONTRACT_ACCURACY_LEVEL',
  endpoint: 'contract-accuracy-agg-level',
  table: { key: ['application_type'] },
  title: 'application_type',
  fields: {
    application_type: f.choice(closedApplications, {
      default: 'all',
      required: true,
      immutable: true,
      index: true,
      label: 'For',
      width: 180,
    }),
    agg_level: f.choice(accuracyLevels, {
      default: 'payee',
      required: true,
      label: 'By',
      width: 160,
      help: 'What the accruals of a contract are held against its payments by, where nobody chooses otherwise',
    }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/contract-accuracy-levels',
    columns: ['application_type', 'agg_level', 'notes'],
    filters: ['application_type', 'agg_level'],
  },
  form: {
    layout: [
      { title: 'Level', rows: [['application_type', 'agg_level']] },
      { title: 'Notes', rows: [['notes']] },
    ],
  },
  access: { read: 'any', write: 'finance.close' },
  tests: [
    { accept: { application_type: 'all', agg_level: 'customer' } },
    { reject: { application_type: 'all', agg_level: 'planet' }, at: 'agg_level' },
  ],
})
