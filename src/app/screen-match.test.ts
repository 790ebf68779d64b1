import { expect, test } from 'vitest'
import type { RouteEntry } from '#src/data/bootstrap.ts'
import { indexRoutes, matchScreen } from './screen-match.ts'

const routes: RouteEntry[] = [
  ['/customer-master', 'customer', 'list'],
  ['/customer-master/:id', 'customer', 'view'],
  ['/customer-master/new', 'customer', 'new'],
  ['/sales-data/display/results-sf', 'sales-data', 'grid'],
]
const at = (path: string) => matchScreen(indexRoutes(routes), path)

test('a path leads to its screen, kind and parameters', () => {
  expect(at('/customer-master')).toMatchObject({ screen: 'customer', kind: 'list', params: {} })
  expect(at('/customer-master/17')).toMatchObject({ kind: 'view', params: { id: '17' } })
  expect(at('/customer-master/new')).toMatchObject({ kind: 'new' })
  expect(at('/sales-data/display/results-sf')).toMatchObject({ kind: 'grid' })
})

test('an unknown path leads nowhere', () => {
  expect(at('/customer-master/17/more')).toBeNull()
  expect(at('/nowhere')).toBeNull()
  expect(at('/')).toBeNull()
})

test('ten thousand routes are searched within the bucket of one', () => {
  const many: RouteEntry[] = Array.from({ length: 10_000 }, (_, n) => [`/screen-${n}/view/:id`, `screen-${n}`, 'view'])
  const index = indexRoutes(many)
  expect(index.get('screen-77')).toHaveLength(1)
  expect(matchScreen(index, '/screen-9999/view/3')).toMatchObject({ screen: 'screen-9999' })
})
