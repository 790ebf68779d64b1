import { AppError } from '../../errors.ts'
import type { TenantScope, Tx } from '../../store/database.ts'
import { json, sql } from '../../store/sql.ts'
import type { FormatBody } from './format.ts'

/** A stored upload format. */
export interface StoredFormat {
  readonly id: number
  readonly row_version: number
  readonly functionality: string
  readonly name: string
  readonly description: string | null
  readonly body: FormatBody
  readonly created_at: string
  readonly updated_at: string
}

const columns = sql`id, row_version, functionality, name, description, body, created_at, updated_at`

export const listFormats = (tx: Tx, functionality: string | null): Promise<StoredFormat[]> =>
  tx.query<StoredFormat>(
    sql`select ${columns} from upload_format where ${functionality}::text is null or functionality = ${functionality} order by functionality, name`,
  )

export async function readStoredFormat(tx: Tx, formatId: number): Promise<StoredFormat> {
  const [row] = await tx.query<StoredFormat>(sql`select ${columns} from upload_format where id = ${formatId}`)
  if (!row) throw new AppError('NOT_FOUND', { message: 'There is no such upload format.' })
  return row
}

/** The format that other records name by functionality and name together. */
export async function formatCoded(tx: Tx, code: string): Promise<StoredFormat> {
  const [row] = await tx.query<StoredFormat>(sql`select ${columns} from upload_format where code = ${code}`)
  if (!row) throw new AppError('NOT_FOUND', { message: `There is no mapping ${code} any more.` })
  return row
}

export interface FormatInput {
  readonly functionality: string
  readonly name: string
  readonly description: string | null
  readonly body: FormatBody
}

export async function createFormat(
  tx: Tx,
  { organizationId, userId }: TenantScope,
  input: FormatInput,
): Promise<StoredFormat> {
  const [row] = await named(input.name, () =>
    tx.query<StoredFormat>(sql`
      insert into upload_format (organization_id, created_by, updated_by, functionality, name, description, body)
      values (${organizationId}, ${userId}, ${userId}, ${input.functionality}, ${input.name}, ${input.description}, ${json(input.body)}) returning ${columns}`),
  )
  return row!
}

export async function saveFormat(
  tx: Tx,
  { userId }: TenantScope,
  formatId: number,
  input: FormatInput,
  rowVersion: number | undefined,
): Promise<StoredFormat> {
  const current = await readStoredFormat(tx, formatId)
  if (rowVersion !== undefined && rowVersion !== current.row_version)
    throw new AppError('ROW_CONFLICT', { details: { current } })
  const [row] = await named(input.name, () =>
    tx.query<StoredFormat>(sql`
      update upload_format set name = ${input.name}, description = ${input.description}, body = ${json(input.body)}, row_version = row_version + 1,
             updated_at = now(), updated_by = ${userId} where id = ${formatId} returning ${columns}`),
  )
  return row!
}

export async function deleteFormat(tx: Tx, formatId: number): Promise<void> {
  await readStoredFormat(tx, formatId)
  await tx.query(sql`delete from upload_format where id = ${formatId}`)
}

/** A copy under the next free name. */
export async function cloneFormat(tx: Tx, scope: TenantScope, formatId: number): Promise<StoredFormat> {
  const source = await readStoredFormat(tx, formatId)
  const taken = new Set((await listFormats(tx, source.functionality)).map(({ name }) => name))
  let name = `${source.name} copy`
  for (let count = 2; taken.has(name); count += 1) name = `${source.name} copy ${count}`
  return createFormat(tx, scope, { ...source, name })
}

async function named<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') throw error
    const message = `There is a format called "${name}" already.`
    throw new AppError('DUPLICATE_KEY', {
      message,
      issues: [{ path: ['name'], code: 'duplicate', message }],
      cause: error,
    })
  }
}
