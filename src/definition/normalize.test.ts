import { expect, test } from 'vitest'
import { defineScreen } from './define.ts'
import { f } from './f.ts'
import { fillPath } from './fill-path.ts'
import { normalizeScreen } from './normalize.ts'
import { screenRoutes } from './routes.ts'

const warehouse = defineScreen({
  name: 'warehouse',
  label: ['Warehouse', 'Warehouses'],
  area: 'masters',
  endpoint: 'warehouse',
  table: { key: ['code'] },
  fields: {
    code: f.text({ max: 10, required: true, search: true }),
    validFrom: f.date(),
    name: f.text({ search: true }),
    bins: f.rows({ bin: f.text({ max: 12 }) }, { key: ['bin'] }),
  },
  list: { path: '/warehouse', sort: ['-validFrom', 'code'] },
  upload: { functionality: 'WarehouseFormat' },
})

test('a short definition gets every default', () => {
  const screen = normalizeScreen(warehouse)
  expect(screen.formId).toBe('IMA_CONFIG_WAREHOUSE')
  expect(screen.table).toEqual({
    name: 'warehouse',
    key: ['code'],
    history: true,
    scope: 'organization',
    validity: null,
  })
  expect(screen.title).toBe('name')
  expect(screen.list?.columns).toEqual(['code', 'validFrom', 'name'])
  expect(screen.list?.sort).toEqual([
    { field: 'validFrom', descending: true },
    { field: 'code', descending: false },
  ])
  expect(screen.fields.find((field) => field.name === 'validFrom')).toMatchObject({
    label: 'Valid from',
    storage: { column: 'valid_from' },
  })
  expect(screen.upload).toMatchObject({
    path: '/warehouse/excel-upload',
    upsertOn: ['code'],
    fields: ['code', 'validFrom', 'name'],
  })
  expect(screen.access).toMatchObject({ read: 'any', create: 'masters.write', export: 'any' })
  expect(screen.messages.created).toBe('Successfully added')
})

test('the result is frozen and survives JSON unchanged', () => {
  const screen = normalizeScreen(warehouse)
  expect(Object.isFrozen(screen.fields[0])).toBe(true)
  expect(JSON.parse(JSON.stringify(screen))).toEqual(screen)
  expect(normalizeScreen(JSON.parse(JSON.stringify(warehouse)))).toEqual(screen)
})

test('routes follow from the definition', () => {
  expect(screenRoutes(normalizeScreen(warehouse))).toEqual([
    { path: '/warehouse', screen: 'warehouse', kind: 'list' },
    { path: '/warehouse/excel-upload', screen: 'warehouse', kind: 'upload' },
    { path: '/warehouse/new', screen: 'warehouse', kind: 'new' },
    { path: '/warehouse/view/:id', screen: 'warehouse', kind: 'view' },
    { path: '/warehouse/edit/:id', screen: 'warehouse', kind: 'edit' },
  ])
  expect(fillPath('/warehouse/view/:id', { id: 7 })).toBe('/warehouse/view/7')
})
