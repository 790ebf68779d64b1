import { readConfig } from '#server/config.ts'
import { startTierline } from '#server/main.ts'
import { started } from './server-process.ts'

// The product as it starts anywhere, but for the folder of its definitions and that of the built client.
const [definitions, clientDir] = process.argv.slice(2)
const running = await started(
  startTierline({
    config: { ...readConfig(), clientDir: clientDir! },
    definitions: definitions!,
    say: () => {},
    onFatal: (error) => {
      throw error
    },
  }),
  (it) => it.stop(),
)
console.log(running.url)
