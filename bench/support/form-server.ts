import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { loadScreens } from '#server/screens.ts'
import { createOrganization, createUser } from '#server/session/seed.ts'
import { openDatabase } from '#server/store/database.ts'
import { startEmbedded } from '#server/store/embedded.ts'
import { migrate } from '#server/store/migrate.ts'
import { applySchema, planSchema } from '#server/store/schema-sync.ts'
import { formScreen } from './form-screen.ts'
import { signIn } from './list-database.ts'
import { started } from './server-process.ts'

// The product with one screen more: the generated form. Its client folder holds the hand-written page beside the built client.
const config = { ...readConfig({ ...process.env, LOG_LEVEL: 'warn' }), clientDir: process.argv[2]! }
const embedded = await started(startEmbedded({ dataDir: config.dataDir, log: createLog('warn') }), (it) => it.stop())
const db = await started(Promise.resolve(openDatabase(embedded.url, { max: 6 })), (it) => it.close())
const screens = [...(await loadScreens()), formScreen]
await migrate(db)
await applySchema(db, await planSchema(db, screens))
const organizationId = await createOrganization(db, screens, { code: 'BENCH', name: 'Bench' })
await createUser(db, { organizationId, name: 'Bench', role: 'ADMINISTRATOR', ...signIn })
const app = await started(createApp({ db, config, screens }), (it) => it.close())
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
