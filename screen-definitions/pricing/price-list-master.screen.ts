import { defineScreen, f, when } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { salesAreaFields } from '../shared/sales-area.ts'
import { validity, validityViews } from '../shared/validity.ts'
import { pricingApplications, pricingApplicationTypes } from './choices.ts'

const national = {
  price_list: 'LIST-2027',
  description: 'List prices 2027',
  currency: 'EUR',
  priority: 90,
  valid_from: '2027-01-01',
}

export const priceListMaster = defineScreen({
  name: 'price-list-master',
  label: ['Price list', 'Price lists'],
  area: 'pricing',
  menu: { order: 12 },
  apps: pricingApplications,
  formId: 'IMA_CONFIG_PRICE_LIST_MASTER',
  endpoint: 'config/price-list-masters',
  endpointAliases: ['config/price-list-master'],
  byApplication: { field: 'application_type' },
  table: { key: ['price_list'] },
  title: 'description',
  hooks: 'price-list-master',
  fields: {
    price_list: f.text({ max: 30, required: true, immutable: true, upper: true, search: true, width: 150 }),
    description: f.text({ max: 120, required: true, search: true, width: 260 }),
    list_type: f.choice(
      [
        { value: 'standard', label: 'Standard' },
        { value: 'customer', label: 'For single customers' },
        { value: 'group', label: 'For groups of customers' },
        { value: 'regional', label: 'Regional' },
        { value: 'promotional', label: 'Promotional' },
        { value: 'contract', label: 'From contracts and bids' },
      ],
      { default: 'standard', required: true, index: true, label: 'Kind', width: 180 },
    ),
    price_type: f.reference('price-type', {
      index: true,
      help: 'Of prices that name none themselves',
      width: 110,
    }),
    currency: currencyCode({ default: 'EUR', required: true }),
    priority: f.integer({
      default: 50,
      required: true,
      min: 1,
      max: 999,
      help: 'A list with a smaller number goes before the others',
      width: 90,
    }),
    ...validity,
    valid_to: f.date({
      width: 110,
      after: 'valid_from',
      help: 'The last day it holds; empty: until further notice',
    }),
    status: f.choice(
      [
        { value: 'draft', label: 'Draft', tone: 'neutral' },
        { value: 'active', label: 'Active', tone: 'ok' },
        { value: 'closed', label: 'Closed', tone: 'neutral' },
      ],
      {
        default: 'draft',
        required: true,
        index: true,
        help: 'Only prices of active lists are the price of a sale',
        width: 100,
      },
    ),
    application_type: f.choice(pricingApplicationTypes, {
      index: true,
      label: 'Application',
      help: 'Which application works on its prices; empty: both. They are found wherever prices are asked for',
      width: 140,
    }),
    key_fields: f.references('price-attribute', {
      label: 'Keys',
      help: 'What its prices are kept by beside the material; empty: by the material alone',
      width: 220,
    }),
    customers: f.references('customer', {
      integrity: 'soft',
      help: 'For whom alone it holds; empty: for everybody',
      width: 160,
    }),
    regions: f.rows(
      {
        country: f.text({ max: 60, required: true }),
        region: f.text({ max: 60, label: 'State or region', help: 'Empty: the whole country' }),
      },
      { key: ['country', 'region'], maxRows: 200, help: 'Where the buyer is; empty: everywhere' },
    ),
    qualifiers: f.rows(
      {
        attribute: f.reference('price-attribute', { required: true }),
        value: f.text({ max: 60, required: true, help: 'Several values of one attribute: any of them' }),
      },
      {
        key: ['attribute', 'value'],
        maxRows: 200,
        help: 'What a buyer has to be for the list to hold; empty: anybody',
      },
    ),
    ...salesAreaFields,
    base_list: f.reference('price-list-master', {
      acyclic: true,
      index: true,
      label: 'Made from',
      help: 'The list its prices were copied from',
    }),
    owner: f.reference('employee', { integrity: 'soft', help: 'Who answers for its prices' }),
    notes: f.longText({ max: 2000 }),
    attributes: f.attributes(),
  },
  list: {
    path: '/pricing-list-master',
    columns: ['price_list', 'description', 'list_type', 'currency', 'priority', 'valid_from', 'valid_to', 'status'],
    sort: ['priority', 'price_list'],
    filters: ['list_type', 'status', 'application_type', 'currency', 'valid_from'],
    views: { ...validityViews, Drafts: when.eq('status', 'draft') },
    due: ['Ending within 90 days'],
    pageSize: 100,
  },
  form: {
    layout: [
      {
        title: 'Price list',
        rows: [
          ['price_list', 'description'],
          ['list_type', 'status'],
          ['currency', 'price_type'],
          ['valid_from', 'valid_to', 'priority'],
          ['application_type'],
          ['key_fields'],
        ],
      },
      {
        title: 'For whom it holds',
        rows: [['customers'], ['sales_organization', 'distribution_channel', 'division'], ['regions'], ['qualifiers']],
      },
      { title: 'Where it comes from', rows: [['base_list', 'owner'], ['notes']] },
    ],
    related: [{ screen: 'price-list-data', by: 'price_list' }],
  },
  access: { read: 'pricing.read', write: 'pricing.write', delete: 'pricing.delete' },
  tests: [
    { accept: national },
    { reject: { ...national, priority: 0 }, at: 'priority' },
    { reject: { ...national, valid_to: '2026-12-31' }, at: 'valid_to' },
    { reject: { ...national, currency: 'euro' }, at: 'currency' },
  ],
})
