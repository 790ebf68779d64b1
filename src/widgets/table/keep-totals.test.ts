import { beforeEach, expect, test, vi } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { keepNeeds, keptNeeds } from './kept-needs.ts'
import { keepTotals } from './keep-totals.ts'

const store = new Map<string, string>()
beforeEach(() => {
  store.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  })
})

test('a total that is wider than its column has the room on the next look; others stay as they are', () => {
  const fields = [normalizeField('value', f.money()), normalizeField('pieces', f.integer())]
  keepNeeds('Sales', { value: { need: 90, broken: 80 }, pieces: { need: 90, broken: 80 } })
  keepTotals('Sales', fields, { value: '93255816.131', pieces: '7' }, { locale: 'en' })
  const { value, pieces } = keptNeeds('Sales')
  expect(value!.broken).toBeGreaterThan(110)
  expect(value!.need).toBe(value!.broken)
  expect(pieces).toEqual({ need: 90, broken: 80 })
})

test('of a table that was never seen with rows nothing is kept', () => {
  keepTotals('Sales', [normalizeField('value', f.money())], { value: '93255816.131' }, { locale: 'en' })
  expect(keptNeeds('Sales')).toEqual({})
})
