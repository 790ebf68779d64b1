import { channel } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Screen } from '#src/definition'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { recordPaths } from '#server/routes/find-call.ts'
import type { Database, Tx } from '#server/store/database.ts'

export interface Endpoint {
  readonly method: string
  /** Below /api, without a slash in front. */
  readonly path: string
}

// What parts of the product look up while they are assembled finds nothing.
const nothing: Tx = {
  query: async () => [],
  beforeCommit: () => {},
  afterCommit: () => {},
  attempt: (work) => work(),
  get client(): never {
    throw new Error('Listing the routes opens no connection')
  },
}

const emptyDatabase: Database = {
  tenant: (_scope, work) => work(nothing),
  read: async () => [],
  system: (work) => work(nothing),
  listen: async () => async () => {},
  alone: async () => {},
  close: async () => {},
}

/** Every route below /api that the assembled application really registers; nothing listens, no database is opened. */
export async function runningRoutes(screens: readonly Screen[]): Promise<Endpoint[]> {
  const found: Endpoint[] = []
  const collect = ({ method, url }: RouteOptions) => {
    if (!url.startsWith('/api/')) return
    for (const one of [method].flat())
      if (one !== 'HEAD' && one !== 'OPTIONS')
        found.push({ method: one, path: url.slice('/api/'.length).replaceAll(/\(.*?\)/g, '') })
  }
  const onCreated = (message: unknown) => (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', collect)
  const created = channel('fastify.initialization')
  created.subscribe(onCreated)
  try {
    const app = await createApp({
      db: emptyDatabase,
      config: readConfig({ LOG_LEVEL: 'silent', TIERLINE_SECRET: 'only for listing the routes'.padEnd(64, '.') }),
      screens,
    })
    await app.ready()
    await app.close()
  } finally {
    created.unsubscribe(onCreated)
  }
  // One route answers the records of every screen.
  return [...found.filter(({ path }) => path !== '*'), ...recordPaths(screens)]
}
