import { defineScreen, f, when } from '#src/definition'
import { lineAttributes, ruledScreens } from '../configuration/eligibility-attributes.ts'
import { activeStatus } from '../shared/choices.ts'

export const queryField = defineScreen({
  name: 'query-field',
  label: ['Query field', 'Query fields'],
  area: 'configuration',
  menu: { order: 66 },
  formId: 'IMA_CONFIG_QUERY_FIELD',
  endpoint: 'query-field',
  table: { key: ['query_field'] },
  title: 'description',
  fields: {
    query_field: f.text({ max: 40, required: true, immutable: true, search: true, upper: true, width: 170 }),
    description: f.text({ max: 120, required: true, search: true, help: 'What reports call it', width: 240 }),
    attribute: f.choice(lineAttributes, {
      attributesOf: ruledScreens,
      required: true,
      index: true,
      searched: true,
      label: 'Stands for',
      help: 'What lines are added up by where a report asks for a query field',
      width: 240,
    }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/query-field',
    columns: ['query_field', 'description', 'attribute', 'status'],
    sort: ['query_field'],
    filters: ['attribute', 'status'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 50,
  },
  form: { layout: [['query_field', 'description'], ['attribute', 'status'], ['notes']] },
  access: { read: 'contracts.read', write: 'contracts.write' },
  tests: [
    { accept: { query_field: 'CLASS', description: 'Class of trade', attribute: 'customer.class_of_trade' } },
    { reject: { query_field: 'CLASS', description: 'Class of trade', attribute: 'customer.nothing' }, at: 'attribute' },
    { reject: { query_field: 'CLASS', attribute: 'customer.country' }, at: 'description' },
  ],
})
