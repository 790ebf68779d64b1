import { parseListQuery, type Field, type Filter, type Json } from '#src/definition'
import { isRelativeDate, resolveDate } from '#src/definition/dates.ts'
import type { RecordLabels } from '#src/data/records.ts'

/** One group as the server counts it: what its records have in common, their number and their totals. */
export interface ListGroup {
  readonly level: number
  readonly values: Readonly<Record<string, Json>>
  readonly count: number
  readonly totals: Readonly<Record<string, string | null>>
  /** The parameters that, added to those of the list, list its records. */
  readonly filters: Readonly<Record<string, string>>
}

export interface GroupPage {
  readonly groups: readonly ListGroup[]
  readonly total_groups: number
  readonly labels?: RecordLabels
}

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

/** What a group is called: the span of its days, the label of its choice or record, "Empty" without a value. */
export function groupTitle(
  group: ListGroup,
  key: string,
  field: Field,
  text: (value: Json, field: Field) => string,
  locale: string,
): string {
  const { unit } = groupKey(key)
  const value = group.values[field.name]
  if (value === null || value === undefined || value === '') return 'Empty'
  if (unit === null || unit === 'day') return text(value, field) || String(value)
  const day = new Date(`${String(value).slice(0, 10)}T00:00:00Z`)
  const year = day.getUTCFullYear()
  if (unit === 'year') return String(year)
  if (unit === 'quarter') return `Q${Math.floor(day.getUTCMonth() / 3) + 1} ${year}`
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(day)
}

const today = (): string => new Date().toISOString().slice(0, 10)

/** Filters of a list and of one of its groups, all of them to hold; where both bound the same days, the narrower span. */
export function withinGroup(
  scope: Readonly<Record<string, string>>,
  group: Readonly<Record<string, string>>,
): Record<string, string> {
  const result: Record<string, string> = { ...scope }
  for (const [parameter, text] of Object.entries(group)) {
    const [low = '', high = ''] = (result[parameter] ?? '').split(',').map(plainDay)
    const [from = '', to = ''] = text.split(',')
    result[parameter] =
      parameter.endsWith('.between') && result[parameter]
        ? [low > from ? low : from, high !== '' && high < to ? high : to].join(',')
        : text
  }
  return result
}

const plainDay = (text: string): string => (isRelativeDate(text) ? String(resolveDate(text, 'date', today())) : text)

/** The filters that list the records of a group, to be shown as chips. */
export const groupFilters = (
  parameters: Readonly<Record<string, string>>,
  fields: readonly Field[],
): readonly Filter[] => parseListQuery(parameters, fields).query.filters
