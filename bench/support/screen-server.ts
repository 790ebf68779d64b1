import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { loadScreens } from '#server/screens.ts'
import { openDatabase } from '#server/store/database.ts'
import { startEmbedded } from '#server/store/embedded.ts'
import { fillDatabase } from './list-database.ts'

const lines = 200_000

// The product over so many sales lines, with a client folder of the bench's own: the built client and, beside it, the peer's page.
const log = createLog('warn')
const config = { ...readConfig({ ...process.env, LOG_LEVEL: 'warn' }), clientDir: process.argv[2]! }
const embedded = await startEmbedded({ dataDir: config.dataDir, log })
await fillDatabase(embedded.url, lines)
const db = openDatabase(embedded.url, { max: config.databaseConnections })
const app = await createApp({ db, config, screens: await loadScreens() })
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
process.once('SIGTERM', () => {
  void app
    .close()
    .then(() => db.close())
    .then(() => embedded.stop())
    .then(() => process.exit(0))
})
