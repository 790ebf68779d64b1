import { expect, it } from 'vitest'
import { f } from './f.ts'
import { defineScreen } from './define.ts'
import { normalizeScreen } from './normalize.ts'
import { pageTitle } from './page-title.ts'
import { when } from './conditions.ts'

const postings = normalizeScreen(
  defineScreen({
    name: 'posting',
    label: ['Posting', 'Postings'],
    area: 'contracts',
    table: { key: ['number'] },
    fields: { number: f.text({ max: 20, required: true }), type: f.choice(['payment', 'accrual']) },
    list: {
      path: '/postings',
      columns: ['number'],
      displays: [{ label: 'Payments to be made', path: '/payments', grid: '/payments/grid', columns: ['number'] }],
    },
    form: { layout: [['number', 'type']] },
    designer: { path: '/posting-designer', aliases: ['/old-designer'], label: 'Posting designer' },
    variants: [
      {
        name: 'payment',
        label: ['Payment', 'Payments'],
        formId: 'PAYMENT',
        when: when.eq('type', 'payment'),
        designer: { path: '/payment-designer' },
      },
    ],
    access: { write: 'never' },
  }),
)

it.each([
  ['/postings', 'Postings'],
  ['/postings/view/1', 'Postings'],
  ['/payments', 'Payments to be made'],
  ['/payments/grid', 'Payments to be made'],
  ['/posting-designer', 'Posting designer'],
  ['/old-designer', 'Posting designer'],
  ['/payment-designer', 'Design payments'],
])('the page at %s is called %s', (path, title) => {
  expect(pageTitle(postings, path)).toBe(title)
})
