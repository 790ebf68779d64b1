import { defineScreen, f, when } from '#src/definition'
import { applicationTypes, contractApplications, postingKinds } from '../contracts/choices.ts'
import { currencyCode } from '../shared/choices.ts'

// What other systems reckoned, to be held against our own calculation of the same periods.
export const externalCalculation = defineScreen({
  name: 'external-calculation',
  label: ['External calculation', 'External calculations'],
  area: 'contracts',
  menu: { order: 35 },
  apps: contractApplications,
  formId: 'IMA_CONFIG_EXTERNAL_CALCULATION',
  endpoint: 'external-calculations',
  table: { key: ['source_system', 'line_number'] },
  title: 'line_number',
  fields: {
    line_number: f.text({ max: 60, required: true, immutable: true, search: true, label: 'Line', width: 130 }),
    source_system: f.text({
      max: 40,
      required: true,
      immutable: true,
      upper: true,
      default: 'ERP',
      index: true,
      label: 'System',
    }),
    run_number: f.text({ max: 40, index: true, search: true, label: 'Run', width: 110 }),
    kind: f.choice(postingKinds, { default: 'Payment', required: true, index: true, label: 'As', width: 110 }),
    application_type: f.choice(applicationTypes, { index: true, label: 'Application' }),
    contract_number: f.reference('contract', {
      required: true,
      integrity: 'soft',
      index: true,
      label: 'Contract',
      width: 110,
    }),
    rule_no: f.integer({ min: 1, label: 'Rule', width: 70 }),
    payee: f.text({ max: 40, index: true, width: 110 }),
    customer_number: f.reference('customer', { integrity: 'soft', label: 'Customer' }),
    material_number: f.reference('material', { integrity: 'soft', label: 'Material' }),
    billing_doc_number: f.text({ max: 30, label: 'Invoice', width: 110 }),
    period_from: f.date({ required: true, index: true, width: 115 }),
    period_to: f.date({ required: true, after: 'period_from', width: 115 }),
    basis: f.decimal(20, 4, { width: 130 }),
    quantity: f.decimal(15, 3, { width: 110 }),
    rate: f.decimal(15, 6, { width: 90 }),
    amount: f.money({ required: true, currency: 'currency', width: 130 }),
    currency: currencyCode({ default: 'EUR', required: true }),
    explanation: f.text({ max: 400 }),
  },
  list: {
    path: '/external-calculations',
    columns: [
      'line_number',
      'kind',
      'contract_number',
      'rule_no',
      'payee',
      'period_from',
      'period_to',
      'basis',
      'rate',
      'amount',
      'currency',
    ],
    sort: ['-period_from', 'contract_number', 'line_number'],
    filters: ['contract_number', 'kind', 'period_from', 'source_system', 'run_number'],
    totals: { basis: 'sum', amount: 'sum' },
    views: { 'This year': when.gte('period_from', '@yearStart') },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Line',
        rows: [
          ['line_number', 'source_system', 'run_number'],
          ['kind', 'application_type'],
        ],
      },
      {
        title: 'What it is of',
        rows: [
          ['contract_number', 'rule_no', 'payee'],
          ['customer_number', 'material_number', 'billing_doc_number'],
          ['period_from', 'period_to'],
        ],
      },
      { title: 'Amount', rows: [['basis', 'quantity', 'rate'], ['amount', 'currency'], ['explanation']] },
    ],
  },
  upload: {
    path: '/upload-external-calculation-main',
    functionality: 'DirectSalesExternalCalculationFormat',
    endpoints: ['legacy_calculations_data'],
    aliases: {
      contract_number: ['Contract', 'Contract number'],
      line_number: ['Line', 'Number'],
      amount: ['Amount', 'Rebate'],
    },
  },
  access: { read: 'contracts.read', write: 'contracts.post' },
  tests: [
    {
      accept: {
        line_number: '1',
        contract_number: 'R1',
        period_from: '2026-01-01',
        period_to: '2026-03-31',
        amount: '5',
      },
    },
    {
      reject: {
        line_number: '1',
        contract_number: 'R1',
        period_from: '2026-03-01',
        period_to: '2026-01-31',
        amount: '5',
      },
      at: 'period_to',
    },
  ],
})
