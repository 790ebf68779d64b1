import { isIsoDay } from './dates.ts'
import { dateDisplay } from './field-types/date.ts'
import type { Field } from './field.ts'

// What stands in quotes is quoted as it was written; a longer number or a moment is no day.
const days = /(?<![\w"“'‘.-])\d{4}-\d{2}-\d{2}(?![\w"”'’-])/g

/** A message of the server, its days (YYYY-MM-DD) written as the reader's locale does: "Overlaps … valid 1 Jan 2026 to 30 Jun 2026". */
export const daysInWords = (message: string, locale: string): string =>
  message.replaceAll(days, (day) => (isIsoDay(day) ? dateDisplay.format(day, {} as Field, locale) : day))
