import { defineScreen, f, when } from '#src/definition'
import { eligibilityAttributes, ruledScreens } from '../configuration/eligibility-attributes.ts'
import { currencyCode } from '../shared/choices.ts'
import { massUpdateActions, massUpdateFields, massUpdateProgress } from '../shared/mass-update.ts'
import {
  applicationTypes,
  contractApplications,
  contractStatus,
  contractTypes,
  frequencies,
  paymentMethods,
  rateTypes,
} from './choices.ts'

// What is asked of contracts is no state of the update: without colours it does not stand beside its title.
const statusAsked = contractStatus.map(({ value, label }) => ({ value, label }))
const does = (...actions: readonly string[]) => when.in('action', actions)
const { run_number, description, status, notes, ...progress } = massUpdateFields('Contracts found')

export const contractMassUpdate = defineScreen({
  name: 'contract-mass-update',
  label: ['Mass contract update', 'Mass contract updates'],
  area: 'contracts',
  menu: { order: 70 },
  apps: contractApplications,
  formId: 'IMA_CONFIG_MASS_CONTRACT_UPDATE',
  endpoint: 'contract-mass-update',
  hooks: 'contract-mass-update',
  table: { key: ['run_number'] },
  title: 'description',
  fields: {
    run_number,
    description,
    status,
    action: f.choice(
      [
        { value: 'validity', label: 'Move the end' },
        { value: 'rate', label: 'Raise or lower rates' },
        { value: 'settlement', label: 'Change how they are settled' },
        { value: 'add_eligibility', label: 'Add to the eligibility' },
        { value: 'remove_eligibility', label: 'Take out of the eligibility' },
        { value: 'responsible', label: 'Change who is responsible' },
        { value: 'status', label: 'Change the status' },
        { value: 'rules_file', label: 'Take terms from a file' },
      ],
      { default: 'validity', required: true, index: true, label: 'What to do', width: 180 },
    ),
    new_valid_to: f.date({ visible: does('validity'), required: 'whenVisible', label: 'Last day' }),
    rate_change: f.decimal(15, 6, {
      visible: does('rate'),
      required: 'whenVisible',
      label: 'By',
      help: 'Below zero: less',
    }),
    rate_change_as: f.choice(
      [
        { value: 'points', label: 'Points of the rate' },
        { value: 'percent', label: 'Percent of the rate' },
      ],
      { visible: does('rate'), required: 'whenVisible', default: 'points', label: 'In' },
    ),
    only_rate_type: f.choice(rateTypes, {
      visible: does('rate'),
      label: 'Only rules that pay',
      help: 'Empty: all rules and their tiers',
    }),
    new_accrual_frequency: f.choice(frequencies, { visible: does('settlement'), label: 'Accrued' }),
    new_payment_frequency: f.choice(frequencies, { visible: does('settlement'), label: 'Paid' }),
    new_payment_method: f.choice(paymentMethods, { visible: does('settlement'), label: 'Payment method' }),
    new_payment_terms: f.text({ max: 20, visible: does('settlement'), label: 'Payment terms' }),
    attribute_mode: f.choice(
      [
        { value: 'include', label: 'Include' },
        { value: 'exclude', label: 'Exclude' },
      ],
      {
        visible: does('add_eligibility', 'remove_eligibility'),
        required: 'whenVisible',
        default: 'exclude',
        label: 'As',
      },
    ),
    attribute: f.choice(eligibilityAttributes, {
      attributesOf: ruledScreens,
      visible: does('add_eligibility', 'remove_eligibility'),
      required: 'whenVisible',
    }),
    attribute_value: f.text({
      max: 120,
      visible: does('add_eligibility', 'remove_eligibility'),
      required: 'whenVisible',
      label: 'Value',
    }),
    new_responsible: f.reference('user', {
      visible: does('responsible'),
      required: 'whenVisible',
      label: 'Responsible from now on',
    }),
    new_status: f.choice(contractStatus, { visible: does('status'), required: 'whenVisible', label: 'New status' }),
    rules_file: f.file({
      visible: does('rules_file'),
      accept: ['.xlsx', '.edi', '.txt'],
      label: 'File of terms',
      help: 'A workbook with sheets for rules, tiers, eligibility and payees, or an EDI 845. “Fill the file” puts the terms of the contracts chosen below into it: change it and hand it in here. It alone then says which contracts are meant.',
    }),
    contracts: f.references('contract', { label: 'These contracts', help: 'Empty: all that fit the rest' }),
    application_type: f.choice(applicationTypes, { label: 'Application' }),
    contract_type: f.choice(contractTypes),
    contract_status: f.choice(statusAsked, { default: 'Active', label: 'Status' }),
    partner_number: f.text({ max: 40, label: 'Partner' }),
    currency: currencyCode({}),
    valid_on: f.date({ label: 'Valid on', help: 'Empty: whenever they hold' }),
    ...progress,
    notes,
  },
  list: {
    path: '/mass-contract-update',
    columns: ['run_number', 'description', 'action', 'changes', 'done', 'failed', 'status', 'finished_at'],
    sort: ['-run_number'],
    filters: ['status', 'action', 'application_type'],
    views: { Open: when.in('status', ['draft', 'previewed']), Running: when.eq('status', 'running') },
    pageSize: 20,
  },
  form: {
    live: when.eq('status', 'running'),
    editable: {
      when: when.in('status', ['draft', 'previewed']),
      otherwise: 'This update has run. Duplicate it to do another one.',
    },
    deletable: { when: when.ne('status', 'running'), otherwise: 'An update that runs is not deleted.' },
    layout: [
      {
        title: 'What to do',
        rows: [
          ['run_number', 'description'],
          ['action', 'new_valid_to'],
          ['rate_change', 'rate_change_as', 'only_rate_type'],
          ['new_accrual_frequency', 'new_payment_frequency'],
          ['new_payment_method', 'new_payment_terms'],
          ['attribute_mode', 'attribute', 'attribute_value'],
          ['new_responsible', 'new_status'],
          ['rules_file'],
        ],
      },
      {
        title: 'Which contracts',
        rows: [
          ['application_type', 'contract_type'],
          ['contract_status', 'valid_on'],
          ['partner_number', 'currency'],
          ['contracts'],
        ],
      },
      massUpdateProgress,
      { title: 'Notes', rows: [['notes']] },
    ],
    related: [{ screen: 'contract-mass-update-line', by: 'run_number' }],
  },
  actions: [
    {
      name: 'fill-file',
      label: 'Fill the file',
      command: 'contract-rules-file',
      on: ['row'],
      primary: true,
      when: when.all(does('rules_file'), when.in('status', ['draft', 'previewed'])),
      confirm: 'The terms of the contracts that are chosen become the file, in the place of one that is there.',
      message: 'The file has been filled',
    },
    ...massUpdateActions(
      { preview: 'contract-mass-preview', run: 'contract-mass-run', undo: 'contract-mass-undo' },
      'contract',
    ),
  ],
  access: { read: 'contracts.read', write: 'contracts.write', delete: 'contracts.delete' },
  tests: [
    { accept: { description: 'A year longer', action: 'validity', new_valid_to: '2027-12-31' } },
    { reject: { description: 'A year longer', action: 'validity' }, at: 'new_valid_to' },
    { reject: { description: 'Half a point', action: 'rate', rate_change_as: 'points' }, at: 'rate_change' },
    { reject: { description: 'No machines', action: 'add_eligibility', attribute_mode: 'exclude' }, at: 'attribute' },
  ],
})
