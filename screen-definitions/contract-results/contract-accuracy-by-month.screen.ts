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
    month: f.text({
      monthly: true,
      orderedBy: 'month_from',
      label: 'Month',
      help: 'In which the periods begin, or the period of the fiscal calendar that the application follows',
      width: 120,
    }),
    application_type: f.text({ label: 'Application', width: 160 }),
    contracts: f.integer({ width: 100 }),
    month_from: f.date({ hidden: true }),
    month_to: f.date({ hidden: true }),
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
    drill: {
      screen: 'contract-accuracy',
      filters: {
        contract: 'contract',
        application_type: 'application_type',
        currency: 'currency',
        period_from: 'month_from',
        begins_to: 'month_to',
        period_to: 'period_to',
      },
      needs: ['application_type', 'currency'],
    },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
