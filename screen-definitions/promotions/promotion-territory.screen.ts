import { defineScreen, f } from '#src/definition'
import { validityViews } from '../shared/validity.ts'
import {
  anyProductLine,
  country,
  holds,
  promotionAccess,
  lineAliases,
  countryAliases,
  daysAliases,
  promotionApps,
} from './promotion-fields.ts'

const north = { territory: 'DE-NORTH', description: 'Northern Germany', country: 'Germany', valid_from: '2026-01-01' }

export const promotionTerritory = defineScreen({
  name: 'promotion-territory',
  label: ['Promotion territory', 'Promotion territories'],
  area: 'promotions',
  menu: { order: 170 },
  apps: promotionApps,
  formId: 'IMA_CONFIG_PROMOTION_TERRITORY',
  endpoint: 'promo-territory',
  callPaths: { update: 'update-promo-territory' },
  hooks: 'promotion-territory',
  table: {
    key: ['territory', 'product_line', 'valid_from'],
    validity: { from: 'valid_from', to: 'valid_to', within: ['territory', 'product_line'] },
  },
  title: 'description',
  fields: {
    territory: f.text({ max: 40, required: true, immutable: true, upper: true, search: true, index: true, width: 130 }),
    description: f.text({ max: 120, required: true, search: true, width: 220 }),
    country,
    region: f.text({ max: 60, search: true, index: true, width: 150 }),
    product_line: anyProductLine,
    share: f.percent({
      required: true,
      min: 0,
      max: 100,
      default: '0',
      help: 'Of what the country sells of the line; together at most 100',
      width: 100,
    }),
    manager: f.reference('employee', { integrity: 'soft', index: true, width: 120 }),
    ...holds,
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/promotion-territory',
    columns: ['territory', 'description', 'country', 'region', 'product_line', 'share', 'valid_from', 'valid_to'],
    sort: ['country', 'territory', '-valid_from'],
    filters: ['country', 'region', 'product_line', 'valid_from'],
    views: validityViews,
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Territory',
        rows: [
          ['territory', 'description'],
          ['country', 'region'],
          ['product_line', 'share'],
          ['valid_from', 'valid_to'],
          ['manager'],
          ['notes'],
        ],
      },
    ],
  },
  upload: {
    path: '/promotion-territory/promotion-territory-excel-upload',
    functionality: 'PromotionTerritoryFormat',
    aliases: {
      ...lineAliases,
      ...countryAliases,
      ...daysAliases,
      share: ['Share %', 'Split', 'Percent'],
      region: ['State', 'Area'],
    },
  },
  access: promotionAccess,
  tests: [
    { accept: { ...north, share: '40' } },
    { reject: { ...north, share: '101' }, at: 'share' },
    { reject: { ...north, valid_to: '2025-12-31' }, at: 'valid_to' },
  ],
})
