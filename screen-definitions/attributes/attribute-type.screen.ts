import { defineScreen, f, when } from '#src/definition'
import { recordStatus } from '../shared/choices.ts'

const isOwn = when.eq('attribute_type', 'user_defined')
const isText = when.eq('data_type', 'text')

export const attributeType = defineScreen({
  name: 'attribute-type',
  label: ['Attribute', 'Attributes'],
  area: 'attributes',
  menu: { order: 10 },
  formId: 'IMA_CONFIG_ATTRIBUTE_TYPE',
  endpoint: 'mdm/attribute-type',
  endpointAliases: ['mdm/attribute-types'],
  hooks: 'attribute-type',
  table: { key: ['attribute'] },
  title: 'attribute_label',
  fields: {
    attribute: f.text({
      max: 40,
      required: true,
      immutable: true,
      search: true,
      pattern: '[a-z][a-z0-9_]*',
      patternMessage: 'Small letters, digits and underscores, beginning with a letter',
      width: 190,
      help: 'How rules, uploads and calls name it',
    }),
    attribute_label: f.text({ max: 80, required: true, search: true, label: 'Label', width: 200 }),
    attribute_type: f.choice(
      [
        { value: 'standard', label: 'Standard', tone: 'neutral' },
        { value: 'user_defined', label: 'User defined', tone: 'accent' },
      ],
      {
        default: 'user_defined',
        required: true,
        immutable: true,
        index: true,
        label: 'Type',
        width: 130,
        help: 'Standard: a field that the product has. User defined: a field of your own',
      },
    ),
    attribute_description: f.longText({ max: 400, search: true, label: 'Description' }),
    data_type: f.choice(
      [
        { value: 'text', label: 'Text' },
        { value: 'integer', label: 'Whole number' },
        { value: 'decimal', label: 'Number' },
        { value: 'money', label: 'Amount' },
        { value: 'percent', label: 'Percentage' },
        { value: 'date', label: 'Date' },
        { value: 'flag', label: 'Yes or no' },
      ],
      { default: 'text', required: true, immutable: true, index: true, width: 120 },
    ),
    status: f.choice(recordStatus, { default: 'active', required: true, index: true, width: 100 }),
    block_reason: f.text({ max: 200, visible: when.eq('status', 'blocked'), required: 'whenVisible' }),
    applies_to: f.rows(
      {
        master: f.choice(
          [
            { value: 'customer', label: 'Customer' },
            { value: 'material', label: 'Material' },
            { value: 'supplier', label: 'Supplier' },
            { value: 'employee', label: 'Employee' },
            { value: 'territory', label: 'Territory' },
            { value: 'product-group', label: 'Product group' },
            { value: 'class-of-trade', label: 'Class of trade' },
          ],
          { required: true },
        ),
        required: f.flag({ default: false, label: 'Has to be entered' }),
        fast: f.flag({ default: false, label: 'Fast in long lists' }),
      },
      {
        key: ['master'],
        maxRows: 20,
        visible: isOwn,
        label: 'Field of',
        help: 'The masters that get this field: on their list, form, filters, uploads and exports',
      },
    ),
    max_length: f.integer({ min: 1, max: 500, default: 100, visible: isText, label: 'Greatest length' }),
    foreign_table: f.text({
      max: 60,
      visible: isText,
      label: 'Values from table',
      proposals: ['customer', 'material', 'supplier', 'employee', 'territory', 'product_group', 'class_of_trade'],
      help: 'The master or transaction whose values it has; empty for values of its own',
    }),
    foreign_field: f.text({
      max: 60,
      visible: when.notEmpty('foreign_table'),
      required: 'whenVisible',
      label: 'Field of that table',
    }),
    description_table: f.text({
      max: 60,
      visible: when.notEmpty('foreign_table'),
      label: 'Descriptions from table',
      help: 'Where a value is the key of another master; the same table otherwise',
    }),
    description_field: f.text({
      max: 60,
      visible: when.notEmpty('foreign_table'),
      label: 'Description field',
    }),
    reference_attribute: f.reference('attribute-type', {
      acyclic: true,
      index: true,
      visible: isText,
      label: 'Values of attribute',
      help: 'It takes the values of another attribute, such as ship-to region those of region',
    }),
    values_display_only: f.flag({
      default: false,
      visible: isText,
      help: 'Values are offered without their descriptions',
    }),
    standard_values_only: f.flag({
      default: false,
      visible: isText,
      help: 'Nothing but the values listed here, or found in the table, may be entered',
    }),
    search_only: f.flag({
      default: false,
      visible: isText,
      help: 'Values are offered once one types, not all of them at first',
    }),
  },
  list: {
    path: '/attributes',
    columns: [
      'attribute',
      'attribute_label',
      'attribute_type',
      'data_type',
      'foreign_table',
      'reference_attribute',
      'standard_values_only',
      'status',
    ],
    sort: ['attribute'],
    filters: ['attribute_type', 'data_type', 'status'],
    views: { Standard: when.eq('attribute_type', 'standard'), 'User defined': isOwn },
    pageSize: 10,
  },
  form: {
    layout: [
      {
        title: 'Attribute',
        rows: [
          ['attribute', 'attribute_label'],
          ['attribute_type', 'data_type'],
          ['max_length', 'status'],
          ['block_reason'],
          ['attribute_description'],
        ],
      },
      { title: 'Where it is a field', rows: [['applies_to']] },
      {
        title: 'Values',
        rows: [
          ['foreign_table', 'foreign_field'],
          ['description_table', 'description_field'],
          ['reference_attribute'],
          ['standard_values_only', 'search_only'],
          ['values_display_only'],
        ],
      },
    ],
    related: [
      { screen: 'attribute-value', by: 'attribute_name' },
      { screen: 'attribute-hierarchy', by: 'attribute_name' },
    ],
  },
  access: { write: 'attributes.write', delete: 'attributes.delete' },
  tests: [
    { accept: { attribute: 'loyalty_tier', attribute_label: 'Loyalty tier', standard_values_only: true } },
    { reject: { attribute: 'Loyalty tier', attribute_label: 'Loyalty tier' }, at: 'attribute' },
    { reject: { attribute: 'region', attribute_label: 'Region', foreign_table: 'customer' }, at: 'foreign_field' },
  ],
})
