import { defineScreen, f, when } from '#src/definition'
import { recordStatus } from '../shared/choices.ts'

export const attributeCombination = defineScreen({
  name: 'attribute-combination',
  label: ['Attribute combination', 'Attribute combinations'],
  area: 'attributes',
  menu: { order: 30 },
  formId: 'IMA_CONFIG_ATTRIBUTE_MULTIPLE',
  endpoint: 'eligibility-attrib-multiple',
  hooks: 'attribute-combination',
  table: { key: ['combination'] },
  title: 'description',
  fields: {
    combination: f.text({ max: 40, required: true, immutable: true, upper: true, search: true, width: 160 }),
    description: f.text({ max: 120, required: true, search: true, width: 260 }),
    matches: f.choice(
      [
        { value: 'all', label: 'All of them' },
        { value: 'any', label: 'One of them' },
      ],
      { default: 'all', required: true, label: 'What has to fit' },
    ),
    attributes_list: f.rows(
      {
        attribute_name: f.reference('attribute-type', { required: true, integrity: 'soft', label: 'Attribute' }),
        attribute_value: f.text({ max: 80, required: true, label: 'Value' }),
        excluded: f.flag({ default: false, label: 'Everything but this' }),
      },
      { key: ['attribute_name', 'attribute_value'], maxRows: 200, required: true, label: 'Attributes and values' },
    ),
    status: f.choice(recordStatus, { default: 'active', required: true, index: true, width: 100 }),
    block_reason: f.text({ max: 200, visible: when.eq('status', 'blocked'), required: 'whenVisible' }),
    valid_from: f.date(),
    valid_to: f.date({ after: 'valid_from' }),
  },
  list: {
    path: '/attributes/combinations',
    columns: ['combination', 'description', 'matches', 'valid_from', 'valid_to', 'status'],
    sort: ['combination'],
    filters: ['matches', 'status'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 10,
  },
  form: {
    layout: [
      ['combination', 'description'],
      ['matches', 'status'],
      ['block_reason'],
      ['valid_from', 'valid_to'],
      ['attributes_list'],
    ],
  },
  access: { write: 'attributes.write', delete: 'attributes.delete' },
  tests: [
    {
      accept: {
        combination: 'C1',
        description: 'German retailers',
        attributes_list: [
          { attribute_name: 'customer.country', attribute_value: 'Germany' },
          { attribute_name: 'customer.class_of_trade', attribute_value: 'Retail' },
        ],
      },
    },
    { reject: { combination: 'C1', description: 'None' }, at: 'attributes_list' },
    { reject: { description: 'Without a code' }, at: 'combination' },
  ],
})
