import { defineScreen, f, when } from '#src/definition'
import { approvalFields } from '#src/definition/approval.ts'
import { contractStatus } from '../contracts/choices.ts'
import { currencyCode } from '../shared/choices.ts'
import { documents } from '../shared/files.ts'
import { salesAreaFields } from '../shared/sales-area.ts'
import { pricingApplications } from './pricing-applications.ts'

const agreed = {
  contract_header: 'Net prices 2027',
  customer_number: '1',
  valid_from: '2027-01-01',
  valid_to: '2027-12-31',
  lines: [{ material_number: '100001', price: '9' }],
}

// Prices that were agreed with a customer. Approved, it changes by a change request that becomes its next version.
export const pricingContract = defineScreen({
  name: 'pricing-contract',
  label: ['Pricing contract', 'Pricing contracts'],
  area: 'pricing',
  menu: { order: 32 },
  apps: pricingApplications,
  formId: 'IMA_CONFIG_PRICING_CONTRACT',
  endpoint: 'pricing/contracts',
  savesByPost: true,
  table: { key: ['contract_number'] },
  hooks: 'pricing-contract',
  title: 'contract_header',
  fields: {
    contract_number: f.text({
      max: 30,
      readOnly: true,
      numbered: 'PC-',
      search: true,
      label: 'Contract',
      width: 110,
      help: 'Given when it is saved first',
    }),
    contract_header: f.text({ max: 120, required: true, search: true, label: 'Description', width: 240 }),
    external_number: f.text({ max: 40, label: 'Number at the customer', search: true }),
    contract_type: f.choice(
      [
        { value: 'net_price', label: 'Net prices' },
        { value: 'tender', label: 'Tender' },
        { value: 'project', label: 'Project' },
        { value: 'promotion', label: 'Promotion' },
        { value: 'clearance', label: 'Clearance' },
      ],
      { default: 'net_price', required: true, index: true, label: 'Kind', width: 120 },
    ),
    customer_number: f.reference('customer', {
      required: true,
      index: true,
      search: true,
      label: 'Customer',
      width: 110,
    }),
    customer_hierarchy: f.flag({
      default: false,
      label: 'For everything below it',
      help: 'The customers below it in the hierarchy buy at these prices too',
    }),
    ...salesAreaFields,
    currency: currencyCode({ default: 'EUR', required: true }),
    valid_from: f.date({ required: true, index: true, width: 110 }),
    valid_to: f.date({ required: true, after: 'valid_from', index: true, width: 110 }),
    contract_status: f.choice(contractStatus, {
      default: 'Draft',
      required: true,
      index: true,
      label: 'Status',
      width: 100,
    }),
    lines: f.rows(
      {
        material_number: f.reference('material', {
          integrity: 'soft',
          required: true,
          label: 'Material',
          width: 130,
        }),
        quantity_from: f.decimal(15, 3, {
          min: 0,
          default: '0',
          label: 'From quantity',
          help: 'Of an order',
          width: 110,
        }),
        uom: f.text({ max: 6, upper: true, default: 'EA', label: 'Unit', width: 70 }),
        price: f.money({ min: 0, required: true, help: 'Of a unit', width: 110 }),
        list_price: f.money({ min: 0, label: 'Price before', help: 'What was paid for a unit until then', width: 110 }),
        valid_from: f.date({ help: 'Empty: from the first day of the contract', width: 120 }),
        valid_to: f.date({ after: 'valid_from', help: 'Empty: until its last day', width: 120 }),
      },
      { required: true, maxRows: 2000, label: 'Prices' },
    ),
    price_request: f.reference('price-request', {
      readOnly: true,
      integrity: 'soft',
      index: true,
      label: 'Asked for by',
      width: 110,
    }),
    responsible: f.reference('user', { integrity: 'soft' }),
    payment_terms: f.text({ max: 20 }),
    document: f.file({ accept: documents, label: 'Signed agreement' }),
    notes: f.longText({ max: 4000 }),
    version: f.integer({
      readOnly: true,
      width: 80,
      help: 'Counts what was approved; none before the first time',
    }),
    open_change: f.reference('pricing-contract-change', {
      readOnly: true,
      integrity: 'soft',
      index: true,
      width: 120,
      help: 'The change request that is worked on',
    }),
    is_update_approval_contract: f.flag({
      readOnly: true,
      index: true,
      label: 'Change waits for approval',
      width: 100,
    }),
    ...approvalFields,
    attributes: f.attributes(),
  },
  approval: {
    access: 'contracts.approve',
    document: 'pricing_contract',
    about: ['customer_number', 'valid_from'],
    free: [
      'contract_status',
      'responsible',
      'notes',
      'document',
      'version',
      'open_change',
      'is_update_approval_contract',
      'price_request',
    ],
  },
  list: {
    path: '/pricing-contract',
    columns: [
      'contract_number',
      'contract_header',
      'customer_number',
      'contract_type',
      'valid_from',
      'valid_to',
      'contract_status',
      'approval_status',
      'version',
    ],
    sort: ['-contract_number'],
    filters: ['approval_status', 'contract_status', 'customer_number', 'contract_type', 'valid_from', 'valid_to'],
    views: {
      'In force': when.all(
        when.eq('contract_status', 'Active'),
        when.lte('valid_from', '@today'),
        when.gte('valid_to', '@today'),
      ),
      'Being changed': when.not(when.empty('open_change')),
      'Ending in 90 days': when.all(
        when.eq('contract_status', 'Active'),
        when.between('valid_to', '@today', '@today+90d'),
      ),
    },
    pageSize: 50,
  },
  form: {
    view: '/pricing-contract/view/:id',
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
          ['contract_type', 'contract_status'],
          ['customer_number', 'customer_hierarchy'],
          ['valid_from', 'valid_to', 'currency'],
          ['sales_organization', 'distribution_channel', 'division'],
          ['external_number', 'payment_terms'],
          ['responsible', 'price_request'],
          ['version', 'open_change'],
        ],
      },
      { title: 'Prices', rows: [['lines']] },
      { title: 'Notes and agreement', rows: [['notes'], ['document']] },
    ],
    related: [
      { screen: 'pricing-contract-version', by: 'contract_number' },
      { screen: 'pricing-contract-change', by: 'contract_number' },
    ],
  },
  actions: [
    {
      name: 'request-change',
      label: 'Change',
      command: 'request-contract-change',
      on: ['row'],
      primary: true,
      opens: true,
      when: when.all(when.eq('approval_status', 'approved'), when.empty('open_change')),
      parameters: { reason: f.text({ max: 200, required: true, label: 'Why it changes' }) },
      message: 'The change request is open',
    },
    {
      name: 'continue-change',
      label: 'Go on with the change',
      command: 'request-contract-change',
      on: ['row'],
      primary: true,
      opens: true,
      when: when.all(when.eq('approval_status', 'approved'), when.not(when.empty('open_change'))),
      message: 'The change request is open',
    },
    {
      name: 'change-status',
      label: 'Change status',
      command: 'set-values',
      on: ['row', 'selection', 'filter'],
      parameters: { contract_status: f.choice(contractStatus, { required: true }) },
      message: 'Successfully updated',
    },
    {
      name: 'annotate',
      label: 'Set responsible and notes',
      command: 'set-values',
      on: ['row', 'selection'],
      parameters: { responsible: f.reference('user'), notes: f.longText({ max: 4000 }) },
      message: 'Successfully updated',
    },
  ],
  access: { read: 'contracts.read', write: 'contracts.write', delete: 'contracts.delete' },
  tests: [
    { accept: agreed },
    { reject: { ...agreed, lines: [] }, at: 'lines' },
    { reject: { ...agreed, valid_to: '2026-12-31' }, at: 'valid_to' },
  ],
})
