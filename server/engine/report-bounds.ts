import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Database, Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import { type Assignment, assignmentFor, assignmentsOf } from './document-assignment.ts'
import { screenNamed } from './effective-screens.ts'
import type { ReportRequest } from './report-request.ts'
import { screensOf } from './own-screens.ts'

interface Services {
  readonly db: Database
  readonly screens: readonly Screen[]
}

const words = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'}`

/** What a result with more lines than the organisation allows is refused with. */
export const tooManyLines = (most: number): AppError =>
  new AppError('TOO_LARGE', {
    message: `This would be more than ${words(most)}, the most that is shown on demand. Narrow the criteria.`,
  })

/** What is asked of a report, before anything of it is worked out. */
export type AskedReport = Pick<ReportRequest, 'screen' | 'criteria' | 'source'>

/** What the organisation has assigned to a report; null where it says nothing about it. */
export async function assignmentOf(services: Services, screen: Screen, caller: Caller): Promise<Assignment | null> {
  if (!screenNamed(await screensOf(services, caller), 'document-assignment-config')) return null
  return assignmentFor(await assignmentsOf(services.db, caller), screen.name, caller.application ?? null)
}

/** Refuses what the organisation lets nobody ask of a report: any run from its screen, several values, too many lines to read. */
export async function demandWithin(
  db: Database,
  caller: Caller,
  asked: AskedReport,
  assignment: Assignment | null,
): Promise<void> {
  if (!assignment) return
  if (assignment.suppress_online_run)
    throw new AppError('WRONG_STATE', {
      message: `${asked.screen.plural} is not run from the screen in your organization. An administrator can allow it under Document assignments.`,
    })
  demandSingleValues(asked, assignment)
  await demandCategory(db, caller, asked, assignment)
  const { maximum_calculation_lines: most } = assignment
  if (most === null || !asked.source) return
  const lines = await asked.source()
  await demandFewRead((query) => db.read<Counted>(caller, query), lines, most, ' Narrow the criteria.')
}

interface Counted {
  readonly count: number
}

/** Refuses what would read more lines, `from … where …`, than the organisation lets one calculation read. */
export async function demandFewRead(
  read: (query: Sql) => Promise<readonly Counted[]>,
  lines: Sql,
  most: number,
  advice: string,
): Promise<void> {
  const [row] = await read(sql`select count(*) as count from (select 1 ${lines} limit ${most + 1}) lines`)
  if (Number(row!.count) > most)
    throw new AppError('TOO_LARGE', {
      message: `This would read more than ${words(most)}, the most of one calculation.${advice}`,
    })
}

/** The request with the bounds under which the organisation lets it run. */
export function boundedRequest(request: ReportRequest, assignment: Assignment | null): ReportRequest {
  if (!assignment) return request
  const {
    maximum_on_demand_lines: mostLines,
    calculation_parallel_run: atATime,
    calculation_performance_improvement: isHastened,
  } = assignment
  return {
    ...request,
    ...(mostLines === null ? {} : { mostLines }),
    ...(atATime ? { atATime } : {}),
    ...(isHastened ? { isHastened } : {}),
  }
}

const refuse = (path: string, message: string): AppError =>
  new AppError('VALIDATION', { issues: [{ path: [path], code: 'invalid', message }] })

function demandSingleValues({ criteria }: AskedReport, { multiple_values_allowed: areSeveral }: Assignment): void {
  if (areSeveral !== false) return
  const several = Object.entries(criteria).find(([, value]) => Array.isArray(value) && value.length > 1)
  if (several) throw refuse(several[0], 'Your organization asks this for one value at a time')
}

/** A result that works with a formula takes those of the category that is assigned to it: one for own lines, one for those of partners. */
async function demandCategory(
  db: Database,
  caller: Caller,
  { screen, criteria }: AskedReport,
  { formula_category: own, external_formula_category: external }: Assignment,
): Promise<void> {
  const name = criteria['formula']
  const isAsked = screen.result?.parameters.some((field) => field.name === 'formula' && field.target === 'formula')
  if (!isAsked || typeof name !== 'string' || (!own && !external)) return
  const [formula] = await db.read<{ category: string; source_data_type: string }>(
    caller,
    sql`select category, source_data_type from formula where organization_id = ${caller.organizationId} and formula_name = ${name}`,
  )
  const wanted = formula?.source_data_type === 'indirect' ? external : own
  if (formula && wanted && formula.category !== wanted)
    throw refuse('formula', `Only formulas of the category ${wanted} are used here; this one is of ${formula.category}`)
}

/** Refuses what would show more lines than the request may; for results that are not kept. */
export async function demandFewLines(tx: Tx, { mostLines, statement }: ReportRequest): Promise<void> {
  if (mostLines === undefined) return
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*) as count from (select 1 from (${statement}) result limit ${mostLines + 1}) lines`,
  )
  if (row!.count > mostLines) throw tooManyLines(mostLines)
}
