import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { drainOf } from './drain.ts'
import { demoSignIns } from './demo/load.ts'
import type { DemoSignIn } from './demo/sign-ins.ts'
import { settle } from './engine/upload/second-writer.ts'
import { keepIndexes } from './engine/keep-indexes.ts'
import { bringUpOwnScreens } from './engine/studio/publish.ts'
import { reportLost } from './engine/field-layers/report-lost.ts'
import { listen } from './listen.ts'
import { createLog } from './log.ts'
import { loadKeptScreens } from './screens.ts'
import { loadSecrets } from './session/secrets.ts'
import { refreshAllCatalogues } from './session/seed.ts'
import { connectDatabase } from './connect-database.ts'
import type { Database } from './store/database.ts'
import { startEmbedded } from './store/embedded.ts'
import { checkExternal } from './store/external.ts'
import { createReader, prepareReaders } from './store/reader.ts'
import { keepSchemaState, schemaIsFrom } from './store/schema-state.ts'
import { applySchema, planSchema } from './store/schema-sync.ts'
import { sql } from './store/sql.ts'

export interface Running {
  readonly url: string
  readonly signIns: readonly DemoSignIn[]
  /** Lets open requests finish, then ends the pool, then the database server. */
  stop(): Promise<void>
}

export interface StartOptions {
  config: Config
  /** Takes the lines meant for whoever started it. */
  say: (line: string) => void
  /** Called when the database is lost for good. */
  onFatal: (error: Error) => void
  /** Folder of the definitions; the product's own unless given. */
  definitions?: string
}

/** Starts everything, in order; what had started is stopped again when a later step fails. */
export async function startTierline({ config, say, onFatal, definitions }: StartOptions): Promise<Running> {
  const log = createLog(config.logLevel)
  const undo: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    await mkdir(config.dataDir, { recursive: true })
    // Thousands of definitions are read while the database server starts.
    const reading = loadKeptScreens(join(config.dataDir, 'kept'), definitions)
    reading.catch(() => undefined)
    const databaseUrl = config.databaseUrl ?? (await embedded(undo))
    if (config.databaseUrl) await checkExternal(config.databaseUrl)
    const db = await connectDatabase(databaseUrl, config, log)
    undo.push(() => db.close())
    const { screens, state } = await reading
    const signIns = await oneAtATime(db, async () => {
      // What an import that was cut off has prepared keeps its table from being changed.
      await settle(db)
      if (!(await schemaIsFrom(db, state))) {
        await applySchema(db, await planSchema(db, screens))
        await keepSchemaState(db, state)
      }
      await bringUpOwnScreens(db, screens, log)
      await prepareReaders(db).catch((error: unknown) =>
        log.warn({ err: error }, 'statements of users cannot be run: the database user may not make roles'),
      )
      await refreshAllCatalogues(db, screens)
      return config.demo ? demoSignIns(db, screens, config, say) : []
    })
    await reportLost(db, screens, log)
    const { database: key } = await loadSecrets(config.secret, config.dataDir)
    const app = await createApp({ db, config, screens, reader: createReader(db, databaseUrl, key) })
    undo.push(drainOf(app))
    const port = await listen(app, config, say)
    const endIndexes = keepIndexes(db, screens, log)
    undo.push(async () => endIndexes())
    return { url: `http://${nameOf(config.host)}:${port}`, signIns, stop }
  } catch (error) {
    await stop()
    throw error
  }

  async function embedded(steps: (() => Promise<void>)[]): Promise<string> {
    const server = await startEmbedded({ dataDir: config.dataDir, log, onLost: onFatal })
    steps.push(server.stop)
    if (server.adopted) say('Took over the database server that was still running.')
    return server.url
  }
}

/** Several processes may start on one DATABASE_URL at the same moment. */
async function oneAtATime<T>(db: Database, work: () => Promise<T>): Promise<T> {
  return db.system(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(7214002)`)
    return work()
  })
}

function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
