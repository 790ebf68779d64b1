import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

/** Listens on the configured port, or on the next free one unless the port was asked for; answers the port. */
export async function listen(app: FastifyInstance, config: Config, say: (line: string) => void): Promise<number> {
  const last = config.portIsFixed ? config.port : config.port + 20
  for (let port = config.port; port <= last; port += 1) {
    try {
      await app.listen({ port, host: config.host })
      const address = app.server.address()
      return typeof address === 'object' && address ? address.port : port
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      if (error.code === 'EACCES')
        throw new StartError(`Port ${port} needs rights this user does not have. Set PORT to one above 1023.`)
      if (error.code !== 'EADDRINUSE') throw error
      say(`Port ${port} is taken by ${await occupant(config.host, port)}.`)
    }
  }
  throw new StartError(
    config.portIsFixed
      ? `Set PORT to a free port, or leave it out to take the next free one.`
      : `No port from ${config.port} to ${last} is free.`,
  )
}

async function occupant(host: string, port: number): Promise<string> {
  const process = processOn(port)
  return (await isTierline(host, port))
    ? `another Tierline${process ? ` (${process})` : ''}`
    : (process ?? 'another program')
}

async function isTierline(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return fetch(`http://${name}:${port}/api/health`, { signal: AbortSignal.timeout(1_000) }).then(
    (answer) => answer.headers.get('x-powered-by') === 'Tierline',
    () => false,
  )
}

/** Linux tells whose socket it is: port → inode in /proc/net → the process that holds it. */
function processOn(port: number): string | undefined {
  try {
    const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
    const sockets = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/net/${name}`, 'utf8').split('\n').slice(1))
    const inodes = sockets
      .map((line) => line.trim().split(/\s+/))
      .filter((cells) => cells[1]?.endsWith(suffix) && cells[3] === '0A')
    const names = new Set(inodes.map((cells) => `socket:[${cells[9]}]`))
    const pid = readdirSync('/proc').find((entry) => /^\d+$/.test(entry) && holds(entry, names))
    return pid && `process ${pid}, ${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()}`
  } catch {
    return undefined
  }
}

function holds(pid: string, sockets: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((descriptor) => sockets.has(linkOf(`/proc/${pid}/fd/${descriptor}`)))
  } catch {
    return false
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
