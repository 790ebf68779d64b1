import type { FastifyBaseLogger } from 'fastify'
import type { Screen } from '#src/definition'
import type { Config } from '../config.ts'
import { folderStore, type FileStore } from '../engine/files/file-store.ts'
import type { Database } from '../store/database.ts'
import { type CallerCache, createCallerCache } from './caller.ts'
import { createIdentityProvider, type IdentityProvider } from './identity-provider.ts'
import { createMailer, type Mailer } from './mailer.ts'
import { loadSecrets, type Secrets } from './secrets.ts'
import { identityProviderSettings, signInWays } from './settings.ts'

/** What signing in and administering users work with. */
export interface SessionServices {
  readonly db: Database
  readonly secrets: Secrets
  readonly mailer: Mailer
  readonly callers: CallerCache
  readonly screens: readonly Screen[]
  /** Where the files of records are kept. */
  readonly files: FileStore
  readonly identityProvider: IdentityProvider | undefined
  readonly ways: { own: boolean; sso: boolean }
  readonly tokenHeader: string
  readonly publicUrl: () => string
  readonly clock: () => Date
  /** Work whose end nobody may measure, such as the mail of a forgotten password; `settled` waits for all of it. */
  readonly background: { run(work: () => Promise<void>): void; settled(): Promise<void> }
}

export interface SessionOptions {
  db: Database
  config: Config
  screens: readonly Screen[]
  log: Pick<FastifyBaseLogger, 'error'>
  /** The port that was really taken, once there is one. */
  port?: () => number | undefined
  clock?: () => Date
}

/** Assembles the session's services: reads the secret, sets up mail and single sign-on. */
export async function createSessionServices(options: SessionOptions): Promise<SessionServices> {
  const { db, config, screens, log, port, clock = () => new Date() } = options
  const publicUrl = () => config.publicUrl?.replace(/\/+$/, '') ?? `http://localhost:${port?.() ?? config.port}`
  const provider = identityProviderSettings(config, publicUrl())
  return {
    db,
    screens,
    files: folderStore(config.filesDir),
    clock,
    publicUrl,
    secrets: await loadSecrets(config.secret, config.dataDir),
    mailer: createMailer({ ...config.mail, dataDir: config.dataDir }),
    callers: createCallerCache(db, clock),
    identityProvider: provider && createIdentityProvider(provider),
    ways: signInWays(config),
    tokenHeader: config.tokenHeader,
    background: createBackground(log),
  }
}

function createBackground(log: SessionOptions['log']): SessionServices['background'] {
  const running = new Set<Promise<void>>()
  return {
    run: (work) => {
      const task = work()
        .catch((error: unknown) => log.error({ err: error }, 'work in the background failed'))
        .finally(() => running.delete(task))
      running.add(task)
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
