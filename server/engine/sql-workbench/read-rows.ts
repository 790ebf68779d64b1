import type { Client } from 'pg'
import { sqlParameters } from '#src/definition/sql-parameters.ts'
import type { TenantScope } from '../../store/database.ts'
import type { Reader } from '../../store/reader.ts'
import type { ReadableTable } from '../../store/reader-views.ts'
import { alone, type Examined, problemOf, StatementProblem } from './examine.ts'
import { valueTypes } from './value-types.ts'
import { divideMemory } from './working-memory.ts'
import { type Parameter, parameterTypes, valuesOf, written } from './statement.ts'

export interface Column {
  readonly name: string
  readonly kind: 'text' | 'number' | 'date' | 'dateTime' | 'flag' | 'json'
}

export interface Question {
  readonly text: string
  readonly declared: readonly Parameter[]
  readonly parameters: Readonly<Record<string, unknown>>
}

interface Reading {
  readonly examined: Examined
  /** How many rows are read at most; one more tells that there are more. */
  readonly most: number
  readonly signal: AbortSignal
  readonly onColumns?: (columns: readonly Column[]) => void
  readonly onRows: (rows: readonly (readonly unknown[])[]) => Promise<void>
}

const batch = 500
/** What a result may weigh on its way out of the database, in bytes: a single value can be a gigabyte. */
const heaviest = 48_000_000

const kinds: Readonly<Record<number, Column['kind']>> = {
  16: 'flag',
  20: 'number',
  21: 'number',
  23: 'number',
  700: 'number',
  701: 'number',
  1700: 'number',
  1082: 'date',
  1184: 'dateTime',
  114: 'json',
  3802: 'json',
}

interface Socket {
  on(event: 'data', heard: (chunk: Buffer) => void): unknown
  destroy(): void
}

/** Runs a statement that was examined and hands over its rows as they come. Throws StatementProblem; what breaks off ends in the database too. */
export async function readRows(
  reader: Reader,
  scope: TenantScope,
  tables: readonly ReadableTable[],
  { text, declared, parameters }: Question,
  { examined, most, signal, onColumns, onRows }: Reading,
): Promise<{ readonly rows: number; readonly cut: boolean }> {
  const names = sqlParameters(text)
  const { values } = valuesOf(names, declared, parameters)
  const type = (name: string) => parameterTypes[declared.find((one) => one.name === name)?.type ?? 'text']
  const place = (name: string) => `($${names.indexOf(name) + 1}::${type(name)})`
  const prepared = written(text, 'select * from (', place, ` q limit ${most + 1}`)
  const head = 'declare found no scroll cursor for '
  let tooHeavy = false
  const work = async (client: Client) => {
    const socket = (client as unknown as { connection: { stream: Socket } }).connection.stream
    const end = () => socket.destroy()
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
    let bytes = 0
    socket.on('data', (chunk) => {
      bytes += chunk.length
      if (bytes <= heaviest) return
      tooHeavy = true
      end()
    })
    await divideMemory(client, head + prepared.text, values, examined.sorts).catch((error: unknown) => {
      throw problemOf(error, text, prepared, head.length + 'explain (format json) '.length)
    })
    await client.query(alone(head + prepared.text, values)).catch((error: unknown) => {
      throw problemOf(error, text, prepared, head.length)
    })
    let read = 0
    for (;;) {
      const answer = await client
        .query<unknown[]>({ text: `fetch ${batch} from found`, rowMode: 'array', types: valueTypes })
        .catch((error: unknown) => {
          throw problemOf(error, text, prepared, head.length)
        })
      if (read === 0) onColumns?.(columnsOf(answer.fields))
      const rows = answer.rows.slice(0, most - read)
      if (rows.length > 0) await onRows(rows.map((row) => row.map(plain)))
      read += rows.length
      if (answer.rows.length > rows.length) return { rows: read, cut: true }
      if (answer.rows.length < batch) return { rows: read, cut: false }
    }
  }
  try {
    return await reader.read(scope, tables, work)
  } catch (error) {
    if (tooHeavy)
      throw new StatementProblem({
        message: 'The result is larger than 48 MB and was stopped. Choose fewer columns or rows.',
      })
    throw error
  }
}

const columnsOf = (fields: readonly { name: string; dataTypeID: number }[]): Column[] =>
  fields.map(({ name, dataTypeID }) => ({ name, kind: kinds[dataTypeID] ?? 'text' }))

/** A value as JSON carries it: what is no number, flag or text is written as one. */
function plain(value: unknown): unknown {
  if (value === null || typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string')
    return value
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex').slice(0, 2_000)}`
  return JSON.stringify(value)
}
