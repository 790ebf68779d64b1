import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type DemoSignIn, readSignIns } from '#server/demo/sign-ins.ts'
import startDatabases from '#tests/support/global-setup.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the product runs, without a slash at the end. */
    baseUrl: string
    /** The data folder of that server: the outbox of its mails, its files. */
    dataDir: string
    signIns: readonly DemoSignIn[]
  }
}

const root = join(import.meta.dirname, '..', '..')
const patience = 150_000

/**
 * Starts the product as a newcomer does, on a free port, with demo data in a temporary folder; all browser tests share it.
 * The database server of the few that bring a product of their own starts beside it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tierline-e2e-'))
  const [databases, product] = await Promise.allSettled([startDatabases(project), startProduct(dataDir)])
  const stop = async () => {
    await Promise.all([
      product.status === 'fulfilled' && product.value.stop(),
      databases.status === 'fulfilled' && databases.value(),
    ])
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  const failed = [product, databases].find((one) => one.status === 'rejected')
  if (failed || product.status === 'rejected') {
    await stop()
    throw failed?.reason
  }
  project.provide('baseUrl', product.value.url)
  project.provide('dataDir', dataDir)
  project.provide('signIns', await readSignIns(dataDir))
  return stop
}

async function startProduct(dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  await mkdir(join(root, 'test-results'), { recursive: true })
  const log = createWriteStream(join(root, 'test-results', 'server.log'))
  const { DATABASE_URL: _, ...environment } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'scripts', 'start.ts')], {
    cwd: root,
    env: { ...environment, PORT: '0', HOST: '127.0.0.1', TIERLINE_DATA: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const over = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${why}\n${output.slice(-4_000)}`))
    const overdue = setTimeout(() => {
      child.kill('SIGKILL')
      fail(`The product did not start within ${patience / 1_000} s.`)
    }, patience)
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      log.write(chunk)
      const address = /running at (https?:\/\/\S+)/.exec(output)?.[1]
      if (!address) return
      clearTimeout(overdue)
      resolve(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void over.then(() => {
      clearTimeout(overdue)
      fail('The product ended while it started.')
    })
  })
  const stop = async () => {
    child.kill('SIGTERM')
    const overdue = setTimeout(() => child.kill('SIGKILL'), 20_000)
    await over
    clearTimeout(overdue)
    log.end()
  }
  return { url: url.replace(/\/$/, ''), stop }
}
