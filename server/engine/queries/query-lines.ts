import type { Condition, FieldSpec, Json } from '#src/definition'
import { isGrouped, isWhole, type Query, type QueryColumn, queryLinesName } from '#src/definition/query/query.ts'
import type { QueryFormat } from './formats.ts'
import type { OutputColumn } from './query-columns.ts'

type Named = Pick<QueryFormat, 'id' | 'name' | 'query_type' | 'query' | 'opens_in_grid'> & {
  readonly row_version?: number
}

/** A value that tells a group from the others: a column, or the currency of amounts beside it. */
interface GroupKey {
  readonly id: string
  readonly field: string
  readonly span: boolean
  readonly label: string
}

const keysOf = (columns: readonly OutputColumn[]): readonly GroupKey[] =>
  columns.flatMap(({ id, of, aggregate, formula, span, spec }) =>
    of && !aggregate && !formula ? [{ id, field: of.name, span: span !== undefined, label: spec.label ?? id }] : [],
  )

/** The days that a span of time of a group begins and ends with, which lead to its lines. */
export const spanFields = (columns: readonly OutputColumn[]): Record<string, FieldSpec> =>
  Object.fromEntries(
    columns
      .filter(({ span }) => span)
      .flatMap(({ id, spec }): [string, FieldSpec][] => [
        [`${id}_from`, { type: 'date', label: `${spec.label} from`, hidden: true }],
        [`${id}_to`, { type: 'date', label: `${spec.label} until`, hidden: true }],
      ]),
  )

/**
 * The lines behind a group: those that have its values, and what was answered for the whole. Groups without a value lead nowhere,
 * nor do those that are told apart by the currency of related records, which no line has.
 */
export function linesDrill({ id, query }: Pick<Named, 'id' | 'query'>, columns: readonly OutputColumn[]) {
  if (columns.some(({ currencyFor }) => currencyFor !== undefined)) return null
  const keys = keysOf(columns)
  const values = keys.flatMap((key) => (key.span ? [`${key.id}_from`, `${key.id}_to`] : [key.id]))
  const filters = Object.fromEntries([
    ...query.parameters.map(({ name }) => [name, [name]] as const),
    ...values.map((name) => [`k_${name}`, [name]] as const),
  ])
  return { screen: queryLinesName(id), filters, needs: values }
}

/** The query of the lines: the same records under the same conditions, one by one, with a question for each value of a group. */
export function linesFormat<T extends Named>(format: T, columns: readonly OutputColumn[]): T {
  const { query } = format
  if (!isGrouped(query)) return format
  const of = (parameter: string): Json => ({ parameter })
  const asks = keysOf(columns).map(({ id, field, span, label }) => {
    const name = `k_${id}`
    const condition: Condition = span
      ? { op: 'between', field, value: [of(`${name}_from`), of(`${name}_to`)] }
      : { op: 'eq', field, value: of(name) }
    const questions = span
      ? [
          { name: `${name}_from`, label: `${label} from` },
          { name: `${name}_to`, label: `${label} until` },
        ]
      : [{ name, label }]
    return { condition, questions }
  })
  const where = [...(query.where ? [query.where] : []), ...asks.map(({ condition }) => condition)]
  return {
    ...format,
    name: `${format.name}: lines`,
    query: {
      ...query,
      columns: lineColumns(query),
      where: where.length > 0 ? { op: 'and', of: where } : null,
      having: null,
      sort: [],
      limit: null,
      chart: null,
      parameters: [
        ...query.parameters.map((one) => ({ ...one, required: false })),
        ...asks.flatMap(({ questions }) => questions),
      ],
    },
  }
}

/** Every field that the groups are made of, once and as it is. */
function lineColumns({ columns, related }: Query): QueryColumn[] {
  const isRelated = (field: string): boolean => related.some(({ id }) => field.startsWith(`${id}.`))
  const seen = new Set<string>()
  const lines = columns.flatMap((column): QueryColumn[] => {
    const { id, field, formula, span, aggregate, label } = column
    if (formula !== undefined || field === undefined) return []
    if (isRelated(field)) return aggregate === undefined ? [] : [column]
    if (isWhole(field) || seen.has(field)) return []
    seen.add(field)
    // The heading of a sum or of a month says what a line does not have.
    return [{ id, field, ...(label !== undefined && !aggregate && !span ? { label } : {}) }]
  })
  return lines.length > 0 ? lines : [{ id: 'c0', field: 'created_at' }]
}
