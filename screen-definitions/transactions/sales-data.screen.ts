import { defineScreen, f, when } from '#src/definition'
import { salesAreaFields } from '../shared/sales-area.ts'
import { documentNumber, documentType, lineAccess, lineMaterial, lineQuantity, lineValues } from './document-line.ts'

const line = {
  billing_doc_number: '536365',
  billing_doc_line: 1,
  billing_date: '2010-12-01',
  material_number: '85123A',
  quantity: '6',
  net_value: '15.30',
}

export const salesData = defineScreen({
  name: 'sales-data',
  label: ['Sales line', 'Sales data'],
  area: 'transactions',
  menu: { order: 10 },
  formId: 'IMA_CONFIG_SALES_DATA',
  endpoint: 'sales_data',
  endpointAliases: ['sales-data'],
  table: { name: 'sales_data', key: ['billing_doc_number', 'billing_doc_line'] },
  title: 'billing_doc_number',
  fields: {
    ...documentNumber({ label: 'Document', width: 96 }),
    transaction_type: documentType('Sale', 96),
    billing_date: f.date({ required: true, index: true, label: 'Date', width: 110 }),
    customer_number: f.reference('customer', {
      integrity: 'soft',
      index: true,
      search: true,
      label: 'Customer',
      width: 96,
    }),
    customer_name: f.text({ max: 120, search: true, label: 'Customer name', width: 130 }),
    ...lineMaterial({ number: 96, description: 180 }),
    ...lineQuantity,
    unit_price: f.money({ currency: 'currency', width: 88 }),
    ...lineValues,
    net_value: { ...lineValues.net_value, width: 104 },
    country: f.text({ max: 60, index: true, width: 110 }),
    ...salesAreaFields,
    sales_employee: f.reference('employee', { integrity: 'soft', label: 'Sales employee' }),
    territory: f.text({ max: 40 }),
    order_number: f.text({ max: 30 }),
    ship_to: f.text({ max: 30, label: 'Ship-to' }),
    contract_number: f.text({ max: 30, index: true, label: 'Contract' }),
    posting_date: f.date(),
    attributes: f.attributes(),
  },
  list: {
    path: '/sales-inovoice-query',
    columns: [
      'billing_doc_number',
      'billing_doc_line',

      'billing_date',
      'customer_name',
      'material_number',
      'material_description',
      'quantity',
      'net_value',
      'country',
      'transaction_type',
    ],
    sort: ['-billing_date', 'billing_doc_number', 'billing_doc_line'],
    filters: ['country', 'billing_date', 'net_value', 'customer_number', 'transaction_type'],
    totals: { quantity: 'sum', net_value: 'sum' },
    views: {
      Returns: when.eq('transaction_type', 'Return'),
      'Without customer': when.empty('customer_number'),
      'This month': when.between('billing_date', '@monthStart', '@monthEnd'),
    },
    pageSize: 100,
    displays: [
      {
        label: 'Display sales data',
        path: '/display-sales-invoice-data',
        grid: '/display-sales-invoice-data-sf',
        columns: [
          'billing_doc_number',
          'billing_doc_line',
          'transaction_type',
          'billing_date',
          'customer_name',
          'material_number',
          'material_description',
          'quantity',
          'net_value',
          'country',
        ],
      },
    ],
  },
  form: {
    layout: [
      {
        title: 'Document',
        rows: [
          ['billing_doc_number', 'billing_doc_line'],
          ['billing_date', 'posting_date'],
          ['transaction_type', 'order_number'],
        ],
      },
      {
        title: 'Partner and material',
        rows: [
          ['customer_number', 'customer_name'],
          ['ship_to', 'country'],
          ['material_number', 'material_description'],
        ],
      },
      {
        title: 'Values',
        rows: [
          ['quantity', 'uom'],
          ['unit_price', 'currency'],
          ['gross_value', 'discount_value'],
          ['net_value', 'cost_value'],
        ],
      },
      {
        title: 'Assignment',
        rows: [
          ['sales_organization', 'distribution_channel'],
          ['division', 'territory'],
          ['sales_employee', 'contract_number'],
        ],
      },
    ],
  },
  upload: {
    path: '/sales-inovoice-query/excel-upload',
    functionality: 'SalesDataUploadFormat',
    endpoints: ['sales_data/upload', 'sales_data_upload'],
    aliases: {
      billing_doc_number: ['InvoiceNo', 'Invoice', 'Invoice number', 'SalesOrderNumber', 'VBELN'],
      billing_date: ['InvoiceDate', 'OrderDate', 'Invoice date'],
      customer_number: ['CustomerID', 'Customer no', 'ResellerKey'],
      material_number: ['StockCode', 'ProductKey', 'SKU', 'MATNR'],
      material_description: ['Description', 'Item description'],
      quantity: ['OrderQuantity', 'Qty'],
      unit_price: ['UnitPrice', 'Price'],
      net_value: ['SalesAmount', 'Net amount', 'Amount'],
      cost_value: ['TotalProductCost'],
      territory: ['SalesTerritoryKey'],
      sales_employee: ['EmployeeKey'],
    },
  },
  access: { read: 'any', ...lineAccess },
  tests: [
    { accept: line },
    { reject: { ...line, billing_doc_line: 0 }, at: 'billing_doc_line' },
    { reject: { ...line, billing_date: '2010-02-30' }, at: 'billing_date' },
  ],
})
