import { expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { findInNavigation, navigationOf } from './navigation.ts'

const screen = (number: number, more: object = {}) =>
  normalizeScreen(
    defineScreen({
      name: `depot-${number}`,
      label: [`Depot ${number}`, `Depots ${number}`],
      area: number % 2 ? 'masters' : 'claims',
      endpoint: `depot-${number}`,
      fields: { code: f.text() },
      table: { key: ['code'] },
      list: { path: `/depot-${number}` },
      ...more,
    }),
  )

const everything = { permissions: new Set(['*']), apps: ['Pricing'] } as unknown as Caller
const reader = { permissions: new Set(['masters.read']), apps: [] } as unknown as Caller
const few = Array.from({ length: 10 }, (_, number) => screen(number))
const many = Array.from({ length: 3_000 }, (_, number) => screen(number))

test('a short menu is sent whole, a long one by its beginnings and the area that is open', () => {
  const short = navigationOf(few, everything, null, null)
  expect(short.map(({ area, items, total }) => [area, items.length, total])).toContainEqual(['masters', 5, undefined])
  const long = navigationOf(many, everything, null, 'claims')
  expect(long.map(({ area, items, total }) => [area, items.length, total])).toEqual(
    expect.arrayContaining([
      ['masters', 6, 1_500],
      ['claims', 200, 1_500],
    ]),
  )
  expect(JSON.stringify(long).length).toBeLessThan(25_000)
})

test('the rest of a long menu is found by area, by words and by path, as far as the caller may open it', () => {
  const find = (wanted: object, who = everything) => {
    const { records, total_record } = findInNavigation(many, who, null, { limit: 3, ...wanted })
    return [records.map(({ label }) => label), total_record]
  }
  expect(find({ area: 'claims' })).toEqual([['Depots 0', 'Depots 10', 'Depots 100'], 1_500])
  expect(find({ search: '2999 dep' })).toEqual([['Depots 2999'], 1])
  expect(find({ search: 'depots 7' })[0]).toEqual(expect.arrayContaining(['Depots 7']))
  expect(find({ search: 'master 1777' })).toEqual([['Depots 1777'], 1])
  expect(find({ paths: ['/depot-5', '/gone'] })).toEqual([['Depots 5'], 1])
  const closed = [screen(1, { access: { read: 'secret.read' } }), screen(2, { apps: ['Pricing'] })]
  expect(findInNavigation(closed, reader, null, { search: 'depots', limit: 9 }).total_record).toBe(0)
  expect(findInNavigation(closed, everything, 'Pricing', { limit: 9 }).total_record).toBeGreaterThanOrEqual(2)
})

test('an application begins with the areas it is about', () => {
  const areaOf = (number: number, area: string) => screen(number, { area })
  const screens = ['dashboards', 'masters', 'pricing', 'profit', 'promotions'].map((area, at) => areaOf(at, area))
  const order = (application: string | null) =>
    navigationOf(screens, reader, application, null)
      .map(({ area }) => area)
      .filter((area) => screens.some((one) => one.area === area))
  expect(order(null)).toEqual(['dashboards', 'masters', 'pricing', 'profit', 'promotions'])
  expect(order('Pricing')).toEqual(['dashboards', 'pricing', 'profit', 'masters', 'promotions'])
  expect(order('Profit Optimization')).toEqual(['dashboards', 'profit', 'pricing', 'masters', 'promotions'])
  expect(order('Promotions')).toEqual(['dashboards', 'promotions', 'masters', 'pricing', 'profit'])
  expect(order('Royalty')).toEqual(order(null))
})
