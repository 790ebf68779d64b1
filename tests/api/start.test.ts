import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pidInFile, runningPostmaster } from '#server/store/embedded/postmaster.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'

let dataDir: string
let cluster: string
const started: ServerProcess[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tl-start-'))
  cluster = join(dataDir, 'postgres')
})

afterAll(async () => {
  for (const server of started) server.kill('SIGKILL')
  const postmaster = runningPostmaster(cluster)
  if (postmaster !== undefined) process.kill(postmaster, 'SIGQUIT')
  await vi.waitUntil(() => runningPostmaster(cluster) === undefined, { timeout: 10_000 })
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

function start(environment: NodeJS.ProcessEnv = {}): ServerProcess {
  const server = startServerProcess({ TIERLINE_DATA: dataDir, ...environment })
  started.push(server)
  return server
}

async function health(server: ServerProcess): Promise<unknown> {
  return (await fetch(`${await server.address}/api/health`)).json()
}

// Never a fallback number: kill(0) would end the test runner itself.
function postmasterPid(): number {
  const pid = runningPostmaster(cluster)
  if (pid === undefined) throw new Error('There is no database server')
  return pid
}

async function direct<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const password = readFileSync(join(dataDir, 'database-password'), 'utf8').trim()
  const client = new pg.Client({ host: join(dataDir, 'socket'), user: 'tierline', password, database: 'tierline' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const marks = () =>
  direct(async (client) => (await client.query(`select value from installation where name = 'mark'`)).rows)

describe('a start on an empty folder', () => {
  let first: ServerProcess

  it('comes up and answers', async () => {
    first = start()
    expect(await health(first)).toEqual({ response: { status: 'ok' } })
    await direct((client) => client.query(`insert into installation (name, value) values ('mark', '7')`))
  })

  it('refuses a second one on the same data, with words, and goes on unharmed', async () => {
    const second = await start().ended
    expect(second.code).toBe(1)
    expect(second.output).toMatch(/already runs on the data in .*\(process \d+\)/)
    expect(await health(first)).toEqual({ response: { status: 'ok' } })
  })

  it('is followed, after kill -9 of node, by one that takes the database over', async () => {
    const postmaster = runningPostmaster(cluster)
    first.kill('SIGKILL')
    await first.ended
    const next = start()
    expect(await health(next)).toEqual({ response: { status: 'ok' } })
    expect(next.output()).toContain('Took over the database server')
    expect(runningPostmaster(cluster)).toBe(postmaster)
    expect(await marks()).toEqual([{ value: 7 }])
    next.kill('SIGKILL')
    await next.ended
  })

  it('recovers after kill -9 of everything, though the number of the server has gone to another program', async () => {
    process.kill(postmasterPid(), 'SIGKILL')
    await expect.poll(() => runningPostmaster(cluster), { timeout: 10_000 }).toBeUndefined()
    const file = join(cluster, 'postmaster.pid')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)))
    const next = start()
    expect(await health(next)).toEqual({ response: { status: 'ok' } })
    expect(await marks()).toEqual([{ value: 7 }])
  })

  it('brings the database back when that alone is killed', async () => {
    const server = started.at(-1)
    const before = postmasterPid()
    process.kill(before, 'SIGKILL')
    await expect
      .poll(() => runningPostmaster(cluster) !== undefined && runningPostmaster(cluster) !== before, {
        timeout: 10_000,
      })
      .toBe(true)
    await expect.poll(() => server && health(server), { timeout: 10_000 }).toEqual({ response: { status: 'ok' } })
  })

  it('ends cleanly on SIGTERM', async () => {
    const server = started.at(-1)
    server?.kill('SIGTERM')
    const end = await server?.ended
    expect(end?.code, end?.output).toBe(0)
    expect(end?.output).toContain('Stopping')
    expect(pidInFile(cluster)).toBeUndefined()
  })
})

describe('a start that cannot be', () => {
  let blocker: Server
  let port: number

  beforeAll(async () => {
    blocker = createServer((_request, response) => response.end('mine'))
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
    const address = blocker.address()
    port = typeof address === 'object' && address ? address.port : 0
  })

  afterAll(() => {
    blocker.close()
  })

  it('says who has the port that was asked for, and leaves no database behind', async () => {
    const { code, output } = await start({ PORT: String(port) }).ended
    expect(code).toBe(1)
    expect(output).toContain(`Port ${port} is taken by`)
    expect(pidInFile(cluster)).toBeUndefined()
  })

  it('says which variable is wrong', async () => {
    const { code, output } = await start({ PORT: 'many' }).ended
    expect(code).toBe(1)
    expect(output).toMatch(/environment is not right:\s+PORT/)
  })

  it('says that the database of DATABASE_URL does not answer', async () => {
    const { code, output } = await start({ DATABASE_URL: 'postgresql://me:secret@127.0.0.1:9/nowhere' }).ended
    expect(code).toBe(1)
    expect(output).toMatch(/DATABASE_URL \(nowhere on 127\.0\.0\.1:9\) does not answer/)
    expect(output).not.toContain('secret')
  })
})
