import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Screen } from '#src/definition'
import { currencyColumns } from '#src/definition/currencies.ts'
import { mixed } from '#src/definition/mixed.ts'
import type { Row } from '#src/widgets/grid/aggregate.ts'
import type { ChartChoice } from './chart-choice.ts'
import { groupsQuery, pageQuery, type Question, type ResultPage } from './result-records.ts'

/** More rows than this are added up on the server before they are drawn. */
const mostRows = 1_000

export interface ChartRows {
  /** null while they are on their way. */
  readonly rows: readonly Row[] | null
  /** Rows they stand for. */
  readonly total: number
  /** Why they cannot be had; the rest of the result is there all the same. */
  readonly error: unknown
  readonly again: () => void
}

const mostLevels = 3

/** What subtotals are asked by: the axes, and the currencies by which they can be added up again. */
function groupedBy({ fields, result }: Screen, { x, y, split }: ChartChoice): readonly string[] {
  const { ratios, chart } = result!
  const added = [...y, ...y.flatMap((name) => ratios[name] ?? []), ...(chart?.between ?? [])]
  const all = [x, ...(split ? [split] : []), ...currencyColumns(fields, added)]
  return [...new Set(all)].slice(0, mostLevels)
}

/** The one row that a waterfall of several figures stands for: what each comes to in the whole result; null where that is not told. */
export function wholeRow({ result }: Screen, choice: ChartChoice | null, totals: Row | undefined): Row | null {
  if (choice?.type !== 'waterfall' || choice.y.length < 2 || !totals) return null
  const added = [...choice.y, ...(result!.chart?.between ?? [])]
  const isTold = (name: string): boolean => result!.totals[name] === 'sum' && name in totals && totals[name] !== mixed
  return added.every(isTold) ? totals : null
}

/** What a chart is drawn from: the rows of a result of moderate size, else its subtotals; for points between figures the first rows. */
export function useChartRows(
  question: Question,
  requestId: string,
  first: ResultPage | undefined,
  choice: ChartChoice | null,
): ChartRows {
  const client = useQueryClient()
  const total = first?.total_record ?? 0
  const inPage = first !== undefined && first.records.length === total
  const { screen } = question
  const whole = wholeRow(screen, choice, first?.totals)
  const asGroups = whole === null && choice !== null && total > mostRows && choice.type !== 'scatter'
  const by = useMemo(() => (choice ? groupedBy(screen, choice) : []), [screen, choice])
  const rows = useQuery({
    ...pageQuery(client, question, requestId, { page: 1, limit: mostRows }),
    enabled: choice !== null && first !== undefined && !inPage && !asGroups && whole === null,
  })
  const groups = useQuery({
    ...groupsQuery(client, question, requestId, by),
    enabled: first !== undefined && asGroups,
  })
  const grouped = useMemo(
    () =>
      groups.data?.groups
        .filter(({ values }) => values.length === by.length)
        .map(({ values, totals }): Row => ({
          ...totals,
          ...Object.fromEntries(by.map((name, at) => [name, values[at]])),
        })),
    [groups.data, by],
  )
  const asked = asGroups ? groups : rows
  // While another attempt is under way it is not known that it fails as well.
  const error = asked.isFetching || asked.data !== undefined ? null : asked.error
  const way = { error: inPage ? null : error, again: () => void asked.refetch() }
  if (!first) return { rows: null, total: 0, ...way }
  if (whole) return { rows: [whole], total: 1, error: null, again: way.again }
  if (inPage) return { rows: first.records, total, ...way }
  // Of very many groups the first are listed, which has to be said.
  const left = groups.data ? groups.data.total_groups - groups.data.groups.length : 0
  if (asGroups) return { rows: grouped ?? null, total: (grouped?.length ?? 0) + left, ...way }
  return { rows: rows.data?.records ?? null, total, ...way }
}
