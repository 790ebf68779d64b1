import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Notifications } from './notifications.tsx'
import { notificationTime, notify, unsay } from './notify.ts'

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

test('B043 the container for notifications is there before anything is said', () => {
  const { container } = render(<Notifications />)
  expect(container.querySelector('[data-notifications]')).toBeInTheDocument()
})

test('B044 a notification appears at the top right and closes by itself after 5000 ms', async () => {
  expect(notificationTime).toBe(5000)
  render(<Notifications />)
  act(() => notify.error('The file could not be read.'))
  const said = await screen.findByText('The file could not be read.', undefined, { timeout: 5000 })
  const list = said.closest('[data-sonner-toaster]')
  expect(list).toHaveAttribute('data-x-position', 'right')
  expect(list).toHaveAttribute('data-y-position', 'top')
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(screen.getByText('The file could not be read.')).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(screen.queryByText('The file could not be read.')).not.toBeInTheDocument()
})

test('what is no longer true is taken back', async () => {
  render(<Notifications />)
  act(() => notify.warning('No records found.', { id: 'trends empty' }))
  await screen.findByText('No records found.', undefined, { timeout: 5000 })
  act(() => unsay('trends empty'))
  await waitFor(() => expect(screen.queryByText('No records found.')).not.toBeInTheDocument(), { timeout: 3000 })
})
