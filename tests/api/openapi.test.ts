import { readFileSync } from 'node:fs'
import { examplesFile } from '#server/engine/openapi/examples.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runningRoutes } from '../../scripts/running-routes.ts'
import { findCallIn } from '#server/routes/find-call.ts'
import { type SessionApp, sessionApp } from '#tests/support/session-app.ts'

type Methods = 'get' | 'post' | 'put' | 'delete'

interface Document {
  openapi: string
  paths: Record<string, Partial<Record<Methods, { operationId: string; responses: Record<string, unknown> }>>>
  components: { schemas: Record<string, { properties: Record<string, unknown>; required?: string[] }> }
}

let s: SessionApp
let document: Document

beforeAll(async () => {
  s = await sessionApp()
  document = (await s.app.inject({ method: 'GET', url: '/api/docs/json' })).json()
})
afterAll(() => s.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'parameters')
      .map(([method, operation]) => ({ path, method, operation })),
  )

test('describes the calls of every definition, without signing in', () => {
  expect(document.openapi).toBe('3.1.0')
  const called = s.screens.filter(({ table, result }) => table ?? result)
  const missing = called.flatMap(({ endpoint }) => (endpoint && !document.paths[`/${endpoint}`] ? [endpoint] : []))
  expect(missing).toEqual([])
  expect(document.components.schemas['CustomerCreate']?.required).toEqual(['customer_number', 'customer_name'])
  expect(document.components.schemas['Customer']?.properties).toHaveProperty('row_version')
})

test('every call it describes is one the server answers', () => {
  const find = findCallIn(s.screens)
  const missing = operations().filter(({ path, method }) => {
    const url = `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    return !s.app.hasRoute({ method: method.toUpperCase() as 'GET', url }) && !find(method.toUpperCase(), url)
  })
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  expect(operations().length).toBeGreaterThan(100)
})

test('every call the server answers is described', async () => {
  const described = new Set(
    operations().map(({ path, method }) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, ':')}`),
  )
  const named = new Set(s.screens.flatMap(({ actions }) => actions.map(({ name }) => name)))
  const missing = (await runningRoutes(s.screens))
    .map(({ method, path }) => `${method} /${path.replace(/\/$/, '').replaceAll(/:\w+/g, ':')}`)
    .filter((call) => !described.has(call) && !call.includes(' /docs') && !call.endsWith('/actions/:'))
  expect([...new Set(missing)]).toEqual([])
  for (const name of named) expect([...described].some((call) => call.endsWith(`/actions/${name}`))).toBe(true)
})

test('operations have names of their own, and every reference leads to a schema', () => {
  const ids = operations().map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name,
  )
  const unknown = new Set(references.filter((name) => !Object.hasOwn(document.components.schemas, name ?? '')))
  expect([...unknown]).toEqual([])
})

test('the page to read it keeps the strict headers', async () => {
  const page = await s.app.inject({ method: 'GET', url: '/api/docs' })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('swagger-ui')
  expect(page.body).not.toMatch(/<script>|<style>|onload=/)
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  expect((await s.app.inject({ method: 'GET', url: '/api/docs/static/swagger-ui-bundle.js' })).statusCode).toBe(200)
  // What the page runs to ask as whoever is signed in stands by itself: nothing of the server is in its reach.
  const script = await s.app.inject({ method: 'GET', url: '/api/docs/static/swagger-initializer.js' })
  expect(script.body).toMatch(/localStorage\.getItem\(["']access_token["']\)/)
  expect(script.body).not.toContain('__name')
})

test('examples stand beside the calls that were recorded, each fitting the description', () => {
  const recorded = JSON.parse(readFileSync(examplesFile, 'utf8')) as Record<
    string,
    { status: number; request?: unknown }
  >
  const shown = operations().filter(({ operation }) => JSON.stringify(operation.responses).includes('"example":'))
  expect(shown.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual(
    Object.keys(recorded).toSorted(),
  )
  expect(shown.length).toBeGreaterThan(20)
})

test('who is signed in is told of the own screens of the organization too', async () => {
  const organizationId = await s.organization({ code: 'OWN', name: 'Own' })
  await s.user({ organizationId, email: 'own@own.test', name: 'Own', role: 'ADMINISTRATOR' })
  const { token } = await s.signIn('own@own.test')
  const definition = {
    name: 'own-pallet',
    label: ['Pallet', 'Pallets'],
    area: 'masters',
    table: { key: ['code'] },
    fields: { code: { type: 'text', max: 10, required: true } },
    list: { path: '/own/pallet' },
  }
  const made = await s.call('POST', '/api/studio/screens', { token, body: { definition } })
  const version = made.body.response?.['row_version'] as number
  const published = await s.call('POST', '/api/studio/screens/own-pallet/publish', {
    token,
    body: { row_version: version },
  })
  expect([made.status, published.status, published.body.error]).toEqual([201, 200, undefined])
  const pathsFor = async (headers: Record<string, string>) =>
    Object.keys((await s.app.inject({ method: 'GET', url: '/api/docs/json', headers })).json<Document>().paths)
  expect(await pathsFor({ authorization: `Bearer ${token}` })).toContain('/own/pallet')
  expect(await pathsFor({})).not.toContain('/own/pallet')
  expect(await pathsFor({ authorization: 'Bearer nonsense' })).not.toContain('/own/pallet')
})
