import { useQueries } from '@tanstack/react-query'
import { isWhole, type Query, rowPath } from '#src/definition/query/query.ts'
import { fieldsQuery, type OfferedField, type TableFields } from './query-api.ts'

/** What a name of a query means: a field, whose it is, and how the way there is called. */
export interface KnownField {
  readonly field: OfferedField | null
  /** 'Customer number – Country' */
  readonly label: string
  /** The records that the way leads to. */
  readonly records: string
}

export interface FieldBook {
  readonly tables: ReadonlyMap<string, TableFields>
  /** The table that a way leads to: '' the listed records, 'customer_number', 'r1'; undefined while it is not known. */
  readonly tableAt: (path: string) => TableFields | undefined
  readonly known: (name: string) => KnownField | undefined
  readonly failure: Error | null
  readonly retry: () => void
}

const wayOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')))

/** The fields of rows within records, as if they were a table. */
const rowsTable = (base: TableFields, rows: string): TableFields | undefined => {
  const offer = base.related.find((one) => one.rows === rows)
  return (
    offer && {
      table_name: base.table_name,
      table_description: offer.plural,
      singular: offer.plural,
      records: offer.fields ?? [],
      references: offer.references ?? [],
      related: [],
    }
  )
}

function tableFinder(query: Query, tables: ReadonlyMap<string, TableFields>) {
  const tableAt = (path: string): TableFields | string | undefined => {
    if (path === '') return tables.get(query.from) ?? query.from
    const base = tables.get(query.from)
    if (path === rowPath && query.each !== undefined) return base && rowsTable(base, query.each)
    const related = query.related.find(({ id }) => id === path)
    if (related?.rows !== undefined) return base && rowsTable(base, related.rows)
    if (related) return tables.get(related.screen ?? '') ?? related.screen
    const at = path.lastIndexOf('.')
    const parent = tableAt(at < 0 ? '' : path.slice(0, at))
    if (typeof parent !== 'object') return parent
    const reference = parent.references.find(({ field }) => field === path.slice(at + 1))
    return reference && (tables.get(reference.table_name) ?? reference.table_name)
  }
  return tableAt
}

const conditionFields = (condition: unknown): string[] => {
  const one = condition as { field?: string; of?: unknown } | null
  if (!one) return []
  if (one.field !== undefined) return [one.field]
  return [one.of].flat().flatMap(conditionFields)
}

/** Everything that a query names, with the fields asked for as far as they are needed; `more` are ways that somebody looks along. */
export function useFieldBook(query: Query, more: readonly string[] = []): FieldBook {
  const paths = [
    '',
    ...(query.each === undefined ? [] : [rowPath]),
    ...query.related.map(({ id }) => id),
    ...query.columns.flatMap(({ field }) => (field === undefined ? [] : [wayOf(field)])),
    ...conditionFields(query.where).map(wayOf),
    ...query.related.flatMap(({ id, where }) => conditionFields(where).map((name) => wayOf(`${id}.${name}`))),
    ...more,
  ]
  const known = useKnownTables(query, paths)
  const { tables } = known
  const find = tableFinder(query, tables)
  const tableAt = (path: string): TableFields | undefined => {
    const found = find(path)
    return typeof found === 'object' ? found : undefined
  }
  return {
    ...known,
    tableAt,
    known: (name) => {
      const path = wayOf(name)
      const table = tableAt(path)
      if (!table) return undefined
      if (isWhole(name)) return { field: null, label: table.table_description, records: table.table_description }
      const field = table.records.find((one) => one.name === name.slice(path === '' ? 0 : path.length + 1))
      return (
        field && {
          field,
          label: [...labelsOf(path, query, tableAt), field.label].join(' – '),
          records: table.table_description,
        }
      )
    },
  }
}

function labelsOf(path: string, query: Query, tableAt: (path: string) => TableFields | undefined): string[] {
  if (path === '') return []
  if (path === rowPath) return [tableAt(path)?.table_description ?? '']
  const related = query.related.find(({ id }) => id === path)
  if (related) return [related.label ?? tableAt(path)?.table_description ?? '']
  const reference = tableAt(wayOf(path))?.references.find(
    ({ field }) => field === path.slice(path.lastIndexOf('.') + 1),
  )
  return [...labelsOf(wayOf(path), query, tableAt), reference?.label ?? '']
}

function useKnownTables(query: Query, paths: readonly string[]) {
  // A way leads on once the table before is known: each answer may name the next.
  const first = useTables([query.from, ...query.related.flatMap(({ screen }) => screen ?? [])])
  const second = useTables(wanted(query, paths, first.tables))
  const third = useTables(wanted(query, paths, second.tables))
  const fourth = useTables(wanted(query, paths, third.tables))
  const all = [first, second, third, fourth]
  return {
    tables: fourth.tables,
    failure: all.map(({ failure }) => failure).find((one) => one !== null) ?? null,
    retry: () => {
      for (const one of all) one.retry()
    },
  }
}

function wanted(query: Query, paths: readonly string[], tables: ReadonlyMap<string, TableFields>): string[] {
  const find = tableFinder(query, tables)
  const found = paths
    .map((path) => find(path))
    .flatMap((one) => (typeof one === 'string' ? [one] : (one?.table_name ?? [])))
  return [...new Set([...tables.keys(), ...found])]
}

function useTables(names: readonly string[]) {
  const unique = [...new Set(names.filter((name) => name !== ''))].toSorted((a, b) => a.localeCompare(b))
  const answers = useQueries({ queries: unique.map((name) => fieldsQuery(name)) })
  return {
    tables: new Map(answers.flatMap(({ data }, at) => (data ? [[unique[at]!, data] as const] : []))),
    failure: answers.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const answer of answers) if (answer.isError) void answer.refetch()
    },
  }
}
