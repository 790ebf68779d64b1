import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fieldNamed } from '#src/definition'
import { dropFile } from '../../engine/files/drop-file.ts'
import { noteFiles } from '../../engine/files/held-files.ts'
import { type ArrivingFile, receiveFile } from '../../engine/files/receive-file.ts'
import { screenNamed } from '../../engine/effective-screens.ts'
import { AppError } from '../../errors.ts'
import { DropFolder } from '../drop-folder.ts'
import type { JobContext, JobType } from '../job-type.ts'
import { type JobServices, recordsOf } from '../services.ts'

const cancelled = 'Cancelled; no file was written.'

/** Writes what a list finds under a filter into a file that the run keeps, and into the drop folder where the job names one. */
export const exportList =
  (services: JobServices): JobType =>
  async (context) => {
    const { tx, run, caller, progress, signal } = context
    const { export_screen: name, export_filter: filter, export_format: given, folder } = run.body
    const format = given === 'xlsx' ? 'xlsx' : 'csv'
    const parameters = Object.fromEntries(new URLSearchParams(String(filter ?? '')))
    const { screen, api } = await recordsOf(services, caller, String(name))
    const { total_record: total } = await api.list({ ...parameters, limit: '1' })
    progress(`Writing ${screen.plural.toLowerCase()}`, 0, 0)
    const { name: fileName, stream } = await api.exportAll(parameters, { format })
    // Broken off before anybody reads it, it fails where it is read.
    stream.on('error', () => undefined)
    // Whoever cancels does not wait for a million rows that nobody gets.
    const output = await kept(services, context, { content: addAbortSignal(signal, stream), name: fileName })
    const key = { organizationId: run.organization_id, id: output.id }
    const takeBack = () => dropFile({ db: services.db, store: services.files }, caller, output.id)
    try {
      signal.throwIfAborted()
      const runs = screenNamed(services.screens, 'batch-job-run')!
      await noteFiles({ tx, caller, screen: runs, screens: services.screens }, run.id, { output })
    } catch (error) {
      await takeBack()
      throw signal.aborted ? new AppError('CANCELLED', { message: cancelled, cause: error }) : error
    }
    const many = (total ?? 0).toLocaleString('en-GB')
    return {
      message: `${many} ${total === 1 ? screen.label.toLowerCase() : screen.plural.toLowerCase()} written to ${fileName}.`,
      output,
      delivery: {
        handOver: async () => {
          if (typeof folder !== 'string' || folder === '') return
          const drop = new DropFolder(services.config.dropDir, run.organization_id)
          // The same name for a run that begins anew: it is written over.
          await putDown(drop.path('out', folder, `${run.id}-${fileName}`), await services.files.open(key))
        },
        takeBack,
        cancelled,
      },
    }
  }

async function kept(services: JobServices, { caller, signal }: JobContext, file: ArrivingFile) {
  const runs = screenNamed(services.screens, 'batch-job-run')!
  const target = { screen: runs.name, field: fieldNamed(runs.fields, 'output'), limit: Number.MAX_SAFE_INTEGER }
  try {
    return await receiveFile({ db: services.db, store: services.files }, caller, file, target)
  } catch (error) {
    if (signal.aborted) throw new AppError('CANCELLED', { message: cancelled, cause: error })
    throw error
  }
}

/** A file is there whole or not at all. */
async function putDown(path: string, content: NodeJS.ReadableStream): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  try {
    await pipeline(content, createWriteStream(`${path}.part`))
    await rename(`${path}.part`, path)
  } catch (error) {
    await rm(`${path}.part`, { force: true })
    throw error
  }
}
