import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { normalizeField } from '#src/definition'
import { referenceCell } from './cell-reference.tsx'

const cell = (width: number, key: string, label: string) => {
  const field = normalizeField('of', { type: 'reference', target: 'customer', width })
  return render(<>{referenceCell(key, field, { locale: 'en', labels: { of: { [key]: label } } })}</>).container
}

test('a key has its name behind it where there is room, else on hover', () => {
  expect(cell(300, 'C1', 'Miller').textContent).toBe('C1 Miller')
  const narrow = cell(90, 'C1', 'Miller')
  expect(narrow.textContent).toBe('C1')
  expect(narrow.querySelector('[data-tip]')?.getAttribute('data-tip')).toBe('Miller')
})

test('a person is called by name, the address shows on hover', () => {
  const person = cell(300, 'anna@example.com', 'Anna Meyer')
  expect(person.textContent).toBe('Anna Meyer')
  expect(person.querySelector('[data-tip]')?.getAttribute('data-tip')).toBe('anna@example.com')
  expect(cell(300, 'gone@example.com', 'gone@example.com').textContent).toBe('gone@example.com')
})
