import { AppError } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { id, join, sql } from '../../store/sql.ts'
import { deleteRecords } from '../delete.ts'
import { createRecord, updateRecord } from '../write.ts'
import type { WriteContext } from '../write-check.ts'
import { every } from './check.ts'
import type { CommitInput, CommitResult } from './commit.ts'
import type { JobContext } from './jobs.ts'
import { aliveValues, type CheckInput } from './lines.ts'
import type { UploadPlan } from './plan.ts'
import { reject } from './reject.ts'
import { rowsTable } from './staging-table.ts'
import { locksOfImport, reasonOf, rehearsed } from './undo-guards.ts'
import { editedSince, untouched, written, type KeptRow, type UndoResult, type UndoWork } from './undo.ts'

/** Lines that go through the hooks of records, one by one, are few: each may send a mail or ask who may grant what. */
const mostHooked = 10_000

interface Line {
  readonly rowno: number
  readonly target: number | null
  readonly version: number | null
  readonly [value: string]: unknown
}

/** The lines that would change something, in the order of the file. */
async function linesOf(tx: Tx, uploadId: number, plan: UploadPlan): Promise<Line[]> {
  const values = join(
    plan.fields.map(({ value }) => id('a', value)),
    ', ',
  )
  const lines = await tx.query<Line>(sql`
    select a.rowno, r.target, r.version, ${values} from (${aliveValues(uploadId, plan, plan.fields)}) a
      left join ${rowsTable(uploadId)} r using (rowno) where coalesce(r.outcome, 'I') <> '=' order by a.rowno limit ${mostHooked + 1}`)
  if (lines.length > mostHooked) {
    throw new AppError('TOO_LARGE', {
      message: `At most ${mostHooked} ${plan.screen.plural.toLowerCase()} are imported at a time. Split the file.`,
    })
  }
  return lines
}

/** Writes one line as the form would; answers whether it made a record. */
async function writeLine(write: WriteContext, plan: UploadPlan, line: Line): Promise<boolean> {
  const values = Object.fromEntries(plan.fields.map(({ field, value }) => [field.name, line[value] ?? null]))
  if (line.target === null) {
    await createRecord(write, values)
    return true
  }
  await updateRecord(write, line.target, { ...values, row_version: line.version })
  return false
}

/** Writes the lines as the form would and takes all of it back: what the hooks refuse is rejected with their words. */
export async function rehearse(tx: Tx, input: CheckInput, write: WriteContext, context: JobContext): Promise<void> {
  const { plan, uploadId } = input
  const refused = new Map<number, number[]>()
  const refuse = (line: number, name: string, message: string) => {
    const planned = plan.fields.find(({ field }) => field.name === name) ?? plan.keys[0]!
    const column = planned.mapping.source === 'column' ? planned.mapping.column! : null
    const rule = plan.rules.number({ field: planned.field.name, label: planned.field.label, message, column })
    refused.set(rule, [...(refused.get(rule) ?? []), line])
  }
  const lines = await linesOf(tx, uploadId, plan)
  await rehearsed({ tx }, async () => {
    for (const [index, line] of lines.entries()) {
      context.signal.throwIfAborted()
      try {
        await tx.attempt(() => writeLine(write, plan, line))
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error
        if (!error.issues?.length) refuse(line.rowno, '', error.message)
        for (const issue of error.issues ?? []) refuse(line.rowno, String(issue.path[0]), issue.message)
      }
      context.progress('Checking the rules', index + 1, lines.length)
    }
  })
  for (const [rule, numbers] of refused)
    await reject(tx, input, rule, sql`select rowno, null::int as other from unnest(${numbers}::int[]) rowno`)
}

/** Writes the checked lines through the hooks of their records; throws at the first that is refused after all. */
export async function commitThroughHooks(
  tx: Tx,
  input: CommitInput,
  write: WriteContext,
  context: JobContext,
): Promise<CommitResult> {
  const { plan, uploadId, scope, replace } = input
  const deleted = replace
    ? await deleteRecords(write, every([sql`t.organization_id = ${scope.organizationId}`, replace]))
    : 0
  const result = { inserted: 0, updated: 0, conflicts: 0, deleted }
  const lines = await linesOf(tx, uploadId, plan)
  for (const line of lines) {
    context.signal.throwIfAborted()
    try {
      if (await tx.attempt(() => writeLine(write, plan, line))) result.inserted += 1
      else result.updated += 1
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      if (error.code === 'ROW_CONFLICT' || error.code === 'DUPLICATE_KEY') result.conflicts += 1
      else
        throw new AppError(error.code, {
          message: `Line ${line.rowno}: ${error.issues?.[0]?.message ?? error.message}`,
          cause: error,
        })
    }
    context.progress('Writing the lines', result.inserted + result.updated, lines.length)
  }
  return result
}

/** Takes an import back as the form would delete and change its records, the last first; what is refused is kept, with the reason. */
export async function undoThroughHooks(work: UndoWork, write: WriteContext, context: JobContext): Promise<UndoResult> {
  const { tx, screen, scope } = work
  const [key] = screen.table!.key
  const result = { deleted: 0, restored: 0, kept: 0 }
  const kept: KeptRow[] = []
  const locked = await locksOfImport(work, write)
  const rows = await tx.query<Written>(sql`
    select w.record_id, w.operation, w.changes, ${untouched(work)} as untouched, to_jsonb(t) as row
      from ${written(work)} left join ${id(screen.table!.name)} t on t.organization_id = ${scope.organizationId} and t.id = w.record_id
     order by w.record_id desc limit ${2 * mostHooked}`)
  for (const row of rows) {
    context.signal.throwIfAborted()
    const reason = row.untouched
      ? (locked.get(row.record_id) ?? (await takeBack(write, row)))
      : row.row
        ? editedSince
        : 'Deleted since'
    if (reason === null) result[row.operation === 'insert' ? 'deleted' : 'restored'] += 1
    else if (row.row || row.operation === 'update') {
      result.kept += 1
      kept.push({ id: row.record_id, title: String(row.row?.[key ?? 'id'] ?? row.record_id), reason })
    }
  }
  return { ...result, kept_rows: kept.slice(0, 100) }
}

interface Written {
  readonly record_id: number
  readonly operation: 'insert' | 'update'
  readonly changes: Readonly<Record<string, readonly unknown[]>>
  readonly untouched: boolean
  readonly row: Readonly<Record<string, unknown>> | null
}

/** Why one record stays as it is; null when it was taken back. */
async function takeBack(
  write: WriteContext,
  { record_id: record, operation, changes }: Written,
): Promise<string | null> {
  const { tx, caller } = write
  try {
    await tx.attempt(async () => {
      if (operation === 'insert')
        await deleteRecords(write, sql`t.organization_id = ${caller.organizationId} and t.id = ${record}`)
      else {
        const old = Object.entries(changes).filter(([name]) => !name.startsWith('_'))
        await updateRecord(write, record, Object.fromEntries(old.map(([name, [before]]) => [name, before ?? null])))
      }
    })
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

/** Whether the lines of a file are written one by one, with more than their definition: not where hooks judge or follow a file at once. */
export const isHooked = ({ hooks }: Pick<WriteContext, 'hooks'>): boolean =>
  !hooks.importFaults && !hooks.afterImport && Boolean(hooks.beforeWrite ?? hooks.afterWrite ?? hooks.afterDelete)
