import { describe, expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { certainRoutes, placeOf, uploadSiblings } from './places.ts'

const screen = (name: string, path: string, more: object = {}) =>
  normalizeScreen(
    defineScreen({
      name,
      label: [name, name],
      area: 'masters',
      endpoint: name,
      fields: { code: f.text() },
      table: { key: ['code'] },
      list: { path },
      ...more,
    }),
  )

const caller = (...permissions: string[]) => ({ permissions: new Set(permissions), apps: [] }) as unknown as Caller
const everything = caller('*')

const screens = [
  screen('depot', '/depot', {
    form: { view: '/depot/:id' },
    upload: { functionality: 'A', path: '/depot/upload' },
    designer: { path: '/depot-designer' },
  }),
  screen('depot-part', '/depot/part', {
    access: { read: 'parts.read' },
    upload: { functionality: 'B', path: '/depot/upload' },
  }),
  screen('secret', '/secret', { access: { read: 'secret.read' } }),
]
const at = (path: string, who = everything) => {
  const place = placeOf(screens, who, path)
  return place && [place.route.screen, place.route.kind, place.route.params, place.denied]
}

describe('the place of a path', () => {
  test('is the most specific screen that the caller may read', () => {
    expect(at('/depot')).toEqual(['depot', 'list', {}, false])
    expect(at('/depot/7?tab=history')).toEqual(['depot', 'view', { id: '7' }, false])
    expect(at('/depot/part')).toEqual(['depot-part', 'list', {}, false])
    expect(at('/depot/part', caller('any'))).toEqual(['depot', 'view', { id: 'part' }, false])
  })

  test('says where a screen is that is not for the caller, and knows where there is none', () => {
    expect(at('/secret', caller())).toEqual(['secret', 'list', {}, true])
    expect(at('/secret/edit/3', caller())).toEqual(['secret', 'edit', { id: '3' }, true])
    expect(at('/secret/edit/3/more')).toBeNull()
    expect(at('/nowhere')).toBeNull()
    expect(at('/')).toBeNull()
  })
})

test('routes that another screen of the caller could be meant by are not certain', () => {
  const [depot, part] = screens
  const paths = (who: Caller, one = depot!) => certainRoutes(screens, who, one).map(({ path }) => path)
  expect(paths(everything)).not.toContain('/depot/:id')
  expect(paths(everything)).toEqual(expect.arrayContaining(['/depot', '/depot/edit/:id']))
  expect(paths(caller())).toContain('/depot/:id')
  expect(paths(everything, part)).toContain('/depot/part/new')
})

test('who may read a screen but not design it is kept from its designer, from wherever they come', () => {
  expect(at('/depot-designer')).toEqual(['depot', 'design', {}, false])
  expect(at('/depot-designer', caller('parts.read'))).toEqual(['depot', 'design', {}, true])
  const kinds = (who: Caller) => certainRoutes(screens, who, screens[0]!).map(({ kind }) => kind)
  expect(kinds(everything)).toContain('design')
  expect(kinds(caller('parts.read'))).not.toContain('design')
})

test('screens that are uploaded at one address know each other', () => {
  const names = (who: Caller) => uploadSiblings(screens, who, screens[0]!).map(({ name }) => name)
  expect(names(everything)).toEqual(['depot', 'depot-part'])
  expect(uploadSiblings(screens, everything, screens[2]!)).toEqual([])
})
