import { nothingStaged, type Staging } from './staging.ts'

/** What is staged with the steps before and after it. */
export interface StagingHistory {
  readonly past: readonly Staging[]
  readonly present: Staging
  readonly future: readonly Staging[]
}

const most = 200

export const freshHistory = (present: Staging = nothingStaged): StagingHistory => ({ past: [], present, future: [] })

/** One step on; what had been undone is forgotten. */
export const stepTo = ({ past, present }: StagingHistory, next: Staging): StagingHistory => ({
  past: [...past, present].slice(-most),
  present: next,
  future: [],
})

export function undo({ past, present, future }: StagingHistory): StagingHistory {
  const before = past.at(-1)
  return before ? { past: past.slice(0, -1), present: before, future: [present, ...future] } : { past, present, future }
}

export function redo({ past, present, future }: StagingHistory): StagingHistory {
  const [next, ...rest] = future
  return next ? { past: [...past, present], present: next, future: rest } : { past, present, future }
}
