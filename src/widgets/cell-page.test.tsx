import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { normalizeField, type Field } from '#src/definition'
import { textCell } from './cell-page.tsx'

const hrefOf = (
  field: Field,
  referenceHref?: (field: Field, key: string) => string | undefined,
  referred = new Set<string>(),
) =>
  render(
    <>
      {textCell('Miller & Sons', field, {
        locale: 'en',
        labels: {},
        plainLinks: true,
        referred,
        ...(referenceHref ? { referenceHref } : {}),
      })}
    </>,
  )
    .container.querySelector('a')
    ?.getAttribute('href')

test('the name of a record leads to it, where its list may be read', () => {
  const name = normalizeField('customer_name', { type: 'text', names: 'customer' })
  const list = ({ target }: Field, key: string) =>
    target === 'customer' ? `/customers?search=${encodeURIComponent(key)}` : undefined
  expect(hrefOf(name, list)).toBe('/customers?search=Miller%20%26%20Sons')
  expect(hrefOf(name, () => undefined)).toBeUndefined()
  expect(hrefOf(name)).toBeUndefined()
  expect(hrefOf(name, list, new Set(['customer']))).toBeUndefined()
  expect(hrefOf(normalizeField('note', { type: 'text' }), list)).toBeUndefined()
})
