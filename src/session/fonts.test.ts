import { expect, test, vi } from 'vitest'
import { fontOf, fonts } from './font-names.ts'
import { fontStack, loadFont } from './fonts.ts'

test('B048 a font that cannot be loaded is logged and nothing else happens', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const cause = new Error('offline')
  await expect(loadFont('Inter', () => Promise.reject(cause))).resolves.toBeUndefined()
  expect(warn).toHaveBeenCalledExactlyOnceWith('The font Inter could not be loaded', cause)
})

test('B057 the font comes from the profile; one that is not offered becomes the default', () => {
  expect(fontOf('Inter')).toBe('Inter')
  expect(fontOf('Comic Sans')).toBe('IBM Plex Serif')
  expect(fontOf(null)).toBe('IBM Plex Serif')
})

test('B059 B060 the default is IBM Plex Serif with a sans-serif fallback; IBM Plex Sans and Inter are offered', () => {
  expect(fonts).toEqual(['IBM Plex Serif', 'IBM Plex Sans', 'Inter'])
  expect(fontStack('IBM Plex Serif')).toMatch(/^'IBM Plex Serif'.*sans-serif$/)
})
