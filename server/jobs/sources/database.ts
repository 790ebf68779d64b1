import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { AppError } from '../../errors.ts'
import { id } from '../../store/sql.ts'
import { addressOf } from './address-of.ts'
import type { Source } from './source.ts'

const patience = 30_000

/** Reads a table or a view of a PostgreSQL database, in a transaction that can write nothing. */
export const databaseSource: Source = async (context) => {
  const { integration, progress } = context
  const {
    db_host: given,
    db_port: portGiven,
    db_name: database,
    db_table: table,
    auth_user: user,
    secret,
  } = integration
  const [host, port] = [String(given), Number(portGiven ?? 5432)]
  const client = new pg.Client({
    host: await addressOf(context, host, port),
    port,
    database: String(database),
    ...(typeof user === 'string' && user !== '' ? { user } : {}),
    ...(secret ? { password: secret } : {}),
    ssl: integration['db_encrypted'] === true ? { servername: host, rejectUnauthorized: true } : false,
    connectionTimeoutMillis: patience,
    application_name: 'tierline integration',
  })
  const stop = () => void client.end()
  context.signal.addEventListener('abort', stop)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`begin transaction read only; set local statement_timeout = '600s'`)
    progress(`Reading ${String(table)}`, 0, 0)
    const rows = client.query(
      copyTo(`copy (select * from ${id(...String(table).split('.')).sql}) to stdout with (format csv, header true)`),
    )
    await context.write(`${integration.code.toLowerCase()}.csv`, rows)
  } catch (error) {
    if (error instanceof AppError || context.signal.aborted) throw error
    throw new AppError('UNAVAILABLE', {
      message: `The database cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      cause: error,
    })
  } finally {
    context.signal.removeEventListener('abort', stop)
    await client.end().catch(() => undefined)
  }
}
