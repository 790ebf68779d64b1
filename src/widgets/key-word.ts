import { fieldDisplays, type Field } from '#src/definition'
import { userLocale } from '#src/data/user-locale.ts'

// Read in words; numbers and texts of a key are what they are.
const worded: ReadonlySet<Field['type']> = new Set(['choice', 'date', 'dateTime', 'flag'])

/** A part of a key as it is read: the label of a choice, a day as people write it, "Every …" for *; '' for nothing. */
export function keyWord(field: Field | undefined, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (!field) return String(value)
  if (value === '*' && field.type !== 'choice') return `Every ${field.label.toLowerCase()}`
  return worded.has(field.type) || field.sentence
    ? fieldDisplays[field.type].format(value, field, userLocale())
    : String(value)
}
