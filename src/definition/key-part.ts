import { isRelativeDate } from './dates.ts'
import { isAbsent } from './conditions.ts'
import type { Field } from './field.ts'

/** Whether a file has to hold this part of the key: neither a default nor being empty stands in for it. */
export const isKeyNeeded = ({ required, default: given }: Field): boolean =>
  isAbsent(given) ? required : typeof given === 'string' && isRelativeDate(given)
