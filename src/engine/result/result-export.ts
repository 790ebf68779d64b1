import type { Field, Screen } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { download } from '#src/data/download.ts'
import { notify } from '#src/ui/notify.ts'
import type { Criteria } from './result-criteria.ts'
import { resultBody } from './result-records.ts'

/** Saves the whole result as a file. */
export async function exportResult(
  screen: Screen,
  criteria: Criteria,
  fields: readonly Field[],
  format: 'csv' | 'xlsx',
): Promise<void> {
  try {
    const name = await download(`${screen.endpoint ?? screen.name}/export`, {
      method: 'POST',
      name: `${screen.name}.${format}`,
      query: { format, columns: fields.map((field) => field.name).join(',') },
      json: resultBody({ criteria, page: 1, limit: 0 }),
    })
    notify.success(`${name} is in your downloads`)
  } catch (error) {
    notify.error('The export did not finish; no file was saved', { description: errorMessage(error) })
  }
}
