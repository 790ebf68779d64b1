import { defineScreen, f, when } from '#src/definition'
import { approvalFields } from '#src/definition/approval.ts'
import { currencyCode } from '../shared/choices.ts'
import { documents } from '../shared/files.ts'

const cost = (label: string) => f.money({ currency: 'currency', min: 0, label })
const perUnit = (label: string, help: string, required = false) =>
  f.money({ min: 0, label, help, required, width: 110 })
const figure = (label: string, help: string) =>
  f.money({ currency: 'currency', readOnly: true, label, help, width: 130 })

const spring = {
  description: 'Spring offer, price cut',
  promotion: 'SPRING-27',
  valid_from: '2027-03-01',
  valid_to: '2027-03-31',
  justification: 'Wins back the shelf',
}

const cut = {
  material_number: '100001',
  baseline_quantity: '100',
  planned_quantity: '180',
  list_price: '10',
  promotional_price: '8',
  unit_cost: '5',
}

// Whether a planned promotion is worth what it costs: decided before it is offered.
export const costing = defineScreen({
  name: 'costing',
  label: ['Costing', 'Costings'],
  area: 'promotions',
  menu: { order: 10, label: 'Costing approvals' },
  formId: 'IMA_CONFIG_COSTING',
  endpoint: 'costings',
  table: { key: ['costing_number'] },
  title: 'description',
  hooks: 'costing',
  fields: {
    costing_number: f.text({
      max: 20,
      readOnly: true,
      numbered: 'CO-',
      search: true,
      label: 'Costing',
      width: 110,
      help: 'Given when it is saved first',
    }),
    description: f.text({ max: 160, required: true, search: true, width: 240 }),
    promotion: f.text({ max: 60, required: true, search: true, index: true, width: 120, help: 'What is planned' }),
    scenario: f.text({ max: 60, search: true, width: 110, help: 'One of several ways to do it' }),
    customer_number: f.reference('customer', {
      integrity: 'soft',
      index: true,
      search: true,
      label: 'Customer',
      help: 'Empty: every customer',
      width: 110,
    }),
    country: f.text({ max: 60, index: true, help: 'Empty: everywhere', width: 120 }),
    valid_from: f.date({ required: true, index: true, label: 'From', width: 110 }),
    valid_to: f.date({ required: true, after: 'valid_from', label: 'To', width: 110, help: 'The last day of it' }),
    currency: currencyCode({ default: 'EUR', required: true }),
    lines: f.rows(
      {
        material_number: f.reference('material', { integrity: 'soft', required: true, label: 'Material', width: 130 }),
        baseline_quantity: f.decimal(15, 3, {
          required: true,
          min: 0,
          label: 'Without',
          help: 'Units sold in the period without the promotion',
          width: 100,
        }),
        planned_quantity: f.decimal(15, 3, {
          required: true,
          min: 0,
          label: 'With',
          help: 'Units expected with it',
          width: 100,
        }),
        list_price: perUnit('List price', 'Of a unit, without the promotion', true),
        promotional_price: {
          ...perUnit('Offer', 'Price of a unit in the promotion', true),
          rejects: [
            {
              when: when.gt('promotional_price', when.field('list_price')),
              message: 'An offer is at most the list price',
            },
          ],
        },
        unit_cost: perUnit('Cost', 'What a unit costs us', true),
        funding: perUnit('Funding', 'What the supplier adds for each unit sold'),
      },
      { key: ['material_number'], required: true, maxRows: 500, label: 'Materials' },
    ),
    advertising: cost('Advertising'),
    display: cost('Displays and placement'),
    samples: cost('Samples and coupons'),
    logistics: cost('Extra logistics'),
    other_cost: cost('Other'),
    uplift_percent: f.percent({ readOnly: true, label: 'Uplift', help: 'Units with it over units without', width: 90 }),
    planned_value: figure('Planned sales', 'Units with the promotion at its prices'),
    price_reduction: figure('Price reduction', 'What the lower price gives away on every unit sold'),
    funded: figure('Funded', 'What suppliers add'),
    fixed_cost: figure('Fixed cost', 'Advertising, displays, samples, logistics and other'),
    promotion_cost: figure(
      'Cost',
      'Price reduction and fixed cost, less what is funded; who has to approve depends on it',
    ),
    incremental_margin: figure('Margin of the uplift', 'Of the units more, at list price'),
    contribution: figure('Contribution', 'Margin of the uplift less the cost of the promotion'),
    return_percent: f.percent({ readOnly: true, label: 'Return', help: 'Contribution over cost', width: 90 }),
    requested_by: f.reference('employee', { integrity: 'soft' }),
    justification: f.longText({ max: 4000, required: true }),
    document: f.file({ accept: documents, help: 'Offer or plan it rests on' }),
    internal_notes: f.longText({ max: 4000, help: 'May be changed at any time' }),
    ...approvalFields,
    attributes: f.attributes(),
  },
  approval: {
    access: 'contracts.approve',
    document: 'costing',
    about: ['promotion', 'scenario', 'valid_from'],
    amount: 'promotion_cost',
    currency: 'currency',
    free: ['internal_notes'],
  },
  list: {
    path: '/costing-approvals',
    columns: [
      'costing_number',
      'description',
      'promotion',
      'promotion_cost',
      'contribution',
      'currency',
      'return_percent',
      'approval_status',
    ],
    sort: ['-costing_number'],
    filters: ['approval_status', 'promotion', 'customer_number', 'country', 'valid_from'],
    totals: { promotion_cost: 'sum', contribution: 'sum' },
    views: { 'Costs more than it brings': when.lt('contribution', '0') },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Costing',
        rows: [
          ['costing_number', 'description'],
          ['promotion', 'scenario'],
          ['customer_number', 'country'],
          ['valid_from', 'valid_to', 'currency'],
        ],
      },
      { title: 'What is sold', rows: [['lines']] },
      {
        title: 'Fixed cost',
        rows: [
          ['advertising', 'display', 'samples'],
          ['logistics', 'other_cost'],
        ],
      },
      { title: 'Why', rows: [['justification'], ['requested_by', 'document'], ['internal_notes']] },
      {
        title: 'What it comes to',
        rows: [
          ['planned_value', 'uplift_percent', 'incremental_margin'],
          ['price_reduction', 'fixed_cost', 'funded'],
          ['promotion_cost', 'contribution', 'return_percent'],
        ],
      },
    ],
    related: [{ screen: 'approval-decision', by: 'document' }],
  },
  // Costs of materials are in every line of it.
  access: { read: 'masters.cost', write: 'contracts.write', delete: 'contracts.delete' },
  tests: [
    {
      accept: {
        ...spring,
        lines: [cut],
      },
    },
    { accept: { ...spring, lines: [{ ...cut, promotional_price: '10' }] } },
    { reject: { ...spring, lines: [{ ...cut, promotional_price: '10.01' }] }, at: 'lines' },
    { reject: { ...spring, lines: [] }, at: 'lines' },
    {
      reject: {
        ...spring,
        valid_to: '2027-02-01',
        lines: [cut],
      },
      at: 'valid_to',
    },
  ],
})
