import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'

// Materials name their line as text; promotions are planned for the lines that stand here.
export const productLine = defineScreen({
  name: 'product-line',
  label: ['Product line', 'Product lines'],
  area: 'promotions',
  menu: { order: 200 },
  apps: ['Promotions'],
  formId: 'IMA_CONFIG_PRODUCT_LINE',
  endpoint: 'product-line',
  table: { key: ['product_line'] },
  title: 'description',
  fields: {
    product_line: f.text({ max: 60, required: true, immutable: true, search: true, label: 'Product line', width: 140 }),
    description: f.text({ max: 120, required: true, search: true, width: 240 }),
    brand: f.text({ max: 60, search: true, width: 120 }),
    responsible: f.reference('employee', { integrity: 'soft', index: true, help: 'Who plans it', width: 130 }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 2000 }),
  },
  list: {
    path: '/product-line',
    columns: ['product_line', 'description', 'brand', 'responsible', 'status'],
    sort: ['product_line'],
    filters: ['brand', 'status'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 50,
  },
  form: { layout: [['product_line', 'description'], ['brand', 'responsible'], ['status'], ['notes']] },
  upload: { functionality: 'ProductLineFormat', aliases: { product_line: ['Line'], description: ['Name'] } },
  access: { read: 'any', write: 'promotions.write', delete: 'promotions.delete' },
  tests: [
    { accept: { product_line: 'Machines', description: 'Floor machines' } },
    { reject: { product_line: 'Machines' }, at: 'description' },
  ],
})
