import { defineScreen, f, when } from '#src/definition'
import { promotionApps } from './promotion-fields.ts'
import { market, ofScenario, reviewStatuses } from './scenario-fields.ts'

// What each country, and each territory by itself, says of a scenario that is in review.
export const promotionMarketReview = defineScreen({
  name: 'promotion-market-review',
  label: ['Market review', 'Market reviews'],
  area: 'promotions',
  menu: { order: 6 },
  apps: promotionApps,
  endpoint: 'promotion/market-reviews',
  table: { key: ['scenario_number', 'country', 'territory'] },
  fields: {
    scenario_number: ofScenario,
    country: { ...market, required: true },
    territory: f.text({ max: 40, index: true, help: 'Empty: the country itself', width: 110 }),
    status: f.choice(reviewStatuses, { default: 'open', required: true, index: true, width: 100 }),
    comment: f.longText({ max: 2000, width: 300 }),
    decided_by: f.reference('user', { integrity: 'soft', width: 170 }),
    decided_at: f.dateTime({ width: 150 }),
  },
  list: {
    path: '/promotion-market-reviews',
    columns: ['scenario_number', 'country', 'territory', 'status', 'comment', 'decided_by', 'decided_at'],
    sort: ['-scenario_number', 'country'],
    filters: ['scenario_number', 'country', 'status'],
    views: { Open: when.eq('status', 'open') },
    pageSize: 50,
  },
  form: {
    layout: [
      { title: 'Of what', rows: [['scenario_number'], ['country', 'territory']] },
      { title: 'What the market says', rows: [['status'], ['comment'], ['decided_by', 'decided_at']] },
    ],
  },
  access: { read: 'promotions.read', write: 'never' },
})
