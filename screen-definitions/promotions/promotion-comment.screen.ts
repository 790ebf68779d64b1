import { defineScreen, f } from '#src/definition'
import { promotionApps } from './promotion-fields.ts'
import { market, ofScenario } from './scenario-fields.ts'

// What people say about a scenario, and what was done with it: the one list tells both, in order.
export const promotionComment = defineScreen({
  name: 'promotion-comment',
  label: ['Comment on a scenario', 'Comments on scenarios'],
  area: 'promotions',
  menu: { hidden: true },
  apps: promotionApps,
  endpoint: 'promotion/comments',
  table: { key: [], history: false },
  title: 'comment',
  fields: {
    scenario_number: ofScenario,
    country: market,
    kind: f.choice(
      [
        { value: 'comment', label: 'Comment' },
        { value: 'activity', label: 'What was done' },
      ],
      { default: 'comment', required: true, index: true, width: 120 },
    ),
    comment: f.longText({ max: 4000, required: true, width: 420 }),
    said_by: f.reference('user', { integrity: 'soft', label: 'By', width: 180 }),
    said_at: f.dateTime({ index: true, label: 'At', width: 150 }),
  },
  list: {
    path: '/promotion-comments',
    columns: ['scenario_number', 'country', 'kind', 'comment', 'said_by', 'said_at'],
    sort: ['-said_at'],
    filters: ['scenario_number', 'country', 'kind', 'said_by'],
    pageSize: 50,
  },
  access: { read: 'promotions.read', write: 'never' },
})
