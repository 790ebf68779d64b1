import { defineScreen, f } from '#src/definition'
import { calculationCriteria, calculationFields, sourceOfCalculation } from './calculation-fields.ts'
import { contractApplications } from './choices.ts'

const {
  contract_number,
  contract_description,
  rule_no,
  period,
  period_from,
  period_to,
  customer_number,
  material_number,
} = calculationFields

export const nextTier = defineScreen({
  name: 'next-tier',
  label: ['Next tier', 'Next tiers'],
  area: 'contracts',
  menu: { order: 24, label: 'Next tier simulation' },
  apps: contractApplications,
  endpoint: 'calculation_simulation/next-tier',
  fields: {
    contract_number,
    contract_description,
    rule_no,
    period,
    period_from,
    period_to,
    customer_number,
    material_number,
    qualifier: f.decimal(20, 4, { label: 'Reached', width: 120 }),
    tier: f.integer({ width: 70 }),
    earned: f.money({ currency: 'currency', label: 'Earned', width: 120 }),
    next_from: f.decimal(20, 4, { label: 'Next tier from', width: 120 }),
    gap: f.decimal(20, 4, { label: 'Missing', width: 120 }),
    at_bound: f.money({ currency: 'currency', label: 'Earned there', width: 120 }),
    uplift: f.money({ currency: 'currency', label: 'More', width: 110 }),
    uplift_per_unit: f.decimal(20, 6, { label: 'More per unit missing', width: 150 }),
    days_left: f.integer({ label: 'Days left', width: 90 }),
    currency: f.text({ width: 90 }),
  },
  result: {
    criteria: '/next-tier-simulation',
    path: '/next-tier-simulation-result',
    report: 'next-tier',
    parameters: calculationCriteria,
    aside: ['contract_description', 'customer_number', 'material_number', 'tier', 'at_bound', 'uplift_per_unit'],
    sort: ['-uplift_per_unit', 'contract_number'],
    totals: { earned: 'sum', uplift: 'sum' },
    key: ['contract_number', 'rule_no', 'period', 'customer_number', 'material_number'],
    chart: { type: 'bar', x: 'contract_number', y: ['uplift'], title: 'What the next tier would bring' },
    drill: {
      screen: 'calculation-source',
      filters: {
        ...sourceOfCalculation,
        kind: 'kind',
        customer_number: 'customer_number',
        material_number: 'material_number',
      },
    },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
