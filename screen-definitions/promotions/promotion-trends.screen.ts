import { defineScreen, f } from '#src/definition'
import { countryOffered, promotionApps } from './promotion-fields.ts'

const amount = (label: string, help?: string) =>
  f.money({ currency: 'currency', label, width: 130, ...(help ? { help } : {}) })
const units = (label: string, help?: string) => f.decimal(18, 3, { label, width: 110, ...(help ? { help } : {}) })
const hidden = (label: string) => f.text({ label, hidden: true })

export const promotionTrends = defineScreen({
  name: 'promotion-trends',
  label: ['Promotion trend', 'Promotion trends'],
  area: 'promotions',
  menu: { order: 25 },
  apps: promotionApps,
  endpoint: 'promotion-trends-report',
  fields: {
    period: f.text({ monthly: true, orderedBy: 'period_from', width: 100 }),
    key: f.text({ label: 'Of', width: 140 }),
    name: f.text({ width: 220 }),
    currency: f.text({ width: 80 }),
    baseline_quantity: units('Units without', 'That were expected without the promotion'),
    planned_quantity: units('Units planned'),
    actual_quantity: units('Units sold', 'Of the same materials in the same days'),
    reached_percent: f.percent({ label: 'Reached', help: 'Units sold of those planned', width: 100 }),
    planned_value: amount('Planned value', 'Units planned at the prices of the promotion'),
    actual_value: amount('Sold for'),
    planned_cost: amount('Planned cost', 'Price reduction and fixed cost, less what is funded'),
    actual_cost: amount('Cost', 'The same for the units that were sold'),
    period_from: f.date({ hidden: true }),
    period_to: f.date({ hidden: true }),
    promotion: hidden('Promotion'),
    product_line: hidden('Product line'),
    country: hidden('Country'),
    customer_number: hidden('Customer'),
    material_number: hidden('Material'),
  },
  result: {
    criteria: '/promotion-trends',
    path: '/promotion-trends-results',
    report: 'promotion-trends',
    headings: { key: 'grouped_by' },
    parameters: {
      grouped_by: f.choice(
        [
          { value: 'promotion', label: 'Promotion' },
          { value: 'product_line', label: 'Product line' },
          { value: 'country', label: 'Country' },
          { value: 'customer', label: 'Customer' },
          { value: 'material', label: 'Material' },
        ],
        { default: 'promotion', required: true, label: 'Of each' },
      ),
      interval: f.choice(
        [
          { value: 'month', label: 'Month' },
          { value: 'quarter', label: 'Quarter' },
          { value: 'year', label: 'Year' },
        ],
        { default: 'month', required: true, label: 'By' },
      ),
      period_from: f.date({ label: 'From' }),
      period_to: f.date({
        after: 'period_from',
        default: '@today',
        label: 'To',
        help: 'Empty: plans that are still to come too',
      }),
      plans: f.choice(
        [
          { value: 'approved', label: 'Approved plans' },
          { value: 'all', label: 'All plans but rejected ones' },
        ],
        { default: 'approved', required: true, label: 'Plans' },
      ),
      promotion: f.text({ max: 60 }),
      product_line: f.reference('product-line', { integrity: 'soft', label: 'Product line' }),
      country: f.text({ max: 60, offers: countryOffered }),
      material: f.reference('material', { integrity: 'soft', label: 'Material' }),
    },
    columns: [
      'period',
      'key',
      'name',
      'currency',
      'planned_quantity',
      'actual_quantity',
      'reached_percent',
      'planned_value',
      'actual_value',
      'planned_cost',
      'actual_cost',
    ],
    aside: ['baseline_quantity'],
    totals: {
      planned_quantity: 'sum',
      actual_quantity: 'sum',
      planned_value: 'sum',
      actual_value: 'sum',
      planned_cost: 'sum',
      actual_cost: 'sum',
    },
    ratios: { reached_percent: ['actual_quantity', 'planned_quantity'] },
    sort: ['period', 'key'],
    key: ['period', 'key', 'currency'],
    chart: { type: 'bar', x: 'period', y: ['planned_quantity', 'actual_quantity'], title: 'Units planned and sold' },
    drill: { screen: 'costing', filters: { promotion: 'promotion' }, needs: ['promotion'] },
    drills: {
      actual_quantity: {
        screen: 'sales-data',
        filters: {
          material_number: 'material_number',
          'billing_date.gte': 'period_from',
          'billing_date.lte': 'period_to',
        },
        needs: ['material_number'],
      },
    },
  },
  access: { read: 'promotions.read' },
  messages: { empty: 'No records found.' },
})
