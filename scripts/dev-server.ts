import { readConfig } from '#server/config.ts'
import { startTierline } from '#server/main.ts'
import { StartError } from '#server/start-error.ts'
import { demoLines } from './welcome.ts'

try {
  const quiet = process.env.TIERLINE_QUIET === '1'
  const running = await startTierline({
    config: readConfig(),
    say: (line) => console.log(line),
    onFatal: (error) => {
      console.error(error)
      process.exit(1)
    },
  })
  const stop = () => void running.stop().finally(() => process.exit(0))
  // Ctrl-C reaches the whole group; the parent says when to stop.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
  if (!quiet) console.log(demoLines(running.signIns).join('\n'))
  process.send?.('ready')
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
