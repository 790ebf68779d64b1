import type { Values } from './changes.ts'

/** Unsaved changes of one record, kept in the tab over a reload. */
export interface RecordDraft {
  readonly changes: Values
  /** What the changed fields held before, so that the draft can be merged with what others saved since. */
  readonly base: Values
  readonly rowVersion: number | null
  /** Id of the user who typed it: what one leaves in a tab is nothing for whoever signs in next. */
  readonly user: number
  /** What a new record is sent under. */
  readonly request?: string
  /** ISO time of the last change. */
  readonly at: string
}

const keyOf = (screen: string, id: string | null): string => `tierline:draft:${screen}:${id ?? 'new'}`

const isDraft = (value: unknown): value is RecordDraft =>
  typeof value === 'object' &&
  value !== null &&
  'changes' in value &&
  typeof value.changes === 'object' &&
  'base' in value &&
  typeof value.base === 'object' &&
  'at' in value &&
  'user' in value

/** What the user left in this tab; what another one left is none. */
export function readDraft(screen: string, id: string | null, user: number): RecordDraft | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(screen, id)) ?? 'null')
    return isDraft(value) && value.user === user ? value : null
  } catch {
    return null
  }
}

/** Answers whether the draft is kept: a full or forbidden storage costs it, never the work on the screen. */
export function keepDraft(screen: string, id: string | null, draft: RecordDraft): boolean {
  try {
    sessionStorage.setItem(keyOf(screen, id), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function dropDraft(screen: string, id: string | null): void {
  try {
    sessionStorage.removeItem(keyOf(screen, id))
  } catch {
    // Nothing was kept where nothing can be removed.
  }
}
