import { render, screen as dom, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { NumberInput } from './input-number.tsx'

const field = normalizeField('rate', f.decimal(12, 3))

function Rate() {
  const [value, setValue] = useState<unknown>(null)
  return (
    <NumberInput
      id="rate"
      ariaLabel="Rate"
      field={field}
      value={value}
      onChange={setValue}
      locale="en-GB"
      record={{}}
    />
  )
}

test('a number that is rounded says so at its field and to those who hear the page, until it is changed', async () => {
  const user = userEvent.setup()
  render(<Rate />)
  const rate = dom.getByRole('textbox', { name: 'Rate' })
  await user.type(rate, '1.23456')
  expect(dom.queryByText(/Rounded/)).toBeNull()
  await user.tab()
  expect(rate).toHaveValue('1.235')
  expect(rate).toHaveAccessibleDescription('Rounded to 3 decimals')
  const heard = () => document.querySelector('body > [aria-live=polite]')?.textContent
  await waitFor(() => expect(heard()).toBe('Rate: Rounded to 3 decimals'))
  await user.click(rate)
  await user.tab()
  expect(rate).toHaveAccessibleDescription('Rounded to 3 decimals')
  await user.clear(rate)
  await user.type(rate, '2.5')
  expect(rate).not.toHaveAccessibleDescription()
  await user.tab()
  expect(rate).toHaveValue('2.5')
  expect(rate).not.toHaveAccessibleDescription()
})
