import { defineScreen, f } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { promotionApps } from './promotion-fields.ts'
import { stickerSections, stickerTypes } from './sticker-choices.ts'

const needed = { sticker_type: 'package', section: 'text', required: true }

// What an offer of a type has to say: a sticker that lacks a part its type asks for is not saved.
export const promotionTypeSection = defineScreen({
  name: 'promotion-type-section',
  label: ['Section of a promotion type', 'Sections of promotion types'],
  area: 'promotions',
  menu: { order: 210 },
  apps: promotionApps,
  formId: 'IMA_CONFIG_PROMOTION_TYPE_SECTION',
  endpoint: 'promotion-type-sections',
  table: { key: ['sticker_type', 'section'] },
  fields: {
    sticker_type: f.choice(stickerTypes, {
      required: true,
      immutable: true,
      index: true,
      label: 'Promotion type',
      width: 160,
    }),
    section: f.choice(stickerSections, { required: true, immutable: true, width: 200 }),
    sequence: f.integer({ min: 0, max: 999, default: 10, help: 'Its place among the others', width: 90 }),
    required: f.flag({
      default: false,
      label: 'Needed',
      help: 'A sticker of the type is not saved without it',
      width: 90,
    }),
    help_text: f.text({ max: 200, search: true, label: 'For planners', width: 280 }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
  },
  list: {
    path: '/promotion-type-sections',
    columns: ['sticker_type', 'section', 'sequence', 'required', 'help_text', 'status'],
    sort: ['sticker_type', 'sequence'],
    filters: ['sticker_type', 'section', 'status'],
    pageSize: 50,
  },
  form: { layout: [['sticker_type', 'section'], ['sequence', 'required'], ['help_text'], ['status']] },
  access: { read: 'promotions.read', write: 'promotions.configure', delete: 'promotions.configure' },
  tests: [{ accept: needed }, { reject: { ...needed, section: 'weather' }, at: 'section' }],
})
