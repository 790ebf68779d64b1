import { defineScreen, f, when } from '#src/definition'
import { approvalFields } from '#src/definition/approval.ts'
import { currencyCode } from '../shared/choices.ts'
import { validityViews } from '../shared/validity.ts'
import { pricingApplications, uom } from './choices.ts'

const soap = { price_list: 'LIST', material_number: '100100', price: '12.50', valid_from: '2027-01-01' }

const keyText = (max: number, label?: string) =>
  f.text({ max, immutable: true, index: true, width: 120, ...(label ? { label } : {}) })

const area = f.text({ max: 10, upper: true, immutable: true })

// A price of a material in a list: for everybody, or for buyers that fulfil all the keys that are filled.
export const priceListData = defineScreen({
  name: 'price-list-data',
  label: ['Price', 'Prices'],
  area: 'pricing',
  menu: { order: 10, label: 'Prices' },
  apps: pricingApplications,
  formId: 'IMA_CONFIG_PRICE_LIST_DATA',
  endpoint: 'price-list-data',
  byApplication: {
    field: 'application_type',
    through: 'price_list',
    endpoints: { 'Profit Optimization': 'pricing/price-list-data' },
  },
  table: {
    key: [
      'price_list',
      'material_number',
      'customer_number',
      'customer_group',
      'class_of_trade',
      'country',
      'sales_organization',
      'distribution_channel',
      'division',
      'uom',
      'qty_from',
      'valid_from',
    ],
  },
  title: 'material_number',
  hooks: 'price-list-data',
  fields: {
    price_list: f.reference('price-list-master', {
      required: true,
      immutable: true,
      index: true,
      search: true,
      width: 120,
    }),
    material_number: f.reference('material', {
      integrity: 'soft',
      required: true,
      immutable: true,
      index: true,
      search: true,
      label: 'Material',
      width: 110,
    }),
    customer_number: f.reference('customer', {
      integrity: 'soft',
      immutable: true,
      index: true,
      search: true,
      label: 'Customer',
      help: 'Empty: every customer of the list',
      width: 110,
    }),
    customer_group: keyText(40),
    class_of_trade: f.reference('class-of-trade', { integrity: 'soft', immutable: true, index: true, width: 130 }),
    country: keyText(60),
    sales_organization: area,
    distribution_channel: area,
    division: area,
    uom: { ...uom({ immutable: true, required: true, help: 'The unit the price is of' }), default: 'EA' },
    qty_from: f.decimal(15, 3, {
      default: '0',
      required: true,
      immutable: true,
      min: 0,
      label: 'From quantity',
      help: 'The break: it holds from so many of its unit on',
      width: 110,
    }),
    price: f.money({ required: true, min: 0, index: true, currency: 'currency', width: 110 }),
    per_quantity: f.decimal(12, 3, {
      default: '1',
      required: true,
      immutable: true,
      min: '0.001',
      label: 'Per',
      help: 'So many units cost the price',
      width: 70,
    }),
    currency: currencyCode({ default: 'EUR', required: true }),
    valid_from: f.date({ required: true, immutable: true, index: true, width: 110 }),
    valid_to: f.date({
      after: 'valid_from',
      width: 110,
      help: 'The last day it holds; empty: until further notice',
    }),
    price_type: f.reference('price-type', { index: true, help: 'Empty: the one of the list', width: 110 }),
    reason: f.text({ max: 200, help: 'Why the price is what it is', width: 200 }),
    notes: f.longText({ max: 1000 }),
    price_in_force: f.money({
      readOnly: true,
      currency: 'currency',
      visible: when.notEmpty('price_in_force'),
      label: 'Price in force',
      help: 'What was approved and holds until the change is approved',
      width: 120,
    }),
    valid_to_in_force: f.date({
      readOnly: true,
      visible: when.notEmpty('price_in_force'),
      label: 'In force until',
      help: 'Empty: until further notice',
    }),
    price_type_in_force: f.reference('price-type', {
      integrity: 'soft',
      readOnly: true,
      visible: when.notEmpty('price_in_force'),
      label: 'Type in force',
      help: 'Empty: the one of the list',
    }),
    ...approvalFields,
    attributes: f.attributes(),
  },
  approval: {
    access: 'pricing.approve',
    document: 'price_list_data',
    about: ['price_list', 'material_number', 'customer_number', 'valid_from'],
    amount: 'price',
    currency: 'currency',
    free: ['reason', 'notes', 'price_in_force', 'valid_to_in_force', 'price_type_in_force'],
  },
  list: {
    path: '/pricing-maintenance',
    columns: [
      'price_list',
      'material_number',
      'customer_number',
      'uom',
      'qty_from',
      'price',
      'currency',
      'valid_from',
      'valid_to',
      'approval_status',
    ],
    sort: ['price_list', 'material_number', 'customer_number', 'qty_from', '-valid_from'],
    filters: ['price_list', 'material_number', 'customer_number', 'approval_status', 'valid_from'],
    views: { ...validityViews, 'Change waits, old price holds': when.notEmpty('price_in_force') },
    due: ['Ending within 90 days'],
    figures: [{ label: 'Prices valid today', view: 'Valid today' }],
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'What it is the price of',
        rows: [
          ['price_list', 'material_number'],
          ['customer_number', 'customer_group'],
          ['class_of_trade', 'country'],
          ['sales_organization', 'distribution_channel', 'division'],
        ],
      },
      {
        title: 'Price',
        rows: [
          ['price', 'currency'],
          ['per_quantity', 'uom', 'qty_from'],
          ['valid_from', 'valid_to'],
          ['price_in_force', 'valid_to_in_force', 'price_type_in_force'],
          ['price_type', 'reason'],
          ['notes'],
        ],
      },
    ],
  },
  upload: {
    path: '/pricing-maintenance/pricing-maintenance-excel-upload',
    functionality: 'PriceListDataFormat',
    endpoints: ['price-list-data-upload'],
    aliases: {
      price_list: ['List', 'Price list', 'Pricelist'],
      material_number: ['SKU', 'Material', 'MATNR', 'Item'],
      customer_number: ['Customer', 'KUNNR', 'Account'],
      qty_from: ['From', 'Scale', 'Break', 'Minimum quantity'],
      price: ['Price', 'Amount', 'Unit price', 'KBETR'],
      per_quantity: ['Per', 'Price unit', 'KPEIN'],
      uom: ['Unit', 'UoM', 'KMEIN'],
      valid_from: ['From date', 'Valid from', 'DATAB'],
      valid_to: ['To date', 'Valid to', 'DATBI'],
    },
  },
  access: { read: 'pricing.read', write: 'pricing.write', delete: 'pricing.delete' },
  tests: [
    { accept: soap },
    { reject: { ...soap, price: '-1' }, at: 'price' },
    { reject: { ...soap, valid_to: '2026-12-31' }, at: 'valid_to' },
    { reject: { ...soap, per_quantity: '0' }, at: 'per_quantity' },
  ],
})
