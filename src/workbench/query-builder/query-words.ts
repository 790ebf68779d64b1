import {
  isGrouped,
  type Query,
  type QueryAggregate,
  type QueryColumn,
  type QuerySpan,
  rowPath,
} from '#src/definition/query/query.ts'
import type { FieldBook, KnownField } from './field-book.ts'

const aggregateLabels: Record<QueryAggregate, string> = {
  sum: 'Sum',
  avg: 'Average',
  min: 'Smallest',
  max: 'Largest',
  count: 'Number of values',
  distinct: 'Number of different values',
}
const dayLabels: Partial<Record<QueryAggregate, string>> = { min: 'Earliest', max: 'Latest' }
const spanLabels: Record<QuerySpan, string> = { day: 'Day', month: 'Month', quarter: 'Quarter', year: 'Year' }

const added: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'percent'])

/** How a column can show its field, the usual way first; `isRelated`: only figures are made of it. */
export function showings(
  { field }: KnownField,
  isRelated: boolean,
): { readonly value: string; readonly label: string }[] {
  if (field === null) return [{ value: 'count', label: 'Number' }]
  const isDay = field.type === 'date' || field.type === 'dateTime'
  const aggregates: QueryAggregate[] = [
    ...(added.has(field.type) ? (['sum', 'avg'] as const) : []),
    ...(added.has(field.type) || isDay ? (['min', 'max'] as const) : []),
    'count',
    'distinct',
  ]
  return [
    ...(isRelated ? [] : [{ value: '', label: isDay ? 'Each value' : 'Each value' }]),
    ...(isDay && !isRelated
      ? Object.entries(spanLabels).map(([value, label]) => ({ value: `span ${value}`, label }))
      : []),
    ...aggregates.map((value) => ({ value, label: (isDay ? dayLabels[value] : undefined) ?? aggregateLabels[value] })),
  ]
}

export const showingOf = ({ aggregate, span }: QueryColumn): string => aggregate ?? (span ? `span ${span}` : '')

export const showingChange = (value: string): Pick<QueryColumn, 'aggregate' | 'span'> =>
  value.startsWith('span ')
    ? { span: value.slice(5) as QuerySpan, aggregate: undefined }
    : { aggregate: (value || undefined) as QueryAggregate | undefined, span: undefined }

/** What a column is called where its own heading is not known: how it shows what. */
export function columnLabel(column: QueryColumn, book: FieldBook): string {
  if (column.label) return column.label
  if (column.formula !== undefined) return 'Formula'
  if (column.share !== undefined) return 'Share of the total'
  const label = book.known(column.field ?? '')?.label ?? column.field ?? ''
  const showing = column.aggregate ? aggregateLabels[column.aggregate] : column.span ? spanLabels[column.span] : null
  if (column.field?.endsWith('*')) return `Number of ${label.toLowerCase()}`
  return showing === null ? label : `${label} (${showing.toLowerCase()})`
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}`

/** What a row of the result stands for, in a sentence. */
export function grainWords(query: Query, book: FieldBook): string {
  const records = book.tableAt('')?.singular.toLowerCase() ?? 'record'
  if (query.columns.length === 0) return 'Choose columns to see the first rows.'
  if (!isGrouped(query))
    return query.each === undefined
      ? `One row for each ${records}.`
      : `One row for each row of ${book.tableAt(rowPath)?.table_description.toLowerCase() ?? '…'} of each ${records}.`
  const keys = query.columns.filter(
    ({ aggregate, formula, share }) => !aggregate && formula === undefined && share === undefined,
  )
  if (keys.length === 0) return 'One row for everything together.'
  return `One row for each ${listed(keys.map((column) => columnLabel(column, book)))}. Amounts in different currencies are in rows of their own.`
}

/** Columns that add up, so that a row has a share of their total: sums and numbers, or the amounts of single records. */
export function addedUp(columns: readonly QueryColumn[], query: Query, book: FieldBook): QueryColumn[] {
  const isPlain = !isGrouped(query)
  return columns.filter(({ field, aggregate, span, formula, share }) => {
    if (field === undefined || span || formula !== undefined || share !== undefined) return false
    if (onceWords({ id: '', field, aggregate }, query, book) !== null) return false
    if (aggregate) return aggregate === 'sum' || aggregate === 'count'
    const type = book.known(field)?.field?.type
    return isPlain && (type === 'money' || type === 'decimal')
  })
}

/** What is to be known about a figure of records that several lines refer to. */
export function onceWords({ field, aggregate }: QueryColumn, query: Query, book: FieldBook): string | null {
  const isRelated = query.related.some(({ id }) => field?.startsWith(`${id}.`))
  const isLine = query.each === undefined ? !field?.includes('.') : /^row\.[^.]+$/.test(field ?? '')
  if (!aggregate || !field || isLine || isRelated) return null
  if (aggregate === 'min' || aggregate === 'max' || aggregate === 'distinct') return null
  const records = book.known(field)?.records.toLowerCase() ?? 'records'
  return `Each of the ${records} counts once in a row, however many lines refer to it.`
}
