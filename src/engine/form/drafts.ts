import type { Values } from './changes.ts'

/** Unsaved changes of one record, kept in the tab over a reload. */
export interface RecordDraft {
  readonly changes: Values
  readonly rowVersion: number | null
  /** ISO time of the last change. */
  readonly at: string
}

const keyOf = (screen: string, id: string | null): string => `tierline:draft:${screen}:${id ?? 'new'}`

const isDraft = (value: unknown): value is RecordDraft =>
  typeof value === 'object' &&
  value !== null &&
  'changes' in value &&
  typeof value.changes === 'object' &&
  'at' in value

export function readDraft(screen: string, id: string | null): RecordDraft | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(screen, id)) ?? 'null')
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

export function keepDraft(screen: string, id: string | null, draft: RecordDraft): void {
  try {
    sessionStorage.setItem(keyOf(screen, id), JSON.stringify(draft))
  } catch {
    // A full or forbidden storage costs the draft, never the work on the screen.
  }
}

export function dropDraft(screen: string, id: string | null): void {
  try {
    sessionStorage.removeItem(keyOf(screen, id))
  } catch {
    // Nothing was kept where nothing can be removed.
  }
}
