import type { ByApplicationInput } from '../by-application.ts'
import { byName, maybe, needed, type Shape, text } from './described.ts'

/** What the reference says of how applications choose among records. */
export const byApplication = {
  field: needed(
    text(),
    'The field that holds the application a record belongs to; a record without one belongs to all',
  ),
  through: maybe(text(), 'The reference whose record has that field, where it is not of the screen itself'),
  endpoints: maybe(
    byName(text()),
    'Application: a path of the same calls that acts in it, whichever the caller works in',
  ),
} satisfies Shape<ByApplicationInput<string>>
