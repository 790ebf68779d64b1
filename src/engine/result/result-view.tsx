import type { SortKey } from '#src/definition'
import { parseSortKey } from '#src/definition'
import { useMemo, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { Skeleton, SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import type { Row } from '#src/widgets/grid/aggregate.ts'
import { readChoice, startingChoice, writeChoice } from './chart-choice.ts'
import { Figures } from './figures.tsx'
import type { Question, ResultPage } from './result-records.ts'
import { areUsual, shownColumns } from './shown-columns.ts'
import { RunLine } from './run-line.tsx'
import { RunProblem } from './run-problem.tsx'
import { RunProgress } from './run-progress.tsx'
import { TablePanel, type TableState } from './table-panel.tsx'
import { PartProblem } from './part-problem.tsx'
import { useChartRows } from './use-chart-rows.ts'
import { usePart } from './use-part.ts'
import type { useResult } from './use-result.ts'

interface ResultViewProps {
  readonly question: Question
  readonly result: ReturnType<typeof useResult>
  readonly locale: string
  readonly drill: ((row: Row) => string | undefined) | undefined
  /** The way back to the criteria. */
  readonly change: ReactNode
}

const loadChart = () => import('./chart-panel.tsx')

const print = (sort: readonly SortKey[]): string =>
  sort.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(',')

/** Page, order, grouping and chart, all of which stand in the address beside the criteria. */
export function useResultAddress(question: Question) {
  const [parameters, setParameters] = useSearchParams()
  const own = question.screen.result!
  const state = useMemo<TableState>(() => {
    const known = (name: string) => question.screen.fields.some((field) => field.name === name)
    const group = parameters.get('group')
    const sort = (parameters.get('sort') ?? '').split(',').filter(Boolean).map(parseSortKey)
    return {
      page: Math.max(1, Number(parameters.get('page') ?? 1) || 1),
      sort: sort.filter(({ field }) => known(field)),
      group: group === null ? own.group : group.split(',').filter(known),
      columns: shownColumns(question.screen, parameters),
    }
  }, [parameters, own, question.screen])
  const set = (changes: Readonly<Record<string, string | null>>): void =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  const onState = ({ page, sort, group, columns }: Partial<TableState>): void =>
    set({
      ...(page === undefined ? {} : { page: page > 1 ? String(page) : null }),
      ...(columns === undefined
        ? {}
        : {
            columns: areUsual(question.screen, columns) ? null : columns.map((field) => field.name).join(','),
          }),
      ...(sort === undefined ? {} : { sort: print(sort) || null }),
      // An empty one is said too: without it the result would be grouped as the definition says.
      ...(group === undefined ? {} : { group: group.length === 0 && own.group.length === 0 ? null : group.join(',') }),
    })
  return { state, onState, chart: parameters.get('chart'), set }
}

/** A question's run from its start to its figures, chart and table. */
export function ResultView({ question, result, locale, drill, change }: ResultViewProps) {
  const { screen } = question
  const navigate = useNavigate()
  const { first, error, progress, requestId } = result
  const { state, onState, chart, set } = useResultAddress(question)
  const own = screen.result!
  const choice = useMemo(
    () => (own.chart ? readChoice(chart, startingChoice(own.chart), screen.fields) : null),
    [own.chart, chart, screen.fields],
  )
  const panel = usePart(choice !== null, loadChart)
  const drawn = useChartRows(question, requestId, first, choice)
  if (error && !first) {
    return <RunProblem error={error} change={change} onAgain={result.again} onJoin={result.join} />
  }
  if (!first && progress) return <RunProgress run={progress} locale={locale} onCancel={result.cancel} />
  const empty = (
    <EmptyState title={screen.messages.empty} actions={change}>
      Nothing matches the criteria above. {first?.issues?.map(({ message }) => `${message}. `)}
    </EmptyState>
  )
  return (
    <>
      {first && <RunLine page={first} locale={locale} onAgain={result.again} />}
      <Totals question={question} first={first} locale={locale} />
      {choice && first?.total_record !== 0 && (
        <>
          {panel.module && drawn.rows ? (
            <panel.module.ChartPanel
              {...{ screen, choice, locale }}
              rows={drawn.rows}
              total={drawn.total}
              onChoice={(next) => set({ chart: writeChoice(next) })}
              onPick={
                drill &&
                ((row) => {
                  const lines = drill(row)
                  if (lines !== undefined) void navigate(lines)
                })
              }
            />
          ) : (panel.error ?? drawn.error) ? (
            <section aria-label="Chart" className="shrink-0 rounded-lg border border-line bg-panel">
              <PartProblem
                title="The chart could not be drawn"
                error={panel.error ?? drawn.error}
                onAgain={panel.error ? panel.again : drawn.again}
              />
            </section>
          ) : (
            <div className="shrink-0 rounded-lg border border-line bg-panel p-4">
              <Skeleton width="100%" className="h-72" />
            </div>
          )}
        </>
      )}
      {first ? (
        <TablePanel {...{ question, requestId, first, state, onState, locale, drill, empty }} />
      ) : (
        <div className="shrink-0 rounded-lg border border-line bg-panel">
          <SkeletonLines lines={8} className="p-5" />
        </div>
      )}
    </>
  )
}

function Totals({
  question,
  first,
  locale,
}: {
  readonly question: Question
  readonly first: ResultPage | undefined
  readonly locale: string
}) {
  const { screen } = question
  const { columns, totals, ratios } = screen.result!
  const fields = columns.flatMap((name) => screen.fields.filter((field) => field.name === name))
  const count = Object.keys(totals).length + Object.keys(ratios).length
  if (first?.total_record === 0) return null
  return (
    <Figures
      fields={fields}
      totals={first?.totals}
      waiting={!first}
      count={count}
      locale={locale}
      kinds={totals}
      row={first?.records[0]}
    />
  )
}
