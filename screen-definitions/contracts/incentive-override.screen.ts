import { defineScreen, f, when } from '#src/definition'
import { approvalFields } from '#src/definition/approval.ts'
import { applicationChoices, currencyCode } from '../shared/choices.ts'
import { documents } from '../shared/files.ts'

const isRate = when.eq('exception_type', 'rate')
const isTier = when.eq('exception_type', 'tier')
const isAmount = when.in('exception_type', ['amount', 'minimum'])
const isDate = when.eq('exception_type', 'deadline')

export const incentiveOverride = defineScreen({
  name: 'incentive-override',
  label: ['Exception', 'Exceptions'],
  area: 'contracts',
  menu: { order: 40, label: 'Exceptions' },
  formId: 'IMA_CONFIG_INCENTIVE_OVERRIDE',
  endpoint: 'incentive-override',
  table: { key: ['exception_number'] },
  title: 'description',
  hooks: 'incentive-override',
  fields: {
    exception_number: f.text({
      max: 20,
      readOnly: true,
      numbered: 'EX-',
      search: true,
      label: 'Exception',
      width: 120,
      help: 'Given when it is saved first',
    }),
    description: f.text({ max: 160, required: true, search: true, width: 260 }),
    application_type: f.choice(applicationChoices, { default: 'Customer Rebate', required: true, index: true }),
    contract_number: f.reference('contract', {
      integrity: 'soft',
      required: true,
      search: true,
      index: true,
      label: 'Contract',
      width: 150,
    }),
    calculation_rule: f.text({ max: 60, help: 'The rule it departs from; empty: every rule of the contract' }),
    customer_number: f.reference('customer', { integrity: 'soft', index: true, label: 'Customer' }),
    material_number: f.reference('material', { integrity: 'soft', label: 'Material' }),
    product_group: f.reference('product-group', { integrity: 'soft' }),
    exception_type: f.choice(
      [
        { value: 'rate', label: 'Other rate' },
        { value: 'tier', label: 'Other tier' },
        { value: 'amount', label: 'Fixed amount' },
        { value: 'minimum', label: 'Minimum waived' },
        { value: 'eligibility', label: 'Eligible all the same' },
        { value: 'deadline', label: 'Later deadline' },
      ],
      { default: 'rate', required: true, index: true },
    ),
    standard_rate: f.percent({ min: -100, max: 100, visible: isRate, label: 'Rate by contract' }),
    override_rate: f.percent({ min: -100, max: 100, visible: isRate, required: 'whenVisible', label: 'Rate instead' }),
    standard_tier: f.text({ max: 30, visible: isTier, label: 'Tier by contract' }),
    override_tier: f.text({ max: 30, visible: isTier, required: 'whenVisible', label: 'Tier instead' }),
    override_amount: f.money({
      currency: 'currency',
      visible: isAmount,
      required: 'whenVisible',
      label: 'Amount instead',
    }),
    deadline: f.date({ visible: isDate, required: 'whenVisible' }),
    is_withdrawn: f.flag({
      visible: when.ne('approval_status', 'new'),
      label: 'Taken out of force',
      help: 'Once that is approved, no calculation uses it any more, for no period',
    }),
    in_force_words: f.longText({
      max: 8000,
      readOnly: true,
      visible: when.notEmpty('in_force_words'),
      label: 'In force meanwhile',
      help: 'What calculations use until the change is approved',
    }),
    in_force: f.longText({ max: 8000, readOnly: true, hidden: true, label: 'Approved values' }),
    currency: currencyCode({ default: 'EUR', required: true }),
    impact: f.money({
      currency: 'currency',
      required: true,
      label: 'Expected cost',
      help: 'What it costs over its whole period; who has to approve depends on it',
    }),
    valid_from: f.date({ required: true }),
    valid_to: f.date({ after: 'valid_from', required: true }),
    reason_code: f.choice(
      [
        { value: 'competition', label: 'Competition' },
        { value: 'goodwill', label: 'Goodwill' },
        { value: 'error', label: 'Mistake of ours' },
        { value: 'supply', label: 'Could not deliver' },
        { value: 'agreement', label: 'Agreed otherwise' },
        { value: 'other', label: 'Other' },
      ],
      { default: 'competition', required: true, index: true, label: 'Reason' },
    ),
    justification: f.longText({ max: 4000, required: true }),
    requested_by: f.reference('employee', { integrity: 'soft' }),
    document: f.file({ accept: documents, help: 'Mail or letter it rests on' }),
    internal_notes: f.longText({ max: 4000, help: 'May be changed at any time' }),
    ...approvalFields,
    attributes: f.attributes(),
  },
  approval: {
    access: 'contracts.approve',
    document: 'exception',
    amount: 'impact',
    currency: 'currency',
    application: 'application_type',
    free: ['internal_notes', 'in_force', 'in_force_words'],
  },
  list: {
    path: '/exception-management',
    columns: [
      'exception_number',
      'description',
      'approval_status',
      'waiting_for',
      'impact',
      'customer_number',
      'contract_number',
      'valid_to',
    ],
    sort: ['-exception_number'],
    filters: ['approval_status', 'exception_type', 'customer_number', 'valid_from'],
    totals: { impact: 'sum' },
    pageSize: 50,
  },
  form: {
    view: '/exception-management/view/:id',
    layout: [
      {
        title: 'Exception',
        rows: [
          ['exception_number', 'description'],
          ['application_type', 'reason_code'],
          ['contract_number', 'calculation_rule'],
          ['customer_number', 'requested_by'],
          ['material_number', 'product_group'],
        ],
      },
      {
        title: 'What holds instead',
        rows: [
          ['exception_type'],
          ['standard_rate', 'override_rate'],
          ['standard_tier', 'override_tier'],
          ['override_amount', 'deadline'],
          ['valid_from', 'valid_to'],
          ['impact', 'currency'],
          ['is_withdrawn'],
          ['in_force_words'],
        ],
      },
      { title: 'Why', rows: [['justification'], ['document'], ['internal_notes']] },
    ],
    related: [{ screen: 'approval-decision', by: 'document' }],
    deletable: {
      when: when.all(when.notIn('approval_status', ['submit_approval', 'approved']), when.empty('in_force')),
      otherwise:
        'It was approved or waits for approval. End what was approved with an earlier Valid to, or with Taken out of force, and submit that; withdraw what waits.',
    },
  },
  access: { read: 'contracts.read', write: 'contracts.write', delete: 'contracts.delete' },
  tests: [
    {
      accept: {
        description: 'Rate for the tender',
        contract_number: 'CR-1',
        override_rate: '7',
        impact: '1200',
        valid_from: '2026-01-01',
        valid_to: '2026-12-31',
        justification: 'Offer of a competitor',
      },
    },
    {
      reject: {
        description: 'Rate for the tender',
        contract_number: 'CR-1',
        impact: '1200',
        valid_from: '2026-01-01',
        valid_to: '2026-12-31',
        justification: 'Offer of a competitor',
      },
      at: 'override_rate',
    },
  ],
})
