import { fieldsOf, type Condition, type Field, type Screen } from '#src/definition'
import { idField, systemFields } from '#src/definition/system-fields.ts'
import { isWhole, type Query, type QueryRelated, rowPath } from '#src/definition/query/query.ts'
import { AppError } from '../../errors.ts'

/** Records that take part in a query. */
export interface QuerySource {
  /** The way to them from the listed records: '' for these, 'customer_number', 'r1', 'r1.material_number'. */
  readonly path: string
  readonly screen: Screen
  /** Where a reference leads here: the records that hold it, and the field. */
  readonly parent?: { readonly path: string; readonly field: Field }
  /** How related records or rows belong to the listed ones. */
  readonly related?: QueryRelated
  /** The field of rows that these are the rows of, one a line. */
  readonly each?: string
}

/** A field that a query names, and whose it is. */
export interface ScopedField {
  readonly name: string
  readonly source: QuerySource
  readonly field: Field
}

/** What a query is about: everything it names, found among the definitions. */
export interface QueryScope {
  readonly sources: ReadonlyMap<string, QuerySource>
  readonly fieldAt: (name: string) => ScopedField
  /** The fields it works with, by screen: whoever may not read one of them may not run it. */
  readonly reads: Readonly<Record<string, readonly string[]>>
}

const mostSources = 16

/** What a query is refused with, at a place of it. */
export const refuseQuery = (path: readonly (string | number)[], message: string): AppError =>
  new AppError('VALIDATION', { message, issues: [{ path: ['query', ...path], code: 'query', message }] })

/** Whether queries can be about the records of a screen. */
export const isQueried = ({ table, list }: Screen): boolean =>
  table !== null && list !== null && table.scope === 'organization' && table.key.length > 0

const namedIn = (condition: Condition | null | undefined): string[] => (condition ? fieldsOf(condition) : [])

/** The names of fields that a query works with, outside of its formulas and its conditions on figures. */
const namesIn = ({ columns, where, related }: Query): string[] => [
  ...columns.flatMap(({ field }) => (field === undefined ? [] : [field])),
  ...namedIn(where),
  ...related.flatMap((one) => namedIn(one.where).map((name) => `${one.id}.${name}`)),
]

/** Finds everything that a query names among screens; VALIDATION for what is not there. */
export function queryScope(query: Query, screens: readonly Screen[]): QueryScope {
  const screenOf = (name: string): Screen => {
    const screen = screens.find((candidate) => candidate.name === name)
    if (!screen || !isQueried(screen)) throw refuseQuery(['from'], `There are no records called ${name} to ask about.`)
    return screen
  }
  const sources = new Map<string, QuerySource>([['', { path: '', screen: screenOf(query.from) }]])
  if (query.each !== undefined) sources.set(rowPath, eachOf(query.each, sources.get('')!.screen))
  for (const one of query.related) sources.set(one.id, { path: one.id, ...relatedOf(one, sources.get('')!, screenOf) })
  const reads = new Map<string, Set<string>>()
  const read = (screen: Screen, name: string): void => {
    reads.set(screen.name, (reads.get(screen.name) ?? new Set<string>()).add(name))
  }
  for (const { related, each, screen } of sources.values()) {
    if (!reads.has(screen.name)) reads.set(screen.name, new Set())
    if (related?.by) read(screen, related.by)
    if (related?.rows) read(screen, related.rows)
    if (each) read(screen, each)
  }
  const sourceAt = (path: string): QuerySource => {
    const known = sources.get(path)
    if (known) return known
    const at = path.lastIndexOf('.')
    const parent = sourceAt(at < 0 ? '' : path.slice(0, at))
    const field = ownField(parent, path.slice(at + 1))
    if (field.type !== 'reference' || !field.target)
      throw refuseQuery(['columns'], `${field.label} leads to no other records.`)
    const screen = screenOf(field.target)
    read(parent.screen, rowsOf(parent) ?? field.name)
    if (!reads.has(screen.name)) reads.set(screen.name, new Set())
    const source = { path, screen, parent: { path: parent.path, field } }
    sources.set(path, source)
    if (sources.size > mostSources)
      throw refuseQuery(['columns'], `A query reads from at most ${mostSources} kinds of records.`)
    return source
  }
  const fieldAt = (name: string): ScopedField => {
    const at = name.lastIndexOf('.')
    const source = sourceAt(at < 0 ? '' : name.slice(0, at))
    const own = isWhole(name) ? idField : ownField(source, name.slice(at + 1))
    return { name, source, field: own }
  }
  for (const name of namesIn(query)) {
    const { source, field } = fieldAt(name)
    if (isWhole(name) || systemFields.includes(field)) continue
    read(source.screen, rowsOf(source) ?? field.name)
    // What adds up amounts tells of their currency.
    const currency = currencyOf(field, fieldsOfSource(source))
    if (currency && !rowsOf(source)) read(source.screen, currency.name)
  }
  return {
    sources,
    fieldAt,
    reads: Object.fromEntries([...reads].map(([screen, names]) => [screen, [...names]])),
  }
}

/** The field that holds the currency of an amount beside it; none where it is always the same. */
export const currencyOf = ({ type, currency }: Field, fields: readonly Field[]): Field | undefined =>
  type === 'money' && currency !== undefined ? fields.find(({ name }) => name === currency) : undefined

const rowsOf = ({ related, each }: QuerySource): string | undefined => each ?? related?.rows

function eachOf(each: string, screen: Screen): QuerySource {
  if (
    screen.fields.find(({ name }) => name === each)?.type !== 'rows' ||
    screen.fields.some(({ name }) => name === rowPath)
  )
    throw refuseQuery(['each'], `${screen.plural} have no rows ${each}.`)
  return { path: rowPath, screen, each }
}

/** The fields of records that take part; those of rows within records are their own. */
export function fieldsOfSource(source: QuerySource): readonly Field[] {
  const { screen } = source
  const name = rowsOf(source)
  if (name === undefined) return [...screen.fields, ...systemFields]
  const rows = screen.fields.find((field) => field.name === name)
  return (rows?.fields ?? []).map((field) => ({ ...field, storage: { column: 'value', key: field.name } }))
}

function ownField(source: QuerySource, name: string): Field {
  const field = fieldsOfSource(source).find(
    (candidate) => candidate.name === name && !(candidate.hidden && rowsOf(source) !== undefined),
  )
  if (!field) throw refuseQuery(['columns'], `${source.screen.plural} have no field ${name}.`)
  return field
}

function relatedOf(
  related: QueryRelated,
  base: QuerySource,
  screenOf: (name: string) => Screen,
): Pick<QuerySource, 'screen' | 'related'> {
  if (related.rows !== undefined) {
    const rows = base.screen.fields.find(({ name }) => name === related.rows)
    if (rows?.type !== 'rows') throw refuseQuery(['related'], `${base.screen.plural} have no rows ${related.rows}.`)
    return { screen: base.screen, related }
  }
  const screen = screenOf(related.screen ?? '')
  const by = screen.fields.find(({ name }) => name === related.by)
  if (by?.type !== 'reference' || by.target !== base.screen.name || base.screen.table!.key.length !== 1)
    throw refuseQuery(['related'], `${screen.plural} do not refer to ${base.screen.plural.toLowerCase()}.`)
  return { screen, related }
}
