import { defineScreen, f, when } from '#src/definition'
import { approvalFields } from '#src/definition/approval.ts'
import { currencyCode } from '../shared/choices.ts'
import { documents } from '../shared/files.ts'
import { specialPriceApplications, pricingApplicationTypes } from './choices.ts'
import { requestFindings, requestStatus } from './price-request-choices.ts'

const perUnit = (label: string, help: string, required = false) =>
  f.money({ min: 0, label, help, required, width: 110 })
const figure = (label: string, help: string) =>
  f.money({ currency: 'currency', readOnly: true, label, help, width: 130 })

const asked = {
  description: 'Tender of the clinics',
  request_type: 'SPECIAL',
  customer_number: '1',
  valid_from: '2027-01-01',
  valid_to: '2027-06-30',
  lines: [{ material_number: '100001', quantity: '500', requested_price: '9', reason_code: 'COMP' }],
}

// A price that sales asks for: checked against the limits of its type, approved, and made a pricing contract.
export const priceRequest = defineScreen({
  name: 'price-request',
  label: ['Price request', 'Price requests'],
  area: 'pricing',
  menu: { order: 20 },
  apps: specialPriceApplications,
  formId: 'IMA_CONFIG_PRICE_REQUEST',
  endpoint: 'pricing/price-requests',
  endpointAliases: ['pricing/price-request'],
  byApplication: { field: 'application_type' },
  table: { key: ['request_number'] },
  hooks: 'price-request',
  title: 'description',
  fields: {
    request_number: f.text({
      max: 20,
      readOnly: true,
      numbered: 'PR-',
      search: true,
      label: 'Request',
      width: 110,
      help: 'Given when it is saved first',
    }),
    description: f.text({ max: 120, required: true, search: true, width: 240 }),
    request_type: f.reference('price-request-type', { required: true, index: true, label: 'Type', width: 150 }),
    request_status: f.choice(requestStatus, {
      default: 'draft',
      readOnly: true,
      index: true,
      label: 'Status',
      width: 120,
    }),
    application_type: f.choice(pricingApplicationTypes, {
      required: true,
      default: 'Pricing',
      index: true,
      label: 'Application',
      width: 140,
    }),
    customer_number: f.reference('customer', {
      required: true,
      index: true,
      search: true,
      label: 'Customer',
      width: 110,
    }),
    currency: currencyCode({ default: 'EUR', required: true }),
    valid_from: f.date({ required: true, index: true, label: 'From', width: 110 }),
    valid_to: f.date({ required: true, after: 'valid_from', label: 'To', width: 110, help: 'The last day of it' }),
    sales_employee: f.reference('employee', { integrity: 'soft', label: 'Asked for by', width: 140 }),
    competitor: f.text({ max: 80, help: 'Against whom the price is asked for' }),
    justification: f.longText({ max: 4000, help: 'Why the customer should get it' }),
    document: f.file({ accept: documents, help: 'Such as the offer of the competitor' }),
    lines: f.rows(
      {
        material_number: f.reference('material', { integrity: 'soft', required: true, label: 'Material', width: 130 }),
        quantity: f.decimal(15, 3, { required: true, min: '0.001', help: 'Expected in the validity', width: 100 }),
        uom: f.text({ max: 6, upper: true, default: 'EA', label: 'Unit', width: 70 }),
        current_price: perUnit(
          'Price now',
          'Of a unit on the first day; empty: what was agreed, else what price lists say',
        ),
        requested_price: perUnit('Requested', 'Price of a unit that is asked for', true),
        reason_code: f.reference('price-reason-code', {
          integrity: 'soft',
          required: true,
          label: 'Reason',
          width: 120,
        }),
        note: f.text({ max: 400, width: 200 }),
        price_source: f.text({ max: 300, readOnly: true, label: 'Price now from', width: 220 }),
      },
      { required: true, maxRows: 500, label: 'Materials' },
    ),
    current_value: figure('Value now', 'Quantities at the prices the customer has now'),
    requested_value: figure('Requested value', 'Quantities at the prices that are asked for'),
    discount_value: figure('Given away', 'Value now less requested value; who has to approve depends on it'),
    discount_percent: f.percent({ readOnly: true, label: 'Discount', width: 100 }),
    margin_percent: f.percent({
      readOnly: true,
      label: 'Margin',
      help: 'Of the lines whose standard cost is known in this currency',
      width: 100,
    }),
    findings: f.rows(requestFindings, { readOnly: true, maxRows: 2000, label: 'What the check found' }),
    refusals: f.integer({
      readOnly: true,
      label: 'Against it',
      width: 100,
      help: 'What keeps it from being submitted',
    }),
    exceptions: f.integer({ readOnly: true, index: true, width: 100, help: 'Beyond the limits of its type' }),
    exception_role: f.text({ max: 120, readOnly: true, label: 'Exceptions are approved by' }),
    validated_at: f.dateTime({ readOnly: true, label: 'Checked at', width: 150 }),
    contract_number: f.reference('pricing-contract', {
      readOnly: true,
      integrity: 'soft',
      index: true,
      label: 'Became',
      width: 120,
    }),
    ...approvalFields,
    attributes: f.attributes(),
  },
  approval: {
    access: 'contracts.approve',
    document: 'price_request',
    about: ['customer_number', 'valid_from'],
    application: 'application_type',
    amount: 'discount_value',
    currency: 'currency',
    free: [
      'request_status',
      'findings',
      'refusals',
      'exceptions',
      'exception_role',
      'validated_at',
      'contract_number',
      'margin_percent',
    ],
  },
  list: {
    path: '/pricing-requests',
    columns: [
      'request_number',
      'description',
      'request_type',
      'customer_number',
      'valid_from',
      'discount_value',
      'currency',
      'discount_percent',
      'request_status',
    ],
    sort: ['-request_number'],
    filters: ['application_type', 'request_status', 'request_type', 'customer_number', 'valid_from', 'approval_status'],
    totals: { discount_value: 'sum' },
    views: {
      'To check': when.eq('request_status', 'draft'),
      'Beyond limits': when.gt('exceptions', 0),
      'To convert': when.eq('request_status', 'approved'),
      Converted: when.eq('request_status', 'converted'),
    },
    figures: [{ label: 'Price requests to convert', view: 'To convert' }],
    pageSize: 50,
  },
  form: {
    view: '/pricing-requests/view/:id',
    edit: '/pricing-requests/edit/:id',
    editable: {
      when: when.all(when.ne('approval_status', 'submit_approval'), when.ne('request_status', 'converted')),
      otherwise: 'It waits for approval, or became a contract, so it is only read.',
    },
    deletable: {
      when: when.all(when.ne('approval_status', 'submit_approval'), when.ne('request_status', 'converted')),
      otherwise: 'It waits for approval and is withdrawn first, or became a contract and stays.',
    },
    layout: [
      {
        title: 'Request',
        rows: [
          ['request_number', 'description'],
          ['request_type', 'request_status'],
          ['customer_number', 'sales_employee'],
          ['valid_from', 'valid_to', 'currency'],
          ['application_type'],
        ],
      },
      { title: 'Prices', rows: [['lines']] },
      { title: 'Why', rows: [['justification'], ['competitor', 'document']] },
      {
        title: 'What it comes to',
        rows: [
          ['current_value', 'requested_value', 'discount_value'],
          ['discount_percent', 'margin_percent'],
        ],
      },
      {
        title: 'Check',
        rows: [['findings'], ['refusals', 'exceptions', 'exception_role'], ['validated_at', 'contract_number']],
      },
    ],
    related: [{ screen: 'approval-decision', by: 'document' }],
  },
  actions: [
    {
      name: 'validate',
      label: 'Check',
      icon: 'refresh',
      command: 'validate-price-request',
      on: ['row', 'selection', 'filter'],
      primary: true,
      when: when.in('request_status', ['draft', 'validated']),
      message: 'The prices were checked.',
    },
    {
      name: 'convert',
      label: 'Make it a contract',
      command: 'convert-price-request',
      on: ['row', 'selection'],
      primary: true,
      opens: true,
      when: when.eq('request_status', 'approved'),
      message: 'The prices are agreed.',
    },
  ],
  access: {
    read: 'contracts.read',
    write: 'contracts.write',
    delete: 'contracts.delete',
    fields: { margin_percent: { read: 'masters.cost' } },
  },
  tests: [
    { accept: asked },
    { reject: { ...asked, lines: [] }, at: 'lines' },
    { reject: { ...asked, valid_to: '2026-12-31' }, at: 'valid_to' },
  ],
})
