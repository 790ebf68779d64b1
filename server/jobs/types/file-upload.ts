import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { AppError } from '../../errors.ts'
import { sql } from '../../store/sql.ts'
import { readStoredFormat } from '../../engine/upload/stored-formats.ts'
import { DropFolder } from '../drop-folder.ts'
import { importOnce, type ImportedFile } from '../import-once.ts'
import type { JobContext, JobResult, JobType } from '../job-type.ts'
import type { JobServices } from '../services.ts'

const mostReasons = 20

/** Takes every file that waits in a folder in through an upload format; what is refused goes to the folder failed with its reasons. */
export const fileUpload =
  (services: JobServices): JobType =>
  async (context) => {
    const { tx, run, caller } = context
    const job = run.body
    const [found] = await tx.query<{ id: number }>(
      sql`select id from upload_format where code = ${String(job['upload_format'])}`,
    )
    if (!found)
      throw new AppError('NOT_FOUND', {
        message: `There is no upload format ${String(job['upload_format'])} any more.`,
      })
    const format = await readStoredFormat(tx, found.id)
    const screen = await services.uploads.screenOf(caller, format.functionality)
    const drop = new DropFolder(services.config.dropDir, run.organization_id)
    const folder = textOf(job['folder'])
    for (const name of await drop.waiting(folder, textOf(job['file_pattern']) ?? '*'))
      await drop.move(drop.path('in', folder, name), drop.path('working', null, String(run.id), name))
    const names = await drop.taken(run.id)
    const imported: ImportedFile[] = []
    for (const [at, name] of names.entries()) {
      context.progress(name, at, names.length)
      const path = drop.path('working', null, String(run.id), name)
      const file = await importOnce(services, context, {
        name,
        open: () => createReadStream(path, { highWaterMark: 262_144 }),
        screen,
        format,
        onlyValid: job['only_valid'] === true,
      }).catch((error: unknown) => refused(error))
      imported.push(file)
      tell(context, name, file)
      const place = file.written ? 'done' : 'failed'
      const target = drop.path(place, folder, `${run.id}-${name}`)
      await drop.move(path, target)
      if (!file.written) await writeFile(`${target}.reasons.txt`, `${file.reasons.join('\n')}\n`)
    }
    return sumOf(imported)
  }

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** A file that cannot be read is refused; anything else stops the run, to be tried again. */
function refused(error: unknown): ImportedFile {
  if (!(error instanceof AppError) || error.status >= 500 || error.code === 'CANCELLED') throw error
  const none = { inserted: 0, updated: 0, unchanged: 0, rejected: 0 }
  return { uploadId: 0, written: false, ...none, reasons: [error.message] }
}

function tell({ log }: JobContext, name: string, file: ImportedFile): void {
  const { written, inserted, updated, unchanged, rejected, reasons, uploadId } = file
  const upload = uploadId > 0 ? ` (upload ${uploadId})` : ''
  if (written)
    log(
      rejected > 0 ? 'warning' : 'info',
      `${name}${upload}: ${inserted} added, ${updated} changed, ${unchanged} unchanged, ${rejected} rejected`,
    )
  else log('error', `${name}${upload}: nothing was written`)
  for (const reason of reasons.slice(0, mostReasons)) log(written ? 'warning' : 'error', `${name}: ${reason}`)
  if (reasons.length > mostReasons) log('warning', `${name}: and ${reasons.length - mostReasons} more`)
}

function sumOf(files: readonly ImportedFile[]): JobResult {
  const sum = (name: 'inserted' | 'updated' | 'unchanged' | 'rejected') =>
    files.reduce((all, file) => all + file[name], 0)
  const figures = {
    inserted: sum('inserted'),
    updated: sum('updated'),
    unchanged: sum('unchanged'),
    rejected: sum('rejected'),
  }
  if (files.length === 0) return { ...figures, message: 'No files were waiting.' }
  const bad = files.filter(({ written }) => !written).length
  const taken = files.length - bad
  const words = [
    `${taken} ${taken === 1 ? 'file' : 'files'} taken in`,
    ...(bad > 0 ? [`${bad} refused`] : []),
    `${figures.inserted} added, ${figures.updated} changed, ${figures.unchanged} unchanged`,
    ...(figures.rejected > 0 ? [`${figures.rejected} lines rejected`] : []),
  ]
  return {
    ...figures,
    message: `${words.join(': ').replace(': ', bad > 0 ? ', ' : ': ')}.`,
    isPartial: bad > 0 || figures.rejected > 0,
  }
}
