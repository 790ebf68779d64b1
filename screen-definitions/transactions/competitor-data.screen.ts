import { defineScreen, f, when } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { competitorOf, confidence, seenAt } from './competitor-fields.ts'
import { market, narrowedTo, periodOf, planningAccess, planningAliases, quantityOf, unitOf } from './planning-fields.ts'

const sold = {
  competitor: 'Acme',
  product_line: 'Coffee',
  period_from: '2026-01-01',
  period_to: '2026-03-31',
  sales_value: '1000',
  market_share: '12.5',
}

export const competitorData = defineScreen({
  name: 'competitor-data',
  label: ['Competitor sales figure', 'Competitor data'],
  area: 'transactions',
  menu: { order: 65 },
  formId: 'IMA_CONFIG_COMPETITOR_DATA',
  endpoint: 'competitor-data',
  table: { key: ['competitor', 'market', 'product_line', 'material_number', 'period_from'] },
  title: 'competitor',
  fields: {
    competitor: competitorOf,
    market,
    product_line: f.text({
      max: 60,
      required: true,
      immutable: true,
      search: true,
      index: true,
      help: 'Ours that the sales stand against',
      width: 140,
    }),
    material_number: { ...narrowedTo('material', 'Our material'), help: 'Empty: the whole product line', width: 120 },
    competitor_material: f.text({ max: 120, search: true, label: 'Its product', width: 180 }),
    ...periodOf,
    sales_quantity: { ...quantityOf('Quantity'), min: '0' },
    uom: unitOf,
    sales_value: f.money({ min: 0, currency: 'currency', label: 'Sales', width: 120 }),
    average_price: f.money({ min: 0, currency: 'currency', width: 120 }),
    market_value: f.money({
      min: 0,
      currency: 'currency',
      label: 'Whole market',
      help: 'What all together sold',
      width: 130,
    }),
    market_share: f.percent({ min: 0, max: 100, index: true, width: 110 }),
    our_share: f.percent({ min: 0, max: 100, help: 'Our part of the same market', width: 110 }),
    currency: currencyCode({ default: 'EUR' }),
    channel: f.choice(
      [
        { value: 'retail', label: 'Retail' },
        { value: 'wholesale', label: 'Wholesale' },
        { value: 'online', label: 'Online' },
        { value: 'all', label: 'All channels' },
      ],
      { default: 'all', index: true, width: 120 },
    ),
    ...seenAt,
    confidence,
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/competitor-data',
    columns: [
      'competitor',
      'market',
      'product_line',
      'period_from',
      'sales_quantity',
      'sales_value',
      'market_share',
      'our_share',
      'confidence',
    ],
    sort: ['-period_from', 'market', 'product_line', '-market_share'],
    filters: ['competitor', 'market', 'product_line', 'period_from', 'market_share'],
    totals: { sales_quantity: 'sum', sales_value: 'sum' },
    views: {
      'More than a quarter of the market': when.gt('market_share', '25'),
      'Not certain': when.eq('confidence', 'low'),
    },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Whose sales',
        rows: [
          ['competitor', 'competitor_material'],
          ['market', 'channel'],
          ['product_line', 'material_number'],
          ['period_from', 'period_to'],
        ],
      },
      {
        title: 'How much',
        rows: [
          ['sales_quantity', 'uom'],
          ['sales_value', 'currency'],
          ['average_price', 'market_value'],
          ['market_share', 'our_share'],
        ],
      },
      { title: 'Where it comes from', rows: [['source', 'observed_on'], ['confidence'], ['notes']] },
    ],
  },
  upload: {
    path: '/competitor-data/competitor-data-excel-upload',
    functionality: 'CompetitorSalesDataFormat',
    endpoints: ['upload-market-share'],
    aliases: {
      ...planningAliases,
      competitor: ['Company', 'Manufacturer'],
      product_line: ['Category', 'Segment'],
      market: ['Country', 'Region'],
      sales_value: ['Sales', 'Value'],
      market_share: ['Share', 'Share %'],
      period_from: ['From', 'Date'],
    },
  },
  access: planningAccess,
  tests: [
    { accept: sold },
    { reject: { ...sold, market_share: '101' }, at: 'market_share' },
    { reject: { ...sold, product_line: '' }, at: 'product_line' },
  ],
})
