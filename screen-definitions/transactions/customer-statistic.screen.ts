import { defineScreen, f, when } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { materialOf, periodOf, planningAccess, planningAliases, quantityOf, unitOf } from './planning-fields.ts'

const month = {
  customer_number: 'C1',
  material_number: 'M',
  period_from: '2026-02-01',
  period_to: '2026-02-28',
  quantity: '40',
  net_value: '512.40',
}

// What retailers and distributors tell of their own sales of our materials, added up over a period; a later report of the period stands in its place.
export const customerStatistic = defineScreen({
  name: 'customer-statistic',
  label: ['Customer statistic', 'Customer statistics'],
  area: 'transactions',
  menu: { order: 26 },
  endpoint: 'customer-statistics',
  table: {
    key: ['customer_number', 'material_number', 'period_from'],
    // A week within a month that was reported as well would count twice.
    validity: { from: 'period_from', to: 'period_to', within: ['customer_number', 'material_number'] },
  },
  title: 'customer_number',
  fields: {
    customer_number: f.reference('customer', {
      integrity: 'soft',
      required: true,
      immutable: true,
      index: true,
      search: true,
      label: 'Reporting customer',
      help: 'The retailer or distributor whose sales they are',
      width: 140,
    }),
    customer_name: f.text({ max: 120, search: true, names: 'customer', label: 'Name', width: 180 }),
    ...materialOf(),
    customer_material: f.text({ max: 60, search: true, label: 'Material at the customer', width: 150 }),
    ...periodOf,
    quantity: { ...quantityOf('Sold', 'What went over the counter, less what came back'), required: true },
    uom: unitOf,
    net_value: f.money({
      index: true,
      currency: 'currency',
      label: 'Value',
      help: 'What the customer sold it for, without taxes',
      width: 120,
    }),
    currency: currencyCode({ default: 'EUR' }),
    returned_quantity: { ...quantityOf('Returned', 'What came back, taken off the quantity sold already'), min: '0' },
    stock_quantity: { ...quantityOf('Stock at end', 'On hand at the end of the last day'), min: '0' },
    stock_value: f.money({ min: 0, currency: 'currency', help: 'At the price the customer paid', width: 120 }),
    outlets: f.integer({ min: 0, help: 'How many outlets of the customer sold it', width: 90 }),
    reported_date: f.date({
      index: true,
      label: 'Reported on',
      help: 'An earlier report does not replace a later one when it is mapped',
      width: 110,
    }),
    document_number: f.text({
      max: 30,
      search: true,
      label: 'Report',
      help: 'Number of the report, such as that of an EDI 852 or SLSRPT',
    }),
    source_system: f.text({ max: 30, upper: true, index: true, label: 'Source system', width: 130 }),
    job_id: f.text({ max: 60, index: true, search: true, label: 'Job', help: 'What brought it', width: 130 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/customer-statistics',
    columns: [
      'customer_number',
      'customer_name',
      'material_number',
      'material_description',
      'period_from',
      'period_to',
      'quantity',
      'uom',
      'net_value',
      'stock_quantity',
    ],
    sort: ['-period_from', 'customer_number', 'material_number'],
    filters: ['customer_number', 'material_number', 'period_from', 'source_system', 'job_id', 'reported_date'],
    totals: { quantity: 'sum', net_value: 'sum', returned_quantity: 'sum', stock_quantity: 'sum', stock_value: 'sum' },
    views: {
      'Last month': when.between('period_from', '@monthStart-1m', '@monthEnd-1m'),
      'Out of stock at end': when.lte('stock_quantity', '0'),
      'Without a stock': when.empty('stock_quantity'),
    },
    pageSize: 100,
  },
  form: {
    layout: [
      {
        title: 'Who reports what',
        rows: [
          ['customer_number', 'customer_name'],
          ['material_number', 'material_description'],
          ['customer_material', 'outlets'],
          ['period_from', 'period_to'],
        ],
      },
      {
        title: 'Sold',
        rows: [['quantity', 'uom'], ['net_value', 'currency'], ['returned_quantity']],
      },
      { title: 'Stock', rows: [['stock_quantity', 'stock_value']] },
      {
        title: 'Where it comes from',
        rows: [['document_number', 'reported_date'], ['source_system', 'job_id'], ['notes']],
      },
    ],
  },
  upload: {
    functionality: 'CustomerStatisticsFormat',
    endpoints: ['customer-statistics-upload'],
    aliases: {
      ...planningAliases,
      customer_number: ['Retailer', 'Distributor', 'Partner', 'KUNNR'],
      customer_material: ['Article', 'Retailer SKU', 'Buyer part number'],
      period_from: ['From', 'Period start', 'Week begin'],
      period_to: ['To', 'Period end', 'Week ending'],
      quantity: ['Qty', 'Units sold', 'POS units', 'Sell-through'],
      net_value: ['Sales value', 'POS sales', 'Amount'],
      stock_quantity: ['Stock', 'Closing stock', 'On hand', 'Inventory'],
      outlets: ['Stores'],
    },
  },
  access: planningAccess,
  tests: [
    { accept: month },
    { accept: { ...month, quantity: '-3', stock_quantity: '0' } },
    { reject: { ...month, period_to: '2026-01-31' }, at: 'period_to' },
    { reject: { ...month, stock_quantity: '-1' }, at: 'stock_quantity' },
    { reject: { ...month, customer_number: '' }, at: 'customer_number' },
  ],
})
