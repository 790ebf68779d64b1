import { defineScreen, f } from '#src/definition'

export const materialUom = defineScreen({
  name: 'material-uom',
  label: ['Unit of measure', 'Material units of measure'],
  area: 'masters',
  menu: { order: 21 },
  formId: 'IMA_CONFIG_MATERIAL_UOM',
  endpoint: 'material-uom',
  hooks: 'material-uom',
  table: { key: ['material_number', 'uom'] },
  fields: {
    material_number: f.reference('material', {
      required: true,
      immutable: true,
      index: true,
      search: true,
      label: 'Material',
    }),
    uom: f.text({ max: 6, required: true, immutable: true, upper: true, label: 'Unit' }),
    numerator: f.decimal(15, 6, { required: true, min: '0.000001', help: 'So many base units make …' }),
    denominator: f.decimal(15, 6, { required: true, min: '0.000001', default: '1', help: '… so many of this unit' }),
    gtin: f.text({ max: 14, pattern: '\\d{8}|\\d{12,14}', patternMessage: '8, 12, 13 or 14 digits', label: 'GTIN' }),
    gross_weight: f.decimal(15, 3, { min: 0 }),
    length: f.decimal(12, 3, { min: 0, unit: 'cm' }),
    width: f.decimal(12, 3, { min: 0, unit: 'cm' }),
    height: f.decimal(12, 3, { min: 0, unit: 'cm' }),
    sales_unit: f.flag({ default: false }),
  },
  list: {
    path: '/material-master/units',
    columns: ['material_number', 'uom', 'numerator', 'denominator', 'gtin', 'gross_weight', 'sales_unit'],
    sort: ['material_number', 'uom'],
    filters: ['material_number', 'uom'],
  },
  form: {
    layout: [
      ['material_number', 'uom'],
      ['numerator', 'denominator'],
      ['gtin', 'gross_weight'],
      ['length', 'width', 'height'],
      ['sales_unit'],
    ],
  },
  upload: {
    path: '/material-master/material-master-excel-upload',
    functionality: 'MaterialUomLevelFormat',
    endpoints: ['material-uom-upload'],
  },
  actions: [
    {
      name: 'convert',
      label: 'Convert a quantity',
      command: 'convert-quantity',
      on: ['screen'],
      access: 'any',
      parameters: {
        quantity: f.decimal(18, 6, { required: true, default: '1' }),
        from_uom: f.text({ max: 6, required: true, upper: true, label: 'From' }),
        to_uom: f.text({ max: 6, required: true, upper: true, label: 'To' }),
        material_number: f.reference('material', {
          label: 'Of material',
          help: 'Its own units count beside the general ones',
        }),
      },
    },
  ],
  access: { write: 'masters.write', delete: 'masters.delete' },
  tests: [
    { accept: { material_number: '22423', uom: 'CS', numerator: '24' } },
    { reject: { material_number: '22423', uom: 'CS', numerator: '0' }, at: 'numerator' },
  ],
})
