import { defineScreen, f } from '#src/definition'
import { sourceSystem } from '../shared/cross-reference.ts'

export const materialCrossReference = defineScreen({
  name: 'material-cross-reference',
  label: ['Material cross reference', 'Material cross references'],
  area: 'masters',
  menu: { order: 23 },
  formId: 'IMA_CONFIG_XREF_MATERIAL',
  endpoint: 'xref-material-master',
  table: { key: ['source_system', 'external_number'] },
  fields: {
    source_system: sourceSystem(),
    external_number: f.text({ max: 60, required: true, immutable: true, search: true }),
    external_description: f.text({ max: 200, search: true }),
    material_number: f.reference('material', { required: true, index: true, label: 'Material' }),
    customer_number: f.reference('customer', { label: 'Customer', help: 'Only when the number is one customer’s own' }),
    uom: f.text({ max: 6, upper: true, label: 'Unit' }),
    valid_from: f.date(),
    valid_to: f.date({ after: 'valid_from' }),
  },
  list: {
    path: '/material-x-master',
    columns: [
      'source_system',
      'external_number',
      'external_description',
      'material_number',
      'customer_number',
      'uom',
      'valid_from',
      'valid_to',
    ],
    sort: ['source_system', 'external_number'],
    filters: ['source_system', 'material_number', 'customer_number'],
  },
  form: {
    layout: [
      ['source_system', 'external_number'],
      ['external_description'],
      ['material_number', 'customer_number'],
      ['uom'],
      ['valid_from', 'valid_to'],
    ],
  },
  upload: {
    path: '/material-x-master/material-x-master-excel-upload',
    functionality: 'XrefMaterialMasterDataFormats',
    endpoints: ['xref-material-master-data-upload'],
  },
  access: { write: 'masters.write', delete: 'masters.delete' },
})
