import { errorMessage } from '#src/data/api-error.ts'
import { download } from '#src/data/download.ts'
import { notify } from '#src/ui/notify.ts'

/** Saves the rejected lines with their reasons as a file. */
export const downloadErrors = (id: number, name: string, format: 'csv' | 'xlsx'): void =>
  void download(`uploads/${id}/errors`, { query: { format }, name: `${name}-errors.${format}` }).catch(
    (error: unknown) => notify.error('File Download Failed.', { description: errorMessage(error) }),
  )
