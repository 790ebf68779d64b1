import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/store/embedded.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { endWithBench } from './end-with-bench.ts'
import { fillDatabase, signIn } from './list-database.ts'

export interface Product {
  readonly url: string
  /** What a request of a signed-in user carries. */
  readonly headers: Record<string, string>
  readonly databaseUrl: string
  readonly organizationId: number
  /** Most memory the server has ever taken, in megabytes. */
  peakMegabytes(): Promise<number>
  /** A hand-written server of the same answers on the same database, in a process of its own. */
  peer(file: string): Promise<string>
  stop(): Promise<void>
}

/** The product on an embedded database with so many sales lines, as its users start it. */
export async function startProduct(lines: number): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tierline-bench-'))
  const undo: (() => unknown)[] = [() => rm(dataDir, { recursive: true, force: true })]
  const stop = async (): Promise<void> => {
    forget()
    for (const step of undo.splice(0).reverse()) await step()
  }
  const forget = endWithBench(stop)
  try {
    const starting = startEmbedded({ dataDir, log: { info: () => {}, warn: () => {} } })
    // Also while it only just starts.
    undo.push(async () => (await starting).stop())
    const database = await starting
    const organizationId = await fillDatabase(database.url, lines)
    const server = startServerProcess({ DATABASE_URL: database.url, TIERLINE_DATA: dataDir, NODE_ENV: 'production' })
    undo.push(() => (server.kill('SIGTERM'), server.ended))
    const url = await server.address
    return {
      url,
      headers: await authorized(url),
      databaseUrl: database.url,
      organizationId,
      peakMegabytes: async () => {
        const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
        return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_000
      },
      peer: async (file) => {
        const peer = await startPeer(file, database.url, organizationId)
        undo.push(() => peer.process.kill())
        return peer.url
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startPeer(
  file: string,
  databaseUrl: string,
  organizationId: number,
): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, file)], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: databaseUrl,
      ORGANIZATION: String(organizationId),
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: (JSON.parse(line.toString()) as { url: string }).url, process: child }
}

async function authorized(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signIn),
  })
  const { response: session } = (await response.json()) as { response: { token: string } }
  return { authorization: `Bearer ${session.token}` }
}
