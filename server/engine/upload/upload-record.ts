import { AppError } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { id, join, json, sql, type Sql } from '../../store/sql.ts'
import type { FormatBody } from './format.ts'
import type { Rule } from './plan.ts'
import type { FoundReading } from './reading.ts'
import type { FileColumn } from './seen.ts'

export type UploadState =
  | 'staging'
  | 'staged'
  | 'checking'
  | 'checked'
  | 'committing'
  | 'committed'
  | 'failed'
  | 'cancelled'
  | 'undone'

/** How many lines of a file would do or did what. */
export interface Counts {
  readonly insert: number
  readonly update: number
  readonly unchanged: number
  /** Rows that were changed or deleted since the file was made; absent in imports from before this was told. */
  readonly conflict?: number
  /** Lines that were in conflict until it was decided what becomes of them; they are counted as what they do. */
  readonly decided?: number
  readonly rejected: number
  readonly skipped: number
}

/** The row of an import. */
export interface UploadRecord {
  readonly id: number
  readonly created_at: string
  readonly created_by: number
  readonly functionality: string
  readonly screen: string
  readonly file_name: string
  readonly file_bytes: number
  readonly state: UploadState
  readonly phase: string | null
  readonly done: number
  readonly total: number
  readonly message: string | null
  readonly encoding: string | null
  readonly delimiter: string | null
  readonly sheet: string | null
  readonly sheets: readonly string[]
  /** What was asked for when the file was read; null in imports from before it was kept. */
  readonly reading: FoundReading | null
  readonly rows: number
  /** Whether a line is to be read with care; true where that is not known. */
  readonly has_odd: boolean
  readonly problems: number
  readonly columns: readonly FileColumn[]
  readonly warnings: readonly string[]
  readonly format_id: number | null
  readonly format: FormatBody | null
  readonly rules: readonly Rule[]
  readonly counts: Counts | null
  readonly only_valid: boolean
  readonly result: Record<string, unknown> | null
  readonly staged_at: string | null
  readonly checked_at: string | null
  readonly finished_at: string | null
  readonly kept: boolean
  /** The transaction that holds the other part of the rows, between the end of the first and its own. */
  readonly prepared: string | null
}

const jsonColumns = new Set(['columns', 'sheets', 'reading', 'warnings', 'format', 'rules', 'counts', 'result'])

/** Columns to set; objects become jsonb. */
export type UploadChange = Partial<Omit<UploadRecord, 'id' | 'created_at'>>

const assignments = (change: UploadChange): Sql =>
  join(
    [
      ...Object.entries(change).map(
        ([name, value]) => sql`${id(name)} = ${jsonColumns.has(name) ? json(value) : value}`,
      ),
      sql`updated_at = clock_timestamp()`,
    ],
    ', ',
  )

export async function createUpload(
  tx: Tx,
  organizationId: number,
  userId: number,
  record: { functionality: string; screen: string; file_name: string },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into upload (organization_id, created_by, functionality, screen, file_name, phase)
    values (${organizationId}, ${userId}, ${record.functionality}, ${record.screen}, ${record.file_name}, 'Receiving the file') returning id`)
  return row!.id
}

/** The import of that number; NOT_FOUND for those of other organisations. */
export async function readUpload(tx: Tx, uploadId: number): Promise<UploadRecord> {
  const [row] = await tx.query<UploadRecord>(sql`select * from upload where id = ${uploadId}`)
  if (!row) throw new AppError('NOT_FOUND', { message: 'There is no such import.' })
  return row
}

export async function changeUpload(tx: Tx, uploadId: number, change: UploadChange): Promise<void> {
  await tx.query(sql`update upload set ${assignments(change)} where id = ${uploadId}`)
}

/** Moves an import from one of some states to another; WRONG_STATE when it is in none of them. */
export async function moveUpload(
  tx: Tx,
  uploadId: number,
  from: readonly UploadState[],
  change: UploadChange & { state: UploadState },
): Promise<UploadRecord> {
  const [row] = await tx.query<UploadRecord>(sql`
    update upload set ${assignments(change)} where id = ${uploadId} and state = any(${from as UploadState[]}::text[]) and kept returning *`)
  if (row) return row
  const { state, kept } = await readUpload(tx, uploadId)
  throw new AppError('WRONG_STATE', {
    message: kept
      ? `The import is ${stateWords[state]}.`
      : 'The lines of this file have been cleared away. Upload it again.',
  })
}

/** Marks a written import as being taken back; WRONG_STATE when it is not written, or no longer. */
export async function beginUndo(tx: Tx, uploadId: number): Promise<void> {
  const rows = await tx.query(sql`
    update upload set state = 'committing', phase = 'Taking the lines back', done = 0, total = 0, message = null
     where id = ${uploadId} and state = 'committed' returning id`)
  if (rows.length > 0) return
  const { state } = await readUpload(tx, uploadId)
  const message =
    state === 'undone'
      ? 'This import has been undone already.'
      : `Only a written import can be undone; this one is ${stateWords[state]}.`
  throw new AppError('WRONG_STATE', { message })
}

const stateWords: Record<UploadState, string> = {
  staging: 'still being received',
  staged: 'received, but not checked yet',
  checking: 'being checked',
  checked: 'checked',
  committing: 'being written',
  committed: 'written already',
  failed: 'failed',
  cancelled: 'cancelled',
  undone: 'undone already',
}

/** Whether it is in a state that ends by itself. */
export const isAtWork = ({ state }: UploadRecord): boolean =>
  state === 'staging' || state === 'checking' || state === 'committing'

/** How many lines keep a file from being written as a whole. */
export const unfit = ({ counts, problems }: UploadRecord): number =>
  (counts?.rejected ?? 0) + (counts?.conflict ?? 0) + problems

/** Whether lines are unfit and no other line is there to be written. */
export const isAllUnfit = (upload: UploadRecord): boolean => {
  const { insert = 0, update = 0, unchanged = 0 } = upload.counts ?? {}
  return unfit(upload) > 0 && insert + update + unchanged === 0
}

/** What a list tells of an import: nothing of its cells, nor how they are read. */
export function listedUpload<R extends UploadRecord>(upload: R) {
  const { columns: _columns, format: _format, ...rest } = presentUpload(upload)
  return rest
}

/** What clients see of an import. */
export function presentUpload({
  format,
  columns,
  rules: _rules,
  prepared: _prepared,
  has_odd: _hasOdd,
  phase,
  done,
  total,
  ...rest
}: UploadRecord) {
  return {
    ...rest,
    format,
    columns: columns.map(({ name, samples, type, empty }) => ({ name, samples, type, empty })),
    progress: { phase, done, total },
  }
}
