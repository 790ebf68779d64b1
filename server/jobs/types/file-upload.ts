import { formatCoded } from '../../engine/upload/stored-formats.ts'
import { DropFolder } from '../drop-folder.ts'
import type { JobType } from '../job-type.ts'
import type { JobServices } from '../services.ts'
import { sumOf, takeIn } from '../take-in.ts'

/** Takes every file that waits in a folder in through an upload format. */
export const fileUpload =
  (services: JobServices): JobType =>
  async (context) => {
    const { tx, run, caller } = context
    const { upload_format: code, folder: given, file_pattern: pattern, only_valid: onlyValid } = run.body
    const format = await formatCoded(tx, String(code))
    const screen = await services.uploads.screenOf(caller, format.functionality)
    const drop = new DropFolder(services.config.dropDir, run.organization_id)
    const folder = given ? String(given) : null
    await drop.take(run.id, folder, pattern ? String(pattern) : '*')
    const files = await takeIn(services, context, { drop, folder, screen, format, onlyValid: onlyValid === true })
    return sumOf(files, 'No files were waiting.')
  }
