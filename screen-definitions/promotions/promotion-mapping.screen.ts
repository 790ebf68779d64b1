import { defineScreen, f } from '#src/definition'
import { validityViews } from '../shared/validity.ts'
import {
  holds,
  materialNumber,
  productLine,
  promotionAccess,
  lineAliases,
  materialAliases,
  daysAliases,
  promotionApps,
} from './promotion-fields.ts'

const machine = { material_number: '100001', product_line: 'Machines', valid_from: '2026-01-01' }

// Which materials an offer for a line or a group of stickers reaches: a material stands in one at a time.
export const promotionMapping = defineScreen({
  name: 'promotion-mapping',
  label: ['Promotion mapping', 'Promotion mappings'],
  area: 'promotions',
  menu: { order: 100, label: 'Promotion mapping' },
  apps: promotionApps,
  formId: 'IMA_CONFIG_PROMOTION_MAPPING',
  endpoint: 'promotion-mapping',
  table: {
    key: ['material_number', 'valid_from'],
    validity: { from: 'valid_from', to: 'valid_to', within: ['material_number'] },
  },
  fields: {
    material_number: materialNumber,
    product_line: { ...productLine, immutable: false },
    sticker_group: f.text({
      max: 40,
      upper: true,
      search: true,
      index: true,
      help: 'Materials that offers treat alike; stickers may be limited to one',
      width: 130,
    }),
    model: f.text({ max: 60, search: true, index: true, width: 130 }),
    model_year: f.integer({ min: 1990, max: 2100, ungrouped: true, width: 100 }),
    series: f.text({ max: 60, search: true, width: 120 }),
    ...holds,
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/promo-mapping',
    columns: [
      'material_number',
      'product_line',
      'sticker_group',
      'model',
      'series',
      'model_year',
      'valid_from',
      'valid_to',
    ],
    sort: ['product_line', 'sticker_group', 'material_number', '-valid_from'],
    filters: ['product_line', 'sticker_group', 'material_number', 'series'],
    views: validityViews,
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Which material',
        rows: [['material_number'], ['valid_from', 'valid_to']],
      },
      {
        title: 'Where it belongs',
        rows: [['product_line', 'sticker_group'], ['model', 'series', 'model_year'], ['notes']],
      },
    ],
  },
  upload: {
    path: '/promo-mapping/promo-mapping-excel-upload',
    functionality: 'PromotionMappingFormat',
    aliases: {
      ...lineAliases,
      ...materialAliases,
      ...daysAliases,
      sticker_group: ['Group', 'Sticker group'],
      model_year: ['Year', 'MY'],
    },
  },
  access: promotionAccess,
  tests: [{ accept: machine }, { reject: { ...machine, model_year: 1889 }, at: 'model_year' }],
})
