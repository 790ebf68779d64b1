import type { Field, Screen, SortKey } from '#src/definition'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { DownloadIcon, TableIcon } from '#src/ui/icons.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { DeniedState, EmptyState, ErrorState } from '#src/ui/states.tsx'
import { isAmount } from '#src/widgets/cell-text.ts'
import type { CellContext } from '#src/widgets/cells.ts'
import { sortRows } from '#src/widgets/grid/grid-model.ts'
import { nextSort } from '#src/widgets/grid/grid-sort.ts'
import { DataTable } from '#src/widgets/table/data-table.tsx'
import type { Row } from '#src/widgets/table/table-columns.ts'
import { useReferenceHref } from '#src/widgets/use-reference-href.ts'
import { userLocale } from '#src/widgets/user-locale.ts'
import { CriteriaBar } from './criteria-bar.tsx'
import { useDrill } from './drill.ts'
import { Figures } from './figures.tsx'
import { ResultChart } from './result-chart.tsx'
import { readCriteria } from './result-criteria.ts'
import { exportResult } from './result-export.ts'
import { resultQuery } from './result-records.ts'

const limit = 100
const noLabels = {}

/** Figures, chart and table of a result whose criteria stand in the address. */
export function ResultPageView({ screen }: { readonly screen: Screen }) {
  const result = screen.result!
  const navigate = useNavigate()
  const [parameters, setParameters] = useSearchParams()
  const criteria = useMemo(() => readCriteria(parameters, result.parameters), [parameters, result.parameters])
  const page = Math.max(1, Number(parameters.get('page') ?? 1) || 1)
  const [sort, setSort] = useState<readonly SortKey[]>([])
  const [widths, setWidths] = useState({})
  const { data, error, refetch, isPlaceholderData } = useQuery(resultQuery(screen, { criteria, page, limit }))
  const locale = userLocale()
  const referenceHref = useReferenceHref()
  const context = useMemo<CellContext>(() => ({ locale, labels: noLabels, referenceHref }), [locale, referenceHref])
  const fields = useMemo(
    () => result.columns.flatMap((name): Field[] => screen.fields.filter((field) => field.name === name)),
    [result.columns, screen.fields],
  )
  const drill = useDrill(screen, criteria)
  const linked = useMemo(() => {
    const named = fields.find((field) => !isAmount(field)) ?? fields[0]
    return new Set(drill && named ? [named.name] : [])
  }, [drill, fields])
  const back = `${result.criteria}?${parameters.toString()}`
  const rows = data?.records ?? null
  const total = data?.total_record ?? null
  // A part of a result cannot be put in order without the rest; the grid holds the whole of it.
  const whole = total !== null && total <= limit
  const shown = useMemo(
    () => (rows && whole ? sorted(rows, screen.fields, sort) : rows),
    [rows, whole, screen.fields, sort],
  )
  if (error instanceof ApiError && error.status === 403) return <DeniedState />
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 print:block">
      <PageHeader
        title={screen.plural}
        count={
          total === null ? undefined : `${new Intl.NumberFormat(locale).format(total)} ${total === 1 ? 'row' : 'rows'}`
        }
        actions={
          <div className="flex gap-2 print:hidden">
            {result.grid && (
              <Link to={`${result.grid}?${parameters.toString()}`} className={buttonClass()}>
                <TableIcon className="-ms-0.5" />
                Grid
              </Link>
            )}
            <Button onClick={() => window.print()}>Print</Button>
            <Menu
              align="end"
              label="Export"
              items={(['xlsx', 'csv'] as const).map((format) => ({
                label: format === 'csv' ? 'CSV' : 'Excel (XLSX)',
                hint: 'The whole result',
                onSelect: () => void exportResult(screen, criteria, fields, format),
              }))}
              trigger={(props) => (
                <Button {...props} icon={DownloadIcon}>
                  Export
                </Button>
              )}
            />
          </div>
        }
      />
      <CriteriaBar criteria={criteria} fields={result.parameters} locale={locale} href={back} />
      {error && !data ? (
        <ErrorState
          title="The result could not be worked out"
          actions={
            <>
              <Button onClick={() => void navigate(back)}>Change the criteria</Button>
              <Button variant="primary" onClick={() => void refetch()}>
                Try again
              </Button>
            </>
          }
        >
          {errorMessage(error)}
        </ErrorState>
      ) : (
        <>
          <Figures
            fields={fields}
            totals={data?.totals}
            waiting={rows === null}
            count={Object.keys(result.totals).length}
            locale={locale}
          />
          <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto print:overflow-visible">
            {result.chart && (page === 1 || isPlaceholderData) && (
              <ResultChart
                chart={result.chart}
                fields={screen.fields}
                rows={rows}
                locale={locale}
                onPick={drill && ((row: Row) => void navigate(drill(row)))}
              />
            )}
            <div className="flex min-h-72 flex-1 shrink-0 flex-col overflow-hidden rounded-lg border border-line bg-panel print:overflow-visible">
              <DataTable
                label={screen.plural}
                fields={fields}
                rows={shown}
                skeletonRows={8}
                total={total}
                context={context}
                rowId={resultRowId}
                rowTitle={(row) => String(row[fields[0]?.name ?? ''] ?? '')}
                rowHref={drill}
                linked={linked}
                sort={sort}
                onSort={whole ? (field, add) => setSort((current) => nextSort(current, field, add)) : undefined}
                widths={widths}
                onWidths={setWidths}
                totals={data?.totals}
                stale={isPlaceholderData}
                commands={drill ? { onOpen: (row) => void navigate(drill(row)) } : {}}
                empty={
                  <EmptyState
                    title={screen.messages.empty}
                    actions={
                      <Link to={back} className={buttonClass('primary')}>
                        Change the criteria
                      </Link>
                    }
                  >
                    Nothing matches the criteria above.
                  </EmptyState>
                }
              />
              {total !== null && total > limit && (
                <nav
                  aria-label="Pages"
                  className="flex items-center justify-end gap-2 border-t border-line px-3 py-1.5 text-sm text-ink-2 print:hidden"
                >
                  <span className="me-auto">
                    Page {page} of {Math.ceil(total / limit)}
                  </span>
                  <Button
                    size="sm"
                    disabled={page <= 1}
                    onClick={() => setParameters((current) => withPage(current, page - 1))}
                  >
                    Previous
                  </Button>
                  <Button
                    size="sm"
                    disabled={page * limit >= total}
                    onClick={() => setParameters((current) => withPage(current, page + 1))}
                  >
                    Next
                  </Button>
                </nav>
              )}
            </div>
          </div>
        </>
      )}
    </div>
  )
}

const sorted = (rows: readonly Row[], fields: readonly Field[], sort: readonly SortKey[]): readonly Row[] =>
  Array.from(sortRows(rows, Int32Array.from(rows.keys()), fields, sort), (at) => rows[at]!)

const resultRowId = (row: Row, index: number): string => (row.id === undefined ? String(index) : String(row.id))

function withPage(parameters: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(parameters)
  if (page > 1) next.set('page', String(page))
  else next.delete('page')
  return next
}
