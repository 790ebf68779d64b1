import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { notify } from '#src/ui/notify.ts'
import { changedLines, planned, withCells, withLines, type CellChange } from './plan-edit.ts'
import { afterChange, savePlan, workOutQuery, type PlanLine, type ScenarioGrid } from './scenario-api.ts'

const quietFor = 250

/** A value once it has been still for a moment. */
function useStill<T>(value: T): T {
  const [still, setStill] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), quietFor)
    return () => clearTimeout(timer)
  }, [value])
  return still
}

/** The plan under the hands of one user: its edits, what the server makes of them as they are typed, and its saving. */
export function usePlan(grid: ScenarioGrid) {
  const client = useQueryClient()
  const { id, row_version: version } = grid.scenario
  const saved = useMemo(() => grid.lines.map(planned), [grid])
  const [lines, setLines] = useState<readonly PlanLine[]>(saved)
  const past = useRef<(readonly PlanLine[])[]>([])
  const [undoable, setUndoable] = useState(0)
  const base = useRef(saved)
  const changes = useMemo(() => changedLines(saved, lines), [saved, lines])
  // What was read anew takes the place of what was read before, unless somebody has typed into that.
  if (base.current !== saved) {
    const isUntouched = changedLines(base.current, lines) === 0
    base.current = saved
    if (isUntouched) {
      past.current = []
      setUndoable(0)
      setLines(saved)
    }
  }
  const still = useStill(lines)
  const worked = useQuery({
    ...workOutQuery(id, still),
    enabled: still !== saved && changes > 0,
    placeholderData: keepPreviousData,
  })
  const plan = changes > 0 && worked.data ? worked.data : grid

  const edit = (next: readonly PlanLine[]) => {
    if (next === lines) return
    past.current = [...past.current.slice(-99), lines]
    setUndoable(past.current.length)
    setLines(next)
  }
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: () => savePlan(id, version, lines),
    onSuccess: async () => {
      notify.success('Plan saved')
      past.current = []
      setUndoable(0)
      await afterChange(client)
    },
    onError: (error) => {
      const isOld = error instanceof ApiError && error.code === 'ROW_CONFLICT'
      const issue = error instanceof ApiError ? error.issues[0]?.message : undefined
      notify.error(
        [errorMessage(error), isOld ? 'Your changes are still here; load the page to see theirs.' : issue]
          .filter(Boolean)
          .join(' '),
      )
    },
  })
  return {
    lines,
    /** What the server made of the lines last. */
    plan,
    changes,
    isWorking: changes > 0 && (worked.isFetching || still !== lines),
    workError: changes > 0 ? worked.error : null,
    canUndo: undoable > 0,
    write: (cells: readonly CellChange[]) => edit(withCells(lines, cells)),
    add: (more: readonly PlanLine[]): number => {
      const next = withLines(lines, more)
      if (next.length > lines.length) edit(next)
      return next.length - lines.length
    },
    remove: (which: (line: PlanLine) => boolean): number => {
      const next = lines.filter((line) => !which(line))
      if (next.length < lines.length) edit(next)
      return lines.length - next.length
    },
    undo: () => {
      const before = past.current.at(-1)
      if (!before) return
      past.current = past.current.slice(0, -1)
      setUndoable(past.current.length)
      setLines(before)
    },
    save,
  }
}

export type Planning = ReturnType<typeof usePlan>
