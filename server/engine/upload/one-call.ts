import type { Readable } from 'node:stream'
import type { Screen } from '#src/definition'
import type { Caller } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../../store/database.ts'
import { sql, type Sql } from '../../store/sql.ts'
import { columnsRead, type FormatBody } from './format.ts'
import { scopeOf, uploadFields, type UploadService } from './service.ts'
import { undecidedStyles } from './style-questions.ts'
import { isErrorHeading, suggestFormat } from './suggest.ts'
import { isAllUnfit, readUpload, unfit, type UploadRecord } from './upload-record.ts'

const mostMessages = 100
const wanted = {
  decimal: 'decimal=. or decimal=, or an upload format (format_id)',
  date_order: 'date_order=DMY or date_order=MDY, or an upload format (format_id)',
}

/** The answer of an upload in one call: error_list only when nothing was written. */
export interface OneCallAnswer {
  readonly upload_id: number
  readonly success_msg?: string
  readonly warning_msg?: string
  readonly error_list?: Readonly<Record<string, string>>
  readonly messageLog: readonly string[]
}

export interface OneCall {
  readonly caller: Caller
  readonly screen: Screen
  readonly file: Readable
  readonly fileName: string
  /** null: the columns are matched by name and alias. */
  readonly format: { readonly id: number; readonly body: FormatBody } | null
  /** How numbers and days are written, over what the format or the file itself says. */
  readonly style?: Partial<Pick<FormatBody, 'decimal' | 'date_order'>>
  readonly onlyValid: boolean
  /** Values for whole fields, over what the format says. */
  readonly constants: Readonly<Record<string, string>>
  /** Rows to delete first, as a condition over the table with the alias t. */
  readonly replace?: Sql
  /** Told of the import once the file has arrived, before anything of it is written. */
  readonly onReceived?: (uploadId: number) => Promise<void>
}

/** Receives, checks and writes a file in one go; all of it, or nothing unless the caller asked for the valid lines. */
export async function uploadInOneCall(db: Database, uploads: UploadService, call: OneCall): Promise<OneCallAnswer> {
  const { caller, screen } = call
  const read = (id: number) => db.tenant(scopeOf(caller), (tx) => readUpload(tx, id), { readOnly: true })
  const staged = await uploads.receive(caller, screen, call.file, call.fileName, call.format?.body ?? null)
  await call.onReceived?.(staged.id)
  const given = call.format?.body ?? suggestFormat(staged, screen, uploadFields(caller, screen))
  const body = withConstants({ ...given, ...call.style }, call.constants)
  const open = call.format ? [] : undecidedStyles(staged, screen, body, call.style ?? {}, wanted)
  if (open.length > 0) return { upload_id: staged.id, error_list: errorList(open), messageLog: open }
  const check = await uploads.check(caller, staged.id, body, call.format?.id ?? null, call.replace)
  await check.finished
  const checked = await read(staged.id)
  if (checked.state !== 'checked')
    throw new AppError('FILE_UNREADABLE', { message: checked.message ?? 'The file could not be checked.' })
  const log = await messages(db, caller, checked)
  const rejected = unfit(checked)
  if (isAllUnfit(checked) || (rejected > 0 && !call.onlyValid))
    return { upload_id: staged.id, error_list: errorList(log), messageLog: log }
  if (checked.rows === 0)
    return {
      upload_id: staged.id,
      error_list: { file: 'The file has no lines to import.' },
      messageLog: ['The file has no lines to import.'],
    }
  const commit = await uploads.commit(caller, staged.id, call.onlyValid, call.replace)
  await commit.finished
  const done = await read(staged.id)
  if (done.state !== 'committed')
    return {
      upload_id: staged.id,
      error_list: { file: done.message ?? 'Nothing was written.' },
      messageLog: [done.message ?? 'Nothing was written.'],
    }
  const warnings = [...done.warnings, ...(call.format ? [] : untaken(staged, body)), ...log]
  return {
    upload_id: staged.id,
    success_msg: screen.messages.uploaded,
    ...(warnings.length > 0 ? { warning_msg: warnings.join('\n') } : {}),
    messageLog: [summary(done), ...warnings],
  }
}

/** Which columns of a file that nobody made a format for fill nothing; those of an EDI message are not its sender's. */
function untaken({ columns, encoding }: UploadRecord, format: FormatBody): string[] {
  if (encoding === 'EDI X12') return []
  const taken = new Set(columnsRead(format))
  const left = columns.map(({ name }) => name).filter((name) => !taken.has(name) && !isErrorHeading(name))
  if (left.length === 0) return []
  const named = left.slice(0, 10).map((name) => `"${name}"`)
  const more = left.length > named.length ? ` and ${left.length - named.length} more` : ''
  return [`No field is filled from ${named.join(', ')}${more}`]
}

function withConstants(format: FormatBody, constants: Readonly<Record<string, string>>): FormatBody {
  const fields = format.fields.filter(({ field }) => !(field in constants))
  return {
    ...format,
    fields: [
      ...fields,
      ...Object.entries(constants).map(([field, value]) => ({ field, source: 'constant' as const, value })),
    ],
  }
}

const errorList = (log: readonly string[]): Record<string, string> =>
  Object.fromEntries(log.map((message, index) => [String(index + 1), message]))

function summary({ result, counts }: UploadRecord): string {
  const numbers: readonly (readonly [unknown, string])[] = [
    [result?.['inserted'], 'added'],
    [result?.['updated'], 'changed'],
    [counts?.unchanged, 'unchanged'],
    [counts?.conflict, 'in conflict'],
    [counts?.rejected, 'rejected'],
    [counts?.skipped, 'left out'],
    [result?.['deleted'], 'deleted before'],
  ]
  return (
    numbers
      .filter(([count]) => Number(count) > 0)
      .map(([count, word]) => `${String(count)} ${word}`)
      .join(', ') || 'Nothing to change'
  )
}

async function messages(db: Database, caller: Caller, upload: UploadRecord): Promise<string[]> {
  const rows = await db.tenant(
    scopeOf(caller),
    (tx) =>
      tx.query<{ line: number | null; field: string | null; reason: string }>(sql`
        select line, field, reason from upload_error where upload_id = ${upload.id} order by line, id limit ${mostMessages}`),
    { readOnly: true },
  )
  const total = unfit(upload)
  const lines = rows.map(
    ({ line, field, reason }) => `Line ${line}: ${field && !reason.startsWith(field) ? `${field}: ` : ''}${reason}`,
  )
  return total > mostMessages ? [...lines, `${total} lines are rejected in all`] : lines
}
