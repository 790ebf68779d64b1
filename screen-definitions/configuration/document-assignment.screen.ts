import { defineScreen, f, when } from '#src/definition'
import { applications } from '#src/definition/applications.ts'
import { formulaCategories } from '../shared/formulas.ts'

const every = { value: '*', label: 'Every application' }

export const documentAssignment = defineScreen({
  name: 'document-assignment-config',
  label: ['Document assignment', 'Document assignments'],
  area: 'configuration',
  menu: { order: 62 },
  formId: 'IMA_CONFIG_DOCUMENT_ASSIGNMENT',
  endpoint: 'document-assignment-config',
  hooks: 'document-assignment',
  table: { name: 'document_assignment_config', key: ['document_type', 'application_type'] },
  title: 'document_type',
  fields: {
    document_type: f.reference('screen-catalogue', {
      integrity: 'soft',
      required: true,
      immutable: true,
      width: 200,
      help: 'Name of a screen or report, such as customer or sales-trends; * for all. The most exact line holds, as a whole.',
    }),
    application_type: f.choice([every, ...applications.map((name) => ({ value: name, label: name }))], {
      default: '*',
      required: true,
      immutable: true,
      label: 'Application',
      width: 180,
    }),
    suppress_online_run: f.flag({
      default: false,
      width: 120,
      help: 'Nobody runs the report from the screen.',
    }),
    maximum_on_demand_lines: f.integer({
      min: 1,
      max: 10_000_000,
      width: 130,
      help: 'A report that would show more lines is refused.',
    }),
    maximum_calculation_lines: f.integer({
      min: 1,
      max: 1_000_000_000,
      width: 130,
      help: 'A report that would have to read more lines of sales data is refused before it begins. For contract or * also what one contract reads in a posting run',
    }),
    calculation_performance_improvement: f.flag({
      default: false,
      label: 'Faster calculation',
      help: 'The result is calculated with more memory and by several processes of the database.',
    }),
    calculation_parallel_run: f.integer({
      min: 1,
      max: 32,
      label: 'Calculations at the same time',
      help: 'So many runs of the result; further ones wait their turn.',
    }),
    posting_parallel_run: f.integer({
      min: 1,
      max: 32,
      label: 'Posting runs at the same time',
      help: 'Further ones wait their turn. For contract or *, in every application',
    }),
    rate_type: f.choice(
      [
        { value: 'average', label: 'Average' },
        { value: 'closing', label: 'Closing' },
        { value: 'spot', label: 'Spot' },
        { value: 'budget', label: 'Budget' },
      ],
      { label: 'Type of currency rate', help: 'Of contracts that name none themselves. For contract or *' },
    ),
    formula_category: f.choice(formulaCategories, {
      label: 'Formulas for own lines',
      help: 'The result takes only formulas of this category that work on sales lines.',
    }),
    external_formula_category: f.choice(formulaCategories, {
      label: 'Formulas for lines of partners',
      help: 'The result takes only formulas of this category that work on indirect sales lines.',
    }),
    enable_accrual_post_with_pending_changes: f.flag({
      default: false,
      label: 'Post accruals with pending changes',
      help: 'Accruals of contracts with an open change request, in the version in force. For contract or *',
    }),
    enable_payment_post_with_pending_changes: f.flag({
      default: false,
      label: 'Post payments with pending changes',
      help: 'Payments of contracts with an open change request, in the version in force. For contract or *',
    }),
    save_master_data_history: f.flag({
      default: true,
      width: 130,
      label: 'Save history',
      help: 'Without it changes of these records are no longer written down; what was written stays. What needs approval keeps its history all the same, because whoever changed it may not approve it; so do users, roles, bank accounts and configuration.',
    }),
    message_log_display_days: f.integer({
      min: 1,
      max: 3650,
      unit: 'days',
      width: 130,
      help: 'Imports of these records are listed for so many days.',
    }),
    multiple_values_allowed: f.flag({
      default: true,
      help: 'Otherwise each criterion of the report takes one value.',
    }),
    reporting_category: f.text({ max: 40, help: 'Under it the report is offered beside records.' }),
    note: f.text({ max: 200 }),
  },
  list: {
    path: '/document-assignment',
    columns: [
      'document_type',
      'application_type',
      'suppress_online_run',
      'maximum_on_demand_lines',
      'maximum_calculation_lines',
      'save_master_data_history',
      'message_log_display_days',
    ],
    filters: ['document_type', 'application_type'],
    views: { 'Without history': when.eq('save_master_data_history', false) },
    pageSize: 50,
  },
  form: {
    layout: [
      { title: 'Document', rows: [['document_type', 'application_type'], ['note']] },
      {
        title: 'Runs',
        rows: [
          ['suppress_online_run', 'calculation_performance_improvement'],
          ['maximum_on_demand_lines', 'maximum_calculation_lines'],
          ['calculation_parallel_run', 'posting_parallel_run'],
        ],
      },
      {
        title: 'Calculation and posting',
        rows: [
          ['rate_type', 'reporting_category'],
          ['formula_category', 'external_formula_category'],
          ['enable_accrual_post_with_pending_changes', 'enable_payment_post_with_pending_changes'],
        ],
      },
      {
        title: 'Records',
        rows: [['save_master_data_history', 'multiple_values_allowed'], ['message_log_display_days']],
      },
    ],
  },
  access: { read: 'administration.configuration', write: 'administration.configuration' },
  tests: [
    { accept: { document_type: 'sales-trends', application_type: '*', maximum_on_demand_lines: 5000 } },
    { reject: { document_type: 'customer', application_type: 'Books' }, at: 'application_type' },
    { reject: { document_type: 'customer', maximum_on_demand_lines: 0 }, at: 'maximum_on_demand_lines' },
  ],
})
