import type { Condition } from '../conditions.ts'
import type { ChartType } from '../screen-result.ts'

/** The four places where queries are kept: built by users, for analyses with charts, shared with partners, made by administrators for everybody. */
export const queryTypes = [
  { value: 'dynamic_query', label: 'Dynamic query', plural: 'Dynamic queries', path: '/dynamic-query' },
  { value: 'on_demand_analytics', label: 'Analysis', plural: 'On-demand analytics', path: '/on-demand-analytics' },
  {
    value: 'collaboration_portal',
    label: 'Shared query',
    plural: 'Collaboration portal',
    path: '/collaboration-portal',
  },
  { value: 'predefined_query', label: 'Predefined query', plural: 'Predefined queries', path: '/predefined-query' },
] as const

export type QueryType = (typeof queryTypes)[number]['value']

export const queryAggregates = ['sum', 'avg', 'min', 'max', 'count', 'distinct'] as const
export type QueryAggregate = (typeof queryAggregates)[number]

export const querySpans = ['day', 'month', 'quarter', 'year'] as const
export type QuerySpan = (typeof querySpans)[number]

/** A column of the result: a field, an aggregate of one, a formula over columns before it, or the share one of them has of its total. */
export interface QueryColumn {
  /** c1, c2 …: what sorts, formulas and conditions on figures name it by. */
  readonly id: string
  readonly label?: string | undefined
  /** A field by its way from the records that are listed: 'net_value', 'customer_number.country', 'r1.amount'; '*' or 'r1.*' stands for whole records. */
  readonly field?: string | undefined
  readonly aggregate?: QueryAggregate | undefined
  /** Of days and moments: the span of time they are put into. */
  readonly span?: QuerySpan | undefined
  /** A formula over other columns by their ids in brackets: '[c3] / [c2] * 100'. */
  readonly formula?: string | undefined
  readonly type?: 'decimal' | 'percent' | 'money' | undefined
  /** Another column before this one, by its id: how many percent its figure is of the total of all rows. */
  readonly share?: string | undefined
}

/** Records that refer to those that are listed, or rows within them; only figures are made of them, so that they multiply nothing. */
export interface QueryRelated {
  /** r1, r2 … */
  readonly id: string
  readonly label?: string | undefined
  /** The screen whose records refer here, and the field by which they do. */
  readonly screen?: string | undefined
  readonly by?: string | undefined
  /** Or a field of rows of the listed records themselves. */
  readonly rows?: string | undefined
  readonly where?: Condition | null | undefined
}

/** A value that is asked for when the query is run; conditions name it as `{ parameter: 'p1' }`. */
export interface QueryParameter {
  readonly name: string
  readonly label: string
  readonly required?: boolean | undefined
  readonly default?: string | number | boolean | undefined
}

export interface QuerySort {
  readonly column: string
  readonly descending: boolean
}

/** A query as it is kept: data only. */
export interface Query {
  /** The name of the screen whose records it lists. */
  readonly from: string
  /** A field of rows: each of its rows is a line, with the fields of its record beside its own (`row.material_number`). */
  readonly each?: string | undefined
  readonly related: readonly QueryRelated[]
  readonly columns: readonly QueryColumn[]
  readonly where: Condition | null
  /** A condition on the figures of the result, by the ids of columns. */
  readonly having: Condition | null
  readonly parameters: readonly QueryParameter[]
  readonly sort: readonly QuerySort[]
  /** The most rows of the result; null for all of them. */
  readonly limit: number | null
  readonly chart: { readonly type: ChartType; readonly x: string; readonly y: readonly string[] } | null
}

/** A query as its result knows it. */
export interface BuiltQuery extends Query {
  /** It opens as the whole result in the browser's grid. */
  readonly opensInGrid: boolean
  /** Where the lines behind its groups are; where it has groups. */
  readonly linesPath?: string
}

/** The name of the parameter that a value of a condition stands for; null for a value of its own. */
export function parameterIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { parameter } = value as { readonly parameter?: unknown }
  return typeof parameter === 'string' ? parameter : null
}

/** The way to the rows that a query lists one by one. */
export const rowPath = 'row'

/** Whether a column of whole records is meant by a field. */
export const isWhole = (field: string): boolean => field === '*' || field.endsWith('.*')

/** Whether the result has a row for each group of records instead of one for each record. */
export const isGrouped = ({ columns, related }: Pick<Query, 'columns' | 'related'>): boolean =>
  columns.some(
    ({ aggregate, field }) =>
      aggregate !== undefined && !related.some(({ id }) => field === id || field?.startsWith(`${id}.`)),
  )

/** The name of the screen that a saved query becomes. */
export const queryScreenName = (id: number): string => `query-${id}`

/** The name of the screen with the lines behind the groups of a saved query. */
export const queryLinesName = (id: number): string => `query-${id}-lines`

/** The saved query that a screen is, by its name, or whose lines it shows; null for other screens. */
export function queryNamed(screen: string): { readonly id: number; readonly isLines: boolean } | null {
  const [, id, lines] = /^query-(\d{1,15})(-lines)?$/.exec(screen) ?? []
  return id === undefined ? null : { id: Number(id), isLines: lines !== undefined }
}
