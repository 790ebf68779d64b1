import type { Condition } from '#src/definition'
import { comparisonsIn, parametersOf } from '#src/definition/query/bind.ts'
import {
  type Query,
  type QueryColumn,
  type QueryParameter,
  type QueryRelated,
  rowPath,
} from '#src/definition/query/query.ts'

/** A query about some records that nobody has said anything of yet. */
export const emptyQuery = (from: string): Query => ({
  from,
  related: [],
  columns: [],
  where: null,
  having: null,
  parameters: [],
  sort: [],
  limit: null,
  chart: null,
})

const numberOf = (id: string): number => Number(/\d+/.exec(id)?.[0] ?? 0)

/** A name that no other has: c4 behind c1 and c3. */
export const nextId = (letter: 'c' | 'r' | 'p', taken: readonly string[]): string =>
  `${letter}${Math.max(0, ...taken.map(numberOf)) + 1}`

export const addColumn = (query: Query, column: Omit<QueryColumn, 'id'>): Query => ({
  ...query,
  columns: [
    ...query.columns,
    {
      id: nextId(
        'c',
        query.columns.map(({ id }) => id),
      ),
      ...column,
    },
  ],
})

export const changeColumn = (query: Query, id: string, change: Partial<QueryColumn>): Query => ({
  ...query,
  columns: query.columns.map((column) =>
    column.id === id
      ? (Object.fromEntries(
          Object.entries({ ...column, ...change }).filter(([, value]) => value !== undefined),
        ) as unknown as QueryColumn)
      : column,
  ),
})

/** Without a column, and without everything that names it. */
export function removeColumn(query: Query, id: string): Query {
  const chart = query.chart && { ...query.chart, y: query.chart.y.filter((one) => one !== id) }
  return tidyQuestions({
    ...query,
    columns: query.columns.filter(
      (column) => column.id !== id && column.share !== id && !column.formula?.includes(`[${id}]`),
    ),
    sort: query.sort.filter(({ column }) => column !== id),
    having: withoutField(query.having, (field) => field === id),
    chart: chart && chart.x !== id && chart.y.length > 0 ? chart : null,
  })
}

export function moveTo<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)]
}

/** With a line for each row of a field, or for each record again; what names fields of other rows goes. */
export function listEach(query: Query, each: string | undefined): Query {
  const isOfRow = (field: string): boolean => field.startsWith(`${rowPath}.`)
  const gone = query.columns.filter(({ field }) => field !== undefined && isOfRow(field))
  const { each: _each, ...left } = gone.reduce((before, { id }) => removeColumn(before, id), {
    ...query,
    where: withoutField(query.where, isOfRow),
  })
  const listed = tidyQuestions(left)
  return each === undefined ? listed : { ...listed, each }
}

export const addRelated = (query: Query, related: Omit<QueryRelated, 'id'>): { query: Query; id: string } => {
  const id = nextId(
    'r',
    query.related.map((one) => one.id),
  )
  return { id, query: { ...query, related: [...query.related, { id, ...related }] } }
}

export const changeRelated = (query: Query, id: string, change: Partial<QueryRelated>): Query =>
  tidyQuestions({ ...query, related: query.related.map((one) => (one.id === id ? { ...one, ...change } : one)) })

/** Without records that belong to the listed ones, and without the figures of them. */
export function removeRelated(query: Query, id: string): Query {
  const gone = query.columns.filter(({ field }) => field?.startsWith(`${id}.`)).map((column) => column.id)
  return gone.reduce(removeColumn, { ...query, related: query.related.filter((one) => one.id !== id) })
}

/** A condition without the parts about some fields; null where nothing is left. */
export function withoutField(condition: Condition | null, isGone: (field: string) => boolean): Condition | null {
  if (condition === null) return null
  if ('field' in condition) return isGone(condition.field) ? null : condition
  if (condition.op === 'not') {
    const of = withoutField(condition.of, isGone)
    return of && { op: 'not', of }
  }
  const of = condition.of.flatMap((part) => withoutField(part, isGone) ?? [])
  return of.length === 0 ? null : { op: condition.op, of }
}

/** Without the questions that no condition asks any more. */
export function tidyQuestions(query: Query): Query {
  const conditions = [query.where, query.having, ...query.related.map(({ where }) => where ?? null)]
  const asked = new Set(conditions.flatMap(comparisonsIn).flatMap(parametersOf))
  const parameters = query.parameters.filter(({ name }) => asked.has(name))
  return parameters.length === query.parameters.length ? query : { ...query, parameters }
}

export const changeQuestion = (query: Query, name: string, change: Partial<QueryParameter>): Query => ({
  ...query,
  parameters: query.parameters.map((one) => (one.name === name ? { ...one, ...change } : one)),
})

const spanTypes: ReadonlySet<string> = new Set(['date', 'dateTime', 'integer', 'decimal', 'money', 'percent'])

/** A comparison of a field whose value is asked for when the query is run, with its questions. */
export function askingCondition(
  query: Pick<Query, 'parameters'>,
  field: string,
  { type, label }: { readonly type: string; readonly label: string },
): { readonly condition: Condition; readonly parameters: readonly QueryParameter[] } {
  const name = nextId(
    'p',
    query.parameters.map((one) => one.name),
  )
  if (spanTypes.has(type)) {
    const [from, to] = [`${name}_from`, `${name}_to`]
    return {
      condition: { op: 'between', field, value: [{ parameter: from }, { parameter: to }] },
      parameters: [
        { name: from, label: `${label} from` },
        { name: to, label: `${label} until` },
      ],
    }
  }
  const op = type === 'reference' ? 'in' : type === 'choice' || type === 'flag' ? 'eq' : 'contains'
  return { condition: { op, field, value: { parameter: name } }, parameters: [{ name, label }] }
}

/** The parts of a group with one of them exchanged, or taken out. */
export const withPart = (of: readonly Condition[], at: number, part: Condition | null): Condition[] =>
  of.flatMap((before, index) => (index === at ? (part ?? []) : before))
