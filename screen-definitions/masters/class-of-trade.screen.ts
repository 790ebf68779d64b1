import { defineScreen, f, when } from '#src/definition'
import { recordStatus } from '../shared/choices.ts'

export const classOfTrade = defineScreen({
  name: 'class-of-trade',
  label: ['Class of trade', 'Classes of trade'],
  area: 'masters',
  menu: { order: 50 },
  formId: 'IMA_CONFIG_CLASS_OF_TRADE',
  endpoint: 'class-of-trade',
  table: { key: ['class_of_trade'] },
  title: 'description',
  fields: {
    class_of_trade: f.text({ max: 40, required: true, immutable: true, search: true, width: 150 }),
    description: f.text({ max: 120, required: true, search: true, width: 260 }),
    parent_class: f.reference('class-of-trade', { acyclic: true, index: true, label: 'Part of' }),
    segment: f.choice(
      [
        { value: 'acute', label: 'Acute care' },
        { value: 'non_acute', label: 'Non-acute care' },
        { value: 'retail', label: 'Retail' },
        { value: 'wholesale', label: 'Wholesale' },
        { value: 'government', label: 'Government' },
        { value: 'other', label: 'Other' },
      ],
      { default: 'other', index: true },
    ),
    price_eligible: f.flag({ default: true, label: 'Contract prices', help: 'Its members may buy at contract prices' }),
    rebate_eligible: f.flag({ default: true, label: 'Rebates', help: 'Their purchases count towards rebates' }),
    government_reporting: f.choice(
      [
        { value: 'included', label: 'Included' },
        { value: 'excluded', label: 'Excluded' },
      ],
      { default: 'included', help: 'Whether the sales enter government price reporting' },
    ),
    status: f.choice(recordStatus, { default: 'active', required: true, index: true, width: 100 }),
    valid_from: f.date(),
    valid_to: f.date({ after: 'valid_from' }),
    notes: f.longText({ max: 2000 }),
  },
  list: {
    path: '/class-of-trade',
    columns: [
      'class_of_trade',
      'description',
      'parent_class',
      'segment',
      'price_eligible',
      'rebate_eligible',
      'government_reporting',
      'status',
    ],
    sort: ['class_of_trade'],
    tree: { parent: 'parent_class' },
    filters: ['segment', 'status'],
    views: { Active: when.eq('status', 'active'), 'Without rebates': when.eq('rebate_eligible', false) },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Class of trade',
        rows: [['class_of_trade', 'description'], ['parent_class', 'segment'], ['status'], ['valid_from', 'valid_to']],
      },
      { title: 'What it is entitled to', rows: [['price_eligible', 'rebate_eligible'], ['government_reporting']] },
      { title: 'Notes', rows: [['notes']] },
    ],
  },
  access: { write: 'masters.write', delete: 'masters.delete' },
  tests: [
    { accept: { class_of_trade: 'Clinic', description: 'Clinics and surgeries' } },
    { reject: { class_of_trade: 'Clinic' }, at: 'description' },
  ],
})
