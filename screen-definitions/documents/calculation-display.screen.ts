import { defineScreen, f } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'

// What calculations and financial postings show of their lines. It has no records of its own yet.
export const calculationDisplay = defineScreen({
  name: 'calculation-display',
  label: ['Calculation and posting display', 'Calculation and posting displays'],
  area: 'configuration',
  menu: { order: 56 },
  formId: 'IMA_CONFIG_CALSIM_FINPOSTING',
  fields: {
    contract_number: f.text({ max: 30, required: true, label: 'Contract' }),
    calculation_rule: f.text({ max: 40 }),
    partner: f.text({ max: 30 }),
    partner_name: f.text({ max: 120 }),
    material_number: f.reference('material', { integrity: 'soft', label: 'Material' }),
    period: f.text({ max: 10 }),
    sales_quantity: f.decimal(15, 3),
    sales_value: f.money({ currency: 'currency' }),
    eligible_value: f.money({ currency: 'currency', help: 'What counts of the sales.' }),
    tier: f.integer({ min: 0 }),
    rate: f.percent(),
    incentive_amount: f.money({ currency: 'currency', label: 'Incentive' }),
    accrued_amount: f.money({ currency: 'currency', label: 'Accrued' }),
    paid_amount: f.money({ currency: 'currency', label: 'Paid' }),
    open_amount: f.money({ currency: 'currency', label: 'Open' }),
    currency: currencyCode({ default: 'EUR' }),
    posting_document: f.text({ max: 30 }),
    posting_date: f.date(),
    posting_status: f.choice(['open', 'posted', 'reversed', 'failed'], { default: 'open' }),
  },
  form: {
    layout: [
      {
        title: 'Calculation',
        rows: [
          ['contract_number', 'calculation_rule'],
          ['partner', 'partner_name'],
          ['material_number', 'period'],
          ['sales_quantity', 'sales_value'],
          ['eligible_value', 'tier'],
          ['rate', 'incentive_amount'],
        ],
      },
      {
        title: 'Posting',
        rows: [
          ['accrued_amount', 'paid_amount'],
          ['open_amount', 'currency'],
          ['posting_document', 'posting_date'],
          ['posting_status'],
        ],
      },
    ],
  },
  designer: { path: '/config-designer', label: 'Calculation display designer' },
  access: { read: 'administration.form_fields', write: 'administration.form_fields' },
  tests: [{ reject: { tier: -1 }, at: 'tier' }],
})
