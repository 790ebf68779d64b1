import { fieldNamed, fieldTypes, filterCondition, type Field, type Operator, type Screen } from '#src/definition'
import {
  fieldsRead,
  figureKinds,
  fiscalSteps,
  type FiscalSpan,
  isFiscalSpan,
  isSpan,
  partsOf,
  type Span,
  type SummaryView,
  wayFields,
} from '#src/definition/summary.ts'
import { fieldSql } from '../engine/columns.ts'
import { conditionSql } from '../engine/condition-sql.ts'
import { id, join, raw, sql, type Sql } from '../store/sql.ts'
import { fiscalSpans, type SpanOfRows } from './fiscal-days.ts'
import type { Report, ReportContext } from './report.ts'

type Parameters = Readonly<Record<string, unknown>>

const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

/** The report of a result that is declared only: one statement over the table of the screen it adds up. */
export function summaryReport(screen: Screen, screens: readonly Screen[]): Report {
  const summary = screen.result!.summary!
  const source = screens.find((candidate) => candidate.name === summary.of)
  if (!source?.table) throw new Error(`The result ${screen.name} adds up ${summary.of}, which has no records`)
  return {
    reads: { [summary.of]: [...fieldsRead(summary)] },
    source: (parameters, context) =>
      sql`from ${id(source.table!.name)} t where ${wanted({ screen, screens, source, summary }, parameters, context)}`,
    statement: async (parameters, context) => {
      const given = { screen, screens, source, summary }
      return statementOf({ ...given, periods: await periodsOf(given, context) }, parameters, context)
    },
  }
}

interface Given {
  readonly screen: Screen
  readonly screens: readonly Screen[]
  readonly source: Screen
  readonly summary: SummaryView
}

/** The fiscal periods or quarters into which a day of the records is put; a summary has one of them at most. */
type Periods = ReadonlyMap<string, SpanOfRows>

async function periodsOf({ source, summary }: Given, context: ReportContext): Promise<Periods> {
  const { application, groups } = summary
  const [asked] = Object.values(groups).flatMap((from) => {
    const [name, word] = partsOf(from)
    return isFiscalSpan(word) ? [{ name, word }] : []
  })
  if (application === undefined || !asked) return new Map()
  const spanOf = await fiscalSpans(context, fiscalSteps[asked.word])
  const of = (name: string): Sql => fieldSql(fieldNamed(source.fields, name))
  return new Map([[asked.name, spanOf({ application: of(application), day: of(asked.name) })]])
}

function statementOf(
  given: Given & { readonly periods: Periods },
  parameters: Parameters,
  context: ReportContext,
): Sql {
  const { screen, source, summary, periods } = given
  const keys = [...new Set(Object.values(summary.groups).map(keyOf))]
  const grouped = [
    ...keys.map((key, at) => sql`${keySql(source, key, periods)} as ${place(at)}`),
    ...[...periods.values()].flatMap(({ from, to }) => [sql`${from} as "period from"`, sql`${to} as "period to"`]),
  ]
  const figures = Object.entries(summary.figures).map(
    ([name, from]) => sql`${figureSql(source, from)}::${typeOf(fieldNamed(screen.fields, name))} as ${id(name)}`,
  )
  const columns = Object.entries(summary.groups).flatMap(([name, from]) =>
    groupColumns(given, name, from, place(keys.indexOf(keyOf(from))), parameters, context),
  )
  return sql`
    with grouped as (
      select ${join([...grouped, ...figures], ', ')}
        from ${id(source.table!.name)} t ${[...periods.values()].at(0)?.join ?? sql``}
       where ${wanted(given, parameters, context)}
       group by ${join(
         grouped.map((_, at) => raw(String(at + 1))),
         ', ',
       )}
    )
    select ${join([...columns, ...Object.keys(summary.figures).map((name) => id('g', name))], ', ')} from grouped g`
}

/** What is grouped by: the name of a record is no group of its own beside its key. */
const keyOf = (from: string): string => (from.endsWith('.title') ? partsOf(from)[0] : from)

const place = (at: number): Sql => id(`key ${at}`)

const typeOf = (field: Field): Sql => raw(fieldTypes[field.type].sql(field))

function keySql(source: Screen, key: string, periods: Periods): Sql {
  const [name, word] = partsOf(key)
  if (isFiscalSpan(word)) return periods.get(name)!.name
  const value = fieldSql(fieldNamed(source.fields, name))
  return isSpan(word) ? sql`date_trunc(${raw(`'${word}'`)}, ${value})::date` : value
}

function figureSql(source: Screen, from: string): Sql {
  if (from === 'count') return sql`count(*)`
  const [name, word] = partsOf(from)
  const value = fieldSql(fieldNamed(source.fields, name))
  const kind = figureKinds.find((one) => one === word)
  if (!kind) throw new Error(`${from} does not say what to work out`)
  return kind === 'distinct' ? sql`count(distinct ${value})` : sql`${raw(kind)}(${value})`
}

const ends: Record<Exclude<Span, FiscalSpan>, string> = {
  day: '1 day',
  week: '1 week',
  month: '1 month',
  quarter: '3 months',
  year: '1 year',
}

/** A group's own column, and those that lead back to its records. */
function groupColumns(
  { source, screen, screens, summary }: Given,
  name: string,
  from: string,
  key: Sql,
  parameters: Parameters,
  context: ReportContext,
): Sql[] {
  const [field, word] = partsOf(from)
  const value = sql`g.${key}`
  const absent = sql`case when ${value} is null then ${field}::text end as ${id(`${name}_absent`)}`
  if (word === 'title')
    return [
      sql`${titleSql(fieldNamed(source.fields, field), screens, value, context)} as ${id(name)}`,
      ...(`${name}_key` in wayFields(summary) ? [sql`${value}::text as ${id(`${name}_key`)}`, absent] : []),
    ]
  const own = sql`${value}::${typeOf(fieldNamed(screen.fields, name))} as ${id(name)}`
  if (!isSpan(word)) return [own, absent]
  const bound = (operator: string): unknown[] =>
    Object.entries(summary.filters)
      .filter(([, filter]) => filter === `${field}.${operator}`)
      .map(([parameter]) => parameters[parameter] ?? null)
  const dates = (values: readonly unknown[]) => values.map((one) => sql`, ${one}::date`)
  const [after, until] = [dates(bound('gte')), dates(bound('lte'))]
  const [first, last] = isFiscalSpan(word)
    ? [sql`g."period from"`, sql`g."period to"`]
    : [value, sql`(${value} + interval ${raw(`'${ends[word]}'`)})::date - 1`]
  // greatest and least leave out what is null, also where the group has no day itself.
  const within = (days: Sql) => sql`case when ${value} is not null then ${days} end`
  return [
    own,
    absent,
    sql`${within(sql`greatest(${first}${list(after)})`)} as ${id(`${name}_from`)}`,
    sql`${within(sql`least(${last}${list(until)})`)} as ${id(`${name}_to`)}`,
  ]
}

const list = (parts: readonly Sql[]): Sql => (parts.length > 0 ? join(parts, '') : sql``)

/** The name of the record a reference names, for whoever may read it; else the key. */
function titleSql(field: Field, screens: readonly Screen[], key: Sql, { organizationId, mayRead }: ReportContext): Sql {
  const target = screens.find((screen) => screen.name === field.target)
  const [by] = target?.table?.key ?? []
  if (!target?.table || !target.title || !by || !mayRead(target.name, target.title)) return key
  const [title, known] = [target.title, by].map((name) => fieldSql(fieldNamed(target.fields, name), 'm'))
  return sql`coalesce((select ${title!}::text from ${id(target.table.name)} m
    where m.organization_id = ${organizationId} and ${known!} = ${key}), ${key})`
}

function wanted(
  { source, summary }: Given,
  parameters: Parameters,
  { organizationId, andSeen, calendar }: ReportContext,
): Sql {
  const about = { fields: source.fields, ...calendar }
  const filters = Object.entries(summary.filters).flatMap(([parameter, filter]) => {
    const value = parameters[parameter]
    if (!isGiven(value)) return []
    const [field, word] = partsOf(filter)
    const values = (Array.isArray(value) ? value : [value]) as (string | number | boolean)[]
    const op = (word ?? (Array.isArray(value) ? 'in' : 'eq')) as Operator
    return [conditionSql(filterCondition({ field, op, values }, about.fields), about)]
  })
  const whose = source.table!.scope === 'organization' ? [sql`t.organization_id = ${organizationId}`] : []
  const conditions = [...whose, ...(summary.where ? [conditionSql(summary.where, about)] : []), ...filters]
  const all = [sql`true`, ...conditions]
  return sql`${join(
    all.map((one) => sql`(${one})`),
    ' and ',
  )}${andSeen(source)}`
}
