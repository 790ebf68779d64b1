import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { loadScreens } from '#server/screens.ts'
import { openDatabase } from '#server/store/database.ts'
import { specimen } from './specimen.ts'

// A server that tests kill: everything is loaded ahead, and the product comes up when it is told to.
const screens = [...(await loadScreens()), specimen]
process.on('message', () => void start())
process.send!({ loaded: true })

async function start(): Promise<void> {
  const { TEST_DATABASE: url, TEST_APPLICATION: applicationUrl } = process.env
  const db = openDatabase(url!, { applicationUrl: applicationUrl!, max: 8 })
  const app = await createApp({ db, config: readConfig({ ...process.env, LOG_LEVEL: 'warn' }), screens })
  process.send!({ url: await app.listen({ port: 0, host: '127.0.0.1' }) })
}
