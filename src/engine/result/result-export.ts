import type { Field } from '#src/definition'
import { userLocale } from '#src/data/user-locale.ts'
import { csvParameters, type DecimalMark, markOf } from '#src/widgets/csv-marks.ts'
import type { ExportFormat } from '#src/widgets/exports/export-file.ts'
import type { Question } from './result-records.ts'

/** The call that gives the whole result as a file; a PDF takes the chart along as it is on the screen. */
export const exportCall = (
  { screen, path, body }: Question,
  fields: readonly Field[],
  format: ExportFormat,
  more: Readonly<Record<string, unknown>> = {},
  mark: DecimalMark = markOf(userLocale()),
) => ({
  path: `${path}/export`,
  name: screen.name,
  query: {
    columns: fields.map((field) => field.name).join(','),
    ...csvParameters(format, mark),
    ...(format === 'pdf' ? { locale: userLocale(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone } : {}),
  },
  json: { ...body, ...more, page: 1, limit: 0 },
})
