import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { rowsOfLines, uploadRowsQuery, type CheckedRow, type Outcome } from './upload-api.ts'

export const linesPerPage = 50

interface Wanted {
  readonly id: number
  readonly outcome: Outcome | null
  /** The number of a reason; numbered anew by every check. */
  readonly rule: number | null
  /** Changes when the lines have been judged anew. */
  readonly version: string
}

/**
 * A page of checked lines. Lines that were corrected stay where they are with what has become of them, though they may no
 * longer be what was asked for.
 */
export function useCheckedPage({ id, outcome, rule, version }: Wanted) {
  const [at, setAt] = useState({ page: 1, version, rule })
  const asked = useQuery({
    ...uploadRowsQuery(id, { outcome, rule: at.rule, page: at.page, limit: linesPerPage }, at.version),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  const lines = useMemo(() => asked.data?.records.map((row) => row.line) ?? [], [asked.data])
  const anew = useQuery({
    queryKey: ['uploads', 'lines', String(id), lines.join(','), version],
    queryFn: () => rowsOfLines(id, lines),
    enabled: version !== at.version && lines.length > 0 && !asked.isPlaceholderData,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  const rows = useMemo((): readonly CheckedRow[] => {
    const judged = new Map(version === at.version ? [] : anew.data?.records.map((row) => [row.line, row]))
    return asked.data?.records.map((row) => judged.get(row.line) ?? row) ?? []
  }, [asked.data, anew.data, version, at.version])
  const failed = asked.error ?? anew.error
  const total = asked.data?.total_record ?? 0
  const passed = outcome === null ? 0 : rows.filter((row) => row.outcome !== outcome).length
  return {
    rows,
    total,
    page: at.page,
    pages: Math.max(1, Math.ceil(total / linesPerPage)),
    pending: asked.isPending,
    stale: asked.isPlaceholderData,
    failed,
    /** How many lines shown are not what was asked for any more. */
    passed,
    previous: () => setAt({ page: Math.max(1, at.page - 1), version, rule }),
    // Lines that are not asked for any more make room on their page for those that follow.
    next: () => setAt({ page: passed > 0 ? at.page : at.page + 1, version, rule }),
    again: () => void (asked.isError ? asked.refetch() : anew.refetch()),
  }
}
