import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { validity, validityViews } from '../shared/validity.ts'
import { eligibilityAttributes, ruledScreens } from './eligibility-attributes.ts'

export const universalEligibilityRule = defineScreen({
  name: 'universal-eligibility-rule',
  label: ['Eligibility rule', 'Eligibility rules'],
  area: 'configuration',
  menu: { order: 60, label: 'Universal and mandatory eligibility rules' },
  formId: 'IMA_CONFIG_UNIVERSAL_ELIGIBILITY_RULE',
  endpoint: 'universal-eligibility-rule',
  hooks: 'eligibility-rule',
  table: { key: ['rule_code'] },
  title: 'description',
  fields: {
    rule_code: f.text({
      max: 40,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Rule',
      width: 130,
    }),
    description: f.text({ max: 160, required: true, search: true, width: 260 }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    origin: f.choice(
      [
        { value: 'universal', label: 'Universal' },
        { value: 'mandatory', label: 'Mandatory' },
      ],
      {
        default: 'universal',
        required: true,
        index: true,
        width: 110,
        help: 'Universal rules hold for every contract without being shown there; mandatory ones stand on each contract and cannot be taken off',
      },
    ),
    application_types: f.references('application', { help: 'Empty: in every application' }),
    data_source_type: f.choice(
      [
        { value: 'direct', label: 'Direct sales' },
        { value: 'indirect', label: 'Indirect sales' },
        { value: 'purchase', label: 'Purchases' },
      ],
      { help: 'Empty: for every source of data' },
    ),
    mode: f.choice(
      [
        { value: 'include', label: 'Include', tone: 'ok' },
        { value: 'exclude', label: 'Exclude', tone: 'bad' },
      ],
      {
        default: 'include',
        required: true,
        index: true,
        width: 100,
        help: 'What is excluded stays excluded, whatever includes it',
      },
    ),
    group_no: f.integer({
      min: 1,
      max: 999,
      default: 1,
      required: true,
      label: 'Group',
      width: 80,
      help: 'Rules of one group hold together; of several groups one is enough',
    }),
    attribute: f.choice(eligibilityAttributes, { attributesOf: ruledScreens, required: true, index: true, width: 200 }),
    operator: f.choice(
      [
        { value: 'eq', label: 'is one of' },
        { value: 'between', label: 'is between' },
        { value: 'like', label: 'is like' },
        { value: 'under', label: 'is below in the hierarchy' },
      ],
      {
        default: 'eq',
        required: true,
        width: 150,
        help: 'Like: * stands for any characters. Below: a parent customer and everything under it',
      },
    ),
    values: f.rows(
      {
        value: f.text({ max: 120, required: true }),
        value_to: f.text({ max: 120, label: 'To (between only)' }),
      },
      { key: ['value', 'value_to'], maxRows: 1000, help: 'One of them is enough' },
    ),
    ...validity,
    matched_customers: f.integer({
      readOnly: true,
      label: 'Customers',
      width: 110,
      help: 'That the attribute fits; counted when the rule is saved',
    }),
    matched_materials: f.integer({ readOnly: true, label: 'Materials', width: 110 }),
    matched_lines: f.integer({
      readOnly: true,
      label: 'Sales lines',
      width: 110,
      help: 'Of the source of data; of sales, indirect sales and purchases together where the rule holds for every one',
    }),
    counted_at: f.dateTime({ readOnly: true, label: 'Counted' }),
    notes: f.longText({ max: 2000 }),
  },
  list: {
    path: '/mandatory-eligibility-rules',
    columns: [
      'rule_code',
      'description',
      'origin',
      'mode',
      'attribute',
      'matched_customers',
      'matched_lines',
      'valid_to',
      'status',
    ],
    sort: ['origin', 'group_no', 'rule_code'],
    filters: ['valid_from', 'origin', 'mode', 'attribute', 'status'],
    views: { Universal: when.eq('origin', 'universal'), Mandatory: when.eq('origin', 'mandatory'), ...validityViews },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Rule',
        rows: [
          ['rule_code', 'description'],
          ['origin', 'status'],
          ['application_types', 'data_source_type'],
          ['valid_from', 'valid_to'],
        ],
      },
      {
        title: 'What it asks for',
        rows: [['mode', 'group_no'], ['attribute', 'operator'], ['values']],
      },
      { title: 'What fits', rows: [['matched_customers', 'matched_materials', 'matched_lines'], ['counted_at']] },
      { title: 'Notes', rows: [['notes']] },
    ],
  },
  actions: [
    {
      name: 'count-matches',
      label: 'Count again',
      command: 'count-eligible',
      on: ['row', 'selection', 'filter'],
      message: 'Counted again',
    },
  ],
  access: { read: 'any', write: 'contracts.rules' },
  tests: [
    {
      accept: {
        rule_code: 'NO-SCRAP',
        description: 'No returns',
        mode: 'exclude',
        attribute: 'sales-data.transaction_type',
        values: [{ value: 'Return' }],
        valid_from: '2026-01-01',
      },
    },
    {
      reject: {
        rule_code: 'X',
        description: 'X',
        attribute: 'customer.shoe_size',
        values: [{ value: '1' }],
        valid_from: '2026-01-01',
      },
      at: 'attribute',
    },
    {
      reject: { rule_code: 'X', description: 'X', attribute: 'customer.country', values: [{ value: 'DE' }] },
      at: 'valid_from',
    },
  ],
})
