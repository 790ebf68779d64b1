import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { loadScreens } from '#server/screens.ts'
import { withDatabase } from '#server/store/database-url.ts'
import { openDatabase } from '#server/store/database.ts'
import { startEmbedded } from '#server/store/embedded.ts'
import { isAlive, runningPostmaster } from '#server/store/embedded/postmaster.ts'
import { migrate } from '#server/store/migrate.ts'
import { applySchema, planSchema } from '#server/store/schema-sync.ts'
import { onServer } from './on-server.ts'
import { productTemplateName, templateName } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

interface Cluster {
  url: string
  stop(): Promise<void>
}

// Several test projects share one server; the last one stops it.
let shared: Promise<Cluster> | undefined
let users = 0

/** One database server for all test files, in a temporary folder; each file clones the migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  users += 1
  shared ??= startCluster()
  const { url, stop } = await shared
  project.provide('databaseUrl', url)
  return async () => {
    users -= 1
    if (users === 0) await stop()
  }
}

const prefix = 'tierline-test-'
const silent = { info: () => {}, warn: () => {} }

async function startCluster(): Promise<Cluster> {
  await removeLeftovers()
  const dataDir = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '64MB',
    max_connections: '200',
  }
  const server = await startEmbedded({ dataDir, log: silent, settings })
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await createTemplate(server.url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: server.url, stop }
}

async function createTemplate(url: string): Promise<void> {
  const template = openDatabase(withDatabase(url, templateName))
  await migrate(template).finally(() => template.close())
  await onServer(url, `create database ${productTemplateName} template ${templateName}`)
  const product = openDatabase(withDatabase(url, productTemplateName))
  try {
    await applySchema(product, await planSchema(product, await loadScreens()))
  } finally {
    await product.close()
  }
}

/** A test run that was killed leaves its server behind. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN
    if (!Number.isInteger(owner) || isAlive(owner)) continue
    const folder = join(tmpdir(), name)
    const server = runningPostmaster(join(folder, 'postgres'))
    if (server !== undefined) process.kill(server, 'SIGQUIT')
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => {})
  }
}
