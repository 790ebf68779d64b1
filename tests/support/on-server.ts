import pg from 'pg'
import { withDatabase } from '#server/store/database-url.ts'

/** Runs a statement that belongs to no database, such as making one. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
