import { AppError } from '../../errors.ts'
import type { TenantScope, Tx } from '../../store/database.ts'
import { json, sql } from '../../store/sql.ts'
import type { Caller } from '../../authorize.ts'
import { deleteRecords } from '../delete.ts'
import { followKey } from '../follow-key.ts'
import type { FormatBody } from './format.ts'
import type { Screen } from '#src/definition'

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

/** The screen that stored formats are records of, under which integrations and batch jobs refer to them. */
const recordScreen = 'integration-mapping'

/** What others call a format by. */
const codeOf = ({ functionality, name }: Pick<StoredFormat, 'functionality' | 'name'>): string =>
  `${functionality} / ${name}`

/** Whoever changes or deletes a format, and every screen whose records may refer to it. */
interface FormatContext {
  readonly caller: Caller
  readonly screens: readonly Screen[]
}

/** Gives what refers to a format its new code. */
export async function followFormat(
  tx: Tx,
  { caller, screens }: FormatContext,
  before: Pick<StoredFormat, 'functionality' | 'name'>,
  after: Pick<StoredFormat, 'functionality' | 'name'>,
): Promise<void> {
  const move = { target: recordScreen, from: codeOf(before), to: codeOf(after) }
  if (move.from !== move.to) await followKey({ tx, caller }, screens, move)
}

export async function saveFormat(
  tx: Tx,
  context: FormatContext,
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
             updated_at = now(), updated_by = ${context.caller.userId} where id = ${formatId} returning ${columns}`),
  )
  await followFormat(tx, context, current, row!)
  return row!
}

/** Deletes a format; STILL_REFERENCED while integrations or batch jobs go by it. */
export async function deleteFormat(tx: Tx, { caller, screens }: FormatContext, formatId: number): Promise<void> {
  await readStoredFormat(tx, formatId)
  const screen = screens.find(({ name }) => name === recordScreen)
  if (!screen) throw new AppError('INTERNAL', { message: `There is no screen ${recordScreen}.` })
  const where = sql`t.organization_id = ${caller.organizationId} and t.id = ${formatId}`
  await deleteRecords({ tx, screen, caller, screens, hooks: {} }, where)
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
