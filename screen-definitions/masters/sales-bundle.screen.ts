import { defineScreen, f, when } from '#src/definition'
import { recordStatus } from '../shared/choices.ts'

export const salesBundle = defineScreen({
  name: 'sales-bundle',
  label: ['Sales bundle', 'Sales bundles'],
  area: 'masters',
  menu: { order: 25 },
  formId: 'IMA_CONFIG_SALES_BUNDLE',
  endpoint: 'sales-bundle',
  table: { key: ['bundle'] },
  title: 'description',
  fields: {
    bundle: f.text({ max: 30, required: true, immutable: true, upper: true, search: true, width: 130 }),
    description: f.text({ max: 120, required: true, search: true, width: 260 }),
    parent_bundle: f.reference('sales-bundle', { acyclic: true, index: true, label: 'Part of' }),
    bundle_type: f.choice(
      [
        { value: 'fixed', label: 'Fixed: every part in its quantity' },
        { value: 'mix', label: 'Mix: a total of any parts' },
        { value: 'tiered', label: 'Tiered: so many different parts' },
      ],
      { default: 'fixed', required: true, index: true, label: 'Type' },
    ),
    minimum_quantity: f.decimal(15, 3, {
      min: 0,
      visible: when.in('bundle_type', ['mix', 'tiered']),
      required: 'whenVisible',
    }),
    status: f.choice(recordStatus, { default: 'active', required: true, index: true, width: 100 }),
    valid_from: f.date(),
    valid_to: f.date({ after: 'valid_from' }),
    components: f.rows(
      {
        material_number: f.reference('material', { required: true, label: 'Material' }),
        quantity: f.decimal(15, 3, { required: true, min: '0.001', default: '1' }),
        uom: f.text({ max: 6, upper: true, label: 'Unit' }),
        share: f.percent({ min: 0, max: 100, help: 'How much of the price of the bundle it carries' }),
      },
      { key: ['material_number'], maxRows: 500 },
    ),
    notes: f.longText({ max: 2000 }),
  },
  list: {
    path: '/sales-bundles',
    columns: ['bundle', 'description', 'bundle_type', 'parent_bundle', 'valid_from', 'valid_to', 'status'],
    sort: ['bundle'],
    filters: ['bundle_type', 'status'],
    tree: { parent: 'parent_bundle', endpoint: 'sales-bundle-hierarchy' },
    views: { Active: when.eq('status', 'active') },
    pageSize: 50,
  },
  form: {
    layout: [
      ['bundle', 'description'],
      ['bundle_type', 'minimum_quantity'],
      ['parent_bundle', 'status'],
      ['valid_from', 'valid_to'],
      ['components'],
      ['notes'],
    ],
  },
  access: { write: 'masters.write', delete: 'masters.delete' },
  tests: [
    { accept: { bundle: 'B1', description: 'Starter set' } },
    { reject: { bundle: 'B1', description: 'Starter set', bundle_type: 'mix' }, at: 'minimum_quantity' },
  ],
})
