import { fieldDisplays, type Field, numberTypes } from '#src/definition'
import { mixed } from '#src/definition/mixed.ts'

export const isFigure = ({ type }: Field): boolean => numberTypes.has(type)

/** A value as people read it. */
export const words = (value: unknown, field: Field, locale: string): string =>
  value === null || value === undefined || value === ''
    ? ''
    : value === mixed && isFigure(field)
      ? mixed
      : fieldDisplays[field.type].format(value, field, locale)
