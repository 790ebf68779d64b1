import { defineScreen, f, when } from '#src/definition'
import { materialTypes, recordStatus } from '../shared/choices.ts'

export const materialDesign = defineScreen({
  name: 'material-design',
  label: ['Material master design', 'Material master designs'],
  area: 'masters',
  menu: { order: 30 },
  formId: 'IMA_CONFIG_MATERIAL_DESIGN',
  endpoint: 'mdm/material-master-design',
  hooks: 'material-design',
  table: { key: ['profile'] },
  title: 'description',
  fields: {
    profile: f.text({ max: 40, required: true, immutable: true, upper: true, search: true, width: 160 }),
    description: f.text({ max: 120, required: true, search: true, width: 260 }),
    status: f.choice(recordStatus, { default: 'active', required: true, index: true, width: 100 }),
    block_reason: f.text({ max: 200, visible: when.eq('status', 'blocked'), required: 'whenVisible' }),
    applies_to: f.rows(
      { value: f.choice(materialTypes, { required: true, label: 'Material type' }) },
      { key: ['value'], maxRows: 20, label: 'For materials of type', help: 'Whose form it shapes' },
    ),
    views: f.rows(
      {
        view: f.text({
          max: 80,
          required: true,
          proposals: [
            'General',
            'Units and weights',
            'Prices and costs',
            'Identification and use',
            'Picture and documents',
          ],
        }),
      },
      { key: ['view'], maxRows: 40, help: 'The sections of the form in their order; all of them when none is named' },
    ),
    attributes: f.rows(
      {
        attribute: f.text({
          max: 60,
          required: true,
          label: 'Field',
          proposals: ['material_group', 'product_line', 'brand', 'list_price', 'standard_cost', 'gtin', 'base_uom'],
        }),
      },
      {
        key: ['attribute'],
        maxRows: 300,
        label: 'Fields',
        help: 'Where a section has fields here, it shows only these; what a material cannot do without is always shown',
      },
    ),
  },
  list: {
    path: '/material-master/designs',
    columns: ['profile', 'description', 'status'],
    sort: ['profile'],
    filters: ['status'],
    views: { Active: when.eq('status', 'active') },
  },
  form: {
    layout: [
      { title: 'Profile', rows: [['profile', 'description'], ['status', 'block_reason'], ['applies_to']] },
      { title: 'What the form shows', rows: [['views'], ['attributes']] },
    ],
  },
  access: { write: 'masters.design' },
  messages: { updated: 'Material master design updated successfully', failed: 'An error occurred' },
  tests: [
    { accept: { profile: 'SERVICE', description: 'Services', views: [{ view: 'General' }] } },
    { reject: { profile: 'SERVICE' }, at: 'description' },
  ],
})
