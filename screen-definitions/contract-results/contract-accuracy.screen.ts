import { defineScreen, f } from '#src/definition'
import { contractApplications } from '../contracts/choices.ts'
import { accuracyCriteria, accuracyDrill, accuracyFields, accuracyFigures, accuracyTotals } from './accuracy-fields.ts'

export const contractAccuracy = defineScreen({
  name: 'contract-accuracy',
  label: ['Accuracy of contracts', 'Accuracy of contracts'],
  area: 'results',
  menu: { order: 125 },
  apps: contractApplications,
  endpoint: 'contract-accuracy/v1',
  fields: {
    contract_number: f.text({ label: 'Contract', width: 110 }),
    contract_description: f.text({ label: 'Description', width: 240 }),
    application_type: f.text({ label: 'Application', width: 160 }),
    ...accuracyFields,
  },
  result: {
    criteria: '/contract-accuracy',
    path: '/contract-accuracy/results',
    report: 'contract-accuracy',
    parameters: accuracyCriteria,
    columns: ['contract_number', 'contract_description', 'application_type', ...accuracyFigures],
    aside: ['bias'],
    sort: ['accuracy', 'contract_number'],
    ...accuracyTotals,
    key: ['contract_number', 'application_type', 'currency'],
    chart: { type: 'bar', x: 'contract_number', y: ['accrued', 'paid'], title: 'Accrued and paid' },
    drill: accuracyDrill,
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
