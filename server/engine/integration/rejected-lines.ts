import { AppError } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { readUpload, type UploadRecord } from '../upload/upload-record.ts'

/** The files of a run that have rejected lines; WRONG_STATE where none has, or their lines have been cleared away. */
export async function filesWithRejected(
  tx: Tx,
  organizationId: number,
  runId: number,
): Promise<{ readonly name: string; readonly upload: UploadRecord }[]> {
  const files = await tx.query<{ upload_id: number; name: string }>(sql`
    select upload_id, name from batch_job_file
     where organization_id = ${organizationId} and run_id = ${runId} and upload_id is not null order by name`)
  const found = []
  for (const { upload_id: uploadId, name } of files) {
    const upload = await readUpload(tx, uploadId)
    if (!upload.counts || upload.counts.rejected + (upload.counts.conflict ?? 0) === 0) continue
    if (!upload.kept) throw new AppError('WRONG_STATE', { message: `The lines of ${name} have been cleared away.` })
    found.push({ name, upload })
  }
  if (found.length === 0) throw new AppError('WRONG_STATE', { message: 'This run has no rejected lines.' })
  return found
}
