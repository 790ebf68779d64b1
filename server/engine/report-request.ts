import {
  fieldDisplays,
  headedFields,
  isAbsent,
  isEmptyValue,
  numberTypes,
  parseListQuery,
  plainText,
  stripEmpty,
  validateRecord,
  type Field,
  type ListQuery,
  type Screen,
} from '#src/definition'
import { isIsoDay } from '#src/definition/dates.ts'
import { unstorable } from '#src/definition/field-types/text.ts'
import type { Caller } from '../authorize.ts'
import { calendarOf } from '../caller-day.ts'
import { AppError } from '../errors.ts'
import type { ReportContext, ToldRows } from '../reports/report.ts'
import { reportNamed } from '../reports/registry.ts'
import { summaryReport } from '../reports/summary.ts'
import type { Database } from '../store/database.ts'
import { id, join, sql, type Sql } from '../store/sql.ts'
import { screenNamed } from './effective-screens.ts'
import { queryReport } from './queries/query-report.ts'
import { demandUse, mayReadField, mayUse, readableFields } from './screen-access.ts'
import { andSeen } from './seen-rows.ts'

export type Values = Readonly<Record<string, unknown>>

export interface ReportServices {
  readonly db: Database
  readonly screens: readonly Screen[]
}

/** What somebody asks of a report, allowed and valid: one statement, the fields its rows show, and the part that is wanted. */
export interface ReportRequest {
  readonly screen: Screen
  readonly statement: Sql
  /** The same rows without what is told about those that are shown; where the report keeps that apart. */
  readonly untold?: ToldRows
  /** The lines it adds up, `from … where …`, where it says so; worked out only when somebody asks. */
  readonly source?: () => Sql | Promise<Sql>
  /** The most lines it may show; set where the organisation bounds them. */
  readonly mostLines?: number
  /** So many runs of it go on at the same time in the organisation; set where it bounds them. */
  readonly atATime?: number
  /** It may take more memory and processes of the database. */
  readonly isHastened?: boolean
  /** Criteria as they were checked, defaults filled in. */
  readonly criteria: Values
  readonly fields: readonly Field[]
  readonly query: ListQuery
  /** Only the rows that have these values. */
  readonly within: Values
}

const texts = ['page', 'limit', 'sort', 'columns', 'totals', 'format'] as const
const apart: ReadonlySet<string> = new Set([
  ...texts,
  'request_id',
  'wait',
  'within',
  'by',
  'other',
  'chart',
  'parameters',
  'without',
])

/** The parameters without what only pages, sorts or formats the result; empty ones are left out. */
function given(body: Values): Record<string, unknown> {
  const stripped = stripEmpty({ ...body, ...(body['parameters'] as Values | undefined) })
  return Object.fromEntries(Object.entries(stripped).filter(([name]) => !apart.has(name)))
}

function checkedParameters(screen: Screen, caller: Caller, body: Values): Values {
  const input = given(body)
  const { parameters } = screen.result!
  const { values, issues } = validateRecord(parameters, input, { mode: 'create', ...calendarOf(caller) })
  if (issues.length > 0) throw new AppError('VALIDATION', { issues })
  return { ...values, ...Object.fromEntries(emptied(screen, body).map((name) => [name, null])) }
}

/** The criteria that are to hold nothing although they have a default: those of `without` that may be left out. */
function emptied({ result }: Screen, { without, parameters: nested }: Values): string[] {
  const named = [without ?? (nested as Values | undefined)?.['without'] ?? []].flat().map(String)
  return result!.parameters.filter(({ name, required }) => !required && named.includes(name)).map(({ name }) => name)
}

function pageQuery(fields: readonly Field[], body: Values): ListQuery {
  const asked = texts.flatMap((name) =>
    body[name] === undefined || body[name] === null ? [] : [[name, String(body[name])]],
  )
  const { query, issues } = parseListQuery(Object.fromEntries(asked), fields, [])
  if (issues.length > 0) {
    throw new AppError('BAD_FILTER', {
      message: issues[0]!.message,
      issues: issues.map(({ parameter, message }) => ({ path: [parameter], code: 'filter', message })),
    })
  }
  return query
}

function withinOf(fields: readonly Field[], body: Values): Values {
  const within = body['within'] ?? {}
  const isPart = typeof within === 'object' && !Array.isArray(within)
  if (!isPart || Object.keys(within).some((name) => !fields.some((field) => field.name === name))) {
    throw new AppError('BAD_FILTER', { message: 'A part of a result is named by its columns.' })
  }
  for (const field of fields) {
    const value = (within as Values)[field.name]
    if (!isAbsent(value) && !isValueOf(field, value)) {
      const message = `${field.label}: no row of a result can have this value.`
      throw new AppError('BAD_FILTER', { message, issues: [{ path: ['within', field.name], code: 'filter', message }] })
    }
  }
  return within as Values
}

/** Whether a row could hold a value, as rows are answered; what a field asks of those who enter it does not matter. */
function isValueOf({ min: _min, max: _max, ...field }: Field, value: unknown): boolean {
  if (unstorable(value) !== null) return false
  if (field.type === 'flag') return typeof value === 'boolean'
  if (field.type === 'references') return Array.isArray(value) && value.every((one) => typeof one === 'string')
  if (['rows', 'attributes', 'file'].includes(field.type)) return typeof value === 'object'
  if (typeof value !== 'string' && typeof value !== 'number') return false
  if (numberTypes.has(field.type)) return fieldDisplays[field.type].parseText(String(value), field, plainText).ok
  if (field.type === 'date') return isIsoDay(String(value))
  return field.type !== 'dateTime' || !Number.isNaN(Date.parse(String(value)))
}

/** Says what somebody would have to be allowed to see, in the words of the screens. */
function deniedFields(source: Screen, hidden: readonly string[]): AppError {
  const labels = hidden.map((name) => source.fields.find((field) => field.name === name)?.label ?? name)
  return new AppError('FIELD_DENIED', {
    message: `You may not see what this result is worked out from: ${labels.join(', ')} of ${source.plural.toLowerCase()}.`,
  })
}

/** Checks who asks and what, and what `demand` refuses besides; nothing of the result is worked out before. */
export async function requestReport(
  { db, screens }: ReportServices,
  screen: Screen,
  caller: Caller,
  body: Values,
  demand?: (asked: Pick<ReportRequest, 'screen' | 'criteria' | 'source'>) => Promise<void>,
): Promise<ReportRequest> {
  demandUse(caller, screen, 'read')
  const { summary, query, report: name } = screen.result!
  const report = query
    ? queryReport(query, screens)
    : summary
      ? summaryReport(screen, screens)
      : reportNamed(name ?? '')
  for (const [other, fields] of Object.entries(report.reads)) {
    const source = screenNamed(screens, other)
    if (!source) throw new Error(`The report ${name ?? screen.name} reads ${other}, which does not exist`)
    demandUse(caller, source, 'read')
    const hidden = fields.filter((field) => !mayReadField(caller, source, field))
    if (hidden.length > 0) throw deniedFields(source, hidden)
  }
  const mayRead = (of: string, field?: string): boolean => {
    const other = screenNamed(screens, of)
    return (
      other !== undefined &&
      mayUse(caller, other, 'read') &&
      (field === undefined || mayReadField(caller, other, field))
    )
  }
  const criteria = checkedParameters(screen, caller, body)
  const fields = headedFields(readableFields(caller, screen), screen.result!, criteria)
  const context: ReportContext = {
    organizationId: caller.organizationId,
    mayRead,
    screens,
    andSeen: (of) => andSeen(of, caller, screens),
    calendar: calendarOf(caller),
    read: (work) => db.tenant(caller, work, { readOnly: true }),
  }
  const { source } = report
  const without = emptied(screen, body)
  const asked = {
    screen,
    ...(source ? { source: () => source(criteria, context) } : {}),
    criteria: {
      ...Object.fromEntries(Object.entries(criteria).filter(([, value]) => value !== null && !isEmptyValue(value))),
      ...(without.length > 0 ? { without } : {}),
    },
  }
  await demand?.(asked)
  const rows = await report.statement(criteria, context)
  const part = requestPart(fields, body)
  return {
    ...asked,
    ...(query && part.query.limit === 0 ? { mostLines: mostWholeLines } : {}),
    ...('told' in rows ? { statement: wholeOf(rows), untold: rows } : { statement: rows }),
    fields,
    ...part,
  }
}

/** The most rows of a query that somebody built which go to a browser at once. */
const mostWholeLines = 100_000

const wholeOf = ({ rows, told }: ToldRows): Sql =>
  sql`select result.*, ${join(
    Object.entries(told).map(([name, value]) => sql`${value} as ${id(name)}`),
    ', ',
  )} from (${rows}) result`

/** Which part of the rows is wanted, in which order. */
export const requestPart = (fields: readonly Field[], body: Values): Pick<ReportRequest, 'query' | 'within'> => ({
  query: pageQuery(fields, body),
  within: withinOf(fields, body),
})
