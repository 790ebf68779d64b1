import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setUserLocale, userLocale } from '#src/data/user-locale.ts'
import { slices } from '#src/session/slices.ts'
import { LocaleChoice } from './locale-choice.tsx'

afterEach(() => {
  setUserLocale(null)
  slices.purge()
  vi.unstubAllGlobals()
})

test('a format is chosen by its example, kept with the profile and followed at once', async () => {
  const sent = vi.fn((_address: unknown, { body }: RequestInit) =>
    Promise.resolve(Response.json({ response: JSON.parse(String(body)) as object })),
  )
  vi.stubGlobal('fetch', sent)
  render(<LocaleChoice />)
  const choice = screen.getByLabelText('Number and date format')
  expect(screen.getByText(/^As the browser: /)).toBeDefined()
  expect(screen.getByText('German (Germany): 12.345,50 · 31. Jan. 2026')).toBeDefined()
  expect(screen.getByText(/^German \(Switzerland\): 12.345\.50 /)).toBeDefined()
  fireEvent.change(choice, { target: { value: 'de-DE' } })
  await waitFor(() => expect(userLocale()).toBe('de-DE'))
  expect(sent.mock.calls[0]![1].body).toBe('{"locale":"de-DE"}')
  expect(slices.get('profileData')).toMatchObject({ locale: 'de-DE' })
  fireEvent.change(choice, { target: { value: '' } })
  await waitFor(() => expect(userLocale()).not.toBe('de-DE'))
})
