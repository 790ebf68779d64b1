import { fieldDisplays, type Field, numberTypes } from '#src/definition'
import { mixed } from '#src/definition/mixed.ts'

/** Names of referenced records: field → key → label. */
export type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>

export const isAmount = (field: Field): boolean => numberTypes.has(field.type)

export const isNegative = (value: unknown): boolean =>
  typeof value === 'number' ? value < 0 : typeof value === 'string' && value.startsWith('-')

/** The whole text of a cell: what a person reads, what is copied and what the tooltip shows. */
export function cellText(value: unknown, field: Field, locale: string, labels: Labels = {}): string {
  if (value === null || value === undefined || value === '') return ''
  if (value === mixed && isAmount(field)) return mixed
  const label = field.type === 'reference' ? labels[field.name]?.[String(value)] : undefined
  return label && label !== value
    ? `${String(value)} · ${label}`
    : fieldDisplays[field.type].format(value, field, locale)
}
