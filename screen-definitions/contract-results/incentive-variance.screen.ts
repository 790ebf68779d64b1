import { defineScreen } from '#src/definition'
import { calculationFields } from '../contracts/calculation-fields.ts'
import { contractApplications } from '../contracts/choices.ts'
import { quarterCriteria, toCalculations } from './comparison-criteria.ts'
import { varianceFields } from './variance-fields.ts'

const { contract_number, contract_description } = calculationFields

export const incentiveVariance = defineScreen({
  name: 'incentive-variance',
  label: ['Incentive variance', 'Incentive variance'],
  area: 'results',
  menu: { order: 144 },
  apps: contractApplications,
  endpoint: 'incentive-variance-report',
  fields: { contract_number, contract_description, ...varianceFields },
  result: {
    criteria: '/incentive-variance-analysis-reports',
    path: '/incentive-variance-analysis-reports-results',
    report: 'rebate-comparison-summary',
    parameters: quarterCriteria,
    columns: [
      'contract_number',
      'contract_description',
      'partner_name',
      'first_amount',
      'from_ended',
      'from_volume',
      'from_rate',
      'from_new',
      'second_amount',
      'difference',
      'difference_percent',
      'currency',
    ],
    aside: ['partner_name', 'difference_percent'],
    sort: ['-difference', 'contract_number'],
    totals: {
      first_amount: 'sum',
      from_ended: 'sum',
      from_volume: 'sum',
      from_rate: 'sum',
      from_new: 'sum',
      second_amount: 'sum',
      difference: 'sum',
    },
    ratios: { difference_percent: ['difference', 'first_amount'] },
    key: ['contract_number'],
    chart: {
      type: 'waterfall',
      x: 'contract_number',
      y: ['from_ended', 'from_volume', 'from_rate', 'from_new'],
      between: ['first_amount', 'second_amount'],
      title: 'From the first calculation to the second',
    },
    ...toCalculations(),
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
