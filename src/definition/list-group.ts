import type { Field } from './field.ts'
import { fieldDisplays } from './field-types/display-registry.ts'
import type { QueryIssue } from './list-query.ts'

/** Spans of time that days and instants are grouped by. */
export const groupUnits = ['day', 'month', 'quarter', 'year'] as const

export type GroupUnit = (typeof groupUnits)[number]

/** One level of grouping; `unit` for days and instants only, where null is the day. */
export interface GroupKey {
  readonly field: string
  readonly unit: GroupUnit | null
  readonly descending: boolean
}

/** More levels than this nobody keeps in mind. */
export const mostGroupLevels = 3

const isUnit = (text: string): text is GroupUnit => (groupUnits as readonly string[]).includes(text)

/** Whether rows can be grouped by a field: by what has one value that can be sorted. */
export const isGroupable = (field: Field): boolean => fieldDisplays[field.type].sortable

/** Reads `group=country,-billing_date:month`, the outermost level first; everything wrong is reported. */
export function parseGroup(
  text: string | undefined,
  fields: readonly Field[],
): { readonly keys: readonly GroupKey[]; readonly issues: readonly QueryIssue[] } {
  const keys: GroupKey[] = []
  const issues: QueryIssue[] = []
  const report = (message: string): void => void issues.push({ parameter: 'group', message })
  for (const part of (text ?? '').split(',').filter(Boolean)) {
    const [name = '', unit] = part.replace(/^-/, '').split(':')
    const field = fields.find((candidate) => candidate.name === name)
    const isTime = field?.type === 'date' || field?.type === 'dateTime'
    if (!field) report(`There is no field ${name} to group by`)
    else if (!isGroupable(field)) report(`Nothing can be grouped by ${field.label}`)
    else if (unit !== undefined && (!isTime || !isUnit(unit))) report(`${field.label} cannot be grouped by ${unit}`)
    else if (keys.some((key) => key.field === name)) report(`${field.label} is grouped by twice`)
    else
      keys.push({
        field: name,
        unit: unit !== undefined && isUnit(unit) ? unit : null,
        descending: part.startsWith('-'),
      })
  }
  if (keys.length > mostGroupLevels) report(`At most ${mostGroupLevels} levels can be grouped by`)
  return { keys, issues }
}

const iso = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** First and last day of the span that begins on an ISO day. */
export function spanOf(start: string, unit: GroupUnit): readonly [string, string] {
  const [year = 0, month = 0] = start.split('-').map(Number)
  const months = { day: 0, month: 1, quarter: 3, year: 12 }[unit]
  return [start, months === 0 ? start : iso(year, month - 1 + months, 0)]
}
