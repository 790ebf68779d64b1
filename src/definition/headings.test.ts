import { expect, test } from 'vitest'
import { defineScreen } from './define.ts'
import { f } from './f.ts'
import { headedTogether } from './headings.ts'
import { normalizeScreen } from './normalize.ts'

const screen = normalizeScreen(
  defineScreen({
    name: 'top',
    label: ['Top', 'Top'],
    area: 'results',
    endpoint: 'top',
    fields: { key: f.text({ label: 'Key' }), value: f.decimal(12, 2) },
    result: {
      criteria: '/top',
      path: '/top/results',
      report: 'top',
      parameters: {
        attribute: f.choice([
          { value: 'country', label: 'Country' },
          { value: 'material', label: 'Material' },
        ]),
      },
      headings: { key: 'attribute' },
    },
  }),
)

test('the columns of a comparison are headed by what both runs were asked for', () => {
  const headed = (first: string, second: string) =>
    headedTogether(screen.fields, screen.result!, { attribute: first }, { attribute: second })[0]!.label
  expect(headed('country', 'country')).toBe('Country')
  expect(headed('country', 'material')).toBe('Key')
})
