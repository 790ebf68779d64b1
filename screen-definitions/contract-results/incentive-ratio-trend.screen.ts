import { defineScreen, f } from '#src/definition'
import { calculationCriteria } from '../contracts/calculation-fields.ts'
import { contractApplications } from '../contracts/choices.ts'

const { kind: _asPayment, ...criteria } = calculationCriteria

export const incentiveRatioTrend = defineScreen({
  name: 'incentive-ratio-trend',
  label: ['Incentive ratio trend', 'Incentive ratio trends'],
  area: 'results',
  menu: { order: 146 },
  apps: contractApplications,
  endpoint: 'incentive-ratio-trend-report',
  fields: {
    period: f.text({ monthly: true, orderedBy: 'begins_from', width: 110 }),
    key: f.text({ label: 'Key', width: 110 }),
    name: f.text({ width: 240 }),
    ratio: f.percent({ width: 110 }),
    change: f.percent({ label: 'Change in points', help: 'Against the period before', width: 130 }),
    numerator: f.decimal(24, 4, { label: 'Key figure', width: 140 }),
    denominator: f.decimal(24, 4, { label: 'In relation to', width: 140 }),
    contracts: f.integer({ width: 90 }),
    currency: f.text({ width: 80 }),
    contract_number: f.text({ hidden: true, label: 'Contract' }),
    partner_number: f.text({ hidden: true, label: 'Partner' }),
    application_type: f.text({ hidden: true, label: 'Application' }),
    begins_from: f.date({ hidden: true }),
    begins_to: f.date({ hidden: true }),
  },
  result: {
    criteria: '/incentive-ratio-trend-reports',
    path: '/incentive-ratio-trend-reports-results',
    report: 'incentive-ratio-trend',
    parameters: {
      numerator: f.reference('key-figure-mapping', { required: true, default: 'EARNED', label: 'Key figure' }),
      denominator: f.reference('key-figure-mapping', { required: true, default: 'BASIS', label: 'In relation to' }),
      period: f.choice(
        [
          { value: 'month', label: 'Month' },
          { value: 'quarter', label: 'Quarter' },
          { value: 'year', label: 'Year' },
        ],
        { required: true, default: 'quarter', label: 'By' },
      ),
      split: f.choice(
        [
          { value: 'contract', label: 'Contract' },
          { value: 'partner', label: 'Partner' },
          { value: 'application', label: 'Application' },
        ],
        { default: 'application', label: 'A line for each' },
      ),
      ...criteria,
    },
    columns: ['period', 'key', 'name', 'ratio', 'change', 'numerator', 'denominator', 'contracts', 'currency'],
    sort: ['period', 'key'],
    totals: { numerator: 'sum', denominator: 'sum' },
    ratios: { ratio: ['numerator', 'denominator'] },
    headings: { key: 'split' },
    key: ['period', 'key', 'currency'],
    chart: { type: 'line', x: 'period', y: ['ratio'], split: 'name', title: 'Ratio' },
    drill: {
      screen: 'calculation-results',
      filters: {
        contract_number: 'contract_number',
        contract_version: 'contract_version',
        partner_number: 'partner_number',
        application_type: 'application_type',
        contract_status: 'contract_status',
        period_from: 'period_from',
        period_to: 'period_to',
        begins_from: 'begins_from',
        begins_to: 'begins_to',
        currency: 'currency',
      },
      fixed: { kind: 'Payment' },
    },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
