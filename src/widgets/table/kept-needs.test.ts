import { beforeEach, expect, test } from 'vitest'
import { keepNeeds, keptNeeds } from './kept-needs.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
    },
  })
})

test('what columns needed is known the next time, also beside others of the same table', () => {
  keepNeeds('Customers', { name: { need: 200, broken: 180 } })
  keepNeeds('Customers', { city: { need: 90, broken: 90 } })
  keepNeeds('Suppliers', { name: { need: 60, broken: 60 } })
  expect(keptNeeds('Customers')).toEqual({ name: { need: 200, broken: 180 }, city: { need: 90, broken: 90 } })
})

test('what cannot be read says nothing', () => {
  stored.set('tierline.columns.Customers', '{"name":{"need":"wide"},"city":{"need":90,"broken":80}}')
  expect(keptNeeds('Customers')).toEqual({ city: { need: 90, broken: 80 } })
  const spoiled = { group: { need: 90, broken: 80, code: 'wide' }, zip: { need: -4, broken: 80 }, agent: null }
  const sound = { city: { need: 90, broken: 80, code: 30 } }
  stored.set('tierline.columns.Customers', JSON.stringify({ ...spoiled, ...sound }))
  expect(keptNeeds('Customers')).toEqual(sound)
  stored.set('tierline.columns.Customers', '[')
  expect(keptNeeds('Customers')).toEqual({})
  expect(keptNeeds('Suppliers')).toEqual({})
})
