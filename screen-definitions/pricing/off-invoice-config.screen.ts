import { defineScreen, f } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { offInvoiceKinds } from '../shared/off-invoice.ts'
import { validity } from '../shared/validity.ts'
import { pricingApplications } from './choices.ts'

const freight = { cost_type: 'freight', description: 'Freight to the customer', valid_from: '2026-01-01' }

// Which cost off the invoice counts in the pocket price, and at what rate before it is known.
export const offInvoiceConfig = defineScreen({
  name: 'off-invoice-config',
  label: ['Off-invoice rule', 'Off-invoice rules'],
  area: 'pricing',
  menu: { order: 92 },
  apps: pricingApplications,
  formId: 'IMA_CONFIG_OFF_INVOICE',
  endpoint: 'pricing-offinvoice-config',
  table: {
    key: ['cost_type', 'valid_from'],
    validity: { from: 'valid_from', to: 'valid_to', within: ['cost_type'] },
  },
  title: 'description',
  fields: {
    cost_type: f.choice(offInvoiceKinds, { required: true, immutable: true, index: true, label: 'Kind', width: 190 }),
    description: f.text({ max: 120, required: true, search: true, width: 240 }),
    in_pocket: f.flag({
      default: true,
      label: 'In the pocket price',
      help: 'Taken off the price of the catalogue to tell what is left',
      width: 140,
    }),
    default_rate: f.percent({
      min: 0,
      max: 100,
      label: 'Planned rate',
      help: 'Percent of the price, as long as no cost of the kind was spread over sales for the day',
      width: 120,
    }),
    valid_from: { ...validity.valid_from, immutable: true },
    valid_to: f.date({ after: 'valid_from', width: 110, help: 'The last day it holds; empty: until further notice' }),
    account: f.text({ max: 20, label: 'G/L account', width: 110 }),
    cost_center: f.text({ max: 20, upper: true, width: 110 }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/pricing-offinvoice-config',
    columns: ['cost_type', 'description', 'in_pocket', 'default_rate', 'valid_from', 'valid_to', 'status'],
    sort: ['cost_type', '-valid_from'],
    filters: ['cost_type', 'in_pocket', 'status', 'valid_from'],
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Rule',
        rows: [
          ['cost_type', 'description'],
          ['in_pocket', 'default_rate'],
          ['valid_from', 'valid_to'],
          ['account', 'cost_center'],
          ['status'],
          ['notes'],
        ],
      },
    ],
  },
  access: { read: 'pricing.read', write: 'pricing.write', delete: 'pricing.delete' },
  tests: [
    { accept: freight },
    { reject: { ...freight, default_rate: '101' }, at: 'default_rate' },
    { reject: { ...freight, cost_type: 'gift' }, at: 'cost_type' },
  ],
})
