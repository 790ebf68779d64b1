import { defineScreen, f } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { promotionApps } from './promotion-fields.ts'
import { stickerTypes } from './sticker-choices.ts'

const money = {
  type_group: 'MONEY',
  description: 'Money for the customer',
  sticker_types: [{ sticker_type: 'cash_support' }],
}

// Types of offers that are shown and summed up together.
export const promotionTypeGroup = defineScreen({
  name: 'promotion-type-group',
  label: ['Group of promotion types', 'Groups of promotion types'],
  area: 'promotions',
  menu: { order: 220 },
  apps: promotionApps,
  formId: 'IMA_CONFIG_PROMOTION_TYPE_GROUP',
  endpoint: 'promotion-type-group',
  hooks: 'promotion-type-group',
  table: { key: ['type_group'] },
  title: 'description',
  fields: {
    type_group: f.text({
      max: 30,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Group',
      width: 120,
    }),
    description: f.text({ max: 120, required: true, search: true, width: 240 }),
    sequence: f.integer({ min: 0, max: 999, default: 10, help: 'Its place among the others', width: 90 }),
    budget_relevant: f.flag({ default: true, label: 'Counts against budgets', width: 160 }),
    sticker_types: f.rows(
      { sticker_type: f.choice(stickerTypes, { required: true, label: 'Promotion type' }) },
      {
        key: ['sticker_type'],
        required: true,
        maxRows: 20,
        label: 'Promotion types',
        help: 'A type stands in one group',
      },
    ),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
  },
  list: {
    path: '/promotion-type-group',
    columns: ['type_group', 'description', 'sequence', 'budget_relevant', 'status'],
    sort: ['sequence', 'type_group'],
    filters: ['budget_relevant', 'status'],
  },
  form: { layout: [['type_group', 'description'], ['sequence', 'budget_relevant'], ['sticker_types'], ['status']] },
  access: { read: 'promotions.read', write: 'promotions.configure', delete: 'promotions.configure' },
  tests: [{ accept: money }, { reject: { ...money, sticker_types: [] }, at: 'sticker_types' }],
})
