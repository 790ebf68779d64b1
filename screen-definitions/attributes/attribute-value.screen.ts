import { defineScreen, f, when } from '#src/definition'

export const attributeValue = defineScreen({
  name: 'attribute-value',
  label: ['Attribute value', 'Attribute values'],
  area: 'attributes',
  menu: { order: 20 },
  formId: 'IMA_CONFIG_ATTRIBUTE_VALUE',
  endpoint: 'eligibility-attrib',
  hooks: 'attribute-value',
  table: { key: ['attribute_name', 'attribute_value'] },
  title: 'attribute_desc',
  fields: {
    attribute_name: f.reference('attribute-type', {
      required: true,
      immutable: true,
      index: true,
      search: true,
      integrity: 'soft',
      label: 'Attribute',
    }),
    attribute_value: f.text({ max: 80, required: true, immutable: true, search: true, label: 'Value', width: 180 }),
    attribute_desc: f.text({ max: 200, search: true, label: 'Description', width: 260 }),
    is_standard: f.flag({ default: false, label: 'Standard', help: 'Came with the product or an integration' }),
    sequence: f.integer({ min: 0, max: 100_000, label: 'Order', help: 'Where it stands among the values' }),
  },
  list: {
    path: '/attributes/values',
    columns: ['attribute_name', 'attribute_value', 'attribute_desc', 'is_standard', 'sequence'],
    sort: ['attribute_name', 'sequence', 'attribute_value'],
    filters: ['attribute_name', 'is_standard'],
    views: { Standard: when.eq('is_standard', true), 'Your own': when.eq('is_standard', false) },
    pageSize: 10,
  },
  form: {
    layout: [['attribute_name', 'attribute_value'], ['attribute_desc'], ['sequence', 'is_standard']],
  },
  upload: {
    functionality: 'EligibilityAttributeFormats',
    endpoints: ['eligibility-attrib-upload'],
    aliases: {
      attribute_name: ['Attribute', 'Name'],
      attribute_value: ['Value', 'Code'],
      attribute_desc: ['Description', 'Text'],
    },
  },
  access: { write: 'attributes.write', delete: 'attributes.delete' },
  tests: [
    { accept: { attribute_name: 'loyalty_tier', attribute_value: 'GOLD', attribute_desc: 'Gold' } },
    { reject: { attribute_name: 'loyalty_tier' }, at: 'attribute_value' },
  ],
})
