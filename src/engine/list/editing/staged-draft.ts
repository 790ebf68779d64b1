import { isBlank, nothingStaged, type StagedRecord, type Staging } from './staging.ts'
import { stagedKey } from '../staged-key.ts'

interface Kept {
  readonly user: string
  readonly records: readonly StagedRecord[]
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'records' in value && Array.isArray(value.records)

/** The changes that were staged in this tab before a reload; another user's are nobody's business and are dropped. */
export function readStaged(screen: string, user: string): Staging {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(stagedKey(screen)) ?? 'null')
    if (!isKept(kept)) return nothingStaged
    if (kept.user !== user) {
      dropStaged(screen)
      return nothingStaged
    }
    return new Map(kept.records.map((record) => [record.key, record]))
  } catch {
    // What cannot be read was not written by this program.
    return nothingStaged
  }
}

export function keepStaged(screen: string, user: string, staging: Staging): void {
  const records = [...staging.values()].filter((record) => !isBlank(record))
  if (records.length === 0) return dropStaged(screen)
  try {
    sessionStorage.setItem(stagedKey(screen), JSON.stringify({ user, records } satisfies Kept))
  } catch {
    // A full or forbidden storage costs the draft, never the work on the screen.
  }
}

export function dropStaged(screen: string): void {
  try {
    sessionStorage.removeItem(stagedKey(screen))
  } catch {
    // Nothing was kept where nothing can be removed.
  }
}
