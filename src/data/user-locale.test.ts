import { afterEach, expect, test, vi } from 'vitest'
import { messageOf } from './api-error.ts'
import { browserLocale, setUserLocale, userLocale } from './user-locale.ts'

afterEach(() => {
  setUserLocale(null)
  vi.unstubAllGlobals()
})

test('numbers and days are those of the browser until another way is chosen, and again when that is taken back', () => {
  vi.stubGlobal('navigator', { language: 'fr-FR' })
  expect(userLocale()).toBe('fr-FR')
  setUserLocale('de-DE')
  expect([userLocale(), browserLocale()]).toEqual(['de-DE', 'fr-FR'])
  expect(messageOf({ message: 'Valid to 2026-06-30' })).toBe('Valid to 30. Juni 2026')
  setUserLocale(null)
  expect(userLocale()).toBe('fr-FR')
})
