import type { TagTone } from '#src/ui/tag.tsx'
import type { UploadState } from './upload-api.ts'

/** How far an import is, in words. */
export const uploadStates: Record<UploadState, { readonly words: string; readonly tone: TagTone }> = {
  staging: { words: 'Being read', tone: 'accent' },
  staged: { words: 'Columns to be matched', tone: 'neutral' },
  checking: { words: 'Being checked', tone: 'accent' },
  checked: { words: 'Waiting for your decision', tone: 'warn' },
  committing: { words: 'Being written', tone: 'accent' },
  committed: { words: 'Imported', tone: 'ok' },
  failed: { words: 'Failed', tone: 'bad' },
  cancelled: { words: 'Cancelled', tone: 'neutral' },
  undone: { words: 'Taken back', tone: 'neutral' },
}
