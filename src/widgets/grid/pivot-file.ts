import { saveFile } from '#src/data/download.ts'
import { mixed } from '#src/definition/mixed.ts'
import { cellText } from '#src/widgets/cell-text.ts'
import { type DecimalMark, delimiterOf } from '#src/widgets/csv-marks.ts'
import type { Pivot, PivotSpec } from './pivot.ts'

export type PivotFormat = 'csv' | 'xlsx'

type Cell = string | number | null

// A spreadsheet takes texts that begin like this for formulas; an apostrophe keeps them texts.
const formula = /^'*[=+\-@\t\r]/

/** The lines of a pivot as it is seen: headings, a line for each value down with its total, totals at the end; amounts as numbers. */
export function pivotLines(pivot: Pivot, { row, column, measure, how }: PivotSpec, locale: string): Cell[][] {
  const title = (value: unknown, field: PivotSpec['row']): string => cellText(value, field, locale) || '(empty)'
  const amount = (value: string | number | null): Cell => (value === null || value === mixed ? value : Number(value))
  return [
    [
      `${row.label} / ${column.label}${how === 'count' ? '' : ` (${measure.label})`}`,
      ...pivot.columns.map((value) => title(value, column)),
      'Total',
    ],
    ...pivot.rows.map((line) => [title(line.value, row), ...line.cells.map(amount), amount(line.total)]),
    ['Total', ...pivot.totals.map(amount), amount(pivot.total)],
  ]
}

const csvCell = (cell: Cell, mark: DecimalMark): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', mark)
  const safe = formula.test(cell) ? `'${cell}` : cell
  return /["\n\r,;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Lines of a pivot as CSV; texts never are formulas. */
export const pivotCsv = (lines: readonly (readonly Cell[])[], mark: DecimalMark = '.'): string =>
  `\uFEFF${lines.map((line) => `${line.map((cell) => csvCell(cell, mark)).join(delimiterOf(mark))}\r\n`).join('')}`

/** Saves a pivot as a file; the writer of workbooks is loaded when one is wanted. */
export async function savePivot(
  lines: readonly (readonly Cell[])[],
  spec: PivotSpec,
  format: PivotFormat,
  name: string,
  mark: DecimalMark,
): Promise<void> {
  if (format === 'csv') return saveFile(new Blob([pivotCsv(lines, mark)], { type: 'text/csv' }), `${name}.csv`)
  const { writeXlsx } = await import('hucre/xlsx')
  const whole = spec.how === 'count' || spec.measure.type === 'integer'
  const bytes = await writeXlsx({
    sheets: [
      {
        name: name.slice(0, 31).replaceAll(/[[\]:*?/\\]/g, ' '),
        rows: lines.map((line) => [...line]),
        columns: lines[0]!.map((_, at) =>
          at === 0 ? { width: 28 } : { width: 14, numFmt: whole ? '#,##0' : '#,##0.00' },
        ),
        freezePane: { rows: 1, columns: 1 },
      },
    ],
  })
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return saveFile(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), `${name}.xlsx`)
}
