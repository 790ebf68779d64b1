import { createServer as createSocket } from 'node:net'
import { createServer, type Plugin } from 'vite'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { StartError } from '#server/start-error.ts'
import { startEmbedded } from '#server/store/embedded.ts'
import { type Reloading, startReloading } from './reloading-server.ts'
import { stopOnSignals } from './stop-on-signals.ts'

const say = (line: string) => console.log(line)

/** Calls made while the server restarts wait for it instead of failing. */
function waitForServer(server: Reloading): Plugin {
  return {
    name: 'tierline:wait-for-server',
    configureServer(vite) {
      vite.middlewares.use('/api', (_request, _response, next) => {
        void server.ready().then(() => next())
      })
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createSocket()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('The system gave no free port')
  return address.port
}

/** The database lives here and outlasts the restarts of the server; Vite serves the client and passes /api on. */
async function develop(): Promise<void> {
  const config = readConfig()
  const stopping = stopOnSignals(say)
  const database = config.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: config.dataDir, log: createLog(config.logLevel), onLost: stopping.fail })
  const port = await freePort()
  process.env.TIERLINE_API = `http://127.0.0.1:${port}`
  const server = startReloading(config.root, {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: config.databaseUrl ?? database?.url,
  })
  const vite = await createServer({
    root: config.root,
    plugins: [waitForServer(server)],
    server: { port: config.port, strictPort: config.portIsFixed, host: config.host },
  })
  server.onReload(() => vite.ws.send({ type: 'full-reload' }))
  try {
    await vite.listen()
  } catch (error) {
    await Promise.allSettled([vite.close(), server.stop(), database?.stop()])
    if (!(error instanceof Error && /already in use/.test(error.message))) throw error
    throw new StartError(
      `Port ${config.port} is taken. Set PORT to a free one, or leave it out to take the next free one.`,
    )
  }
  await server.ready()
  say(`\nDevelopment at ${vite.resolvedUrls?.local[0] ?? ''}`)
  await stopping.attach(async () => {
    await vite.close()
    await server.stop()
    await database?.stop()
  })
}

try {
  await develop()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
