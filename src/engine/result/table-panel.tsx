import type { Field, SortKey } from '#src/definition'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '#src/ui/button.tsx'
import { CloseIcon, ColumnsIcon, GroupIcon } from '#src/ui/icons.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { isAmount } from '#src/widgets/cell-text.ts'
import type { CellContext } from '#src/widgets/cells.ts'
import { nextSort } from '#src/widgets/grid/grid-sort.ts'
import { DataTable } from '#src/widgets/table/data-table.tsx'
import type { Row } from '#src/widgets/table/table-columns.ts'
import { useReferenceHref } from '#src/widgets/use-reference-href.ts'
import { useFigureHref } from './drill.ts'
import { offeredColumns } from './shown-columns.ts'
import { totalWords } from '#src/definition/total-words.ts'
import { PartProblem } from './part-problem.tsx'
import { usePart } from './use-part.ts'
import { pageQuery, pageSize, type Question, type ResultPage } from './result-records.ts'

export interface TableState {
  readonly page: number
  readonly sort: readonly SortKey[]
  readonly group: readonly string[]
  readonly columns: readonly Field[]
}

interface TablePanelProps {
  readonly question: Question
  readonly requestId: string
  readonly first: ResultPage
  readonly state: TableState
  readonly onState: (part: Partial<TableState>) => void
  readonly locale: string
  readonly drill: ((row: Row) => string | undefined) | undefined
  readonly empty: ReactNode
}

const loadGroups = () => import('./group-table.tsx')
const noLabels = {}
const mostLevels = 3
const grouped: ReadonlySet<string> = new Set(['rows', 'attributes', 'references', 'file'])

/** The rows of a result, paged and sorted over the whole of it, or its groups with subtotals. */
export function TablePanel({ question, requestId, first, state, onState, locale, drill, empty }: TablePanelProps) {
  const { screen } = question
  const client = useQueryClient()
  const navigate = useNavigate()
  const open = (row: Row): void => {
    const lines = drill?.(row)
    if (lines !== undefined) void navigate(lines)
  }
  const offered = useMemo(() => offeredColumns(screen), [screen])
  const fields = state.columns
  const by = state.group.flatMap((name) => offered.filter((field) => field.name === name)).slice(0, mostLevels)
  const groups = usePart(by.length > 0, loadGroups)
  const { page, sort } = state
  const plain = page === 1 && sort.length === 0
  const asked = useQuery({
    ...pageQuery(client, question, requestId, { page, limit: pageSize, sort }),
    enabled: !plain && by.length === 0,
  })
  const shown = plain ? first : asked.data
  const [widths, setWidths] = useState({})
  const referenceHref = useReferenceHref()
  const figureHref = useFigureHref(screen, question.body)
  const context = useMemo<CellContext>(
    () => ({ locale, labels: noLabels, referenceHref, figureHref, wraps: true }),
    [locale, referenceHref, figureHref],
  )
  const linked = useMemo(() => {
    const named = fields.find((field) => !isAmount(field)) ?? fields[0]
    return new Set(drill && named ? [named.name] : [])
  }, [drill, fields])
  const total = first.total_record
  // Beyond what a run keeps there is no page to turn to.
  const reachable = Math.min(total, first.run.rows)
  const number = new Intl.NumberFormat(locale)
  if (total === 0) return <div className="rounded-lg border border-line bg-panel">{empty}</div>
  return (
    <section
      aria-label="Table"
      className="flex min-h-96 flex-1 shrink-0 flex-col overflow-hidden rounded-lg border border-line bg-panel print:overflow-visible"
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5 print:hidden">
        {by.length < mostLevels && (
          <Menu
            label="Group by"
            items={offered
              .filter((field) => !by.includes(field) && !grouped.has(field.type) && !isAmount(field))
              .map((field) => ({
                label: field.label,
                onSelect: () => onState({ group: [...state.group, field.name], page: 1 }),
              }))}
            trigger={(props) => (
              <Button {...props} size="sm" icon={GroupIcon}>
                Group
              </Button>
            )}
          />
        )}
        {by.map((field) => (
          <span
            key={field.name}
            className="inline-flex h-7 items-center gap-1 rounded-full bg-accent-soft ps-3 pe-1 text-sm text-accent-ink"
          >
            {field.label}
            <button
              type="button"
              aria-label={`Stop grouping by ${field.label}`}
              className="inline-flex size-6 items-center justify-center rounded-full hover:bg-panel"
              onClick={() => onState({ group: state.group.filter((name) => name !== field.name), page: 1 })}
            >
              <CloseIcon size={12} />
            </button>
          </span>
        ))}
        <Menu
          label="Columns"
          items={offered.map((field) => ({
            label: field.label,
            checked: fields.includes(field),
            disabled: fields.length === 1 && fields[0] === field,
            onSelect: () =>
              onState({
                columns: offered.filter((one) => (one === field ? !fields.includes(one) : fields.includes(one))),
              }),
          }))}
          trigger={(props) => (
            <Button {...props} size="sm" icon={ColumnsIcon}>
              Columns
            </Button>
          )}
        />
        <span className="ms-auto text-sm text-ink-2">
          {number.format(total)} {total === 1 ? 'row' : 'rows'}
        </span>
      </div>
      {by.length > 0 ? (
        groups.error ? (
          <PartProblem title="The subtotals could not be shown" error={groups.error} onAgain={groups.again} />
        ) : groups.module ? (
          <groups.module.GroupTable
            key={state.group.join(' ')}
            {...{ question, requestId, fields, by, locale }}
            totals={first.totals}
            rowHref={drill}
            figureHref={figureHref}
          />
        ) : (
          <SkeletonLines lines={8} className="p-5" />
        )
      ) : asked.error && !shown ? (
        <PartProblem title="This page could not be read" error={asked.error} onAgain={() => void asked.refetch()} />
      ) : (
        <DataTable
          label={screen.plural}
          fields={fields}
          rows={shown?.records ?? null}
          skeletonRows={8}
          offset={(page - 1) * pageSize}
          total={total}
          context={context}
          rowId={resultRowId}
          rowTitle={(row) => String(row[fields[0]?.name ?? ''] ?? '')}
          rowHref={drill}
          linked={linked}
          sort={sort}
          onSort={(field, add) => onState({ sort: nextSort(sort, field, add), page: 1 })}
          widths={widths}
          onWidths={setWidths}
          totals={first.totals}
          totalWords={totalWords(screen.result?.totals ?? {})}
          stale={!plain && asked.isPlaceholderData}
          commands={drill ? { onOpen: open } : {}}
        />
      )}
      {by.length === 0 && reachable > pageSize && (
        <nav
          aria-label="Pages"
          className="flex items-center justify-end gap-2 border-t border-line px-3 py-1.5 text-sm text-ink-2 print:hidden"
        >
          <span className="me-auto">
            {number.format((page - 1) * pageSize + 1)}–{number.format(Math.min(page * pageSize, reachable))} of{' '}
            {number.format(total)}
          </span>
          <Button size="sm" disabled={page <= 1} onClick={() => onState({ page: page - 1 })}>
            Previous
          </Button>
          <Button size="sm" disabled={page * pageSize >= reachable} onClick={() => onState({ page: page + 1 })}>
            Next
          </Button>
        </nav>
      )}
    </section>
  )
}

const resultRowId = (row: Row, index: number): string => (row.id === undefined ? String(index) : String(row.id))
