import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Database, Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
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

/**
 * The request within what the organisation has assigned to the report: refused where it may not be run from its screen or
 * would read too many lines, with the most lines it may show.
 */
export async function boundedRequest(
  services: Services,
  screen: Screen,
  caller: Caller,
  request: ReportRequest,
): Promise<ReportRequest> {
  const { db } = services
  if (!screenNamed(await screensOf(services, caller), 'document-assignment-config')) return request
  const assignment = assignmentFor(await assignmentsOf(db, caller), screen.name, caller.application ?? null)
  if (!assignment) return request
  if (assignment.suppress_online_run)
    throw new AppError('WRONG_STATE', {
      message: `${screen.plural} is not run from the screen in your organization. An administrator can allow it under Document assignments.`,
    })
  demandSingleValues(request, assignment)
  await demandCategory(db, caller, request, assignment)
  const { maximum_calculation_lines: mostRead, maximum_on_demand_lines: mostLines } = assignment
  const { source } = request
  if (mostRead !== null && source) {
    const lines = await source()
    const [row] = await db.read<{ count: number }>(
      caller,
      sql`select count(*) as count from (select 1 ${lines} limit ${mostRead + 1}) lines`,
    )
    if (row!.count > mostRead)
      throw new AppError('TOO_LARGE', {
        message: `This would read more than ${words(mostRead)}, the most of one calculation. Narrow the criteria.`,
      })
  }
  const { calculation_parallel_run: atATime, calculation_performance_improvement: isHastened } = assignment
  return {
    ...request,
    ...(mostLines === null ? {} : { mostLines }),
    ...(atATime ? { atATime } : {}),
    ...(isHastened ? { isHastened } : {}),
  }
}

const refuse = (path: string, message: string): AppError =>
  new AppError('VALIDATION', { issues: [{ path: [path], code: 'invalid', message }] })

function demandSingleValues({ criteria }: ReportRequest, { multiple_values_allowed: areSeveral }: Assignment): void {
  if (areSeveral !== false) return
  const several = Object.entries(criteria).find(([, value]) => Array.isArray(value) && value.length > 1)
  if (several) throw refuse(several[0], 'Your organization asks this for one value at a time')
}

/** A result that works with a formula takes those of the category that is assigned to it: one for own lines, one for those of partners. */
async function demandCategory(
  db: Database,
  caller: Caller,
  { screen, criteria }: ReportRequest,
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
