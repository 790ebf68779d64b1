import { type Field, fieldDisplays, isAbsent, numberTypes } from '#src/definition'
import { isIsoDay, isRelativeDate } from '#src/definition/dates.ts'
import { plainText } from '#src/definition/field-types/field-type.ts'

/** Whether a question can be answered with a value before anybody has answered it. */
export function fitsQuestion(field: Pick<Field, 'type' | 'choices'>, value: unknown): boolean {
  if (isAbsent(value)) return true
  if (field.type === 'flag') return typeof value === 'boolean'
  const text = String(value)
  if (numberTypes.has(field.type)) return fieldDisplays[field.type].parseText(text, field as Field, plainText).ok
  if (field.type === 'date' || field.type === 'dateTime') return isRelativeDate(text) || isIsoDay(text)
  if (field.type === 'choice') return field.choices?.some((choice) => choice.value === value) ?? false
  return typeof value === 'string'
}
