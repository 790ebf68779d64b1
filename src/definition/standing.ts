import { fieldsOf } from './conditions.ts'
import { readersCalendar } from './dates.ts'
import { evaluate } from './evaluate.ts'
import type { Screen } from './screen.ts'
import type { Standing } from './standings.ts'

type Values = Readonly<Record<string, unknown>>
type Definition = Pick<Screen, 'fields'> & Partial<Pick<Screen, 'form'>>

// What depends on fields that are not known is left to the server.
const holds = ({ when }: Standing, fields: Screen['fields'], record: Values): boolean =>
  !fieldsOf(when).every((name) => name in record) || evaluate(when, record, { fields, ...readersCalendar() })

/** What keeps a record from being changed in its present state, but for the fields it excepts; undefined where nothing does. */
export function fixedBy({ form, fields }: Definition, record: Values): Standing | undefined {
  const editable = form?.editable
  return editable && !holds(editable, fields, record) ? editable : undefined
}

/** Why a record, or one field of it, is not edited in its present state, in words; undefined when it is. */
export function whyFixed(definition: Definition, record: Values, field?: string): string | undefined {
  const fixed = fixedBy(definition, record)
  const { except = [] } = fixed ?? {}
  return (field === undefined ? except.length > 0 : except.includes(field)) ? undefined : fixed?.otherwise
}

/** Why a record is not deleted in its present state, in words; undefined when it is. */
export function whyKept({ form, fields }: Definition, record: Values): string | undefined {
  const deletable = form?.deletable
  return deletable && !holds(deletable, fields, record) ? deletable.otherwise : undefined
}
