import { expect, test } from 'vitest'
import type { SavedView } from './list-views.ts'
import { noViews } from '#src/data/list-views.ts'
import { openedQuery, openingParameters } from '#src/definition/opened-view.ts'

const spain: SavedView = {
  id: 7,
  row_version: 1,
  name: 'Spain',
  audience: 'own',
  role_id: null,
  role_name: null,
  owner_name: 'Ada',
  mine: true,
  may_change: true,
  query: { country: 'Spain', sort: '-value' },
  widths: {},
  density: null,
  gone: [],
  denied: 0,
}

test('an address with a saved view asks for what the view holds; page and size are its own', () => {
  expect(openedQuery({ view: '7-spain', page: '2', country: 'France' }, [spain])).toEqual({
    country: 'Spain',
    sort: '-value',
    page: '2',
  })
})

test('a changed view is written out in the address', () => {
  expect(openedQuery({ view: '7-spain', modified: 'true', sort: 'value' }, [spain])).toEqual({ sort: 'value' })
})

test('views of the definition stay in the address; "all" is none', () => {
  expect(openedQuery({ view: 'Returns' }, [spain])).toEqual({ view: 'Returns' })
  expect(openedQuery({ view: 'all', page: '2' }, [spain])).toEqual({ page: '2' })
})

test('a list opens with the own default, then the role’s, then everyone’s, or as it was arranged', () => {
  const views = {
    ...noViews,
    views: [spain],
    layouts: { '/sales': { query: { columns: 'doc' }, widths: {}, density: null } },
  }
  expect(openingParameters(views, '/sales')).toEqual({ columns: 'doc' })
  expect(openingParameters(views, '/other')).toBeNull()
  const defaults = { me: null, role: '7-old-name', everyone: 'Returns' }
  expect(openingParameters({ ...views, defaults }, '/sales')).toEqual({ view: '7-spain' })
  expect(openingParameters({ ...views, defaults: { ...defaults, role: null } }, '/sales')).toEqual({
    view: 'Returns',
    columns: 'doc',
  })
  expect(openingParameters({ ...views, defaults: { ...defaults, me: 'all' } }, '/other')).toBeNull()
})
