import { defineScreen, f } from '#src/definition'
import { contractApplications } from '../contracts/choices.ts'
import { accuracyCriteria, accuracyFields, accuracyFigures, accuracyTotals } from './accuracy-fields.ts'

export const contractAccuracyByMonth = defineScreen({
  name: 'contract-accuracy-by-month',
  label: ['Accuracy by month', 'Accuracy by month'],
  area: 'results',
  menu: { order: 127 },
  apps: contractApplications,
  endpoint: 'contract-accuracy/v3',
  fields: {
    month: f.date({ monthly: true, label: 'Month', help: 'In which the periods begin', width: 120 }),
    application_type: f.text({ label: 'Application', width: 160 }),
    contracts: f.integer({ width: 100 }),
    ...accuracyFields,
  },
  result: {
    criteria: '/contract-accuracy-by-month',
    path: '/contract-accuracy-by-month/results',
    report: 'contract-accuracy-by-month',
    parameters: accuracyCriteria,
    columns: ['month', 'application_type', 'contracts', ...accuracyFigures],
    sort: ['month', 'application_type'],
    ...accuracyTotals,
    key: ['month', 'application_type', 'currency'],
    chart: { type: 'line', x: 'month', y: ['accuracy'], split: 'application_type', title: 'Accuracy' },
    drill: { screen: 'contract-accuracy', filters: { application_type: 'application_type', period_from: 'month' } },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
