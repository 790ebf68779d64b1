import type { Field, Screen } from '#src/definition'
import {
  comparedFigures,
  comparisonScreen,
  describingColumns,
  matchedBy,
  matchingColumns,
  placedColumn,
  type ComparisonChoice,
} from '#src/definition/comparison.ts'
import { headedTogether } from '#src/definition/headings.ts'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import { allLines } from '../reports/all-lines.ts'
import { id, join, raw, sql, type Sql } from '../store/sql.ts'
import { readableFields } from './screen-access.ts'
import { requestReport, requestPart, type ReportRequest, type ReportServices, type Values } from './report-request.ts'
import { ratioSql } from './report-sql.ts'

/** A body with the criteria of two runs asks for their comparison. */
export const isComparison = (body: Values): boolean => isValues(body['first']) && isValues(body['second'])

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function choiceOf({ result }: Screen, fields: readonly Field[], body: Values): ComparisonChoice {
  const measure = String(body['measure'] ?? '')
  const match = String(body['match'] ?? '')
    .split(',')
    .filter(Boolean)
  const known = (list: readonly Field[], name: string) => list.some((field) => field.name === name)
  const fits =
    known(comparedFigures(result!, fields), measure) &&
    match.length > 0 &&
    match.every((name) => known(matchingColumns(result!, fields), name))
  if (!fits) throw new AppError('BAD_FILTER', { message: 'Compare one figure, matched by columns of the result.' })
  const placed = body['by'] === 'place' ? placedColumn(result!, fields, match) : undefined
  if (body['by'] === 'place' && !placed)
    throw new AppError('BAD_FILTER', { message: 'None of these columns has an order to go by place.' })
  return { measure, match, place: placed?.name }
}

/** The figure of all rows of a run that match each other: a sum or its kind, a ratio of sums, the mean of anything else. */
function figureOf(result: NonNullable<Screen['result']>, measure: string): Sql {
  const ratio = result.ratios[measure]
  if (ratio) return ratioSql(ratio)
  return sql`${raw(result.totals[measure] ?? 'avg')}(${id(measure)})`
}

/** A value no column can have stands for none, so that rows without one match each other and the join can hash. */
const matched = (side: 'a' | 'b', name: string): Sql => sql`coalesce(${id(side, name)}::text, ${raw(`E'\\x01'`)})`

/** Two sets of criteria put to one report, as one statement whose rows have the fields of the comparison's screen. */
export async function requestComparison(
  services: ReportServices,
  screen: Screen,
  caller: Caller,
  body: Values,
): Promise<ReportRequest> {
  const { first, second } = body
  if (!isValues(first) || !isValues(second)) {
    throw new AppError('BAD_REQUEST', { message: 'A comparison needs the criteria of two runs, first and second.' })
  }
  const [a, b] = await Promise.all([first, second].map((criteria) => requestReport(services, screen, caller, criteria)))
  const result = screen.result!
  const choice = choiceOf(screen, a!.fields, body)
  const match = matchedBy(result, a!.fields, choice)
  const describing = describingColumns(result, a!.fields, match).map((field) => field.name)
  const keys = join(
    match.map((name) => id(name)),
    ', ',
  )
  const side = ({ statement }: ReportRequest): Sql => sql`
    select ${keys}${join(describing.length ? describing.map((name) => sql`, max(${id(name)}) as ${id(name)}`) : [sql``], '')},
           ${figureOf(result, choice.measure)} as figure${choice.place ? sql`, dense_rank() over (order by ${id(choice.place)}) as place` : sql``}
      from (${statement}) rows group by ${keys}`
  const valued = match.filter((name) => name !== choice.place)
  const either = [
    ...(choice.place
      ? [
          sql`coalesce(b.place, a.place) as place`,
          sql`${id('a', choice.place)} as placed_first`,
          sql`${id('b', choice.place)} as placed_second`,
        ]
      : []),
    ...[...valued, ...describing].map((name) => sql`coalesce(${id('b', name)}, ${id('a', name)}) as ${id(name)}`),
  ]
  const statement = sql`
    select ${join(either, ', ')}, a.figure as first, b.figure as second, coalesce(b.figure, 0) - coalesce(a.figure, 0) as difference,
           round(100 * (coalesce(b.figure, 0) - a.figure) / nullif(a.figure, 0), 2) as difference_percent,
           case when a.here is null then 'second' when b.here is null then 'first' else 'both' end as found
      from (select true as here, * from (${side(a!)}) one) a
      full join (select true as here, * from (${side(b!)}) other) b
        on ${join(
          [
            ...(choice.place ? [sql`a.place = b.place`] : []),
            ...valued.map((name) => sql`${matched('a', name)} = ${matched('b', name)}`),
          ],
          ' and ',
        )}`
  const sources = [a!, b!].flatMap(({ source }) => source ?? [])
  const fields = headedTogether(readableFields(caller, screen), result, a!.criteria, b!.criteria)
  const shown = comparisonScreen({ ...screen, fields }, choice)
  return {
    screen: shown,
    statement,
    ...(sources.length > 0
      ? { source: async () => allLines(await Promise.all(sources.map(async (lines) => lines()))) }
      : {}),
    criteria: { first: a!.criteria, second: b!.criteria, ...choice },
    fields: shown.fields,
    ...requestPart(shown.fields, body),
  }
}
