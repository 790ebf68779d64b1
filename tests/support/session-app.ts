import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Screen } from '#src/definition'
import { createApp } from '#server/app.ts'
import type { Command } from '#server/commands/command.ts'
import type { JobTypes } from '#server/jobs/job-type.ts'
import { readConfig } from '#server/config.ts'
import { loadScreens } from '#server/screens.ts'
import { createOrganization, createUser, type NewOrganization, type NewUser } from '#server/session/seed.ts'
import { createReader } from '#server/store/reader.ts'
import { applySchema, planSchema } from '#server/store/schema-sync.ts'
import { productTemplateName } from './template.ts'
import { databaseKey, testDatabase, type TestDatabase } from './test-database.ts'

export const goodPassword = 'violet harbour lantern'

export interface Answer {
  status: number
  headers: Record<string, unknown>
  // What an endpoint answers is what a test asserts.
  body: Body
}

export interface Body {
  response?: Record<string, unknown>
  message?: string
  error?: {
    code: string
    message: string
    issues?: { path: (string | number)[]; code: string; message: string }[]
    details?: Record<string, unknown>
  }
}

export interface Call {
  token?: string
  body?: unknown
  headers?: Record<string, string>
  address?: string
}

export interface SessionApp {
  readonly app: FastifyInstance
  readonly db: TestDatabase
  readonly screens: readonly Screen[]
  readonly dataDir: string
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, call?: Call): Promise<Answer>
  /** Signs in and answers the pair of tokens. */
  signIn(email: string, password?: string): Promise<{ token: string; refreshToken: string }>
  organization(organization: NewOrganization): Promise<number>
  user(user: NewUser): Promise<number>
  /** Moves the clock that sessions expire by. */
  later(seconds: number): void
  /** Every mail written so far, the oldest first. */
  mails(): Promise<string[]>
  close(): Promise<void>
}

/** The product on a database of its own with every table, a clock that only tests move, and an outbox. */
export async function sessionApp(
  environment: Record<string, string> = {},
  more: readonly Screen[] = [],
  commands: Readonly<Record<string, Command>> = {},
  jobTypes: JobTypes = {},
): Promise<SessionApp> {
  const db = await testDatabase({ template: productTemplateName })
  const dataDir = await mkdtemp(join(tmpdir(), 'tierline-session-'))
  const screens = [...(await loadScreens()), ...more]
  if (more.length > 0) await applySchema(db, await planSchema(db, screens))
  const config = readConfig({
    TIERLINE_DATA: dataDir,
    PUBLIC_URL: 'https://tierline.test',
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    ...environment,
  })
  let now = Date.now()
  const reader = createReader(db, db.url, databaseKey)
  const app = await createApp({ db, config, screens, reader, commands, jobTypes, clock: () => new Date(now) })
  await app.ready()
  const call: SessionApp['call'] = async (method, url, { token, body, headers = {}, address = '10.0.0.1' } = {}) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const payload = body === undefined ? {} : { payload: body as object }
    const answer = await app.inject({
      method,
      url,
      headers: { ...authorization, ...headers },
      remoteAddress: address,
      ...payload,
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return { status: answer.statusCode, headers: answer.headers, body: isJson ? (answer.json() as Body) : {} }
  }
  return {
    app,
    db,
    screens,
    dataDir,
    call,
    signIn: async (email, password = goodPassword) => {
      const { status, body } = await call('POST', '/api/login', { body: { email, password } })
      if (status !== 200) throw new Error(`Signing in as ${email} answered ${status}: ${body.message}`)
      const { token, refreshToken } = body.response as { token: string; refreshToken: string }
      return { token, refreshToken }
    },
    organization: (organization) => createOrganization(db, screens, organization),
    user: (user) => createUser(db, { password: goodPassword, ...user }),
    later: (seconds) => {
      now += seconds * 1000
    },
    mails: async () => {
      await app.session.background.settled()
      const folder = join(dataDir, 'outbox')
      const names = await readdir(folder).catch(() => [])
      return Promise.all(
        names.toSorted((a, b) => a.localeCompare(b)).map((name) => readFile(join(folder, name), 'utf8')),
      )
    },
    close: async () => {
      await app.close()
      await db.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The link in a mail, its soft line breaks undone. */
export function linkIn(mail: string): URL {
  const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  const [link] = /https:\/\/\S+/.exec(text) ?? []
  if (!link) throw new Error('There is no link in the mail')
  return new URL(link)
}
