import type { Field } from '#src/definition'

const groupable: ReadonlySet<string> = new Set(['text', 'choice', 'flag', 'reference', 'date', 'dateTime', 'integer'])

/** Whether rows that share a value of the field make sense as a group. */
export const canGroupBy = (field: Field): boolean => groupable.has(field.type) && !field.hidden

/** Spans that days are grouped by, the usual one first. */
export const groupUnits: readonly (readonly [string, string])[] = [
  ['month', 'By month'],
  ['quarter', 'By quarter'],
  ['year', 'By year'],
  ['day', 'By day'],
]

/** One level of grouping; `unit` for days and instants only. */
export interface GroupLevel {
  readonly field: string
  readonly unit: string | null
  readonly descending: boolean
}

/** Reads a level of the address, '-billing_date:month'. */
export function groupKey(key: string): GroupLevel {
  const [field = '', unit] = key.replace(/^-/, '').split(':')
  return { field, unit: unit ?? null, descending: key.startsWith('-') }
}

export const groupKeyText = ({ field, unit, descending }: GroupLevel): string =>
  `${descending ? '-' : ''}${field}${unit === null ? '' : `:${unit}`}`

/** The key that a field is grouped by at first: days by their month. */
export const firstKey = (field: Field): string =>
  field.type === 'date' || field.type === 'dateTime' ? `${field.name}:month` : field.name

export const isGroupedBy = (group: readonly string[], field: string): boolean =>
  group.some((key) => groupKey(key).field === field)

/** Groups by a field as the innermost level, or no longer. */
export const groupToggled = (group: readonly string[], field: Field): string[] =>
  isGroupedBy(group, field.name)
    ? group.filter((key) => groupKey(key).field !== field.name)
    : [...group, firstKey(field)]
