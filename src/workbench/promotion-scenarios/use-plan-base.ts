import { useEffect, useRef, useState } from 'react'
import { planned } from './plan-edit.ts'
import { linesBehind, type PlanLine, type PricedLine, type ScenarioGrid, type WorkedPlan } from './scenario-api.ts'

/** What a plan was when it was read: its lines, and what each costs. */
export interface PlanBase {
  readonly version: number
  readonly lines: readonly PlanLine[]
  readonly priced: ReadonlyMap<number, PricedLine>
  readonly names: WorkedPlan['names']
}

interface Reading extends PlanBase {
  readonly count: number
}

const byNumber = (lines: readonly PricedLine[]): Map<number, PricedLine> =>
  new Map(lines.map((line) => [line.line_no, line]))

const begun = (grid: ScenarioGrid): Reading => ({
  version: grid.scenario.row_version,
  lines: grid.lines.map(planned),
  priced: byNumber(grid.lines),
  names: grid.names,
  count: grid.line_count,
})

const isWhole = ({ lines, count }: Reading): boolean => lines.length >= count

/**
 * Reads a plan page by page. The first lines are there at once; a plan that is read anew takes the place of the one before when it is whole, and not at
 * all while somebody has typed into that.
 */
export function usePlanBase(grid: ScenarioGrid, isTouched: (base: PlanBase) => boolean) {
  const [base, setBase] = useState<PlanBase>(() => begun(grid))
  const [reading, setReading] = useState<Reading | null>(() => (isWhole(begun(grid)) ? null : begun(grid)))
  const [failure, setFailure] = useState<Error | null>(null)
  const [attempt, setAttempt] = useState(0)
  const seen = useRef(grid)
  // Read anew: by whoever works here, or because somebody else saved.
  if (seen.current !== grid && !isTouched(base)) {
    seen.current = grid
    const next = begun(grid)
    const isKnown = next.version === base.version && reading === null
    if (isWhole(next)) {
      setReading(null)
      setBase(next)
    } else if (!isKnown) setReading(next)
  }
  const isFirst = reading !== null && reading.version === base.version
  useEffect(() => {
    if (reading === null) return undefined
    const stop = new AbortController()
    void linesBehind(grid.scenario.id, reading.lines.at(-1)?.line_no ?? 0, stop.signal).then(
      (page) => {
        if (stop.signal.aborted) return
        const next: Reading = {
          ...reading,
          lines: [...reading.lines, ...page.lines.map(planned)],
          priced: new Map([...reading.priced, ...byNumber(page.lines)]),
          names: {
            materials: { ...reading.names.materials, ...page.names.materials },
            stickers: { ...reading.names.stickers, ...page.names.stickers },
          },
        }
        setFailure(null)
        const isDone = isWhole(next) || page.lines.length === 0
        if (isFirst || isDone) setBase(next)
        setReading(isDone ? null : next)
      },
      (error: Error) => {
        if (!stop.signal.aborted) setFailure(error)
      },
    )
    return () => stop.abort()
  }, [grid.scenario.id, reading, isFirst, attempt])
  return {
    base,
    setBase,
    /** How far the lines are read, while they are; null once all are there. */
    progress: reading === null ? null : { read: reading.lines.length, count: reading.count },
    failure,
    retry: () => setAttempt((before) => before + 1),
  }
}
