import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { driverKinds, driverMeasures, profitAccess, profitApplications } from './choices.ts'

const freight = { driver: 'FREIGHT', description: 'Freight to the customer', kind: 'freight', source: 'maintained' }

// The quantities that a margin is made of.
export const profitDriver = defineScreen({
  name: 'profit-driver',
  label: ['Driver', 'Drivers'],
  area: 'profit',
  menu: { order: 64 },
  apps: profitApplications,
  formId: 'IMA_CONFIG_PROFIT_DRIVER',
  endpoint: 'profit-driver-config',
  table: { key: ['driver'] },
  title: 'description',
  fields: {
    driver: f.text({
      max: 30,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      pattern: '[A-Z][A-Z0-9_]*',
      patternMessage: 'A letter, then letters, digits and _, as formulas name it',
      width: 140,
    }),
    description: f.text({ max: 120, required: true, search: true, width: 200 }),
    kind: f.choice(driverKinds, {
      required: true,
      index: true,
      help: 'How it moves in a simulation: prices with the price, cost of goods and freight with their own change and the volume',
      width: 150,
    }),
    source: f.choice(
      [
        { value: 'maintained', label: 'Maintained or imported' },
        { value: 'sales', label: 'Sales lines' },
      ],
      { default: 'maintained', required: true, index: true, label: 'Comes from', width: 160 },
    ),
    sales_field: f.choice(
      [
        { value: 'gross_value', label: 'Gross value' },
        { value: 'discount_value', label: 'Discount' },
        { value: 'net_value', label: 'Net value' },
        { value: 'cost_value', label: 'Cost' },
        { value: 'quantity', label: 'Quantity' },
      ],
      { visible: when.eq('source', 'sales'), required: 'whenVisible', label: 'Field', width: 130 },
    ),
    measure: f.choice(driverMeasures, {
      default: 'amount',
      visible: when.eq('source', 'maintained'),
      required: 'whenVisible',
      label: 'Is kept as',
      width: 170,
    }),
    effect: f.choice(
      [
        { value: 'adds', label: 'Adds to the margin' },
        { value: 'reduces', label: 'Reduces the margin' },
        { value: 'none', label: 'Is no part of it' },
      ],
      { default: 'reduces', required: true, index: true, width: 170 },
    ),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/drivers',
    columns: ['driver', 'description', 'kind', 'source', 'sales_field', 'measure', 'effect', 'status'],
    sort: ['driver'],
    filters: ['kind', 'source', 'effect', 'status'],
    views: { Active: when.eq('status', 'active'), Maintained: when.eq('source', 'maintained') },
    pageSize: 10,
  },
  form: {
    layout: [
      {
        title: 'Driver',
        rows: [
          ['driver', 'description'],
          ['kind', 'effect'],
        ],
      },
      { title: 'Where its figures come from', rows: [['source', 'sales_field', 'measure'], ['status'], ['notes']] },
    ],
    related: [{ screen: 'profit-level-data', by: 'driver' }],
  },
  access: profitAccess,
  tests: [
    { accept: freight },
    { reject: { ...freight, driver: '2ND' }, at: 'driver' },
    { reject: { ...freight, source: 'sales' }, at: 'sales_field' },
  ],
})
