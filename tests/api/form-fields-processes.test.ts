import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadScreens } from '#server/screens.ts'
import { createOrganization, createUser } from '#server/session/seed.ts'
import { applySchema, planSchema } from '#server/store/schema-sync.ts'
import { followEvents } from '#tests/support/followed-events.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { goodPassword } from '#tests/support/session-app.ts'
import { testDatabase, type TestDatabase } from '#tests/support/test-database.ts'

const form = 'IMA_CONFIG_CUSTOMER'
let db: TestDatabase
let dataDir: string
let processes: ServerProcess[]
let addresses: string[]
let token: string

async function call<T>(address: string, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${address}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { response: T; message?: string }
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer.message}`)
  return answer.response
}

const screenAt = (address: string) => call<{ fields: { id: string }[] }>(address, 'GET', 'screens/customer')

beforeAll(async () => {
  db = await testDatabase()
  const screens = await loadScreens()
  await applySchema(db, await planSchema(db, screens))
  const organizationId = await createOrganization(db, screens, { code: 'HERE', name: 'Here' })
  await createUser(db, {
    organizationId,
    email: 'admin@here.test',
    name: 'Ada',
    role: 'ADMINISTRATOR',
    password: goodPassword,
  })
  dataDir = await mkdtemp(join(tmpdir(), 'tl-two-'))
  processes = ['one', 'two'].map((name) =>
    startServerProcess({
      DATABASE_URL: db.url,
      TIERLINE_DATA: join(dataDir, name),
      TIERLINE_SECRET: 'shared by the processes of one installation',
    }),
  )
  addresses = await Promise.all(processes.map((server) => server.address))
  const [first = ''] = addresses
  const response = await fetch(`${first}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@here.test', password: goodPassword }),
  })
  token = ((await response.json()) as { response: { token: string } }).response.token
}, 90_000)

afterAll(async () => {
  for (const server of processes) server.kill('SIGTERM')
  await Promise.all(processes.map((server) => server.ended))
  await db.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

describe('two server processes', () => {
  it('show the same screen in every process and browser after one hundred random changes from both', async () => {
    const [first = '', second = ''] = addresses
    const fields = (await screenAt(first)).fields.map(({ id }) => id).filter((id) => id !== 'attributes')
    // Four browsers, two at each process: they know what they asked for after the last change they heard of.
    const browsers = await Promise.all(
      [first, second, first, second].map(async (address) => {
        const state = { version: 0, asked: Promise.resolve<unknown>(undefined), screen: undefined as unknown }
        const stop = await followEvents(address, token, (version) => {
          state.version = version
          state.asked = state.asked.then(async () => (state.screen = await screenAt(address)))
        })
        return { state, stop }
      }),
    )
    const random = numbers(7)
    const properties = [
      () => ({ label: `Label ${random(1000)}` }),
      () => ({ help: `Help ${random(1000)}` }),
      () => ({ order: random(400) }),
      () => ({ list_order: random(400) }),
      () => ({ width: 60 + random(300) }),
      () => null,
    ]
    const change = () => ({
      form_id: form,
      field_id: fields[random(fields.length)] ?? '',
      layer: 'organization',
      delta: properties[random(properties.length)]?.() ?? null,
    })
    for (let round = 0; round < 20; round += 1) {
      const wanted = Array.from({ length: 5 }, (_, index) => [addresses[index % 2] ?? first, change()] as const)
      await Promise.all(wanted.map(([address, one]) => call(address, 'PUT', 'modify_form_fields', [one])))
    }
    const { version } = await call<{ version: number }>(first, 'GET', 'form_fields/version')
    expect(version).toBeGreaterThan(50)
    await vi.waitUntil(() => browsers.every(({ state }) => state.version === version), { timeout: 5_000 })
    await Promise.all(browsers.map(({ state }) => state.asked))
    const shown = await screenAt(first)
    expect(shown.fields.some((field) => 'layers' in field)).toBe(true)
    expect(await screenAt(second)).toEqual(shown)
    for (const { state } of browsers) expect(state.screen).toEqual(shown)
    await Promise.all(browsers.map(({ stop }) => stop()))
  }, 60_000)

  it('tells a browser at the one of a change at the other in less than two seconds', async () => {
    const [first = '', second = ''] = addresses
    let heard = 0
    const stop = await followEvents(second, token, () => (heard = performance.now()))
    const begun = performance.now()
    await call(first, 'PUT', 'modify_form_fields', [
      { form_id: form, field_id: 'customer_name', delta: { label: 'Trading name' } },
    ])
    await vi.waitUntil(() => heard > begun, { timeout: 2_000 })
    expect(JSON.stringify(await screenAt(second))).toContain('Trading name')
    await stop()
  })

  it('stops at once although browsers are listening', async () => {
    const [first = ''] = addresses
    await followEvents(first, token, () => undefined)
    const begun = Date.now()
    processes[0]?.kill('SIGTERM')
    expect((await processes[0]?.ended)?.code).toBe(0)
    expect(Date.now() - begun).toBeLessThan(8_000)
  })
})
