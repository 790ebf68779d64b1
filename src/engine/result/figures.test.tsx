import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { mixed } from '#src/definition/mixed.ts'
import { Figures } from './figures.tsx'

const fields = Object.entries({
  net_value: f.money({ currency: 'currency' }),
  budget: f.money({ currency: 'CHF' }),
  quantity: f.integer(),
}).map(([name, spec]) => normalizeField(name, spec))

const show = (net: string) =>
  render(
    <Figures
      fields={fields}
      totals={{ net_value: net, budget: '7', quantity: 3 }}
      waiting={false}
      count={3}
      locale="en"
      kinds={{}}
      row={{ currency: 'EUR' }}
    />,
  )

test('an amount names its currency, one of several none, and a count none', () => {
  const { unmount } = show('12.5')
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Net value EUR',
    'Budget CHF',
    'Quantity',
  ])
  unmount()
  show(mixed)
  expect(screen.getAllByRole('term')[0]).toHaveTextContent(/^Net value$/)
})
