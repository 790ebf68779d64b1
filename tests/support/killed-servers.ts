import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadScreens } from '#server/screens.ts'
import { createOrganization, createUser } from '#server/session/seed.ts'
import { applySchema, planSchema } from '#server/store/schema-sync.ts'
import { goodPassword } from './session-app.ts'
import { specimen } from './specimen.ts'
import { testDatabase } from './test-database.ts'

const email = 'k@killed.example'

interface Waiting {
  readonly child: ChildProcess
  readonly loaded: Promise<unknown>
}

/** One server after the other on the same database and the same folder, each killed without warning. */
export async function killedServers() {
  const db = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'tierline-killed-'))
  const screens = [...(await loadScreens()), specimen]
  await applySchema(db, await planSchema(db, screens))
  const organizationId = await createOrganization(db, screens, { code: 'K', name: 'Killed' })
  await createUser(db, { organizationId, email, name: 'Kim', role: 'ADMINISTRATOR', password: goodPassword })

  const environment = {
    PATH: process.env.PATH,
    TIERLINE_DATA: dataDir,
    TEST_DATABASE: db.url,
    TEST_APPLICATION: db.applicationUrl,
  }
  const spare = (): Waiting => {
    const child = fork(join(import.meta.dirname, 'import-process.ts'), {
      execArgv: ['--import', 'tsx'],
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    return { child, loaded: once(child, 'message') }
  }
  // The next one loads while the one before works.
  const waiting: Waiting[] = [spare(), spare()]
  const all: ChildProcess[] = waiting.map(({ child }) => child)
  let token = ''

  /** Brings the next server up. */
  async function next() {
    const { child, loaded } = waiting.shift()!
    const another = spare()
    waiting.push(another)
    all.push(another.child)
    let log = ''
    child.stderr!.on('data', (chunk: Buffer) => (log += chunk.toString()))
    await loaded
    const answer = once(child, 'message')
    child.send('start')
    const [{ url }] = (await answer) as [{ url: string }]
    const call = async (method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) => {
      const answered = await fetch(`${url}/api/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(body === undefined ? {} : { body }),
      })
      const { response, message } = (await answered.json()) as { response: Record<string, unknown>; message?: string }
      if (!answered.ok) throw new Error(`${method} ${path}: ${answered.status} ${message}`)
      return response
    }
    const post = (path: string, body: object) =>
      call('POST', path, JSON.stringify(body), { 'content-type': 'application/json' })
    if (token === '') token = String((await post('login', { email, password: goodPassword }))['token'])
    return {
      get: (path: string) => call('GET', path),
      post,
      send: (path: string, content: string) => {
        const form = new FormData()
        form.append('file', new Blob([content]), 'killed.csv')
        return call('POST', path, form)
      },
      /** What it has logged of warnings and errors. */
      log: () => log,
      kill: async () => {
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        await ended
      },
    }
  }

  return {
    db,
    next,
    received: () => readdir(join(dataDir, 'uploads')).catch(() => []),
    close: async () => {
      for (const child of all) child.kill('SIGKILL')
      await db.close()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
