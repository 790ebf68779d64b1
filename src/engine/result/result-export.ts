import type { Field } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { download } from '#src/data/download.ts'
import { notify } from '#src/ui/notify.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { csvParameters, type DecimalMark, markOf } from '#src/widgets/csv-marks.ts'
import type { Question } from './result-records.ts'

export type ResultFormat = 'csv' | 'xlsx' | 'pdf'

/** Saves the whole result as a file; a PDF takes the chart along as it is on the screen. */
export async function exportResult(
  { screen, path, body }: Question,
  fields: readonly Field[],
  format: ResultFormat,
  more: Readonly<Record<string, unknown>> = {},
  mark: DecimalMark = markOf(userLocale()),
): Promise<void> {
  try {
    const name = await download(`${path}/export`, {
      method: 'POST',
      reads: true,
      name: `${screen.name}.${format}`,
      query: {
        format,
        columns: fields.map((field) => field.name).join(','),
        ...csvParameters(format, mark),
        ...(format === 'pdf' ? { locale: userLocale(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone } : {}),
      },
      json: { ...body, ...more, page: 1, limit: 0 },
    })
    notify.success(`${name} is in your downloads`)
  } catch (error) {
    notify.error('The export did not finish; no file was saved', { description: errorMessage(error) })
  }
}
