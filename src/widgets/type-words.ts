import type { Field, FieldTypeName } from '#src/definition'

const words: Record<FieldTypeName, string> = {
  text: 'Text',
  longText: 'Long text',
  choice: 'Choice',
  flag: 'Yes or no',
  integer: 'Whole number',
  decimal: 'Number',
  money: 'Amount',
  percent: 'Percentage',
  date: 'Date',
  dateTime: 'Date and time',
  reference: 'Key of another record',
  references: 'Keys of other records',
  rows: 'Rows',
  attributes: 'Attributes',
  file: 'File',
}

/** What a field takes, in words: "Text, at most 20 characters". */
export function typeWord(field: Field): string {
  if (field.type === 'text' && field.max !== undefined) return `Text, up to ${field.max} characters`
  return words[field.type]
}
