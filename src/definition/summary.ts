import { filtersOf } from './condition-filters.ts'
import { type Condition, fieldsOf } from './conditions.ts'
import type { FieldSpec } from './field.ts'
import { type Filter, printFilter } from './list-query.ts'

/**
 * How a date is grouped: by the day, by the first day of its week, month, quarter or year, or by the name of the fiscal period or quarter it
 * lies in, of the calendar that an application follows.
 */
export const spans = ['day', 'week', 'month', 'quarter', 'year', 'period', 'fiscal_quarter'] as const
export type Span = (typeof spans)[number]

/** Of which parts of the calendar fiscal spans are, where an application follows no other. */
export const fiscalSteps = { period: 'month', fiscal_quarter: 'quarter' } as const
export type FiscalSpan = keyof typeof fiscalSteps

export const isFiscalSpan = (word: string | null): word is FiscalSpan =>
  word !== null && Object.hasOwn(fiscalSteps, word)

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
  /** The field that names the application whose fiscal calendar cuts the spans of 'period_from.period' and 'posting_date.fiscal_quarter'. */
  readonly application?: string
  /** Which records count at all. */
  readonly where?: Condition
}

export interface SummaryView {
  readonly of: string
  readonly groups: Readonly<Record<string, string>>
  readonly figures: Readonly<Record<string, string>>
  readonly filters: Readonly<Record<string, string>>
  readonly application?: string
  readonly where: Condition | null
}

/** 'billing_date.month' is the field billing_date and the word month; a plain field has no word. */
export function partsOf(source: string): readonly [field: string, word: string | null] {
  const [field = '', word = null] = source.split('.')
  return [field, word]
}

/** The fields that a summary reads of the records it adds up. */
export function fieldsRead({ groups, figures, filters, application, where }: SummaryView): ReadonlySet<string> {
  const named = [...Object.values(groups), ...Object.values(figures), ...Object.values(filters)]
  return new Set([
    ...named.filter((from) => from !== 'count').map((from) => partsOf(from)[0]),
    ...(application === undefined ? [] : [application]),
    ...(where ? fieldsOf(where) : []),
  ])
}

export const isSpan = (word: string | null): word is Span => spans.some((span) => span === word)

/** A group by the name of a record, whose key is no group beside it. */
const isNameAlone = (source: string, groups: SummaryInput<string>['groups']): boolean => {
  const [field, word] = partsOf(source)
  return word === 'title' && !Object.values(groups).includes(field)
}

/**
 * Columns of its own that lead a row of a summary back to its records: of each group whether it has no value, of a span its days, of a name
 * the key it belongs to.
 */
export function wayFields({ groups }: Pick<SummaryInput<string>, 'groups'>): Record<string, FieldSpec> {
  const hidden = (type: 'text' | 'date', ...names: string[]) =>
    names.map((name): [string, FieldSpec] => [name, { type, hidden: true }])
  const entries = Object.entries(groups).flatMap(([name, source = '']): [string, FieldSpec][] => {
    const [, word] = partsOf(source)
    if (word === 'title') return isNameAlone(source, groups) ? hidden('text', `${name}_key`, `${name}_absent`) : []
    return [...hidden('text', `${name}_absent`), ...(isSpan(word) ? hidden('date', `${name}_from`, `${name}_to`) : [])]
  })
  return Object.fromEntries(entries)
}

/** The list of records behind a row of a summary; null where no filters of that list lead to exactly those. */
export function wayToRecords({ of, groups, filters, where }: SummaryView) {
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
    else if (isNameAlone(source, groups)) add(field, `${name}_key`)
  }
  const grouped = Object.keys(found)
  // A row has a value of what it is grouped by, which fulfils the criteria and the condition already.
  const isOpen = (field: string): boolean => !grouped.includes(field)
  const asked = Object.entries(filters).flatMap(([parameter, filter]) =>
    isOpen(partsOf(filter)[0]) ? [[parameter, filter.replace(/\.eq$/, '')] as const] : [],
  )
  for (const [parameter, filter] of asked) add(filter, parameter)
  const counted = where ? filtersOf(where)?.filter(({ field }) => isOpen(field)) : []
  if (
    !counted ||
    !canAllHold(counted, [...grouped, ...asked.flatMap(([, filter]) => (isOpen(filter) ? [filter] : []))])
  )
    return null
  return {
    screen: of,
    filters: found,
    absent: Object.keys(wayFields({ groups })).filter((name) => name.endsWith('_absent')),
    fixed: Object.fromEntries(counted.map(printFilter)),
  }
}

/** Whether an address can say them all: it has one value for each field and operator; several values of one field are asked for by `in`. */
function canAllHold(counted: readonly Filter[], others: readonly string[]): boolean {
  const names = [...counted.map((filter) => printFilter(filter)[0]), ...others]
  const taken = [...names, ...others.filter((name) => !name.includes('.')).map((name) => `${name}.in`)]
  return new Set(taken).size === taken.length
}
