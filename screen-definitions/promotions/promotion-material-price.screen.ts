import { defineScreen, f, when } from '#src/definition'
import { validityViews } from '../shared/validity.ts'
import {
  country,
  currency,
  holds,
  materialNumber,
  promotionAccess,
  countryAliases,
  materialAliases,
  daysAliases,
  promotionApps,
} from './promotion-fields.ts'

const price = { material_number: '100001', country: 'Germany', list_price: '12500', valid_from: '2026-11-01' }
const perUnit = (label: string, help: string, required = false) =>
  f.money({ min: 0, currency: 'currency', label, help, required, width: 120 })

// What a machine costs in a country: offers are measured against it, and buydowns are paid on it.
export const promotionMaterialPrice = defineScreen({
  name: 'promotion-material-price',
  label: ['Material price', 'Material prices'],
  area: 'promotions',
  menu: { order: 110, label: 'Material pricing' },
  apps: promotionApps,
  formId: 'IMA_CONFIG_PROMOTION_MATERIAL_PRICE',
  endpoint: 'material-pricing',
  callPaths: { update: 'update-material-pricing' },
  table: {
    key: ['material_number', 'country', 'valid_from'],
    validity: { from: 'valid_from', to: 'valid_to', within: ['material_number', 'country'] },
  },
  fields: {
    material_number: materialNumber,
    country,
    currency,
    list_price: perUnit('List price', 'Of one unit, without tax', true),
    dealer_cost: {
      ...perUnit('Dealer cost', 'What a dealer pays for it; at most the list price'),
      rejects: [
        { when: when.gt('dealer_cost', when.field('list_price')), message: 'Dealers pay at most the list price' },
      ],
    },
    standard_cost: perUnit('Our cost', 'What one unit costs us'),
    options_price: perUnit('Options', 'What is usually ordered with it'),
    ...holds,
    price_source: f.text({ max: 60, label: 'Price list', search: true, width: 130 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/material-pricing',
    columns: [
      'material_number',
      'country',
      'currency',
      'list_price',
      'dealer_cost',
      'valid_from',
      'valid_to',
      'price_source',
    ],
    sort: ['material_number', 'country', '-valid_from'],
    filters: ['material_number', 'country', 'currency', 'valid_from'],
    views: validityViews,
    due: ['Ending within 90 days'],
    pageSize: 50,
  },
  form: {
    layout: [
      { title: 'Of what', rows: [['material_number', 'country'], ['valid_from', 'valid_to'], ['price_source']] },
      {
        title: 'Prices of one unit',
        rows: [['list_price', 'currency'], ['dealer_cost', 'standard_cost'], ['options_price'], ['notes']],
      },
    ],
  },
  upload: {
    path: '/material-pricing/excel-upload',
    functionality: 'PromotionMaterialPricingFormat',
    aliases: {
      ...countryAliases,
      ...materialAliases,
      ...daysAliases,
      list_price: ['Price', 'MSRP', 'Retail price'],
      dealer_cost: ['Dealer net', 'DNP', 'Dealer price'],
      standard_cost: ['Cost', 'Standard cost'],
    },
  },
  // What a unit costs us is for those who may see costs of materials.
  access: { ...promotionAccess, fields: { standard_cost: { read: 'masters.cost', write: 'masters.cost' } } },
  tests: [
    { accept: { ...price, dealer_cost: '10000' } },
    { accept: { ...price, dealer_cost: '12500' } },
    { reject: { ...price, dealer_cost: '12500.01' }, at: 'dealer_cost' },
    { reject: { ...price, list_price: '-1' }, at: 'list_price' },
    { reject: { ...price, valid_to: '2026-10-31' }, at: 'valid_to' },
  ],
})
