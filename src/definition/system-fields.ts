import { f } from './f.ts'
import type { Field } from './field.ts'
import { normalizeField } from './normalize.ts'

/** Columns that every table has and lists can be filtered and sorted by: which import wrote a row last, and when it was made and changed. */
export const systemFields: readonly Field[] = [
  normalizeField('upload_id', f.integer({ label: 'Upload', readOnly: true })),
  normalizeField('created_at', f.dateTime({ label: 'Created', readOnly: true })),
  normalizeField('updated_at', f.dateTime({ label: 'Changed', readOnly: true })),
]
