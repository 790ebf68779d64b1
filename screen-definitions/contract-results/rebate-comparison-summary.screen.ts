import { defineScreen } from '#src/definition'
import { calculationFields } from '../contracts/calculation-fields.ts'
import { contractApplications } from '../contracts/choices.ts'
import { comparisonCriteria, toCalculations } from './comparison-criteria.ts'
import { varianceFields } from './variance-fields.ts'

const { contract_number, contract_description } = calculationFields

export const rebateComparisonSummary = defineScreen({
  name: 'rebate-comparison-summary',
  label: ['Comparison by contract', 'Comparison by contract'],
  area: 'results',
  menu: { order: 141 },
  apps: contractApplications,
  endpoint: 'compare-rebate-cal-summary',
  fields: { contract_number, contract_description, ...varianceFields },
  result: {
    criteria: '/compare-rebate-calculation-summary',
    path: '/compare-rebate-calculation-summary-result',
    report: 'rebate-comparison-summary',
    parameters: comparisonCriteria,
    columns: [
      'contract_number',
      'contract_description',
      'partner_name',
      'first_amount',
      'second_amount',
      'difference',
      'difference_percent',
      'lines_before',
      'lines_after',
      'currency',
    ],
    sort: ['-difference', 'contract_number'],
    totals: { first_amount: 'sum', second_amount: 'sum', difference: 'sum' },
    ratios: { difference_percent: ['difference', 'first_amount'] },
    key: ['contract_number'],
    chart: {
      type: 'waterfall',
      x: 'contract_number',
      y: ['difference'],
      between: ['first_amount', 'second_amount'],
      title: 'What the difference is made of',
    },
    ...toCalculations(),
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
