import type { Field, Screen } from '#src/definition'
import type { ComparisonChoice } from '#src/definition/comparison.ts'
import { markedTotals } from '#src/definition/mixed.ts'
import type { Caller } from '../authorize.ts'
import { AppError, type Issue } from '../errors.ts'
import type { ToldRows } from '../reports/report.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import { exportName, exportRows, type FileForm } from './export.ts'
import { jpegSize } from './pdf/jpeg-size.ts'
import { words } from './pdf/pdf-words.ts'
import { assignmentOf, boundedRequest, demandFewLines, demandWithin, type AskedReport } from './report-bounds.ts'
import { isComparison, requestComparison } from './report-comparison.ts'
import { readGroups, type ReportGroups } from './report-groups.ts'
import { readPage, type ReportPage } from './report-page.ts'
import { queryScope } from './queries/query-scope.ts'
import { requestReport, type ReportRequest, type Values } from './report-request.ts'
import { keptRows, orderBy, toldColumns } from './report-sql.ts'
import { runError, type ResultRun } from './result-run-record.ts'
import type { ResultRuns } from './result-runs.ts'
import { attributedScreens } from './own-screens.ts'
import { demandUse, mayUse } from './screen-access.ts'
import { hasten, withStatementLimit } from './statement-limit.ts'
import { unknownRecords } from './unknown-records.ts'

export interface ReportServices extends Pick<Services, 'db' | 'screens' | 'config'> {
  readonly runs: ResultRuns
}

/** A page of a result, and the run whose kept rows it comes from when it was asked for under a request id. */
export type RanPage = ReportPage & {
  readonly run?: ResultRun
  /** Where nothing was found: the criteria that name a record which is not there. */
  readonly issues?: readonly Issue[]
}

/** Not finished yet: how far it is. */
export interface Unfinished {
  readonly run: ResultRun
}

const requestIdOf = (body: Values): string | undefined => {
  const given = body['request_id']
  if (given === undefined || given === null || given === '') return undefined
  if (typeof given !== 'string' || !/^[\w-]{8,100}$/.test(given)) {
    throw new AppError('BAD_REQUEST', { message: 'A request id has 8 to 100 letters, digits and dashes.' })
  }
  return given
}

const longestWait = 20

/** Seconds a call waits for a run before it answers how far it is. */
function patienceOf(body: Values): number {
  const seconds = Number(body['wait'] ?? longestWait)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), longestWait) : longestWait
}

/** Where the rows of a request are read: those a run has kept, or, without a run or beyond what it keeps, the statement. */
interface Source {
  readonly rows: Sql
  readonly untold?: ToldRows
  readonly run?: ResultRun
}

async function sourceOf(
  services: ReportServices,
  caller: Caller,
  request: ReportRequest,
  body: Values,
): Promise<Source | Unfinished> {
  const requestId = requestIdOf(body)
  if (requestId === undefined) {
    await reading(services, caller, request, (tx) => demandFewLines(tx, request))
    return { rows: request.statement, ...(request.untold ? { untold: request.untold } : {}) }
  }
  const { code, ...run } = await services.runs.follow(caller, requestId, request, patienceOf(body))
  if (run.state === 'waiting' || run.state === 'running') return { run }
  if (run.state !== 'complete') throw runError({ ...run, code })
  return { rows: keptRows(caller.organizationId, requestId, request.fields), run }
}

/** What is asked, one run or the comparison of two, within what the organisation has assigned to the report. */
async function requestOf(
  { db, screens }: ReportServices,
  screen: Screen,
  caller: Caller,
  body: Values,
): Promise<ReportRequest> {
  // An organization's own result, or one of the product, may add up or name records of its own screens, and their attributes.
  const all = { db, screens: await attributedScreens({ db, screens }, caller) }
  const assignment = await assignmentOf(all, screen, caller)
  const demand = (asked: AskedReport): Promise<void> => demandWithin(db, caller, asked, assignment)
  if (!isComparison(body)) return boundedRequest(await requestReport(all, screen, caller, body, demand), assignment)
  const request = await requestComparison(all, screen, caller, body)
  await demand(request)
  return boundedRequest(request, assignment)
}

const isWhole = ({ run }: Source): boolean => run === undefined || run.rows === run.total_record

const reading = <T>(
  { db, config }: ReportServices,
  caller: Caller,
  { isHastened }: ReportRequest,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  db.tenant(
    caller,
    (tx) =>
      withStatementLimit(tx, config.reportSeconds, async () => {
        if (isHastened) await hasten(tx)
        return work(tx)
      }),
    { readOnly: true },
  )

async function nowhere(services: ReportServices, screen: Screen, caller: Caller, { criteria }: ReportRequest) {
  const screens = await attributedScreens(services, caller)
  return services.db.tenant(caller, (tx) => unknownRecords(tx, screen, caller, criteria, screens), { readOnly: true })
}

/** Runs a result screen's report, or joins its run: a page of rows, their number and the totals of the whole result. */
export async function runReport(
  services: ReportServices,
  screen: Screen,
  caller: Caller,
  body: Values,
): Promise<RanPage | Unfinished> {
  const request = await requestOf(services, screen, caller, body)
  const source = await sourceOf(services, caller, request, body)
  if (!('rows' in source)) return source
  const read = await reading(services, caller, request, (tx) => readPage(tx, source.rows, request, source.untold))
  const issues = read.total_record > 0 || isComparison(body) ? [] : await nowhere(services, screen, caller, request)
  const page = issues.length > 0 ? { ...read, issues } : read
  const { run } = source
  if (!run) return page
  const whole = isWhole(source) || Object.keys(request.within).length > 0
  if (whole) return { ...page, run }
  const { total_record: total, totals, mixed } = run
  return { records: page.records, total_record: total!, totals: totals!, ...(mixed ? { mixed } : {}), run }
}

/** Subtotals of a result by up to three of its columns, over the whole of it. */
export async function groupReport(
  services: ReportServices,
  screen: Screen,
  caller: Caller,
  body: Values,
): Promise<ReportGroups | Unfinished> {
  const request = await requestOf(services, screen, caller, body)
  const source = await sourceOf(services, caller, request, body)
  if (!('rows' in source)) return source
  const rows = isWhole(source) ? source.rows : request.statement
  return reading(services, caller, request, (tx) => readGroups(tx, rows, request, body))
}

/** Files of a result; of one that somebody built, files of the records that it reads as well. */
async function demandExport(services: ReportServices, screen: Screen, caller: Caller): Promise<void> {
  demandUse(caller, screen, 'export')
  const { query } = screen.result!
  if (!query) return
  const screens = await attributedScreens(services, caller)
  for (const name of Object.keys(queryScope(query, screens).reads)) {
    const source = screens.find((one) => one.name === name)!
    if (mayUse(caller, source, 'export')) continue
    throw new AppError('FORBIDDEN', { message: `You may not take files of ${source.plural.toLowerCase()}.` })
  }
}

/** The whole result as a file, streamed: the rows a run has kept when it kept all of them. */
export async function exportReport(
  services: ReportServices,
  screen: Screen,
  caller: Caller,
  body: Values,
  form: FileForm,
) {
  await demandExport(services, screen, caller)
  const request = await requestOf(services, screen, caller, body)
  const { query } = request
  const rows = await wholeOf(services, caller, request, body)
  const shown = shownFields(request)
  const columns = shown.map((field) => ({ name: field.name, label: field.label, field }))
  const statement = sql`select ${toldColumns(shown)} from (${rows}) result order by ${orderBy(request, query.sort)}`
  return {
    name: exportName(titleOf(screen, body), form.format, new Date()),
    stream: await exportRows(services.db, caller, statement, columns, form, screen.plural),
  }
}

function shownFields({ screen, fields, query }: ReportRequest): Field[] {
  const wanted = query.columns ?? screen.result!.columns
  return wanted.flatMap((name) => fields.filter((field) => field.name === name))
}

async function wholeOf(services: ReportServices, caller: Caller, request: ReportRequest, body: Values): Promise<Sql> {
  const source = await sourceOf(services, caller, request, body)
  if (!('rows' in source)) throw new AppError('WRONG_STATE', { message: 'The result is still being worked out.' })
  return isWhole(source) ? source.rows : request.statement
}

/** A result as a PDF: criteria, totals, the chart that came along, and its first rows. */
export async function paperReport(
  services: ReportServices,
  screen: Screen,
  caller: Caller,
  body: Values,
  reader: { readonly locale: string; readonly zone: string },
) {
  await demandExport(services, screen, caller)
  // Drawing takes megabytes of code and fonts that most servers never need.
  const { mostPaperRows, reportPdf } = await import('./pdf/report-pdf.ts')
  const request = await requestOf(services, screen, caller, body)
  const chart = pictureOf(body)
  const rows = await wholeOf(services, caller, request, body)
  const by = String(body['by'] ?? '')
    .split(',')
    .filter(Boolean)
  const { groups, page } = await reading(services, caller, request, async (tx) => {
    // Groups demand their columns by name before anything is sorted by them.
    const found = by.length > 0 ? (await readGroups(tx, rows, request, body)).groups : []
    const inGroups = by.map((field) => ({ field, descending: false }))
    const sort = [...inGroups, ...request.query.sort.filter(({ field }) => !by.includes(field))]
    const query = { ...request.query, sort, page: 1, limit: mostPaperRows }
    return { groups: found, page: await readPage(tx, rows, { ...request, query }) }
  })
  const organization = await services.db.tenant(
    caller,
    (tx) => tx.query<{ name: string }>(sql`select name from organization where id = ${caller.organizationId}`),
    { readOnly: true },
  )
  const at = new Intl.DateTimeFormat(reader.locale, { dateStyle: 'long', timeStyle: 'short', timeZone: reader.zone })
  const stream = reportPdf({
    title: titleOf(request.screen, body),
    organization: organization[0]?.name ?? '',
    about: [at.format(new Date()), caller.email],
    criteria: criteriaOnPaper(screen, request, body, reader.locale),
    fields: shownFields(request),
    totals: markedTotals(page).totals,
    kinds: request.screen.result!.totals,
    chart,
    rows: page.records,
    by: request.fields
      .filter(({ name }) => by.includes(name))
      .toSorted((a, b) => by.indexOf(a.name) - by.indexOf(b.name)),
    groups: groups.map(markedTotals),
    total: page.total_record,
    locale: reader.locale,
  })
  return { name: exportName(titleOf(screen, body), 'pdf', new Date()), stream }
}

/** What a file of a result is called: a comparison of two runs is no result of one. */
const titleOf = ({ plural }: Screen, body: Values): string => (isComparison(body) ? `${plural}: comparison` : plural)

interface PaperCriterion {
  readonly label: string
  readonly value: string
}

function criteriaOnPaper(screen: Screen, request: ReportRequest, body: Values, locale: string): PaperCriterion[] {
  const { criteria } = request
  const said = (values: Values, field: Field): string => words(values[field.name], field, locale)
  const told = (label: string, value: string): PaperCriterion[] => (value === '' ? [] : [{ label, value }])
  if (!isComparison(body)) return screen.result!.parameters.flatMap((field) => told(field.label, said(criteria, field)))
  const asked = screen.result!.parameters.flatMap((field) => {
    const [first, second] = [said(criteria['first'] as Values, field), said(criteria['second'] as Values, field)]
    if (first === second) return told(field.label, first)
    // One of the two alone would not tell that the other has none.
    return [...told(`A: ${field.label}`, first || 'any'), ...told(`B: ${field.label}`, second || 'any')]
  })
  return [...asked, ...matchOnPaper(screen, request)]
}

/** What the runs of a comparison are compared by. */
function matchOnPaper({ fields }: Screen, request: ReportRequest): PaperCriterion[] {
  const { measure, match, place } = request.criteria as unknown as ComparisonChoice
  const labelOf = (name: string): string =>
    [...request.fields, ...fields].find((field) => field.name === name)?.label ?? name
  const columns = match.map((name) => (name === place ? `${labelOf(name)} (by place)` : labelOf(name)))
  return [
    { label: 'Compared', value: labelOf(measure) },
    { label: 'Rows matched by', value: columns.join(', ') },
  ]
}

/** The chart as the browser drew it; only a JPEG, which goes into the file as it is. */
function pictureOf(body: Values): Buffer | null {
  const given = body['chart']
  if (given === undefined || given === null) return null
  const encoded = typeof given === 'string' ? /^data:image\/jpeg;base64,([\w+/]+={0,2})$/.exec(given)?.[1] : undefined
  const data = Buffer.from(encoded ?? '', 'base64')
  if (!jpegSize(data)) throw new AppError('BAD_REQUEST', { message: 'The chart of a PDF is a JPEG as a data address.' })
  return data
}
