import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { Screen } from '#src/definition'
import { AppError } from '../errors.ts'
import type { DropFolder } from './drop-folder.ts'
import { type FileToImport, importOnce, type ImportedFile } from './import-once.ts'
import { sql } from '../store/sql.ts'
import type { JobContext, JobResult } from './job-type.ts'
import type { JobServices } from './services.ts'

const mostReasons = 20
const mostTold = 5

interface Intake extends Pick<FileToImport, 'format' | 'onlyValid' | 'distinctBy'> {
  readonly screen: Screen
  readonly drop: DropFolder
  /** Where below done and failed its files end. */
  readonly folder: string | null
  /** Told of each file before the next one is taken in. */
  readonly onTaken?: (file: ImportedFile) => Promise<void>
}

/** Takes in the files that the run has at hand; what is refused goes to the folder failed with its reasons. */
export async function takeIn(
  services: JobServices,
  context: JobContext,
  { drop, folder, onTaken, ...how }: Intake,
): Promise<ImportedFile[]> {
  const { run, progress } = context
  const names = await drop.taken(run.id)
  const imported: ImportedFile[] = []
  for (const [at, name] of names.entries()) {
    progress(name, at, names.length)
    const path = drop.path('working', null, String(run.id), name)
    const open = () => createReadStream(path, { highWaterMark: 262_144 })
    const file = await importOnce(services, context, { name, open, ...how }).catch((error: unknown) =>
      refused(name, error),
    )
    imported.push(file)
    if (!file.written)
      await context.tx.query(sql`
        insert into batch_job_file (organization_id, run_id, name, outcome) values (${run.organization_id}, ${run.id}, ${name}, ${outcomeOf(file)})
        on conflict (organization_id, run_id, name) do update set outcome = excluded.outcome`)
    tell(context, file)
    await onTaken?.(file)
    const target = drop.path(file.written ? 'done' : 'failed', folder, `${run.id}-${name}`)
    await drop.move(path, target)
    if (!file.written) await writeFile(`${target}.reasons.txt`, `${file.reasons.join('\n')}\n`)
  }
  return imported
}

/** Why nothing of a file was written, in words for the history of the run; the log holds more. */
const outcomeOf = ({ reasons }: ImportedFile): string =>
  [
    ...reasons.slice(0, mostTold),
    ...(reasons.length > mostTold ? [`And ${reasons.length - mostTold} more.`] : []),
  ].join('\n')

/** A file that cannot be read is refused; anything else stops the run, to be tried again. */
function refused(name: string, error: unknown): ImportedFile {
  if (!(error instanceof AppError) || error.status >= 500 || error.code === 'CANCELLED') throw error
  const none = { inserted: 0, updated: 0, unchanged: 0, rejected: 0 }
  return { name, uploadId: 0, written: false, ...none, reasons: [error.message] }
}

function tell({ log }: JobContext, file: ImportedFile): void {
  const { name, written, inserted, updated, unchanged, rejected, reasons, uploadId } = file
  const upload = uploadId > 0 ? ` (upload ${uploadId})` : ''
  const figures = `${inserted} added, ${updated} changed, ${unchanged} unchanged, ${rejected} rejected`
  if (written) log(rejected > 0 ? 'warning' : 'info', `${name}${upload}: ${figures}`)
  else log('error', `${name}${upload}: nothing was written`)
  for (const reason of reasons.slice(0, mostReasons)) log(written ? 'warning' : 'error', `${name}: ${reason}`)
  if (reasons.length > mostReasons) log('warning', `${name}: and ${reasons.length - mostReasons} more`)
}

const figures = ['inserted', 'updated', 'unchanged', 'rejected'] as const

/** What the files of a run came to together. */
export function sumOf(files: readonly ImportedFile[], nothing: string): JobResult {
  const [inserted = 0, updated = 0, unchanged = 0, rejected = 0] = figures.map((name) =>
    files.reduce((all, file) => all + file[name], 0),
  )
  const sums = { inserted, updated, unchanged, rejected }
  if (files.length === 0) return { ...sums, message: nothing }
  const bad = files.filter(({ written }) => !written).length
  const taken = files.length - bad
  const words = `${taken} ${taken === 1 ? 'file' : 'files'} taken in${bad > 0 ? `, ${bad} refused` : ''}`
  const lines = `${inserted} added, ${updated} changed, ${unchanged} unchanged${rejected > 0 ? `, ${rejected} rejected` : ''}`
  return { ...sums, message: `${words}: ${lines}.`, isPartial: bad > 0 || rejected > 0 }
}
