import type { Screen } from '#src/definition'
import type { ListParameters } from '#src/data/records.ts'
import type { DecimalMark } from '#src/widgets/csv-marks.ts'
import { offeredColumns } from './column-order.ts'
import type { ExportFormat } from '#src/widgets/exports/export-file.ts'
import { exportSort, type ListState } from './list-state.ts'

/** What rows a file is to hold. */
export type ExportRows = 'filtered' | 'chosen' | 'groups'

/** Which columns a file is to hold; `again`: what an upload takes, with the version of every row. */
export type ExportColumns = 'shown' | 'all' | 'again'

export interface ExportChoice {
  readonly format: ExportFormat
  readonly rows: ExportRows
  readonly columns: ExportColumns
  /** Of a CSV file. */
  readonly mark: DecimalMark
}

/** The most rows of a sheet, its heading among them. */
export const mostSheetRows = 1_048_576
/** More than these do not fit into an address. */
export const mostChosenRows = 500

/** Why a choice cannot be exported, in words; null when it can. */
export function exportTooLarge(format: ExportFormat, rows: number | null, locale: string): string | null {
  if (format !== 'xlsx' || rows === null || rows < mostSheetRows) return null
  const number = new Intl.NumberFormat(locale)
  return `A sheet of Excel holds ${number.format(mostSheetRows)} rows, and these are ${number.format(rows)}. Export them as CSV, or narrow the list with a filter.`
}

/** The parameters of the call that writes the file. */
export function exportParameters(
  state: ListState,
  filters: ListParameters,
  { fields, shownAs }: Pick<Screen, 'fields' | 'shownAs'>,
  chosen: readonly number[],
  { rows, columns }: Pick<ExportChoice, 'rows' | 'columns'>,
): ListParameters {
  return {
    ...filters,
    ...(rows === 'chosen' ? { 'id.in': chosen.join(',') } : {}),
    ...(columns === 'again'
      ? { for: 'upload' }
      : {
          columns: (columns === 'all' ? offeredColumns(fields) : state.columns).join(','),
          // Headed as the list is on the screen.
          ...(shownAs === undefined ? {} : { shown_as: shownAs }),
        }),
    sort: exportSort(state),
  }
}
