import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { loadScreens } from '#server/screens.ts'
import { openDatabase } from '#server/store/database.ts'
import { startEmbedded } from '#server/store/embedded.ts'
import { fillDatabase } from './list-database.ts'
import { started } from './server-process.ts'

const lines = 200_000

// The product over so many sales lines, with a client folder of the bench's own: the built client and, beside it, the peer's page.
const log = createLog('warn')
const config = { ...readConfig({ ...process.env, LOG_LEVEL: 'warn' }), clientDir: process.argv[2]! }
const embedded = await started(startEmbedded({ dataDir: config.dataDir, log }), (it) => it.stop())
await fillDatabase(embedded.url, lines)
const db = await started(Promise.resolve(openDatabase(embedded.url, { max: config.databaseConnections })), (it) =>
  it.close(),
)
const app = await started(createApp({ db, config, screens: await loadScreens() }), (it) => it.close())
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
