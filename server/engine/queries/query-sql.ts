import type { Condition, Field, Screen } from '#src/definition'
import { fieldNamed, normalizeField, numberTypes } from '#src/definition'
import { expressionSql } from '#src/definition/expression/sql.ts'
import { columnsOf as columnsRead } from '#src/definition/expression/ast.ts'
import { plainText } from '#src/definition/field-types/field-type.ts'
import { mixed } from '#src/definition/mixed.ts'
import { boundCondition } from '#src/definition/query/bind.ts'
import { isGrouped, isWhole, type Query, rowPath } from '#src/definition/query/query.ts'
import type { ZonedCalendar } from '../../caller-day.ts'
import { id, join, raw, sql, type Sql } from '../../store/sql.ts'
import { fieldSql } from '../columns.ts'
import { conditionSql } from '../condition-sql.ts'
import { isMixed } from '../currency-sql.ts'
import { isWorkedOut, linePath, type OutputColumn } from './query-columns.ts'
import { type QueryScope, type QuerySource, type ScopedField } from './query-scope.ts'

/** For whom a query is worked out. */
export interface QueryContext {
  readonly organizationId: number
  readonly andSeen: (screen: Screen) => Sql
  readonly calendar: ZonedCalendar
  readonly me?: string
}

interface Compiled {
  readonly query: Query
  readonly scope: QueryScope
  readonly columns: readonly OutputColumn[]
}

const recordOf = (path: string): string => `${path}#`
const isRelatedPath = (path: string): boolean => /^r\d+(\.|$)/.test(path)
const and = (parts: readonly Sql[]): Sql =>
  parts.length === 0
    ? sql`true`
    : join(
        parts.map((part) => sql`(${part})`),
        ' and ',
      )

/** One statement: lines with what they refer to, what of them counts, groups of them, formulas, and what of these is wanted. */
export function querySql(compiled: Compiled, given: Readonly<Record<string, unknown>>, context: QueryContext): Sql {
  const { query, columns } = compiled
  const rows = isGrouped(query) ? groupedSql(compiled, given, context) : plainSql(compiled, given, context)
  const figured = columns
    .filter(isWorkedOut)
    .reduce(
      (inner, column) =>
        sql`select q.*, ${column.share === undefined ? formulaSql(column, columns) : shareSql(column.share, columns)} as ${id(column.id)} from (${inner}) q`,
      rows,
    )
  const having = boundCondition(query.having, given)
  const wanted = having
    ? sql`select * from (${figured}) q where ${conditionSql(having, { fields: outputFields(columns), alias: 'q', ...context.calendar })}`
    : figured
  if (query.limit === null) return wanted
  const order = [
    ...query.sort.map(
      ({ column, descending }) => sql`${id('q', column)} ${raw(descending ? 'desc' : 'asc')} nulls last`,
    ),
    raw('1'),
  ]
  return sql`select * from (${wanted}) q order by ${join(order, ', ')} limit ${query.limit}`
}

/** The columns as fields of the result. */
export const outputFields = (columns: readonly OutputColumn[]): Field[] =>
  columns.map(({ id: name, spec }) => normalizeField(name, spec))

// Everything a line has is a column of its own under its whole name, so that conditions and aggregates need no joins.
const lineField = ({ name, field }: ScopedField): Field => {
  const { index: _index, ...rest } = field
  return { ...rest, index: false, name, storage: { column: name } }
}

/** The fields of lines that a query reads; related records are worked out apart. */
function lineNames({ query, columns }: Compiled): string[] {
  const shown = columns.flatMap(({ of }) =>
    of && !isRelatedPath(of.source.path) && !isWhole(of.name) ? [of.name] : [],
  )
  return [...new Set([...shown, ...conditionNames(query.where)])]
}

function conditionNames(condition: Condition | null | undefined): string[] {
  if (!condition) return []
  if ('field' in condition) return [condition.field]
  return condition.op === 'not' ? conditionNames(condition.of) : condition.of.flatMap(conditionNames)
}

const wherePath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')))

/** The sources that the named fields need below a root, those nearer to it first. */
function sourcesFor(names: readonly string[], root: string, { scope }: Compiled): QuerySource[] {
  const paths = new Set<string>()
  for (const name of names)
    for (let path = wherePath(name); path !== root && path !== ''; path = wherePath(path)) paths.add(path)
  return [...paths]
    .toSorted((a, b) => a.split('.').length - b.split('.').length || a.localeCompare(b))
    .map((path) => scope.sources.get(path)!)
}

const aliasOf = (path: string): string => `s_${path.replaceAll('.', '__')}`

/** The records of a source that the caller may see. */
const recordsSql = ({ screen }: QuerySource, { organizationId, andSeen }: QueryContext, more: Sql = sql``): Sql =>
  sql`(select t.* from ${id(screen.table!.name)} t where t.organization_id = ${organizationId}${andSeen(screen)}${more})`

/** Every reference leads to one record at most, since its target has one key: no line is there twice. */
function joinsSql(sources: readonly QuerySource[], context: QueryContext): Sql[] {
  return sources.map((source) => {
    const { path, parent, screen } = source
    const key = fieldSql(fieldNamed(screen.fields, screen.table!.key[0]!), aliasOf(path))
    const reference = fieldSql(parent!.field, aliasOf(parent!.path))
    return sql`left join ${recordsSql(source, context)} ${id(aliasOf(path))} on ${key} = ${reference}`
  })
}

function linesSql(compiled: Compiled, given: Readonly<Record<string, unknown>>, context: QueryContext): Sql {
  const { scope, query, columns } = compiled
  const names = lineNames(compiled)
  const counted = columns.flatMap(({ of }) =>
    of && isWhole(of.name) && !isRelatedPath(of.source.path) && of.source.path !== '' && of.source.path !== rowPath
      ? [of.name]
      : [],
  )
  const sources = sourcesFor([...names, ...counted], '', compiled).filter(({ path }) => path !== rowPath)
  const base = scope.sources.get('')!
  const values = names.map((name) => {
    const { source, field } = scope.fieldAt(name)
    return sql`${fieldSql(field, aliasOf(source.path))} as ${id(name)}`
  })
  const records = ['', ...sources.map(({ path }) => path)].map(
    (path) => sql`${id(aliasOf(path), 'id')} as ${id(recordOf(path))}`,
  )
  const related = query.related.filter(({ id: path }) => columns.some(({ of }) => of && isOf(of, path)))
  const figures = related.flatMap(({ id: path }) =>
    relatedColumns(compiled, path).map(({ id: column }) => sql`${id(aliasOf(path), column)} as ${id(column)}`),
  )
  const lateral = related.map(
    ({ id: path }) =>
      sql`left join lateral (${relatedSql(compiled, path, given, context)}) ${id(aliasOf(path))} on true`,
  )
  const each =
    query.each === undefined ? [] : [sql`cross join lateral ${rowsSql(scope.sources.get(rowPath)!, compiled)}`]
  const lines = sql`select ${join([...records, ...values, ...figures], ', ')}
    from ${recordsSql(base, context)} ${id(aliasOf(''))} ${join([sql``, ...each, ...joinsSql(sources, context), ...lateral], ' ')}`
  const where = boundCondition(query.where, given)
  if (!where) return lines
  const fields = names.map((name) => lineField(scope.fieldAt(name)))
  return sql`select * from (${lines}) q where ${conditionSql(where, { fields, alias: 'q', ...context.calendar, ...me(context) })}`
}

const me = ({ me: email }: QueryContext) => (email === undefined ? {} : { me: email })

const isOf = ({ source }: ScopedField, path: string): boolean =>
  source.path === path || source.path.startsWith(`${path}.`)

const relatedColumns = ({ columns }: Compiled, path: string): OutputColumn[] =>
  columns.filter(({ of }) => of && isOf(of, path))

/** The figures of the records that belong to a line, worked out by themselves: however many there are, the line stays one. */
function relatedSql(
  compiled: Compiled,
  path: string,
  given: Readonly<Record<string, unknown>>,
  context: QueryContext,
): Sql {
  const { scope } = compiled
  const root = scope.sources.get(path)!
  const { related } = root
  const columns = relatedColumns(compiled, path)
  const where = boundCondition(related?.where ?? null, given)
  const own = [...new Set(columns.flatMap(({ of }) => (of && !isWhole(of.name) ? [of.name] : [])))]
  const names = [...new Set([...own, ...conditionNames(where).map((name) => `${path}.${name}`)])]
  const sources = sourcesFor(names, path, compiled)
  const values = names.map((name) => {
    const { source, field } = scope.fieldAt(name)
    return sql`${fieldSql(field, aliasOf(source.path))} as ${id(name)}`
  })
  const from = related?.rows === undefined ? referringSql(root, compiled, context) : rowsSql(root, compiled)
  const lines = sql`select ${join([sql`true as "row"`, ...values], ', ')} from ${from} ${join([sql``, ...joinsSql(sources, context)], ' ')}`
  const fields = names.map((name) => {
    const scoped = scope.fieldAt(name)
    return { ...lineField(scoped), name: name.slice(path.length + 1) }
  })
  const wanted = where ? conditionSql(where, { fields, alias: 'q', ...context.calendar, ...me(context) }) : sql`true`
  const figures = columns.map((column) => sql`${relatedFigure(column, columns)} as ${id(column.id)}`)
  return sql`select ${join(figures, ', ')} from (${lines}) q where ${wanted}`
}

function referringSql(root: QuerySource, { scope }: Compiled, context: QueryContext): Sql {
  const base = scope.sources.get('')!
  const by = fieldNamed(root.screen.fields, root.related!.by!)
  const key = fieldSql(fieldNamed(base.screen.fields, base.screen.table!.key[0]!), aliasOf(''))
  return sql`${recordsSql(root, context, sql` and ${fieldSql(by)} = ${key}`)} ${id(aliasOf(root.path))}`
}

function rowsSql(root: QuerySource, { scope }: Compiled): Sql {
  const rows = fieldSql(
    fieldNamed(scope.sources.get('')!.screen.fields, (root.each ?? root.related?.rows)!),
    aliasOf(''),
  )
  return sql`jsonb_array_elements(case when jsonb_typeof(${rows}) = 'array' then ${rows} else '[]'::jsonb end) as ${id(aliasOf(root.path))}(value)`
}

function relatedFigure(column: OutputColumn, columns: readonly OutputColumn[]): Sql {
  const several = (of: OutputColumn): Sql | null => {
    const currency = columns.find(({ currencyFor }) => currencyFor === of.id)
    return currency ? isMixed([{ value: valueOf(of.of!), currency: valueOf(currency.of!) }]) : null
  }
  if (column.currencyFor !== undefined) {
    const amount = columns.find(({ id: other }) => other === column.currencyFor)!
    return sql`case when ${several(amount)!} then ${mixed} else min(${valueOf(column.of!)}) filter (where ${valueOf(amount.of!)} is not null) end`
  }
  const figure = aggregateSql(column, valueOf(column.of!), sql``)
  const apart = several(column)
  return apart ? sql`case when ${apart} then null else ${figure} end` : figure
}

const valueOf = ({ name }: ScopedField): Sql => id('q', name)

function aggregateSql({ aggregate, of }: OutputColumn, value: Sql, filter: Sql): Sql {
  if (aggregate === 'count') return isWhole(of!.name) ? sql`count(*)${filter}` : sql`count(${value})${filter}`
  if (aggregate === 'distinct') return sql`count(distinct ${value})${filter}`
  return sql`${raw(aggregate!)}(${value})${filter}`
}

/** The day that a span of time begins with, for a value in it. */
function spanStart(span: NonNullable<OutputColumn['span']>, field: Field, value: Sql, { calendar }: QueryContext): Sql {
  // An instant is on the day that it is where whoever asks is.
  const day = field.type === 'dateTime' ? sql`(${value} at time zone ${calendar.zone ?? 'UTC'})` : value
  return span === 'day' ? sql`${day}::date` : sql`date_trunc(${raw(`'${span}'`)}, ${day})::date`
}

/** A span as it is shown, by the day it begins with. */
function spanShown(span: NonNullable<OutputColumn['span']>, start: Sql): Sql {
  if (span === 'year') return sql`extract(year from ${start})::bigint`
  return span === 'quarter' ? sql`to_char(${start}, 'YYYY "Q"Q')` : start
}

const spanLength = { day: '1 day', month: '1 month', quarter: '3 months', year: '1 year' } as const

const shownSql = ({ of, span, currencyFor, id: column }: OutputColumn, context: QueryContext): Sql => {
  if (currencyFor !== undefined) return id('q', column)
  return span ? spanStart(span, of!.field, valueOf(of!), context) : valueOf(of!)
}

function plainSql(compiled: Compiled, given: Readonly<Record<string, unknown>>, context: QueryContext): Sql {
  const shown = compiled.columns.flatMap((column) => {
    if (isWorkedOut(column)) return []
    const value = column.aggregate ? id('q', column.id) : shownSql(column, context)
    return [sql`${column.span ? spanShown(column.span, value) : value} as ${id(column.id)}`]
  })
  return sql`select ${join([...shown, sql`q."#" as record_id`], ', ')} from (${linesSql(compiled, given, context)}) q`
}

/** Groups of lines. What belongs to a record that several lines refer to counts once in each group, not once for each line. */
function groupedSql(compiled: Compiled, given: Readonly<Record<string, unknown>>, context: QueryContext): Sql {
  const { columns, query } = compiled
  const rows = query.each !== undefined
  const keys = columns.filter((column) => !isWorkedOut(column) && !column.aggregate)
  const far = [
    ...new Set(
      columns.flatMap(({ of, aggregate }) =>
        !aggregate || !of
          ? []
          : isFar(of, compiled)
            ? [of.source.path]
            : isRelatedPath(of.source.path) && rows
              ? ['']
              : [],
      ),
    ),
  ]
  const inner = keys.map((column) => sql`${shownSql(column, context)} as ${id(`key ${column.id}`)}`)
  const lines = sql`select ${join([sql`q.*`, ...inner], ', ')} from (${linesSql(compiled, given, context)}) q`
  const marks = far.map((path) => {
    const by = [...keys.map(({ id: key }) => id('q', `key ${key}`)), id('q', recordOf(path))]
    return sql`row_number() over (partition by ${join(by, ', ')}) = 1 and ${id('q', recordOf(path))} is not null as ${id(`once ${path}`)}`
  })
  const marked = marks.length > 0 ? sql`select ${join([sql`q.*`, ...marks], ', ')} from (${lines}) q` : lines
  const shown = columns.flatMap((column) => {
    const { aggregate, of } = column
    if (isWorkedOut(column)) return []
    const key = id('q', `key ${column.id}`)
    if (column.span)
      return [
        sql`${spanShown(column.span, key)} as ${id(column.id)}`,
        sql`${key} as ${id(`${column.id}_from`)}`,
        sql`(${key} + interval ${raw(`'${spanLength[column.span]}'`)})::date - 1 as ${id(`${column.id}_to`)}`,
      ]
    if (!aggregate) return [sql`${key} as ${id(column.id)}`]
    if (isRelatedPath(of!.source.path)) {
      const again = aggregate === 'min' || aggregate === 'max' ? aggregate : 'sum'
      const record = rows ? sql` filter (where ${id('q', 'once ')})` : sql``
      return [sql`${raw(again)}(${id('q', column.id)})${record} as ${id(column.id)}`]
    }
    const once = isFar(of!, compiled) ? sql` filter (where ${id('q', `once ${of!.source.path}`)})` : sql``
    return [sql`${aggregateSql(column, valueOf(of!), once)} as ${id(column.id)}`]
  })
  const by = keys.map(({ id: key }) => id('q', `key ${key}`))
  const from = sql`select ${join(shown, ', ')} from (${marked}) q`
  if (by.length === 0) return from
  const all = join(by, ', ')
  // Nobody asked for groups where currencies alone tell rows apart: of no lines there is one row then, with nothing in it.
  return keys.every(({ id: key }) => !query.columns.some((column) => column.id === key))
    ? sql`${from} group by grouping sets ((${all}), ()) having grouping(${all}) = 0 or count(*) = 0`
    : sql`${from} group by ${all}`
}

const isFar = ({ source }: ScopedField, { query }: Compiled): boolean =>
  source.path !== linePath(query) && !isRelatedPath(source.path)

/** How many percent a figure is of all of its column, of whatever rows are shown in the end; amounts are shares of those in their currency. */
function shareSql(figure: string, columns: readonly OutputColumn[]): Sql {
  const { currency } = columns.find(({ id: column }) => column === figure)!
  const within = currency === undefined ? sql`` : sql`partition by ${id('q', currency)}`
  return sql`round(100 * ${id('q', figure)} / nullif(sum(${id('q', figure)}) over (${within}), 0), 2)`
}

/** A formula over the columns of a row; amounts of two currencies come to nothing together. */
function formulaSql({ formula, spec }: OutputColumn, columns: readonly OutputColumn[]): Sql {
  const read = columnsRead(formula!).map((name) => columns.find((one) => one.id === name)!)
  const columnSql = (name: string) => {
    const { type } = columns.find((one) => one.id === name)!.spec
    const text = `(${id('q', name).sql})::text`
    if (numberTypes.has(type)) return { text, seen: { form: 'number', bytes: 40, whole: 20, fraction: 10 } as const }
    return type === 'date' ? { text, seen: { form: 'day', bytes: 10, whole: 0, fraction: 0 } as const } : { text }
  }
  const value = raw(`(${expressionSql(formula!, { column: columnSql, format: plainText })})::numeric`)
  const currencies = [...new Set(read.flatMap(({ currency }) => currency ?? []))]
  // A share is read with two digits, as those of the product's own results are.
  const scale = spec.type === 'percent' ? '2' : '4'
  const rounded = sql`round(${value}, ${raw(scale)})`
  if (currencies.length < 2) return rounded
  const [first, ...others] = currencies.map((one) => id('q', one))
  return sql`case when ${and(others.map((one) => sql`${one} is not distinct from ${first!}`))} then ${rounded} end`
}
