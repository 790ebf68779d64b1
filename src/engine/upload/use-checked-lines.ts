import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { rowsOfLines, uploadRowsQuery, type CheckedRow, type Outcome, type RowPage } from './upload-api.ts'

/** Lines asked for at once. */
const blockSize = 100
/** A browser cannot lay out a box of any height: so many lines are one part, the others follow in the next. */
export const linesPerPart = 250_000
const blocksPerPart = linesPerPart / blockSize
/** Blocks that are only passed by are not asked for. */
const restingAfter = 70
const keptFor = 60_000

interface Wanted {
  readonly id: number
  readonly outcome: Outcome | null
  /** The number of a reason; numbered anew by every check. */
  readonly rule: number | null
  /** Changes when the lines have been judged anew. */
  readonly version: string
  /** Lines before those in view have gone: as many, for the view to stay where it is. */
  readonly onGone: (count: number) => void
}

interface Base {
  readonly version: string
  readonly rule: number | null
}

const isOf = (outcome: Outcome | null, row: CheckedRow): boolean =>
  outcome === null || row.outcome === outcome || (outcome === 'conflict' && row.take !== undefined)

/**
 * Checked lines, any of which can be looked at; those in view are asked for in blocks. Lines that were corrected stay where
 * they are with what has become of them, though they may no longer be what was asked for, until others are asked for.
 */
export function useCheckedLines({ id, outcome, rule, version, onGone }: Wanted) {
  const client = useQueryClient()
  const [base, setBase] = useState<Base>({ version, rule })
  const [part, setPart] = useState(0)
  const [view, setView] = useState({ first: 0, last: 0 })
  const totals = useRef<number | null>(null)
  const query = useCallback(
    (block: number, of: Base) => ({
      ...uploadRowsQuery(id, { outcome, rule: of.rule, page: block + 1, limit: blockSize }, of.version),
      staleTime: Infinity,
      gcTime: keptFor,
    }),
    [id, outcome],
  )
  const blocks = useMemo(
    () => Array.from({ length: view.last - view.first + 1 }, (_, at) => part * blocksPerPart + view.first + at),
    [view, part],
  )
  const known = useCallback(
    (block: number) => client.getQueryData<RowPage>(query(block, base).queryKey),
    [client, query, base],
  )
  const current = version === base.version
  const asked = useQueries({
    queries: blocks.map((block) => ({ ...query(block, base), enabled: current || known(block) !== undefined })),
  })
  const lines = asked.map(({ data }) => data?.records.map((row) => row.line) ?? [])
  const anew = useQueries({
    queries: lines.map((numbers) => ({
      queryKey: ['uploads', 'lines', String(id), numbers.join(','), version],
      queryFn: () => rowsOfLines(id, numbers),
      enabled: !current && numbers.length > 0,
      meta: { quiet: true },
    })),
  })
  // What was judged last is shown until the next judgement is there.
  const judged = useRef<{ base: Base; rows: Map<number, CheckedRow> }>({ base, rows: new Map() })
  if (judged.current.base !== base) judged.current = { base, rows: new Map() }
  for (const { data } of anew) for (const row of data?.records ?? []) judged.current.rows.set(row.line, row)

  const rowAt = (index: number): CheckedRow | undefined => {
    const row = known(part * blocksPerPart + Math.floor(index / blockSize))?.records[index % blockSize]
    return row && (judged.current.rows.get(row.line) ?? row)
  }
  const inView = useRef(0)
  const goneBefore = useRef<() => number>(() => 0)
  goneBefore.current = () => {
    let count = 0
    for (let first = 0; first < inView.current; first += blockSize) {
      const records = known(part * blocksPerPart + first / blockSize)?.records ?? []
      for (const row of records.slice(0, inView.current - first))
        if (!isOf(outcome, judged.current.rows.get(row.line) ?? row)) count += 1
    }
    return count
  }
  // Blocks that were not asked for before the lines were judged anew would not follow those that were.
  const missing = !current && blocks.some((block) => known(block) === undefined)
  useEffect(() => {
    if (!missing) return undefined
    let live = true
    const next = { version, rule }
    void Promise.allSettled(blocks.map((block) => client.fetchQuery(query(block, next)))).then(() => {
      if (!live) return
      const gone = goneBefore.current()
      setBase(next)
      if (gone > 0) onGone(gone)
    })
    return () => {
      live = false
    }
  }, [missing, blocks, version, rule, client, query, onGone])

  const resting = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(resting.current), [])
  const show = useCallback(
    (first: number, last: number) => {
      inView.current = first
      const next = { first: Math.floor(first / blockSize), last: Math.floor(Math.max(first, last) / blockSize) }
      const set = () => setView((before) => (before.first === next.first && before.last === next.last ? before : next))
      window.clearTimeout(resting.current)
      if (known(part * blocksPerPart + next.first) && known(part * blocksPerPart + next.last)) set()
      else resting.current = window.setTimeout(set, restingAfter)
    },
    [known, part],
  )
  const answered = asked.find(({ data }) => data)?.data?.total_record
  if (answered !== undefined) totals.current = answered
  const total = totals.current ?? 0
  const failed = [...asked, ...anew].find(({ error }) => error)
  return {
    /** All lines of the question, in all parts. */
    total,
    /** Lines of this part. */
    count: Math.max(0, Math.min(linesPerPart, total - part * linesPerPart)),
    rowAt,
    show,
    part,
    parts: Math.max(1, Math.ceil(total / linesPerPart)),
    turn: (next: number) => {
      setPart(next)
      setView({ first: 0, last: 0 })
    },
    pending: totals.current === null && !failed,
    failed: failed?.error ?? null,
    again: () => {
      for (const one of [...asked, ...anew]) if (one.isError) void one.refetch()
    },
    /** Lines at hand, of which it is known what they need. */
    rows: blocks.flatMap((block, at) =>
      lines[at]!.map((_, row) => {
        const index = (block - part * blocksPerPart) * blockSize + row
        return [index, rowAt(index)!] as const
      }),
    ),
  }
}
