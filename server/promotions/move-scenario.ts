import { changeRecord } from '../claims/change-record.ts'
import { refusedMove, type ScenarioStatus } from '../domain/promotions/scenario-moves.ts'
import { lockOne } from '../engine/one.ts'
import type { WriteContext } from '../engine/write-check.ts'
import { AppError } from '../errors.ts'
import { isPosted } from './accruals.ts'
import { demandEdit, refusedReview } from './access.ts'
import { blocked, keepPlan, linesOf } from './plan.ts'
import { askMarkets, reviewsOf } from './reviews.ts'
import { scenarioOf, toScenario, type Scenario } from './scenario.ts'
import { say } from './talk.ts'

const done: Readonly<Record<ScenarioStatus, string>> = {
  draft: 'Taken back to draft',
  in_review: 'Submitted for review',
  approved: 'Approved by every market',
  archived: 'Archived',
}

interface Move {
  readonly to: ScenarioStatus
  /** Why, in the words of whoever moves it. */
  readonly words?: string | null
  /** The version that was read; ROW_CONFLICT where somebody else changed or moved it since. */
  readonly version?: number | undefined
}

/**
 * Moves a scenario to a status, if nothing speaks against it: WRONG_STATE with the reason otherwise. What is submitted is worked out once more and
 * asked of every market whose rules want that; what is approved archives the scenario that it was made to replace.
 */
export async function moveScenario(
  context: WriteContext,
  id: number,
  { to, words = null, version }: Move,
): Promise<Scenario> {
  const { tx, caller, screen } = context
  const { organizationId } = caller
  const record = await lockOne(tx, screen, organizationId, id)
  if (!record) throw new AppError('NOT_FOUND')
  const scenario = toScenario(record)
  const number = scenario.scenario_number
  if (to === 'approved') {
    const message = await refusedReview(tx, caller, scenario)
    if (message !== null) throw new AppError('FORBIDDEN', { message })
  } else await demandEdit(tx, caller, scenario)
  if (version !== undefined && version !== scenario.row_version)
    throw new AppError('ROW_CONFLICT', {
      message: 'Somebody else changed or moved it meanwhile. Look at it as it is now, and decide anew.',
    })
  const lines = await linesOf(tx, organizationId, number)
  const plan = to === 'in_review' ? await keepPlan(context, scenario, lines) : null
  const reviews = (await reviewsOf(tx, organizationId, number)).filter(({ territory }) => territory === null)
  const posted = await isPosted(tx, organizationId, number)
  const standing = {
    status: scenario.status,
    lines: lines.length,
    faulty: plan?.totals.faulty ?? 0,
    blocked: plan && blocked(plan),
    reviews,
    posted,
  }
  const message = refusedMove(standing, to)
  if (message !== null) throw new AppError('WRONG_STATE', { message })
  const submitted =
    to === 'in_review'
      ? { submitted_by: caller.email, submitted_at: new Date().toISOString() }
      : to === 'draft'
        ? { submitted_by: null, submitted_at: null, replaced_by: null }
        : {}
  await changeRecord(context, record, { status: to, ...submitted })
  const silent = to === 'in_review' ? await askMarkets(context, scenario) : []
  const told = silent.length > 0 ? `${done[to]}, without ${silent.join(', ')}` : done[to]
  await say(context, number, 'activity', words ? `${told}: ${words}` : told)
  if (to === 'approved' && scenario.parent !== null && scenario.relation !== 'clone')
    await replaceParent(context, scenario.parent, number)
  return scenarioOf(tx, organizationId, id)
}

async function replaceParent(context: WriteContext, parent: string, by: string): Promise<void> {
  const { tx, caller, screen } = context
  const before = await scenarioOf(tx, caller.organizationId, parent).catch(() => null)
  // It may have been deleted since, as a draft.
  const record = before && (await lockOne(tx, screen, caller.organizationId, before.id))
  if (!record || record['status'] === 'archived') return
  await changeRecord(context, record, { status: 'archived', replaced_by: by })
  await say(context, parent, 'activity', `Replaced by ${by}`)
}
