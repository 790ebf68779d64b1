import { defineScreen, f, when } from '#src/definition'
import { approvalFields } from '#src/definition/approval.ts'
import { eligibilityAttributes, ruledScreens } from '../configuration/eligibility-attributes.ts'
import { currencyCode } from '../shared/choices.ts'
import { salesAreaFields } from '../shared/sales-area.ts'
import {
  applicationTypes,
  contractApplications,
  contractStackModes,
  contractStatus,
  contractTypes,
  dataSources,
  exchangeTypes,
  frequencies,
  paymentMethods,
  postingKinds,
} from './choices.ts'
import { lifeActions, lifeFields, renewalFields } from './contract-life.ts'
import { ruleFields, tierFields } from './rule-fields.ts'

export const contract = defineScreen({
  name: 'contract',
  label: ['Contract', 'Contracts'],
  area: 'contracts',
  menu: { order: 10 },
  apps: contractApplications,
  formId: 'IMA_CONFIG_CONTRACT',
  endpoint: 'contracts',
  endpointAliases: ['contract-list'],
  savesByPost: true,
  table: { key: ['contract_number'] },
  hooks: 'contract',
  title: 'contract_header',
  fields: {
    contract_number: f.text({ max: 30, required: true, immutable: true, search: true, label: 'Contract', width: 110 }),
    contract_header: f.text({ max: 120, required: true, search: true, label: 'Description', width: 240 }),
    external_number: f.text({ max: 40, label: 'Number at the partner', search: true }),
    application_type: f.choice(applicationTypes, {
      default: 'Customer Rebate',
      required: true,
      index: true,
      width: 140,
    }),
    contract_type: f.choice(contractTypes, { default: 'volume', required: true }),
    partner_type: f.choice(
      [
        { value: 'customer', label: 'Customer' },
        { value: 'supplier', label: 'Supplier' },
        { value: 'employee', label: 'Employee' },
      ],
      { default: 'customer', required: true, label: 'Partner is a' },
    ),
    partner_customer: f.reference('customer', {
      visible: when.eq('partner_type', 'customer'),
      required: 'whenVisible',
      label: 'Customer',
    }),
    partner_supplier: f.reference('supplier', {
      visible: when.eq('partner_type', 'supplier'),
      required: 'whenVisible',
      label: 'Supplier',
    }),
    partner_employee: f.reference('employee', {
      visible: when.eq('partner_type', 'employee'),
      required: 'whenVisible',
      label: 'Employee',
    }),
    partner_number: f.text({ max: 40, readOnly: true, index: true, search: true, label: 'Partner', width: 120 }),
    own_sales_only: f.flag({
      default: true,
      label: 'Only the partner’s own sales',
      help: 'What the customer bought, the employee sold or the supplier supplied; otherwise the eligibility alone decides',
    }),
    responsible: f.reference('user', { label: 'Responsible' }),
    renewal: f.choice(
      [
        { value: 'none', label: 'Ends' },
        { value: 'ask', label: 'Asks before it ends' },
        { value: 'automatic', label: 'Goes on' },
      ],
      {
        default: 'ask',
        help: 'What the batch job “Renewal of contracts” does before it ends: tells the responsible on their home page, or prolongs it by as long as it holds now. Afterwards it is set to Expired',
      },
    ),
    ...salesAreaFields,
    profit_center: f.text({ max: 20, upper: true, help: 'Its postings carry it' }),
    cost_center: f.text({ max: 20, upper: true, help: 'Its postings carry it' }),
    payment_method: f.choice(paymentMethods, {
      default: 'credit_memo',
      help: 'Its payments carry it, and payment files are made for one method',
    }),
    payment_terms: f.text({
      max: 20,
      help: 'Its payments carry them; the day they are due follows from the days until payment',
    }),
    currency: currencyCode({ default: 'EUR', required: true }),
    exchange_type: f.choice(exchangeTypes, {
      label: 'Converted at',
      help: 'Values of other currencies, at the rate of their day. Empty: as document assignments say for contracts, else at the average rate',
    }),
    data_source_type: f.choice(dataSources, { default: 'direct', label: 'Reckoned on' }),
    valid_from: f.date({ required: true, index: true, width: 110 }),
    valid_to: f.date({ required: true, after: 'valid_from', index: true, width: 110 }),
    accrual_frequency: f.choice(frequencies, {
      default: 'month',
      required: true,
      help: 'A run posts accruals when its periods reach the end of a month, quarter or year; on demand: every run does',
    }),
    payment_frequency: f.choice(frequencies, {
      default: 'quarter',
      required: true,
      help: 'Where it is more often than a rule’s period ends, the rule is settled while its period runs',
    }),
    payment_calc_days: f.integer({
      min: 0,
      max: 365,
      default: 0,
      label: 'Days until payment',
      help: 'After the end of a period. No payment of it is posted earlier, unless it is paid on demand while it runs',
    }),
    contract_status: f.choice(contractStatus, {
      default: 'Draft',
      required: true,
      index: true,
      label: 'Status',
      width: 100,
    }),
    eligibility: f.rows(
      {
        group_no: f.integer({ required: true, min: 1, max: 999, default: 1, label: 'Group', width: 70 }),
        mode: f.choice(
          [
            { value: 'include', label: 'Include', tone: 'ok' },
            { value: 'exclude', label: 'Exclude', tone: 'bad' },
          ],
          { default: 'include', required: true },
        ),
        attribute: f.choice(eligibilityAttributes, { attributesOf: ruledScreens, required: true }),
        operator: f.choice(
          [
            { value: 'eq', label: 'is' },
            { value: 'between', label: 'is between' },
            { value: 'like', label: 'is like' },
            { value: 'under', label: 'is below in the hierarchy' },
          ],
          {
            default: 'eq',
            required: true,
            help: 'Like: * stands for any characters. Below: a parent customer and everything under it',
          },
        ),
        value: f.text({ max: 120, required: true }),
        value_to: f.text({
          max: 120,
          visible: when.eq('operator', 'between'),
          required: 'whenVisible',
          label: 'and',
        }),
        valid_from: f.date(),
        valid_to: f.date({ after: 'valid_from' }),
      },
      {
        maxRows: 2000,
        help: 'Attributes of a group hold together, the values of one attribute and the groups as alternatives; what is excluded stays out',
      },
    ),
    rules: f.rows(ruleFields, { maxRows: 200, help: 'What is paid, on what, and for which period' }),
    tiers: f.rows(tierFields, { maxRows: 2000, help: 'In rising order, each where the one before ends' }),
    payees: f.rows(
      {
        payee: f.text({ max: 40, required: true }),
        percent: f.decimal(9, 6, { required: true, min: '0.000001', max: 100 }),
      },
      { maxRows: 50, help: 'Together 100 percent; the partner where empty' },
    ),
    stack_group: f.text({
      max: 30,
      upper: true,
      index: true,
      label: 'Stack',
      help: 'Contracts of one stack and application see what those before them pay on the same lines',
    }),
    stack_order: f.integer({
      min: 1,
      max: 999,
      visible: when.not(when.empty('stack_group')),
      label: 'Order in the stack',
      help: 'By their numbers where empty',
    }),
    stack_mode: f.choice(contractStackModes, {
      default: 'additive',
      visible: when.not(when.empty('stack_group')),
      label: 'In the stack',
    }),
    notes: f.longText({ max: 4000 }),
    ...lifeFields,
    ...renewalFields,
    ...approvalFields,
    attributes: f.attributes(),
  },
  approval: {
    access: 'contracts.approve',
    application: 'application_type',
    free: [
      'contract_status',
      'responsible',
      'notes',
      'documents',
      'version',
      'open_change',
      'is_update_approval_contract',
      'term_from',
      'renewal_asked',
    ],
  },
  list: {
    path: '/contract-setup-list',
    columns: [
      'contract_number',
      'contract_header',
      'partner_number',
      'valid_from',
      'valid_to',
      'contract_status',
      'approval_status',
    ],
    sort: ['-valid_from', 'contract_number'],
    filters: ['application_type', 'contract_status', 'approval_status', 'partner_number', 'valid_from', 'valid_to'],
    views: {
      Active: when.eq('contract_status', 'Active'),
      Drafts: when.eq('contract_status', 'Draft'),
      'Being changed': when.not(when.empty('open_change')),
      'Ending in 90 days': when.all(
        when.eq('contract_status', 'Active'),
        when.between('valid_to', '@today', '@today+90d'),
      ),
      'Renewal to decide': when.all(
        when.notEmpty('renewal_asked'),
        when.eq('contract_status', 'Active'),
        when.any(when.eq('responsible', '@me'), when.empty('responsible')),
      ),
    },
    attention: ['Renewal to decide'],
    due: ['Ending in 90 days'],
    figures: [
      { label: 'Active contracts', view: 'Active' },
      { label: 'Ending in 90 days', view: 'Ending in 90 days' },
    ],
    pageSize: 50,
    displays: [
      {
        label: 'Contracts that wait for approval',
        path: '/approval-reject',
        filters: { approval_status: 'submit_approval' },
      },
    ],
  },
  form: {
    create: '/contract-setup',
    view: '/contract-setup/view-contract/:id',
    viewAliases: ['/contract-setup/edit-contract-submit-approval/:id'],
    edit: '/contract-setup/edit-contract/:id',
    editable: {
      when: when.not(when.in('approval_status', ['submit_approval', 'approved'])),
      otherwise:
        'What waits for approval or was approved is only read. Withdraw it, or press Change: the change is approved and becomes the next version.',
    },
    layout: [
      {
        title: 'Contract',
        rows: [
          ['contract_number', 'contract_header'],
          ['application_type', 'contract_type'],
          ['valid_from', 'valid_to', 'contract_status'],
          ['external_number', 'renewal'],
          ['term_from', 'renewal_asked'],
          ['responsible', 'data_source_type'],
          ['currency', 'exchange_type'],
          ['sales_organization', 'distribution_channel', 'division'],
          ['version', 'open_change'],
        ],
      },
      {
        title: 'Partner',
        rows: [
          ['partner_type', 'partner_customer', 'partner_supplier', 'partner_employee'],
          ['own_sales_only', 'partner_number'],
        ],
      },
      { title: 'Eligibility', rows: [['eligibility']] },
      { title: 'Calculation', rows: [['rules'], ['tiers'], ['stack_group', 'stack_order', 'stack_mode']] },
      {
        title: 'Accrual and payment',
        rows: [
          ['accrual_frequency', 'payment_frequency', 'payment_calc_days'],
          ['payment_method', 'payment_terms'],
          ['profit_center', 'cost_center'],
          ['payees'],
        ],
      },
      { title: 'Notes and documents', rows: [['notes'], ['documents']] },
    ],
    related: [
      { screen: 'contract-version', by: 'contract_number' },
      { screen: 'contract-change-request', by: 'contract_number' },
      { screen: 'financial-posting', by: 'contract_number', path: '/contract-setup/fp-history/:id' },
      { screen: 'rebate-trends', by: 'contract' },
      { screen: 'incentive-override', by: 'contract_number' },
      { screen: 'membership-contract', by: 'contract_number' },
    ],
  },
  designer: { path: '/contract-default-designer', aliases: ['/default-designer'], label: 'Contract designer' },
  upload: {
    path: '/contract-setup/contract-excel-upload',
    functionality: 'ContractHeaderFormat',
    endpoints: ['contract-upload'],
  },
  actions: [
    ...lifeActions,
    {
      name: 'change-status',
      label: 'Change status',
      command: 'set-values',
      on: ['row', 'selection', 'filter'],
      parameters: { contract_status: f.choice(contractStatus, { required: true }) },
      message: 'Successfully updated',
    },
    {
      name: 'post',
      label: 'Calculate and post',
      command: 'post-calculation',
      on: ['row', 'selection', 'filter'],
      // What ended owes its last periods still.
      when: when.all(when.in('contract_status', ['Active', 'Expired']), when.eq('approval_status', 'approved')),
      parameters: {
        kind: f.choice(postingKinds, { default: 'Payment', required: true, label: 'Post as' }),
        period_from: f.date({ required: true, label: 'Periods from' }),
        period_to: f.date({ required: true, after: 'period_from', label: 'to' }),
        posting_date: f.date({ help: 'Empty: the default posting date' }),
      },
      access: 'contracts.post',
      message: 'Successfully posted',
    },
  ],
  access: { read: 'contracts.read', write: 'contracts.write', delete: 'contracts.delete' },
  tests: [
    {
      accept: {
        contract_number: 'R-1',
        contract_header: 'Volume rebate',
        partner_customer: '1',
        valid_from: '2026-01-01',
        valid_to: '2026-12-31',
      },
    },
    {
      reject: {
        contract_number: 'R-1',
        contract_header: 'Volume rebate',
        partner_customer: '1',
        valid_from: '2026-01-01',
        valid_to: '2025-12-31',
      },
      at: 'valid_to',
    },
    {
      reject: {
        contract_number: 'R-1',
        contract_header: 'Volume rebate',
        valid_from: '2026-01-01',
        valid_to: '2026-12-31',
      },
      at: 'partner_customer',
    },
  ],
})
