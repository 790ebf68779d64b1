import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { notify } from '#src/ui/notify.ts'
import {
  changesOf,
  keyOf,
  planned,
  rebased,
  resolved,
  withCells,
  withLines,
  type CellChange,
  type Collision,
} from './plan-edit.ts'
import {
  afterChange,
  savePlan,
  workOutQuery,
  type PlanLine,
  type PricedLine,
  type SavedPlan,
  type SaveOrder,
  type ScenarioGrid,
} from './scenario-api.ts'
import { usePlanBase, type PlanBase } from './use-plan-base.ts'
import { useStill } from './use-still.ts'

// Beyond so many changes what they cost is worked out when they are saved.
const mostWorked = 1000

/** What two planners want different things of. */
export interface Clash {
  readonly collisions: readonly Collision[]
  /** All of them; the list may hold the first ones. */
  readonly count: number
  readonly by: string | null
  readonly order: SaveOrder
}

interface Sent {
  readonly lines: readonly PlanLine[]
  readonly base: PlanBase
  readonly order: SaveOrder
}

/** What was sent, as the server keeps it now. */
function keptBase({ lines, base }: Sent, saved: SavedPlan): PlanBase {
  const written = new Map(saved.lines.map((line) => [keyOf(line), line]))
  const priced = new Map<number, PricedLine>()
  const kept = lines.map((line) => {
    const anew = written.get(keyOf(line))
    const known = anew ?? base.priced.get(line.line_no)
    const own = anew ? planned(anew) : line
    if (known) priced.set(own.line_no, known)
    return own
  })
  return { version: saved.row_version, lines: kept, priced, names: base.names }
}

/** The plan under the hands of one user: its edits, what the server makes of them as they are typed, and its saving. */
export function usePlan(grid: ScenarioGrid) {
  const client = useQueryClient()
  const { id } = grid.scenario
  const [own, setOwn] = useState<readonly PlanLine[] | null>(null)
  const [clash, setClash] = useState<Clash | null>(null)
  const past = useRef<(readonly PlanLine[])[]>([])
  const [undoable, setUndoable] = useState(0)
  const { base, setBase, progress, failure, retry } = usePlanBase(
    grid,
    (before) => own !== null && own !== before.lines,
  )
  const lines = own ?? base.lines
  const changes = useMemo(() => changesOf(base.lines, lines), [base, lines])
  const count = changes.changed.length + changes.added.length + changes.removed.length
  const still = useStill(changes)
  const isWorkable = count > 0 && count <= mostWorked
  const worked = useQuery({
    ...workOutQuery(id, base.version, still),
    enabled: isWorkable && still === changes,
    placeholderData: keepPreviousData,
  })
  // What was saved stands until the whole is read again.
  const [last, setLast] = useState<SavedPlan | null>(null)
  const settled = last !== null && last.row_version > grid.scenario.row_version ? last : grid
  const plan = isWorkable && worked.data ? worked.data : settled
  const typed = useMemo(
    () => new Map(plan === settled ? [] : plan.lines.map((line) => [keyOf(line), line])),
    [plan, settled],
  )

  const forget = () => {
    past.current = []
    setUndoable(0)
  }
  const show = (next: readonly PlanLine[], read = base.lines) => setOwn(next === read ? null : next)
  const edit = (next: readonly PlanLine[]) => {
    if (next === lines) return
    past.current = [...past.current.slice(-99), lines]
    setUndoable(past.current.length)
    show(next)
  }
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: ({ lines: mine, base: read, order }: Sent) =>
      savePlan(id, Math.max(1, read.version), changesOf(read.lines, mine), order),
    onSuccess: async (saved, sent) => {
      const isKnown = !saved.merged && saved.touched === saved.lines.length && !sent.order.prefill
      const kept = keptBase(sent, saved)
      // What was typed while it was on its way is a change of what was saved.
      setOwn((current) => {
        const next = rebased(sent.lines, current ?? sent.lines, kept.lines)
        return next === kept.lines ? null : next
      })
      // A version that no plan has: whatever is read next takes its place.
      setBase(isKnown ? kept : { ...kept, version: 0 })
      forget()
      setClash(null)
      setLast(saved)
      notify.success(saved.merged ? 'Plan saved, together with what was changed meanwhile' : 'Plan saved')
      await afterChange(client)
    },
    onError: (error, { order }) => {
      const details = error instanceof ApiError && error.code === 'ROW_CONFLICT' ? error.details : undefined
      if (details) {
        setClash({ ...(details as Omit<Clash, 'order'>), order })
        return
      }
      const issue = error instanceof ApiError ? error.issues[0]?.message : undefined
      const message = errorMessage(error)
      notify.error(issue && issue !== message ? `${message} ${issue}` : message)
    },
  })
  const send = (order: SaveOrder = {}) => save.mutate({ lines, base, order })
  return {
    lines,
    /** What the server made of the plan last. */
    plan,
    names: base.names,
    /** What a line costs, as far as it is known. */
    pricedOf: (line: PlanLine): PricedLine | undefined => typed.get(keyOf(line)) ?? base.priced.get(line.line_no),
    /** Whether a line is not as it was read. */
    isChanged: (line: PlanLine): boolean => count > 0 && !readLines(base).has(line),
    changes: count,
    /** Changes are so many that what they cost is not worked out before they are saved. */
    isBulky: count > mostWorked,
    isWorking: isWorkable && (worked.isFetching || still !== changes),
    workError: isWorkable ? worked.error : null,
    progress,
    failure,
    retry,
    /** Somebody else saved since this was read, and what was typed here waits. */
    isBehind: count > 0 && grid.scenario.row_version !== base.version && base.version !== 0,
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
      show(before)
    },
    send,
    isSaving: save.isPending,
    clash,
    /** Says of each collision whether one's own stays, and saves again where something is left to save. */
    settle: (keepsMine: readonly boolean[]) => {
      if (!clash) return
      const { saved, lines: mine } = resolved(
        base.lines,
        lines,
        clash.collisions.map((one, at) => ({ ...one, keepsMine: keepsMine[at] === true })),
      )
      const next = { ...base, lines: saved }
      setBase(next)
      show(mine, saved)
      setClash(null)
      save.mutate({ lines: mine, base: next, order: clash.order })
    },
    leaveClash: () => setClash(null),
  }
}

const known = new WeakMap<PlanBase, ReadonlySet<PlanLine>>()

function readLines(base: PlanBase): ReadonlySet<PlanLine> {
  const found = known.get(base) ?? new Set(base.lines)
  known.set(base, found)
  return found
}

export type Planning = ReturnType<typeof usePlan>
