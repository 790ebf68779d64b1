import type { Field } from './field.ts'
import { normalizeField } from './normalize-field.ts'

/** Columns that every table has and lists can be filtered and sorted by: which import wrote a row last, and when it was made and changed. */
export const systemFields: readonly Field[] = [
  normalizeField('upload_id', { type: 'integer', label: 'Upload', readOnly: true }),
  normalizeField('created_at', { type: 'dateTime', label: 'Created', readOnly: true }),
  normalizeField('updated_at', { type: 'dateTime', label: 'Changed', readOnly: true }),
]

/** What names a record among all of its table; lists can be narrowed to chosen records by it. */
export const idField: Field = normalizeField('id', { type: 'integer', label: 'Record', readOnly: true })
