import { defineScreen, f, when } from '#src/definition'

export const unitOfMeasure = defineScreen({
  name: 'unit-of-measure',
  label: ['Unit of measure', 'Units of measure'],
  area: 'masters',
  menu: { order: 61 },
  formId: 'IMA_CONFIG_UOM',
  endpoint: 'general-uom',
  table: { key: ['uom'] },
  title: 'description',
  fields: {
    uom: f.text({ max: 6, required: true, immutable: true, upper: true, search: true, label: 'Unit', width: 90 }),
    description: f.text({ max: 60, required: true, search: true, width: 200 }),
    iso_code: f.text({
      max: 3,
      upper: true,
      pattern: '[A-Z0-9]{2,3}',
      patternMessage: 'Two or three letters or digits, such as KGM',
      label: 'UN/ECE code',
      help: 'The code of UN/ECE recommendation 20, as EDI sends it',
    }),
    dimension: f.choice(
      [
        { value: 'count', label: 'Count' },
        { value: 'mass', label: 'Mass' },
        { value: 'volume', label: 'Volume' },
        { value: 'length', label: 'Length' },
        { value: 'area', label: 'Area' },
        { value: 'time', label: 'Time' },
      ],
      { default: 'count', required: true, index: true },
    ),
    base_unit: f.reference('unit-of-measure', {
      acyclic: true,
      help: 'What it is converted to; a piece, a kilogram, a litre are their own',
    }),
    factor: f.decimal(18, 9, {
      min: '0.000000001',
      visible: when.notEmpty('base_unit'),
      required: 'whenVisible',
      help: 'So many of the base unit make one',
    }),
    decimals: f.integer({ min: 0, max: 6, default: 0, help: 'Places behind the point of a quantity' }),
  },
  list: {
    path: '/uom',
    columns: ['uom', 'description', 'iso_code', 'dimension', 'base_unit', 'factor', 'decimals'],
    sort: ['dimension', 'uom'],
    filters: ['dimension'],
  },
  form: { layout: [['uom', 'description'], ['iso_code', 'dimension'], ['base_unit', 'factor'], ['decimals']] },
  access: { write: 'masters.write', delete: 'masters.delete' },
  tests: [
    { accept: { uom: 'KG', description: 'Kilogram', dimension: 'mass' } },
    { reject: { uom: 'G', description: 'Gram', dimension: 'mass', base_unit: 'KG' }, at: 'factor' },
  ],
})
