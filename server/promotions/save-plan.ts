import type { Caller } from '../authorize.ts'
import { changedPlan, type PlanChanges } from '../domain/promotions/plan-changes.ts'
import { lineKey } from '../domain/promotions/plan-differences.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { keepPlan, linesOf, takeVersion } from './plan.ts'
import { mostLines, proposedLines } from './prefill.ts'
import { mostShown, presented, type PresentedPlan } from './presented-plan.ts'
import type { Scenario } from './scenario.ts'
import { say } from './talk.ts'

/** Changes of a plan, and what else is done with its lines as it is saved. */
export interface SavingPlan extends PlanChanges {
  /** The version that was read. */
  readonly row_version: number
  /** Adds what stickers of the market propose and is not planned yet. */
  readonly prefill: boolean
}

export interface SavedPlan extends PresentedPlan {
  readonly row_version: number
  /** Somebody else saved since it was read: their changes are in it as well. */
  readonly merged: boolean
  /** Lines that were written; where they are more than the answer holds, none is in it. */
  readonly touched: number
}

const mostTold = 200

/** VALIDATION where a plan would have more lines than one may have. */
export function demandRoom(lines: number): void {
  if (lines <= mostLines) return
  const message = `A scenario has ${mostLines.toLocaleString('en')} lines at most, and these would be more. Narrow its market, or plan it as several.`
  throw new AppError('VALIDATION', { message, issues: [{ path: ['lines'], code: 'too_big', message }] })
}

/**
 * Puts changes upon a locked draft as it stands now. What others saved since it was read stays; ROW_CONFLICT with the collisions, and nothing written,
 * where both changed the same.
 */
export async function savePlanChanges(
  context: { readonly tx: Tx; readonly caller: Caller },
  scenario: Scenario,
  asked: SavingPlan,
): Promise<SavedPlan> {
  const { tx, caller } = context
  const { organizationId } = caller
  const stored = await linesOf(tx, organizationId, scenario.scenario_number)
  const { lines: changed, touched, collisions } = changedPlan(stored, asked)
  if (collisions.length > 0)
    throw new AppError('ROW_CONFLICT', {
      message: 'Somebody else changed the same meanwhile. Nothing was saved yet.',
      details: {
        collisions: collisions.slice(0, mostTold),
        count: collisions.length,
        by: scenario.last_activity_by,
        row_version: scenario.row_version,
      },
    })
  const proposed = asked.prefill ? await proposedLines(tx, organizationId, scenario) : []
  const known = new Set(changed.map(lineKey))
  const last = changed.reduce((most, { line_no: no }) => Math.max(most, no), 0)
  const more = proposed
    .filter((line) => !known.has(lineKey(line)))
    .map((line, at) => ({ ...line, line_no: last + at + 1 }))
  const lines = [...changed, ...more]
  demandRoom(lines.length)
  const version = await takeVersion(context, scenario, scenario.row_version)
  const plan = await keepPlan(context, scenario, lines)
  const count = lines.length
  await say(context, scenario.scenario_number, 'activity', `Plan saved, ${count} ${count === 1 ? 'line' : 'lines'}`)
  const isWhole = touched.size <= mostShown
  return {
    ...presented(plan, isWhole ? plan.lines.filter(({ line_no: no }) => touched.has(no)) : []),
    row_version: version,
    merged: scenario.row_version !== asked.row_version,
    touched: touched.size + more.length,
  }
}
