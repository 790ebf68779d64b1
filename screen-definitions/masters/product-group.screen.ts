import { defineScreen, f, when } from '#src/definition'
import { changeStatus } from '../shared/actions.ts'
import { recordStatus } from '../shared/choices.ts'

export const productGroup = defineScreen({
  name: 'product-group',
  label: ['Product group', 'Product groups'],
  area: 'masters',
  menu: { order: 24 },
  formId: 'IMA_CONFIG_PRODUCT_GROUP',
  endpoint: 'product-group',
  table: { key: ['product_group'] },
  title: 'description',
  fields: {
    product_group: f.text({ max: 30, required: true, immutable: true, upper: true, search: true, width: 130 }),
    description: f.text({ max: 120, required: true, search: true, width: 260 }),
    group_type: f.choice(
      [
        { value: 'rebate', label: 'Rebate' },
        { value: 'chargeback', label: 'Chargeback' },
        { value: 'commission', label: 'Commission' },
        { value: 'royalty', label: 'Royalty' },
        { value: 'pricing', label: 'Pricing' },
        { value: 'general', label: 'General' },
      ],
      { default: 'general', index: true, label: 'Used for' },
    ),
    parent_group: f.reference('product-group', { acyclic: true, index: true, label: 'Part of' }),
    responsible: f.reference('employee', { integrity: 'soft' }),
    status: f.choice(recordStatus, { default: 'active', required: true, index: true, width: 100 }),
    block_reason: f.text({ max: 200, visible: when.eq('status', 'blocked'), required: 'whenVisible' }),
    valid_from: f.date(),
    valid_to: f.date({ after: 'valid_from' }),
    materials: f.rows(
      {
        material_number: f.reference('material', { required: true, label: 'Material' }),
        weight: f.percent({ min: 0, max: 100, default: '100', help: 'How much of its sales counts' }),
        valid_from: f.date(),
        valid_to: f.date({ after: 'valid_from' }),
      },
      { key: ['material_number'], maxRows: 2000 },
    ),
    material_groups: f.rows(
      {
        material_group: f.text({ max: 40, required: true }),
        brand: f.text({ max: 60, help: 'Only this brand; every one when empty' }),
        exclude: f.flag({ default: false, label: 'Left out' }),
      },
      { maxRows: 500, help: 'Every material of these groups belongs to it' },
    ),
    notes: f.longText({ max: 2000 }),
    attributes: f.attributes(),
  },
  list: {
    path: '/product-group',
    columns: [
      'product_group',
      'description',
      'group_type',
      'parent_group',
      'responsible',
      'valid_from',
      'valid_to',
      'status',
    ],
    sort: ['product_group'],
    filters: ['group_type', 'parent_group', 'status'],
    tree: { parent: 'parent_group' },
    views: { Active: when.eq('status', 'active'), 'Top level': when.empty('parent_group') },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Group',
        rows: [
          ['product_group', 'description'],
          ['group_type', 'parent_group'],
          ['responsible', 'status'],
          ['block_reason'],
          ['valid_from', 'valid_to'],
        ],
      },
      { title: 'Materials', rows: [['materials'], ['material_groups']] },
      { title: 'Notes', rows: [['notes']] },
    ],
  },
  upload: {
    path: '/product-group/product-group-excel-upload',
    functionality: 'ProductGroupFormats',
    endpoints: ['product-group-upload'],
    aliases: { product_group: ['Group', 'Product group code'], description: ['Name', 'Group name'] },
  },
  actions: [changeStatus],
  access: { write: 'masters.write', delete: 'masters.delete' },
  tests: [
    { accept: { product_group: 'PG-1', description: 'Cleaning' } },
    { reject: { product_group: 'PG-1', description: 'Cleaning', status: 'blocked' }, at: 'block_reason' },
  ],
})
