import { defineScreen, f } from '#src/definition'
import { contractApplications } from '../contracts/choices.ts'
import {
  accuracyCriteria,
  accuracyDrill,
  accuracyFields,
  accuracyFigures,
  accuracyTotals,
  accuracyLevels,
} from './accuracy-fields.ts'

export const contractAccuracyByLevel = defineScreen({
  name: 'contract-accuracy-by-level',
  label: ['Accuracy by level', 'Accuracy by level'],
  area: 'results',
  menu: { order: 126 },
  apps: contractApplications,
  endpoint: 'contract-accuracy/v2',
  fields: {
    contract_number: f.text({ label: 'Contract', width: 110 }),
    contract_description: f.text({ label: 'Description', width: 240 }),
    application_type: f.text({ label: 'Application', width: 160 }),
    level: f.choice(accuracyLevels, { label: 'By', width: 110 }),
    level_value: f.text({ label: 'Of', width: 140 }),
    ...accuracyFields,
  },
  result: {
    criteria: '/contract-accuracy-by-level',
    path: '/contract-accuracy-by-level/results',
    report: 'contract-accuracy-by-level',
    parameters: {
      ...accuracyCriteria,
      level: f.choice(accuracyLevels, {
        label: 'By',
        help: 'Else what is configured for the application of each contract',
      }),
    },
    columns: ['contract_number', 'contract_description', 'level', 'level_value', ...accuracyFigures],
    aside: ['missed', 'bias'],
    sort: ['accuracy', 'contract_number', 'level_value'],
    ...accuracyTotals,
    key: ['contract_number', 'level', 'level_value', 'currency'],
    chart: { type: 'bar', x: 'contract_number', y: ['missed'], title: 'Missed' },
    drill: {
      ...accuracyDrill,
      filters: { ...accuracyDrill.filters, level: 'level', level_value: 'level_value' },
      needs: [...accuracyDrill.needs, 'level_value'],
    },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
