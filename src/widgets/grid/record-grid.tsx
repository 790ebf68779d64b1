import type { Aggregate, Field } from '#src/definition'
import { useMemo, type ReactNode } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import type { Row } from './aggregate.ts'
import { GridTable } from './grid-table.tsx'
import { GridTools } from './grid-tools.tsx'
import { PivotView } from './pivot-view.tsx'
import type { Ratios } from './grid-model.ts'
import { useGrid } from './use-grid.ts'
import type { StreamedRecords } from './use-record-stream.ts'

export interface RecordGridProps {
  readonly label: string
  readonly fields: readonly Field[]
  readonly columns: readonly string[]
  readonly totals: Readonly<Record<string, Aggregate>>
  /** Columns whose totals are the sum of the first by that of the second, in percent. */
  readonly ratios?: Ratios
  readonly stream: StreamedRecords
  readonly locale: string
  readonly emptyText: string
  /** What one can do where nothing was found. */
  readonly emptyActions?: ReactNode
  readonly group?: readonly string[]
  readonly rowHref?: (row: Row) => string | undefined
  /** Where a figure leads that leads elsewhere than its row. */
  readonly figureHref?: (column: string, row: Row) => string | undefined
  /** Stands in the place of rows that could not be read to the end. */
  readonly problem?: (error: Error, retry: () => void) => ReactNode
}

/** A whole result in the browser: column filters, sorting, groups with subtotals, totals, and a pivot, over a hundred thousand rows. */
export function RecordGrid({
  label,
  fields: given,
  columns,
  totals,
  ratios,
  stream,
  locale,
  emptyText,
  emptyActions,
  group,
  rowHref,
  figureHref,
  problem,
}: RecordGridProps) {
  const fields = useMemo(
    () => columns.flatMap((name) => given.filter((field) => field.name === name)),
    [columns, given],
  )
  const grid = useGrid(stream.rows, fields, totals, { locale, group, ratios, all: given })
  if (stream.state === 'failed') {
    if (problem && stream.error instanceof Error) return problem(stream.error, stream.retry)
    return (
      <ErrorState
        title="The rows could not be read to the end"
        actions={
          <Button variant="primary" onClick={stream.retry}>
            Try again
          </Button>
        }
      >
        {errorMessage(stream.error)}
      </ErrorState>
    )
  }
  const reading = stream.state === 'reading'
  const waiting = reading && stream.rows.length === 0
  const noneLeft = !reading && grid.kept.length === 0
  return (
    <div className="flex min-h-80 flex-1 flex-col gap-3">
      <GridTools label={label} fields={fields} grid={grid} rows={stream.rows} locale={locale} reading={reading} />
      <div className="relative flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-panel">
        {waiting ? (
          <SkeletonLines lines={10} className="p-5" />
        ) : stream.rows.length === 0 ? (
          <EmptyState title={emptyText} actions={emptyActions}>
            Nothing matches what was asked for.
          </EmptyState>
        ) : grid.state.pivot && !noneLeft ? (
          <PivotView
            label={label}
            // A file of it would hold what the filters were meant to leave out.
            reading={reading || grid.unread.length > 0}
            rows={stream.rows}
            indexes={grid.kept}
            fields={fields}
            totals={totals}
            locale={locale}
            crossed={grid.state.crossed}
            onCross={(crossed) => grid.change({ crossed })}
          />
        ) : (
          <>
            {!grid.state.pivot && (
              <GridTable
                label={label}
                fields={fields}
                rows={stream.rows}
                grid={grid}
                kinds={totals}
                locale={locale}
                rowHref={rowHref}
                figureHref={figureHref}
              />
            )}
            {noneLeft && <NoneLeft onClear={() => grid.change({ filters: {} })} />}
          </>
        )}
      </div>
    </div>
  )
}

/** Lies over the room for lines: the headings above it stay to be filtered by. */
const NoneLeft = ({ onClear }: { readonly onClear: () => void }) => (
  <div className="pointer-events-none absolute inset-x-0 top-16 bottom-8 flex items-center">
    <EmptyState
      compact
      className="pointer-events-auto"
      title="No row matches the column filters"
      actions={<Button onClick={onClear}>Clear column filters</Button>}
    />
  </div>
)
