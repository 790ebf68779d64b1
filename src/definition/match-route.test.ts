import { expect, test } from 'vitest'
import { matchRoute } from './match-route.ts'
import type { ScreenRoute } from './routes.ts'

const routes: readonly ScreenRoute[] = [
  { path: '/x', screen: 'x', kind: 'list' },
  { path: '/x/:id', screen: 'x', kind: 'view' },
  { path: '/x/new', screen: 'x', kind: 'new' },
  { path: '/x/edit/:id', screen: 'x', kind: 'edit' },
]

test('a path finds its route and the values of the parameters', () => {
  expect(matchRoute(routes, '/x/7?tab=history')).toMatchObject({ kind: 'view', params: { id: '7' } })
  expect(matchRoute(routes, '/x/edit/a%2Fb')).toMatchObject({ kind: 'edit', params: { id: 'a/b' } })
  expect(matchRoute(routes, '/x/')).toMatchObject({ kind: 'list', params: {} })
})

test('a written part wins over a parameter', () => {
  expect(matchRoute(routes, '/x/new')).toMatchObject({ kind: 'new' })
})

test('a path that leads nowhere finds none, a broken escape does not throw', () => {
  expect(matchRoute(routes, '/y')).toBeNull()
  expect(matchRoute(routes, '/x/%E0%A4%A')).toMatchObject({ kind: 'view', params: { id: '%E0%A4%A' } })
})
