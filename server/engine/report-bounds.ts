import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Database, Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { assignmentFor, assignmentsOf } from './document-assignment.ts'
import { screenNamed } from './effective-screens.ts'
import type { ReportRequest } from './report-request.ts'
import { screensOf } from './own-screens.ts'

interface Services {
  readonly db: Database
  readonly screens: readonly Screen[]
}

const words = (count: number): string => count.toLocaleString('en')

/** What a result with more lines than the organisation allows is refused with. */
export const tooManyLines = (most: number): AppError =>
  new AppError('TOO_LARGE', {
    message: `This would be more than ${words(most)} lines, the most that is shown on demand. Narrow the criteria.`,
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
  const { maximum_calculation_lines: mostRead, maximum_on_demand_lines: mostLines } = assignment
  const { source } = request
  if (mostRead !== null && source) {
    const [row] = await db.read<{ count: number }>(
      caller,
      sql`select count(*) as count from (select 1 ${source} limit ${mostRead + 1}) lines`,
    )
    if (row!.count > mostRead)
      throw new AppError('TOO_LARGE', {
        message: `This would read more than ${words(mostRead)} lines, the most of one calculation. Narrow the criteria.`,
      })
  }
  return mostLines === null ? request : { ...request, mostLines }
}

/** Refuses what would show more lines than the request may; for results that are not kept. */
export async function demandFewLines(tx: Tx, { mostLines, statement }: ReportRequest): Promise<void> {
  if (mostLines === undefined) return
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*) as count from (select 1 from (${statement}) result limit ${mostLines + 1}) lines`,
  )
  if (row!.count > mostLines) throw tooManyLines(mostLines)
}
