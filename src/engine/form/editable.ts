import { evaluate, type Screen } from '#src/definition'
import type { Values } from './changes.ts'

/** Whether a record may be edited in its present state, as the definition says. */
export function isEditable({ form, fields }: Pick<Screen, 'form' | 'fields'>, record: Values): boolean {
  if (!form?.editable) return true
  return evaluate(form.editable.when, record, { fields, today: new Date().toISOString().slice(0, 10) })
}
