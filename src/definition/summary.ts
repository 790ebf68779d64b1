import { type Condition, fieldsOf } from './conditions.ts'
import type { FieldSpec } from './field.ts'

/** How a date is grouped: by the day, or by the first day of its week, month, quarter or year. */
export const spans = ['day', 'week', 'month', 'quarter', 'year'] as const
export type Span = (typeof spans)[number]

/** What is worked out of the records of a group. */
export const figureKinds = ['sum', 'avg', 'min', 'max', 'distinct'] as const

/** A result without a report of its own: the records of a screen, added up. */
export interface SummaryInput<N extends string> {
  /** The screen whose records are added up. */
  readonly of: string
  /** Column: the field it is grouped by; 'billing_date.month' by its month, 'customer_number.title' is the name of the record referred to. */
  readonly groups: Partial<Record<N, string>>
  /** Column: 'count' of records, or a field and what is worked out of it: 'net_value.sum', 'customer_number.distinct'. */
  readonly figures: Partial<Record<N, string>>
  /** Parameter: the field and operator it filters by, such as 'billing_date.gte'; the field of its own name unless given. */
  readonly filters?: Readonly<Record<string, string>>
  /** Which records count at all. */
  readonly where?: Condition
}

export interface SummaryView {
  readonly of: string
  readonly groups: Readonly<Record<string, string>>
  readonly figures: Readonly<Record<string, string>>
  readonly filters: Readonly<Record<string, string>>
  readonly where: Condition | null
}

/** 'billing_date.month' is the field billing_date and the word month; a plain field has no word. */
export function partsOf(source: string): readonly [field: string, word: string | null] {
  const [field = '', word = null] = source.split('.')
  return [field, word]
}

/** The fields that a summary reads of the records it adds up. */
export function fieldsRead({ groups, figures, filters, where }: SummaryView): ReadonlySet<string> {
  const named = [...Object.values(groups), ...Object.values(figures), ...Object.values(filters)]
  return new Set([
    ...named.filter((from) => from !== 'count').map((from) => partsOf(from)[0]),
    ...(where ? fieldsOf(where) : []),
  ])
}

export const isSpan = (word: string | null): word is Span => spans.some((span) => span === word)

/** Columns of its own that lead a row of a summary back to its records: of each group whether it has no value, of a span its days. */
export function wayFields({ groups }: Pick<SummaryInput<string>, 'groups'>): Record<string, FieldSpec> {
  const entries = Object.entries(groups).flatMap(([name, source]): [string, FieldSpec][] => {
    const [, word] = partsOf(source ?? '')
    if (word === 'title') return []
    return [
      [`${name}_absent`, { type: 'text', hidden: true }],
      ...(isSpan(word)
        ? [`${name}_from`, `${name}_to`].map((day): [string, FieldSpec] => [day, { type: 'date', hidden: true }])
        : []),
    ]
  })
  return Object.fromEntries(entries)
}

/** The list of records behind a row of a summary. */
export function wayToRecords({ of, groups, filters }: SummaryView) {
  const found: Record<string, string[]> = {}
  const add = (filter: string, column: string): void => {
    found[filter] = [...(found[filter] ?? []), column]
  }
  for (const [name, source] of Object.entries(groups)) {
    const [field, word] = partsOf(source)
    if (isSpan(word)) {
      add(`${field}.gte`, `${name}_from`)
      add(`${field}.lte`, `${name}_to`)
    } else if (word === null) add(field, name)
  }
  for (const [parameter, filter] of Object.entries(filters)) add(filter.replace(/\.eq$/, ''), parameter)
  return {
    screen: of,
    filters: found,
    absent: Object.keys(wayFields({ groups })).filter((name) => name.endsWith('_absent')),
  }
}
