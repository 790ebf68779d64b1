import { defineScreen, f, when } from '#src/definition'
import { productLine, promotionAccess, promotionApps } from './promotion-fields.ts'
import { currencyCode } from '../shared/choices.ts'
import { scenarioMoney, scenarioRelations, scenarioStatuses } from './scenario-fields.ts'

const spring = {
  description: 'Spring machines',
  product_line: 'Machines',
  countries: [{ country: 'Germany' }],
  valid_from: '2027-03-01',
  valid_to: '2027-05-31',
}

const isDraft = when.eq('status', 'draft')
const name = f.text({ max: 160, label: 'Description', help: 'Empty: as it is called now' })
const copied = {
  command: 'copy-promotion-scenario',
  on: ['row'],
  opens: true,
  access: 'promotions.write',
  message: 'Successfully added',
} as const

// The header of a plan; its lines, its review and its figures are worked on in the workbench of scenarios.
export const promotionScenario = defineScreen({
  name: 'promotion-scenario',
  label: ['Promotion scenario', 'Promotion scenarios'],
  area: 'promotions',
  menu: { order: 5, label: 'Scenarios' },
  apps: promotionApps,
  formId: 'IMA_CONFIG_PROMOTION_SCENARIO',
  endpoint: 'promotion/scenario',
  table: { key: ['scenario_number'] },
  title: 'description',
  hooks: 'promotion-scenario',
  fields: {
    scenario_number: f.text({
      max: 20,
      readOnly: true,
      numbered: 'PS-',
      search: true,
      label: 'Scenario',
      help: 'Given when it is saved first',
      width: 105,
    }),
    description: f.text({ max: 160, required: true, search: true, width: 200 }),
    product_line: { ...productLine, immutable: false, help: 'The line that leads; further ones stand below' },
    product_lines: f.rows(
      { product_line: f.reference('product-line', { required: true, label: 'Product line', width: 180 }) },
      { key: ['product_line'], maxRows: 50, label: 'Further product lines' },
    ),
    countries: f.rows(
      {
        country: f.text({
          max: 60,
          required: true,
          offers: { call: 'promo-territory-by-value', query: { by: 'country' } },
          width: 180,
        }),
      },
      { key: ['country'], required: true, maxRows: 100 },
    ),
    market: f.text({ max: 400, readOnly: true, search: true, label: 'Countries', width: 200 }),
    territories: f.rows(
      {
        country: f.text({ max: 60, required: true, width: 160 }),
        territory: f.text({ max: 40, required: true, width: 160 }),
      },
      { key: ['country', 'territory'], maxRows: 1000, help: 'Empty: each country as a whole' },
    ),
    valid_from: f.date({ required: true, index: true, label: 'From', width: 110 }),
    valid_to: f.date({
      required: true,
      after: 'valid_from',
      index: true,
      label: 'To',
      help: 'The last day of it',
      width: 110,
    }),
    currency: currencyCode({ default: 'EUR', required: true }),
    status: f.choice(scenarioStatuses, { readOnly: true, default: 'draft', index: true, width: 100 }),
    relation: f.choice(scenarioRelations, { readOnly: true, label: 'Made as', width: 110 }),
    parent: f.reference('promotion-scenario', {
      readOnly: true,
      integrity: 'soft',
      index: true,
      label: 'Made from',
      width: 110,
    }),
    replaced_by: f.reference('promotion-scenario', { readOnly: true, integrity: 'soft', width: 110 }),
    line_count: f.integer({ readOnly: true, label: 'Lines', width: 80 }),
    cash_cost: scenarioMoney('Cash support'),
    coverage_cost: scenarioMoney('Coverage'),
    finance_cost: scenarioMoney('Financing'),
    planned_cost: scenarioMoney('Cost', 'Support, coverage and buydown of all its lines'),
    submitted_by: f.reference('user', { readOnly: true, integrity: 'soft', width: 160 }),
    submitted_at: f.dateTime({ readOnly: true }),
    last_activity: f.text({ max: 200, readOnly: true, label: 'Last activity', width: 220 }),
    last_activity_by: f.reference('user', { readOnly: true, integrity: 'soft', label: 'By' }),
    last_activity_at: f.dateTime({ readOnly: true, label: 'Active at', width: 150 }),
    notes: f.longText({ max: 4000 }),
  },
  list: {
    path: '/promotion-scenario-setup',
    columns: [
      'scenario_number',
      'description',
      'product_line',
      'market',
      'valid_from',
      'valid_to',
      'planned_cost',
      'currency',
      'status',
    ],
    sort: ['-scenario_number'],
    filters: ['product_line', 'status', 'valid_from', 'parent'],
    totals: { planned_cost: 'sum' },
    views: {
      Drafts: isDraft,
      'In review': when.eq('status', 'in_review'),
      Approved: when.eq('status', 'approved'),
      Archived: when.eq('status', 'archived'),
    },
    attention: ['In review'],
    figures: [{ label: 'Cost of approved scenarios', view: 'Approved', sum: 'planned_cost' }],
    pageSize: 50,
  },
  form: {
    view: '/promotion-scenario-setup/view/:id',
    edit: '/promotion-scenario-setup/edit/:id',
    create: '/promotion-scenario-setup/new',
    editable: { when: isDraft, otherwise: 'Only drafts are changed. Take it back to draft, or clone it.' },
    deletable: { when: isDraft, otherwise: 'Only drafts are deleted; archive it instead.' },
    layout: [
      {
        title: 'Scenario',
        rows: [
          ['scenario_number', 'description'],
          ['product_line', 'currency'],
          ['valid_from', 'valid_to'],
        ],
      },
      { title: 'Market', rows: [['countries', 'product_lines'], ['territories']] },
      { title: 'Notes', rows: [['notes']] },
    ],
  },
  actions: [
    {
      ...copied,
      name: 'clone',
      label: 'Clone',
      values: { relation: 'clone' },
      parameters: {
        description: name,
        valid_from: f.date({ label: 'From', help: 'Empty: the same days' }),
        valid_to: f.date({ label: 'To', after: 'valid_from', help: 'Volumes stay what they are' }),
      },
    },
    {
      ...copied,
      name: 'extended-scenario',
      label: 'Extend',
      values: { relation: 'extended_scenario' },
      parameters: {
        valid_to: f.date({ required: true, label: 'New last day', help: 'Later than now; volumes grow with the days' }),
        description: name,
      },
    },
    {
      ...copied,
      name: 'premature-scenario',
      label: 'Close early',
      values: { relation: 'premature_scenario' },
      when: when.in('status', ['in_review', 'approved']),
      parameters: {
        valid_to: f.date({
          required: true,
          label: 'New last day',
          help: 'Earlier than now; volumes shrink with the days',
        }),
        description: name,
      },
    },
  ],
  access: promotionAccess,
  tests: [
    { accept: spring },
    { reject: { ...spring, countries: [] }, at: 'countries' },
    { reject: { ...spring, valid_to: '2027-02-28' }, at: 'valid_to' },
  ],
})
