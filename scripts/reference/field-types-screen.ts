import { f, normalizeScreen } from '#src/definition'

/** A screen with one field of every type, as the reference shows them; each field is called like its type. */
export const fieldTypesScreen = normalizeScreen({
  name: 'field-types',
  label: ['Field', 'Fields'],
  area: 'masters',
  endpoint: 'field-types',
  table: { key: ['text'] },
  fields: {
    text: f.text({ max: 40, required: true, label: 'Contract name', help: 'At most 40 characters' }),
    longText: f.longText({ label: 'Terms' }),
    choice: f.choice(['owned', 'leased', 'third party'], { label: 'Warehouse type' }),
    flag: f.flag({ label: 'Tax exempt' }),
    integer: f.integer({ label: 'Days of grace', unit: 'days' }),
    decimal: f.decimal(12, 3, { label: 'Capacity', unit: 'm3' }),
    money: f.money({ label: 'Credit limit', currency: 'EUR' }),
    percent: f.percent({ label: 'Rebate rate' }),
    date: f.date({ label: 'Valid from' }),
    dateTime: f.dateTime({ label: 'Approved at' }),
    reference: f.reference('customer', { label: 'Customer' }),
    references: f.references('customer', { label: 'Members' }),
    rows: f.rows(
      { step: f.integer({ label: 'From pieces' }), rate: f.percent({ label: 'Rate' }) },
      { label: 'Tiers', key: ['step'] },
    ),
    region: f.text({ label: 'Sales region', within: 'attributes' }),
    visits: f.integer({ label: 'Visits a year', within: 'attributes' }),
    file: f.file({ label: 'Signed contract' }),
    attributes: f.attributes(),
  },
  list: { path: '/field-types', columns: ['text'] },
  form: {
    layout: [
      ['text', 'choice'],
      ['flag', 'integer'],
      ['decimal', 'money'],
      ['percent', 'date'],
      ['dateTime', 'reference'],
      ['references', 'file'],
      ['longText'],
      ['rows'],
    ],
  },
  access: { read: 'any', write: 'any' },
})

/** A record of it. */
export const fieldTypesRecord = {
  text: 'Harbour Foods 2026',
  longText: 'Rebates are settled each quarter.\nReturns count against the quarter they come in.',
  choice: 'leased',
  flag: true,
  integer: 14,
  decimal: '1250.5',
  money: '25000',
  percent: '2.5',
  date: '2026-01-01',
  dateTime: '2026-01-15T09:30:00Z',
  reference: 'C1000',
  references: ['C1000', 'C1001'],
  rows: [
    { step: 100, rate: '1.5' },
    { step: 500, rate: '2.5' },
  ],
  region: 'North',
  visits: 6,
} as const
