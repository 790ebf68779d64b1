import { defineScreen, f, when } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { competitorOf, confidence, seenAt } from './competitor-fields.ts'
import { market } from './planning-fields.ts'

export const marketPrice = defineScreen({
  name: 'market-price',
  label: ['Market price', 'Market prices'],
  area: 'transactions',
  menu: { order: 60, label: 'List prices of the market' },
  formId: 'IMA_CONFIG_MARKET_PRICE',
  endpoint: 'market-price',
  table: {
    key: ['competitor', 'material_number', 'market', 'price_type', 'valid_from'],
    validity: { from: 'valid_from', to: 'valid_to', within: ['competitor', 'material_number', 'market', 'price_type'] },
  },
  title: 'competitor',
  fields: {
    competitor: competitorOf,
    material_number: f.reference('material', {
      integrity: 'soft',
      required: true,
      immutable: true,
      index: true,
      search: true,
      label: 'Our material',
      help: 'The one the product of the competitor stands against',
      width: 120,
    }),
    competitor_material: f.text({ max: 60, search: true, label: 'Its product', width: 180 }),
    market: { ...market, width: 110 },
    price_type: f.choice(
      [
        { value: 'list', label: 'List price' },
        { value: 'street', label: 'Street price' },
        { value: 'tender', label: 'Price of a tender' },
        { value: 'promotion', label: 'Price of a promotion' },
      ],
      { default: 'list', required: true, immutable: true, index: true, label: 'Kind', width: 140 },
    ),
    valid_from: f.date({ required: true, immutable: true, index: true, width: 110 }),
    valid_to: f.date({ width: 110, help: 'The last day it holds; empty: until further notice' }),
    price: f.money({ required: true, min: 0, currency: 'currency', width: 110 }),
    currency: currencyCode({ default: 'EUR', required: true }),
    per_quantity: f.decimal(12, 3, { default: '1', min: '0.001', label: 'Per', width: 70 }),
    uom: f.text({ max: 6, upper: true, default: 'EA', label: 'Unit', width: 70 }),
    source: seenAt.source,
    confidence,
    observed_on: seenAt.observed_on,
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/list-price',
    columns: [
      'competitor',
      'material_number',
      'market',
      'price_type',
      'price',
      'currency',
      'per_quantity',
      'uom',
      'valid_from',
      'valid_to',
    ],
    sort: ['material_number', 'competitor', '-valid_from'],
    filters: ['competitor', 'material_number', 'market', 'price_type', 'valid_from', 'confidence'],
    views: {
      'Valid today': when.all(
        when.lte('valid_from', '@today'),
        when.any(when.empty('valid_to'), when.gte('valid_to', '@today')),
      ),
    },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Whose price',
        rows: [
          ['competitor', 'competitor_material'],
          ['material_number', 'market'],
          ['price_type', 'confidence'],
        ],
      },
      {
        title: 'Price',
        rows: [
          ['price', 'currency'],
          ['per_quantity', 'uom'],
          ['valid_from', 'valid_to'],
        ],
      },
      { title: 'Where it comes from', rows: [['source', 'observed_on'], ['notes']] },
    ],
  },
  upload: {
    path: '/list-price/list-price-excel-upload',
    functionality: 'PricingCompetitorListPriceFormat',
    aliases: { material_number: ['SKU', 'Material'], price: ['List price'], valid_from: ['Date'] },
  },
  access: { write: 'transactions.write', delete: 'transactions.delete', upload: 'transactions.upload' },
  tests: [
    { accept: { competitor: 'Acme', material_number: 'M', valid_from: '2026-01-01', price: '3' } },
    { reject: { competitor: 'Acme', material_number: 'M', valid_from: '2026-01-01', price: '-3' }, at: 'price' },
    { reject: { competitor: 'Acme', material_number: 'M', price: '3' }, at: 'valid_from' },
  ],
})
