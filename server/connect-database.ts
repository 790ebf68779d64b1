import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { loadSecrets } from './session/secrets.ts'
import { type Database, openDatabase } from './store/database.ts'
import { demandHarmless, prepareApplicationLogin } from './store/login-roles.ts'
import { migrate } from './store/migrate.ts'

type Settings = Pick<Config, 'databaseConnections' | 'databaseAppUrl' | 'secret' | 'dataDir'>

/** The migrated database at the address of its owner, with requests on a login role that owns nothing. */
export async function connectDatabase(
  url: string,
  config: Settings,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<Database> {
  const applicationUrl = await prepare(url, config, log)
  return openDatabase(url, {
    ...(applicationUrl ? { applicationUrl } : {}),
    max: config.databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'a connection broke'),
  })
}

async function prepare(
  url: string,
  { databaseAppUrl, secret, dataDir }: Settings,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<string | undefined> {
  const owner = openDatabase(url, { max: 1 })
  try {
    for (const name of await migrate(owner)) log.info({ migration: name }, 'migrated')
    if (databaseAppUrl) {
      await demandHarmless(databaseAppUrl)
      return databaseAppUrl
    }
    const { database } = await loadSecrets(secret, dataDir)
    return await prepareApplicationLogin(owner, url, database, (reason) => log.warn(reason))
  } finally {
    await owner.close()
  }
}
