import type { Field } from '#src/definition'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { DownloadIcon, TableIcon } from '#src/ui/icons.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import { Link } from '#src/ui/link.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { type DecimalMark, markOf, markWords } from '#src/widgets/csv-marks.ts'
import type { ExportFormat } from '#src/widgets/exports/export-file.ts'
import { ExportProgress } from '#src/widgets/exports/export-progress.tsx'
import { useExport } from '#src/widgets/exports/use-export.ts'
import { exportCall } from './result-export.ts'
import type { Question } from './result-records.ts'
import { areUsual, offeredColumns } from './shown-columns.ts'

interface ResultActionsProps {
  readonly question: Question
  readonly fields: readonly Field[]
  /** The run whose rows are taken. */
  readonly requestId: string
  /** Order and grouping of the table, which files keep. */
  readonly sort: string
  /** The columns that the table is grouped by, whose subtotals a PDF has as well. */
  readonly by?: string | undefined
  /** Where the same result is in the grid. */
  readonly grid: string | undefined
  /** Where two runs are compared; undefined where they already are. */
  readonly compare: string | undefined
  readonly disabled: boolean
  /** Rows of the result, once they are known. */
  readonly total: number | null
  /** The chart in view as a picture, for a PDF. */
  readonly picture: () => Promise<string | null>
}

interface Offered {
  readonly format: ExportFormat
  readonly label: string
  readonly hint: string
  readonly mark?: DecimalMark
}

/** The reader's own CSV comes first; the other one is for whoever the file goes to. */
function filesFor(own: DecimalMark): readonly Offered[] {
  const csv = (label: string, mark: DecimalMark): Offered => ({ format: 'csv', label, hint: markWords(mark), mark })
  return [
    { format: 'xlsx', label: 'Excel (XLSX)', hint: 'The whole result' },
    csv('CSV', own),
    own === ',' ? csv('CSV with decimal points', '.') : csv('CSV with decimal commas', ','),
    { format: 'pdf', label: 'PDF', hint: 'Criteria, totals, chart, table and subtotals' },
  ]
}

/** What can be done with a result: compare it, open the grid, take it along as a file. */
export function ResultActions({
  question,
  requestId,
  fields,
  sort,
  by,
  grid,
  compare,
  disabled,
  total,
  picture,
}: ResultActionsProps) {
  const { running, start, stop } = useExport()
  const save = (format: ExportFormat, mark?: DecimalMark): Promise<void> =>
    start(format, async () => {
      const chart = format === 'pdf' ? await picture() : null
      // A file of rows has all of their columns unless some were chosen; paper has what is in view.
      const wanted = format !== 'pdf' && areUsual(question.screen, fields) ? offeredColumns(question.screen) : fields
      const more = {
        request_id: requestId,
        ...(sort ? { sort } : {}),
        ...(chart ? { chart } : {}),
        ...(format === 'pdf' && by ? { by } : {}),
      }
      return exportCall(question, wanted, format, more, mark)
    })
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {compare && (
        <Link to={compare} className={buttonClass()}>
          Compare
        </Link>
      )}
      {grid && (
        <Link to={grid} className={buttonClass()}>
          <TableIcon className="-ms-0.5" />
          Grid
        </Link>
      )}
      <Menu
        align="end"
        label="Export"
        items={[
          ...filesFor(markOf(userLocale())).map(({ format, label, hint, mark }) => ({
            label,
            hint,
            onSelect: () => void save(format, mark),
          })),
          { label: 'Print', hint: 'What is in view', onSelect: () => window.print() },
        ]}
        trigger={(props) => (
          <Button {...props} icon={DownloadIcon} busy={running !== null} disabled={disabled}>
            Export
          </Button>
        )}
      />
      {running && <ExportProgress running={running} total={total} locale={userLocale()} onStop={stop} />}
    </div>
  )
}
