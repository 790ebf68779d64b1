import type { TagTone } from '#src/ui/tag.tsx'
import type { Outcome } from './upload-api.ts'

export const outcomes: readonly Outcome[] = ['insert', 'update', 'unchanged', 'conflict', 'rejected', 'skipped']

/** What a line would do, in words for figures and rows. */
export const outcomeWords: Record<
  Outcome,
  { readonly figure: string; readonly row: string; readonly done: string; readonly tone: TagTone }
> = {
  insert: { figure: 'New', row: 'New', done: 'Added', tone: 'ok' },
  update: { figure: 'Changed', row: 'Change', done: 'Changed', tone: 'accent' },
  unchanged: { figure: 'Unchanged', row: 'Unchanged', done: 'Unchanged', tone: 'neutral' },
  conflict: { figure: 'In conflict', row: 'Conflict', done: 'In conflict', tone: 'warn' },
  rejected: { figure: 'Rejected', row: 'Rejected', done: 'Rejected', tone: 'bad' },
  skipped: { figure: 'Left out', row: 'Left out', done: 'Left out', tone: 'warn' },
}
