import pg from 'pg'
import { StartError } from '../start-error.ts'
import { describeUrl, parseUrl } from './database-url.ts'

const oldestVersion = 160_000

/** Tries the PostgreSQL of DATABASE_URL and says in words what is wrong with it. */
export async function checkExternal(url: string): Promise<void> {
  try {
    parseUrl(url)
  } catch (error) {
    throw new StartError(`DATABASE_URL: ${error instanceof Error ? error.message : String(error)}`)
  }
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'tierline start',
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; encoding: string }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
    )
    if ((rows[0]?.version ?? 0) < oldestVersion)
      throw new StartError('The PostgreSQL of DATABASE_URL is too old; version 16 or later is needed.')
    if (rows[0]?.encoding !== 'UTF8')
      throw new StartError('The database of DATABASE_URL is not in UTF8; create it with ENCODING UTF8.')
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason =
      error instanceof AggregateError
        ? error.errors.map(String).join('; ')
        : error instanceof Error
          ? error.message
          : String(error)
    throw new StartError(`The database of DATABASE_URL (${describeUrl(url)}) does not answer: ${reason}`, {
      cause: error,
    })
  } finally {
    await client.end().catch(() => {})
  }
}
