import { parseListQuery, type Field, type Filter, type Json } from '#src/definition'
import { markedTotals } from '#src/definition/mixed.ts'
import { isRelativeDate, readersCalendar, resolveDate } from '#src/definition/dates.ts'
import type { RecordLabels } from '#src/data/records.ts'
import { groupKey } from '../grouping.ts'

/** One group as the server counts it: what its records have in common, their number and their totals. */
export interface ListGroup {
  readonly level: number
  readonly values: Readonly<Record<string, Json>>
  readonly count: number
  readonly totals: Readonly<Record<string, string | null>>
  /** The columns of which several currencies keep a total from being one. */
  readonly mixed?: readonly string[]
  /** The parameters that, added to those of the list, list its records. */
  readonly filters: Readonly<Record<string, string>>
}

/** Groups as the server answers them, their totals as they are shown. */
export const markedGroups = (page: GroupPage): GroupPage => ({ ...page, groups: page.groups.map(markedTotals) })

export interface GroupPage {
  readonly groups: readonly ListGroup[]
  readonly total_groups: number
  readonly labels?: RecordLabels
}

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

const plainDay = (text: string): string =>
  isRelativeDate(text) ? String(resolveDate(text, 'date', readersCalendar().today)) : text

/** The filters that list the records of a group, to be shown as chips. */
export const groupFilters = (
  parameters: Readonly<Record<string, string>>,
  fields: readonly Field[],
): readonly Filter[] => parseListQuery(parameters, fields).query.filters
