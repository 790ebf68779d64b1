import { defineScreen, f, when } from '#src/definition'
import { contractApplications } from '../contracts/choices.ts'
import { currencyCode } from '../shared/choices.ts'

// Values that formulas of other systems came to; calculations take them by formula, subject and day.
export const externalFormulaResult = defineScreen({
  name: 'external-formula-result',
  label: ['External formula result', 'External formula results'],
  area: 'contracts',
  menu: { order: 36 },
  apps: contractApplications,
  formId: 'IMA_CONFIG_EXTERNAL_FORMULA',
  endpoint: 'external-formula-results',
  endpointAliases: ['external-formula-results-by-filter'],
  table: {
    key: ['formula_name', 'subject_type', 'subject', 'valid_from'],
    validity: { from: 'valid_from', to: 'valid_to', within: ['formula_name', 'subject_type', 'subject'] },
  },
  title: 'formula_name',
  fields: {
    formula_name: f.text({
      max: 60,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      index: true,
      label: 'Formula',
      width: 170,
    }),
    formula_category: f.text({ max: 40, index: true, label: 'Category', width: 130 }),
    subject_type: f.choice(
      [
        { value: 'contract', label: 'Contract' },
        { value: 'customer', label: 'Customer' },
        { value: 'material', label: 'Material' },
        { value: 'supplier', label: 'Supplier' },
        { value: 'employee', label: 'Employee' },
      ],
      { default: 'contract', required: true, immutable: true, index: true, label: 'Is for', width: 120 },
    ),
    subject: f.text({
      max: 60,
      required: true,
      immutable: true,
      search: true,
      index: true,
      label: 'Number',
      width: 130,
    }),
    valid_from: f.date({ required: true, immutable: true, index: true, width: 120, label: 'From' }),
    valid_to: f.date({ after: 'valid_from', width: 120, label: 'To' }),
    result_value: f.decimal(20, 6, { required: true, label: 'Result', width: 140 }),
    currency: { ...currencyCode(), help: 'Empty: a number or a rate, not an amount' },
    source_system: f.text({ max: 40, upper: true, label: 'System', width: 110 }),
    calculated_at: f.dateTime({ label: 'Reckoned at', width: 160 }),
    inputs: f.longText({ max: 4000, label: 'What went in' }),
  },
  list: {
    path: '/external-formula-results',
    columns: [
      'formula_name',
      'formula_category',
      'subject_type',
      'subject',
      'valid_from',
      'valid_to',
      'result_value',
      'currency',
      'calculated_at',
    ],
    sort: ['formula_name', 'subject', '-valid_from'],
    filters: ['formula_name', 'formula_category', 'subject_type', 'subject', 'valid_from'],
    views: {
      'Valid today': when.all(
        when.lte('valid_from', '@today'),
        when.any(when.empty('valid_to'), when.gte('valid_to', '@today')),
      ),
    },
    pageSize: 50,
  },
  form: {
    view: '/external-formula-results/view-external/:id',
    layout: [
      {
        title: 'Result',
        rows: [
          ['formula_name', 'formula_category'],
          ['subject_type', 'subject'],
          ['valid_from', 'valid_to'],
          ['result_value', 'currency'],
        ],
      },
      { title: 'Where it comes from', rows: [['source_system', 'calculated_at'], ['inputs']] },
    ],
  },
  upload: {
    path: '/external-formula-results/external-formula-results-excel-upload',
    functionality: 'ExternalFormulaResultFormat',
    endpoints: ['external-formula-results/upload'],
    aliases: {
      formula_name: ['Formula'],
      subject: ['Number', 'Contract', 'Customer'],
      result_value: ['Result', 'Value'],
    },
  },
  access: { read: 'contracts.read', write: 'contracts.rules' },
  tests: [
    { accept: { formula_name: 'FREIGHT', subject: 'R1', valid_from: '2026-01-01', result_value: '1.25' } },
    { reject: { formula_name: 'FREIGHT', subject: 'R1', result_value: '1.25' }, at: 'valid_from' },
    {
      reject: {
        formula_name: 'FREIGHT',
        subject: 'R1',
        valid_from: '2026-03-01',
        valid_to: '2026-01-31',
        result_value: '1',
      },
      at: 'valid_to',
    },
  ],
})
