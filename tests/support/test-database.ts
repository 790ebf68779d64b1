import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { parseUrl, withDatabase } from '#server/store/database-url.ts'
import { type Database, openDatabase } from '#server/store/database.ts'
import { prepareApplicationLogin } from '#server/store/login-roles.ts'
import { onServer } from './on-server.ts'
import { templateName } from './template.ts'

export interface TestDatabase extends Database {
  readonly url: string
  /** Where requests connect: the login role that owns nothing. */
  readonly applicationUrl: string
}

/** What the passwords of login roles are made of in tests. */
export const databaseKey = new TextEncoder().encode('the key of the login roles of tests')

/** A database of its own for one test file, cloned from a template; call close() in afterAll. */
export async function testDatabase({ max = 5, template = templateName } = {}): Promise<TestDatabase> {
  const server = inject('databaseUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} template ${template}`)
  const url = withDatabase(server, name)
  const applicationUrl = await login(url)
  const db = openDatabase(url, { applicationUrl, max })
  return {
    url,
    applicationUrl,
    tenant: db.tenant,
    read: db.read,
    system: db.system,
    listen: db.listen,
    alone: db.alone,
    close: async () => {
      await db.close()
      await onServer(server, `drop database ${name} with (force)`)
      await onServer(server, `drop role ${parseUrl(applicationUrl).username}`)
    },
  }
}

async function login(url: string): Promise<string> {
  const owner = openDatabase(url, { max: 1 })
  try {
    const address = await prepareApplicationLogin(owner, url, databaseKey, (reason) => {
      throw new Error(reason)
    })
    if (!address) throw new Error('The login role could not be made')
    return address
  } finally {
    await owner.close()
  }
}
