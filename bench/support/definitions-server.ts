import { readConfig } from '#server/config.ts'
import { startTierline } from '#server/main.ts'

// The product as it starts anywhere, but for the folder of its definitions and that of the built client.
const [definitions, clientDir] = process.argv.slice(2)
const running = await startTierline({
  config: { ...readConfig(), clientDir: clientDir! },
  definitions: definitions!,
  say: () => {},
  onFatal: (error) => {
    throw error
  },
})
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)))
console.log(running.url)
