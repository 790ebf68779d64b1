import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { startTierline } from '#server/main.ts'
import { StartError } from '#server/start-error.ts'
import { buildClient } from './client-build.ts'
import { stopOnSignals } from './stop-on-signals.ts'
import { welcome } from './welcome.ts'

const say = (line: string) => console.log(line)

try {
  const environmentFile = join(import.meta.dirname, '..', '.env')
  if (existsSync(environmentFile)) process.loadEnvFile(environmentFile)
  const config = readConfig()
  const stopping = stopOnSignals(say)
  // One more process behind a balancer need not carry the client.
  if (!process.argv.includes('--api-only')) await buildClient(config.root, config.clientDir, say)
  const running = await startTierline({ config, say, onFatal: stopping.fail })
  await stopping.attach(running.stop)
  say(welcome(running))
} catch (error) {
  console.error(error instanceof StartError ? `Tierline cannot start. ${error.message}` : error)
  process.exit(1)
}
