import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { pricingContractTypes } from './price-request-choices.ts'
import { specialPriceApplications } from './choices.ts'

const special = { request_type: 'SPECIAL', description: 'Special price for one customer' }

// The limits within which prices may be asked for, and what happens beyond them.
export const priceRequestType = defineScreen({
  name: 'price-request-type',
  label: ['Price request type', 'Price request types'],
  area: 'pricing',
  menu: { order: 88 },
  apps: specialPriceApplications,
  formId: 'IMA_CONFIG_PRICE_REQUEST_TYPE',
  endpoint: 'pricing/price-request-type',
  table: { key: ['request_type'] },
  title: 'description',
  fields: {
    request_type: f.text({
      max: 20,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Type',
      width: 120,
    }),
    description: f.text({ max: 120, required: true, search: true, width: 240 }),
    max_discount_percent: f.percent({
      min: 0,
      max: 100,
      label: 'Most discount',
      help: 'Against the price the customer has now; empty: any',
      width: 120,
    }),
    min_margin_percent: f.percent({
      min: -100,
      max: 100,
      label: 'Least margin',
      help: 'Of the requested price over the standard cost; empty: any',
      width: 120,
    }),
    beyond_limits: f.choice(
      [
        { value: 'exception', label: 'Approved as an exception' },
        { value: 'refused', label: 'Cannot be submitted' },
      ],
      { default: 'exception', required: true, label: 'Beyond the limits', width: 180 },
    ),
    below_cost: f.choice(
      [
        { value: 'refused', label: 'Cannot be submitted' },
        { value: 'exception', label: 'Approved as an exception' },
      ],
      { default: 'refused', required: true, label: 'Below cost', width: 180 },
    ),
    overlap: f.choice(
      [
        { value: 'told', label: 'Told to whoever approves' },
        { value: 'refused', label: 'Cannot be submitted' },
      ],
      {
        default: 'told',
        required: true,
        label: 'Another agreement holds',
        help: 'The customer has an agreed price of the material on some of the same days',
      },
    ),
    max_days: f.integer({
      min: 1,
      max: 3660,
      label: 'Longest validity',
      unit: 'days',
      help: 'Empty: as long as is asked for',
      width: 130,
    }),
    exception_role: f.reference('user-role', {
      integrity: 'soft',
      label: 'Exceptions are approved by',
      help: 'The role that has to give the last approval; empty: whoever may approve price requests',
      width: 200,
    }),
    contract_type: f.choice(pricingContractTypes, {
      default: 'net_price',
      required: true,
      label: 'Kind of the contract',
      width: 130,
    }),
    contract_status: f.choice(
      [
        { value: 'Active', label: 'In force at once' },
        { value: 'Draft', label: 'A draft to be approved' },
      ],
      { default: 'Active', required: true, label: 'Becomes a contract', help: 'When an approved request is converted' },
    ),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 2000 }),
  },
  list: {
    path: '/pricing-request-config',
    columns: [
      'request_type',
      'description',
      'max_discount_percent',
      'min_margin_percent',
      'beyond_limits',
      'below_cost',
      'exception_role',
      'status',
    ],
    sort: ['request_type'],
    filters: ['status', 'beyond_limits', 'below_cost'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 100,
  },
  form: {
    layout: [
      {
        title: 'Type',
        rows: [['request_type', 'description'], ['contract_type', 'contract_status'], ['status']],
      },
      {
        title: 'Limits',
        rows: [
          ['max_discount_percent', 'min_margin_percent', 'max_days'],
          ['beyond_limits', 'below_cost', 'overlap'],
          ['exception_role'],
          ['notes'],
        ],
      },
    ],
    related: [{ screen: 'price-request', by: 'request_type' }],
  },
  upload: { functionality: 'PriceRequestTypeFormat' },
  access: { read: 'contracts.read', write: 'contracts.write', delete: 'contracts.delete' },
  tests: [
    { accept: special },
    { reject: { ...special, max_discount_percent: '120' }, at: 'max_discount_percent' },
    { reject: { ...special, description: '' }, at: 'description' },
  ],
})
