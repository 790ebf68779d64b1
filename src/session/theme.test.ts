import { describe, expect, test } from 'vitest'
import { applicationTypes } from '#src/definition/applications.ts'
import { contrast, parseHex } from '#src/ui/color.ts'
import { fallbackColor, isPromotionsOnly, themeOf, themeVariables, usableColor } from './theme.ts'

test('B054 Promotions and none of the other eight types: the promotions theme', () => {
  const theme = themeOf({ app_types: ['Promotions'], color_theme: '#123456', global_color: '#654321' })
  expect(theme).toEqual({ accent: '#FFC400', navigation: '#FFC400' })
  expect(isPromotionsOnly(['Promotions', 'Audit Lab'])).toBe(true)
})

test.each(applicationTypes.filter((type) => type !== 'Promotions'))(
  'B055 with %s beside it, or alone, the colours of the profile apply',
  (type) => {
    const colors = { color_theme: '#123456', global_color: '#654' }
    expect(themeOf({ app_types: ['Promotions', type], ...colors })).toEqual({ accent: '#123456', navigation: '#654' })
    expect(themeOf({ app_types: [type], ...colors }).accent).toBe('#123456')
  },
)

test.each(['#12', '#1234', '#12345', '#1234567', '123456', 'red', '#12345g', 'rgb(1,2,3)', ' #123'])(
  'B056 %s is no hex value of 3 or 6 digits: the fallback colour',
  (color) => {
    expect(usableColor(color)).toBe('#445AC7')
  },
)

test.each(['#abc', '#ABCDEF', '#1976d2'])('B056 %s is used', (color) => {
  expect(usableColor(color)).toBe(color)
})

test('B057 B058 the colours come from color_theme and global_color, #1976d2 where the profile has none', () => {
  expect(themeOf({ color_theme: '#111111', global_color: '#222222', app_types: ['Pricing'] })).toEqual({
    accent: '#111111',
    navigation: '#222222',
  })
  expect(themeOf({})).toEqual({ accent: '#1976d2', navigation: '#1976d2' })
  expect(themeOf({ color_theme: null, global_color: '' })).toEqual({ accent: '#1976d2', navigation: '#1976d2' })
})

describe.each(['light', 'dark'] as const)('in %s mode', (mode) => {
  const panel = mode === 'light' ? '#ffffff' : '#151b25'
  const background = mode === 'light' ? '#f5f6f8' : '#0d1118'

  test.each(['#1976d2', '#FFC400', fallbackColor, '#000', '#fff', '#ff0000', '#00ff00', '#777777', '#e91e63'])(
    'text in and on %s can be read',
    (color) => {
      const colors = themeVariables({ accent: color, navigation: color }, mode)
      const ratio = (a: string, b: string) => contrast(parseHex(colors[a] ?? a), parseHex(colors[b] ?? b))
      for (const kind of ['accent', 'nav']) {
        expect(ratio(`--${kind}-ink`, panel)).toBeGreaterThanOrEqual(4.5)
        expect(ratio(`--${kind}-ink`, background)).toBeGreaterThanOrEqual(4.5)
        expect(ratio(`--${kind}-ink`, `--${kind}-soft`)).toBeGreaterThanOrEqual(4.5)
        expect(ratio(`--on-${kind}`, `--${kind}`)).toBeGreaterThanOrEqual(4.5)
      }
      expect(ratio('--on-accent', '--accent-hover')).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each(['#fff', '#fdfdfb', '#FFC400', '#ffff00', '#000', '#0a0a0a', '#1976d2'])(
    'what is filled with %s stands out from the panel',
    (color) => {
      const colors = themeVariables({ accent: color, navigation: color }, mode)
      for (const name of ['--accent', '--nav'])
        expect(contrast(parseHex(colors[name] ?? ''), parseHex(panel))).toBeGreaterThanOrEqual(3)
    },
  )

  test('text on a colour is black or white', () => {
    const colors = themeVariables({ accent: '#FFC400', navigation: '#000' }, mode)
    expect(['#000000', '#ffffff']).toContain(colors['--on-accent'])
    expect(['#000000', '#ffffff']).toContain(colors['--on-nav'])
  })
})

test('a colour that stands out by itself is shown as it was chosen', () => {
  expect(themeVariables({ accent: '#1976d2', navigation: '#445AC7' }, 'light')).toMatchObject({
    '--accent': '#1976d2',
    '--nav': '#445ac7',
  })
})
