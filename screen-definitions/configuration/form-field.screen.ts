import { defineScreen, f, when } from '#src/definition'

const attributeOnly = when.notEmpty('attribute_type')

export const formField = defineScreen({
  name: 'form-field',
  label: ['Field change', 'Field changes'],
  area: 'configuration',
  menu: { order: 40 },
  formId: 'IMA_CONFIG_FORM_FIELDS',
  endpoint: 'form_fields',
  hooks: 'form-field',
  table: { name: 'form_field' },
  title: 'field_id',
  fields: {
    form_id: f.text({ max: 80, required: true, immutable: true, search: true, label: 'Form', width: 260, help: 'Id of the form, such as IMA_CONFIG_CUSTOMER.' }),
    field_id: f.text({ max: 60, required: true, immutable: true, search: true, label: 'Field', width: 180 }),
    layer: f.choice(
      [
        { value: 'organization', label: 'Whole organization' },
        { value: 'role', label: 'One role' },
        { value: 'user', label: 'One user' },
      ],
      { default: 'organization', required: true, immutable: true, label: 'For', width: 150 },
    ),
    layer_ref: f.integer({ immutable: true, visible: when.ne('layer', 'organization'), required: 'whenVisible', label: 'Role or user', help: 'Id of the role or the user.' }),
    app_source_type: f.text({ max: 60, immutable: true, label: 'Application', help: 'Empty for every application.', width: 160 }),
    data_source_type: f.text({ max: 60, immutable: true, label: 'Data source', hidden: true }),
    label: f.text({ max: 80, search: true, within: 'delta', width: 200 }),
    help: f.text({ max: 400, label: 'Help text', within: 'delta' }),
    hidden: f.flag({ within: 'delta', width: 90, help: 'Hidden fields are left out of lists and forms.' }),
    required: f.flag({ within: 'delta', width: 90, help: 'What the definition requires stays required.' }),
    order: f.integer({ min: 0, max: 100_000, within: 'delta', width: 90, help: 'Fields stand at 10, 20, 30 and so on; 15 is between the first and the second.' }),
    width: f.integer({ min: 40, max: 1000, unit: 'px', within: 'delta', label: 'Column width' }),
    default: f.text({ max: 200, within: 'delta', label: 'Default value' }),
    choices: f.rows({ value: f.text({ max: 80, required: true }), label: f.text({ max: 80 }) }, { key: ['value'], within: 'delta', label: 'Choices', help: 'The choices that remain, in their order.' }),
    attribute_type: f.choice(
      [
        { value: 'text', label: 'Text' },
        { value: 'longText', label: 'Long text' },
        { value: 'choice', label: 'Choice' },
        { value: 'flag', label: 'Yes or no' },
        { value: 'integer', label: 'Whole number' },
        { value: 'decimal', label: 'Number' },
        { value: 'money', label: 'Amount' },
        { value: 'percent', label: 'Percentage' },
        { value: 'date', label: 'Date' },
        { value: 'dateTime', label: 'Date and time' },
        { value: 'reference', label: 'Reference' },
      ],
      { immutable: true, within: 'delta', label: 'New attribute', width: 140, help: 'Adds a field of this type to the form, the list, uploads and exports.' },
    ),
    attribute_max: f.integer({ min: 1, max: 100_000, within: 'delta', visible: attributeOnly, label: 'Greatest length or value' }),
    attribute_scale: f.integer({ min: 0, max: 6, within: 'delta', visible: when.eq('attribute_type', 'decimal'), label: 'Decimals' }),
    attribute_target: f.text({ max: 80, within: 'delta', visible: when.eq('attribute_type', 'reference'), required: 'whenVisible', label: 'Refers to', help: 'Name of a list, such as customer.' }),
    delta: f.attributes({ hidden: true }),
  },
  list: {
    path: '/form-fields',
    columns: ['form_id', 'field_id', 'layer', 'label', 'hidden', 'required', 'order', 'attribute_type', 'app_source_type'],
    sort: ['form_id', 'field_id', 'layer'],
    filters: ['form_id', 'layer', 'attribute_type'],
    pageSize: 100,
  },
  form: {
    layout: [
      { title: 'Field', rows: [['form_id', 'field_id'], ['layer', 'layer_ref'], ['app_source_type']] },
      { title: 'What changes', rows: [['label', 'help'], ['hidden', 'required'], ['order', 'width'], ['default'], ['choices']] },
      { title: 'New attribute', rows: [['attribute_type', 'attribute_max'], ['attribute_scale', 'attribute_target']] },
    ],
  },
  access: { read: 'any', write: 'administration.form_fields' },
  tests: [
    { accept: { form_id: 'IMA_CONFIG_CUSTOMER', field_id: 'industry', layer: 'organization', default: 'Grocery' } },
    { reject: { form_id: 'IMA_CONFIG_CUSTOMER', field_id: 'name', layer: 'role' }, at: 'layer_ref' },
    { reject: { field_id: 'name' }, at: 'form_id' },
  ],
})
