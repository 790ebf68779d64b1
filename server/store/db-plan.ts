import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { loadScreens } from '../screens.ts'
import { StartError } from '../start-error.ts'
import { openDatabase } from './database.ts'
import { startEmbedded } from './embedded.ts'
import { checkExternal } from './external.ts'
import { migrationsMissing } from './migrate.ts'
import { planSchema } from './schema-sync.ts'

/** What the next start would change in the configured database, as SQL with the reasons; changes nothing. */
async function plan(): Promise<string> {
  const { databaseUrl, dataDir, logLevel } = readConfig()
  if (databaseUrl) {
    await checkExternal(databaseUrl)
    return planFor(databaseUrl)
  }
  const server = await startEmbedded({ dataDir, log: createLog(logLevel) })
  return planFor(server.url).finally(() => server.stop())
}

async function planFor(url: string): Promise<string> {
  const db = openDatabase(url, { max: 1 })
  try {
    const migrations = (await migrationsMissing(db)).map((name) => `-- migration ${name}`)
    const statements = (await planSchema(db, await loadScreens())).map(({ text, reason }) => `-- ${reason}\n${text};`)
    const parts = [...migrations, ...statements]
    return parts.length === 0 ? '-- The database is as the definitions want it.' : parts.join('\n\n')
  } finally {
    await db.close()
  }
}

try {
  const environmentFile = join(import.meta.dirname, '..', '..', '.env')
  if (existsSync(environmentFile)) process.loadEnvFile(environmentFile)
  console.log(await plan())
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
