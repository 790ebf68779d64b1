import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadScreens } from '#server/screens.ts'
import { sql } from '#server/store/sql.ts'
import { guideSteps } from '#tests/support/guide.ts'
import { multipartFile } from '#tests/support/multipart.ts'
import { type Call, type SessionApp, sessionApp } from '#tests/support/session-app.ts'

const root = join(import.meta.dirname, '..', '..')

let folder: string
let s: SessionApp
let token: string

// The file that the README tells a newcomer to write, and nothing else.
beforeAll(async () => {
  const files = guideSteps(await readFile(join(root, 'README.md'), 'utf8')).filter((step) => step.kind === 'file')
  if (files.length !== 1) throw new Error('The README writes more than one file')
  await mkdir(join(root, '.cache'), { recursive: true })
  folder = await mkdtemp(join(root, '.cache', 'one-file-'))
  await writeFile(join(folder, basename(files[0]!.path)), files[0]!.text)
  s = await sessionApp({}, await loadScreens(folder))
  const organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading' })
  await s.user({ organizationId, email: 'ana@northgate.example', name: 'Ana', role: 'ADMINISTRATOR' })
  token = (await s.signIn('ana@northgate.example')).token
})
afterAll(async () => {
  await s.close()
  await rm(folder, { recursive: true, force: true })
})

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: Omit<Call, 'token'> = {}) =>
  (await s.call(method, `/api/${path}`, { token, ...more })).body.response as Record<string, unknown>

const textOf = async (file: 'template' | 'export'): Promise<string> =>
  (await s.app.inject({ url: `/api/warehouse/${file}?format=csv`, headers: { authorization: `Bearer ${token}` } }))
    .payload

const main = { code: 'm1', name: 'Main', valid_from: '2026-01-01', capacity: '12.500' }

test('a table whose rows belong to one organisation', async () => {
  const [table] = await s.db.system((tx) =>
    tx.query(
      sql`select relrowsecurity as secured, relforcerowsecurity as forced from pg_class where relname = 'warehouse'`,
    ),
  )
  expect(table).toEqual({ secured: true, forced: true })
})

test('calls that create, read, change, list with totals, search and keep a history', async () => {
  const created = await call('POST', 'warehouse', { body: main })
  expect(created).toMatchObject({ code: 'M1', type: 'owned', row_version: 1 })
  const refused = await s.call('POST', '/api/warehouse', { token, body: { ...main, code: 'm2', type: '3pl' } })
  expect(refused.body.error?.issues).toEqual([expect.objectContaining({ path: ['operator'] })])
  await call('PUT', `warehouse/${String(created['id'])}`, { body: { ...created, name: 'Main depot' } })
  const list = await call('GET', 'warehouse?search=depot&totals=true&sort=-code')
  expect(list).toMatchObject({ total_record: 1, totals: { capacity: '12.500' } })
  const history = await call('GET', `warehouse/${String(created['id'])}/history`)
  expect(JSON.stringify(history)).toContain('["Main","Main depot"]')
})

test('a template, an upload with a dry run, and an export', async () => {
  expect(await textOf('template')).toMatch(/Code/)
  const file = multipartFile(
    'depots.csv',
    'Code,Name,Valid from,Capacity\nM1,Main depot,2026-01-01,12.5\nN1,North,2026-02-01,3\nX,,2026-02-01,-3\n',
  )
  const upload = await call('POST', 'uploads?app-functionality=WarehouseFormat', file)
  const { format } = upload['suggestion'] as { format: unknown }
  const id = String(upload['id'])
  await call('POST', `uploads/${id}/check`, { body: { format } })
  const settled = async (): Promise<Record<string, unknown>> => {
    const now = await call('GET', `uploads/${id}`)
    if (!['staging', 'checking', 'committing'].includes(String(now['state']))) return now
    await pause(10)
    return settled()
  }
  expect((await settled())['counts']).toMatchObject({ insert: 1, unchanged: 1, rejected: 1 })
  await call('POST', `uploads/${id}/commit`, { body: { only_valid: true } })
  expect((await settled())['state']).toBe('committed')
  expect(await textOf('export')).toMatch(/M1.*Main depot[\s\S]*N1.*North/)
})

test('pages, an entry of the menu, and a description of its calls', async () => {
  const boot = await call('GET', `bootstrap?path=/warehouse`)
  expect(boot).toMatchObject({ route: { screen: 'warehouse', kind: 'list' } })
  expect(boot['navigation']).toContainEqual(
    expect.objectContaining({
      label: 'Master data',
      items: expect.arrayContaining([{ screen: 'warehouse', label: 'Warehouses', path: '/warehouse', kind: 'list' }]),
    }),
  )
  const kinds = {
    '/warehouse/new': 'new',
    '/warehouse/view/1': 'view',
    '/warehouse/edit/1': 'edit',
    '/warehouse/excel-upload': 'upload',
  }
  for (const [path, kind] of Object.entries(kinds))
    expect(await call('GET', `places?path=${path}`)).toMatchObject({ route: { screen: 'warehouse', kind } })
  const description = (await s.call('GET', '/api/docs/json', {})).body as unknown as { paths: object }
  expect(Object.keys(description.paths)).toEqual(
    expect.arrayContaining(['/warehouse', '/warehouse/{id}', '/warehouse/export', '/warehouse/template']),
  )
})
