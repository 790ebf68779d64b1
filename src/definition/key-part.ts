import { isRelativeDate } from './dates.ts'
import { isAbsent } from './conditions.ts'
import type { Field } from './field.ts'

/** Whether files fill a field: what is read only they do not, but the number by which a record is found they may name; lines without one are new. */
export const isFilled = ({ name, readOnly, numbered }: Field, key: readonly string[]): boolean =>
  !readOnly || (numbered !== undefined && key.includes(name))

/** Whether a file has to hold this part of the key: neither a default nor being empty stands in for it. */
export const isKeyNeeded = ({ required, default: given }: Field): boolean =>
  isAbsent(given) ? required : typeof given === 'string' && isRelativeDate(given)
