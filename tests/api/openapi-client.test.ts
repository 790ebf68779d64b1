import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodPassword, type SessionApp, sessionApp } from '#tests/support/session-app.ts'

const root = join(import.meta.dirname, '..', '..')
const bin = (name: string): string => join(root, 'node_modules', '.bin', name)
const run = promisify(execFile)

// What an integrator writes against the client that oazapfts made of /api/docs/json.
const program = `import { customerCreate, customerDelete, customerList, customerOne, customerUpdate, defaults } from './client.ts'

export async function work(baseUrl: string, token: string) {
  defaults.baseUrl = baseUrl
  defaults.headers = { authorization: \`Bearer \${token}\` }
  const created = await customerCreate({ customer_number: 'OA-1', customer_name: 'Generated & Sons' })
  if (created.status !== 201) throw new Error(\`Creating answered \${created.status}\`)
  const { id, row_version } = created.data.response
  if (id === undefined || row_version === undefined) throw new Error('The answer names no record')
  const listed = await customerList({ customerNumber: 'OA-1', limit: 5 })
  const changed = await customerUpdate(id, { row_version, city: 'Hull' })
  const refused = await customerCreate({ customer_number: 'OA-1', customer_name: 'Twice' })
  const read = await customerOne(id)
  const deleted = await customerDelete(id)
  return {
    total: listed.status === 200 ? listed.data.response.total_record : null,
    statuses: [listed.status, changed.status, refused.status, deleted.status],
    city: read.status === 200 ? read.data.response.city : null,
    reason: refused.status === 409 || refused.status === 422 ? refused.data.error.code : null,
  }
}
`

const compiler = {
  compilerOptions: {
    strict: true,
    module: 'ESNext',
    moduleResolution: 'bundler',
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ['*.ts'],
}

let s: SessionApp
let folder: string
let baseUrl: string
let token: string

beforeAll(async () => {
  s = await sessionApp()
  const organizationId = await s.organization({ code: 'OA', name: 'Integrators' })
  await s.user({ organizationId, email: 'api@example.com', name: 'Api', role: 'ADMINISTRATOR', password: goodPassword })
  token = (await s.signIn('api@example.com')).token
  baseUrl = `${await s.app.listen({ port: 0, host: '127.0.0.1' })}/api`
  // Below the project, so that the client finds the package it runs on.
  await mkdir(join(root, '.cache'), { recursive: true })
  folder = await mkdtemp(join(root, '.cache', 'openapi-client-'))
})
afterAll(async () => {
  await s.close()
  await rm(folder, { recursive: true, force: true })
})

// Two compilers over every call there is take their time on a busy machine.
test('a client generated from the description compiles and does its work', async () => {
  const document = await (await fetch(`${baseUrl}/docs/json`)).text()
  await writeFile(join(folder, 'openapi.json'), document)
  await run(bin('oazapfts'), ['openapi.json', 'client.ts'], { cwd: folder })
  await writeFile(join(folder, 'work.ts'), program)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(compiler))
  await run(bin('tsc'), ['-p', folder])

  const { work } = (await import(pathToFileURL(join(folder, 'work.ts')).href)) as {
    work: (baseUrl: string, token: string) => Promise<unknown>
  }
  expect(await work(baseUrl, token)).toEqual({
    total: 1,
    statuses: [200, 200, 409, 200],
    city: 'Hull',
    reason: 'DUPLICATE_KEY',
  })
}, 90_000)
