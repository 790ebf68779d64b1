import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { withDatabase } from '#server/store/database-url.ts'
import { type Database, openDatabase } from '#server/store/database.ts'
import { templateName } from './template.ts'

export interface TestDatabase extends Database {
  readonly url: string
}

/** A database of its own for one test file, cloned from the migrated template; call close() in afterAll. */
export async function testDatabase(options: { max?: number } = {}): Promise<TestDatabase> {
  const server = inject('databaseUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} template ${templateName}`)
  const url = withDatabase(server, name)
  const db = openDatabase(url, { max: options.max ?? 5 })
  return {
    url,
    tenant: db.tenant,
    system: db.system,
    close: async () => {
      await db.close()
      await onServer(server, `drop database ${name} with (force)`)
    },
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
