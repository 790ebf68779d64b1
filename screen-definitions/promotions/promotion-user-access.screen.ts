import { defineScreen, f } from '#src/definition'
import { promotionApps } from './promotion-fields.ts'

// Who plans for which line: everybody else reads its scenarios.
export const promotionUserAccess = defineScreen({
  name: 'promotion-user-access',
  label: ['Right to a product line', 'Access to product lines'],
  area: 'promotions',
  menu: { order: 210, label: 'Access of planners' },
  apps: promotionApps,
  formId: 'IMA_CONFIG_PROMOTION_USER_ACCESS',
  endpoint: 'promotion/user-access-rows',
  table: { key: ['user_email', 'product_line'] },
  fields: {
    user_email: f.reference('user', { required: true, immutable: true, index: true, search: true, label: 'User' }),
    product_line: f.reference('product-line', {
      required: true,
      immutable: true,
      index: true,
      search: true,
      label: 'Product line',
      width: 150,
    }),
    may_edit: f.flag({ default: true, label: 'Plans', width: 90 }),
    may_review: f.flag({ default: false, label: 'Reviews', width: 90, help: 'Decides for markets' }),
    note: f.text({ max: 200, width: 240 }),
  },
  list: {
    path: '/promotion-user-access',
    columns: ['user_email', 'product_line', 'may_edit', 'may_review', 'note'],
    sort: ['user_email', 'product_line'],
    filters: ['user_email', 'product_line'],
    pageSize: 50,
  },
  form: { layout: [['user_email', 'product_line'], ['may_edit', 'may_review'], ['note']] },
  access: { read: 'promotions.read', write: 'promotions.access' },
})
