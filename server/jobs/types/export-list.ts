import { createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fieldNamed } from '#src/definition'
import { noteFiles } from '../../engine/files/held-files.ts'
import { receiveFile } from '../../engine/files/receive-file.ts'
import { screenNamed } from '../../engine/effective-screens.ts'
import { DropFolder } from '../drop-folder.ts'
import type { JobType } from '../job-type.ts'
import { type JobServices, recordsOf } from '../services.ts'

/** Writes what a list finds under a filter into a file that the run keeps, and into the drop folder where the job names one. */
export const exportList =
  (services: JobServices): JobType =>
  async ({ tx, run, caller, progress }) => {
    const { export_screen: name, export_filter: filter, export_format: given, folder } = run.body
    const format = given === 'xlsx' ? 'xlsx' : 'csv'
    const parameters = Object.fromEntries(new URLSearchParams(String(filter ?? '')))
    const { screen, api } = await recordsOf(services, caller, String(name))
    const { total_record: total } = await api.list({ ...parameters, limit: '1' })
    progress(`Writing ${screen.plural.toLowerCase()}`, 0, 0)
    const { name: fileName, stream } = await api.exportAll(parameters, { format })
    const runs = screenNamed(services.screens, 'batch-job-run')!
    const target = { screen: runs.name, field: fieldNamed(runs.fields, 'output'), limit: Number.MAX_SAFE_INTEGER }
    const output = await receiveFile(
      { db: services.db, store: services.files },
      caller,
      { content: stream, name: fileName },
      target,
    )
    await noteFiles({ tx, caller, screen: runs, screens: services.screens }, run.id, { output })
    if (typeof folder === 'string' && folder !== '') {
      const drop = new DropFolder(services.config.dropDir, run.organization_id)
      // The same name for a run that begins anew: it is written over.
      const path = drop.path('out', folder, `${run.id}-${fileName}`)
      await mkdir(dirname(path), { recursive: true })
      const key = { organizationId: run.organization_id, id: output.id }
      await pipeline(await services.files.open(key), createWriteStream(`${path}.part`))
      await rename(`${path}.part`, path)
    }
    const many = (total ?? 0).toLocaleString('en-GB')
    return {
      message: `${many} ${total === 1 ? screen.label.toLowerCase() : screen.plural.toLowerCase()} written to ${fileName}.`,
      output,
    }
  }
