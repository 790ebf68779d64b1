import { errorMessage } from '#src/data/api-error.ts'
import { download } from '#src/data/download.ts'
import { notify } from '#src/ui/notify.ts'
import { csvParameters } from '#src/widgets/csv-marks.ts'
import type { Upload } from './upload-api.ts'

/** Saves the rejected lines with their reasons as a file, its cells parted as in the file they came in: what it holds was written like that. */
export const downloadErrors = (
  { id, delimiter }: Pick<Upload, 'id' | 'delimiter'>,
  name: string,
  format: 'csv' | 'xlsx',
): void =>
  void download(`uploads/${id}/errors`, {
    query: { format, ...csvParameters(format, delimiter === ';' ? ',' : '.') },
    name: `${name}-errors.${format}`,
  }).catch((error: unknown) => notify.error('File Download Failed.', { description: errorMessage(error) }))
