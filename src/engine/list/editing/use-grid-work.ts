import { useCallback, useRef, useState } from 'react'
import type { GridEdits } from './grid-edits.ts'
import { runAtOnce, runInSlices, type Steps } from './slices.ts'
import { putRecords } from './staging.ts'
import type { StagingModel } from './use-staging.ts'

export interface GridWork {
  readonly label: string
  readonly done: number
  readonly total: number
}

// Up to here the work is done before the next frame.
const small = 300

/** Puts values into many cells as one step: few at once, many in slices with progress and a way to stop. */
export function useGridWork({ step }: Pick<StagingModel, 'step'>) {
  const [work, setWork] = useState<GridWork | null>(null)
  const stopper = useRef<AbortController | null>(null)
  const run = useCallback(
    async <T extends GridEdits>(label: string, cells: number, steps: Steps<T>): Promise<T | null> => {
      if (stopper.current) return null
      const put = (edits: T): T => {
        step((current) => putRecords(current, edits.records))
        return edits
      }
      if (cells <= small) return put(runAtOnce(steps))
      const controller = new AbortController()
      stopper.current = controller
      setWork({ label, done: 0, total: cells })
      try {
        const edits = await runInSlices(steps, {
          signal: controller.signal,
          onProgress: (done) => setWork({ label, done, total: cells }),
        })
        return edits && put(edits)
      } finally {
        stopper.current = null
        setWork(null)
      }
    },
    [step],
  )
  return { work, run, stop: useCallback(() => stopper.current?.abort(), []) }
}
