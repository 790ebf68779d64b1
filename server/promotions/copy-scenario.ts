import { changeRecord } from '../claims/change-record.ts'
import { screenOf } from '../contracts/versions.ts'
import { daysOf, stretched } from '../domain/promotions/plan-days.ts'
import { lockOne } from '../engine/one.ts'
import type { Row } from '../engine/page.ts'
import { createRecord } from '../engine/write.ts'
import type { WriteContext } from '../engine/write-check.ts'
import { AppError } from '../errors.ts'
import { keepPlan, linesOf } from './plan.ts'
import { toScenario, type Scenario } from './scenario.ts'
import { say } from './talk.ts'

export interface CopyOrder {
  readonly relation: NonNullable<Scenario['relation']>
  readonly description: string | null
  readonly valid_from: string | null
  readonly valid_to: string | null
}

const words: Readonly<Record<CopyOrder['relation'], string>> = {
  clone: 'Cloned from',
  extended_scenario: 'Extended from',
  premature_scenario: 'Made to close early',
}

function refusedDays({ relation, valid_to: to }: CopyOrder, before: Scenario): string | null {
  if (relation === 'extended_scenario' && (to === null || to <= before.valid_to))
    return `An extended scenario ends after ${before.valid_to}.`
  if (relation === 'premature_scenario' && (to === null || to >= before.valid_to || to < before.valid_from))
    return `A scenario that closes early ends from ${before.valid_from} on and before ${before.valid_to}.`
  return null
}

/**
 * Makes a draft of a scenario: a clone plans the same, an extended one and one that closes early plan volumes by their days and replace what
 * they were made from once they are approved. Answers the id of the copy.
 */
export async function copyScenario(context: WriteContext, record: Row, order: CopyOrder): Promise<number> {
  const { tx, caller } = context
  const before = toScenario(record)
  const message = refusedDays(order, before)
  if (message !== null)
    throw new AppError('VALIDATION', { message, issues: [{ path: ['valid_to'], code: 'range', message }] })
  const screen = screenOf(context, 'promotion-scenario')
  const id = await createRecord(
    { ...context, screen, asksBack: false },
    {
      description: order.description ?? before.description,
      product_line: before.product_line,
      product_lines: record['product_lines'] ?? [],
      countries: record['countries'],
      territories: record['territories'] ?? [],
      valid_from: order.valid_from ?? before.valid_from,
      valid_to: order.valid_to ?? before.valid_to,
      currency: before.currency,
      notes: before.notes,
    },
  )
  const made = (await lockOne(tx, screen, caller.organizationId, id))!
  await changeRecord({ ...context, screen }, made, { relation: order.relation, parent: before.scenario_number })
  const copy = { ...toScenario(made), relation: order.relation, parent: before.scenario_number }
  const [days, nextDays] = [daysOf(before.valid_from, before.valid_to), daysOf(copy.valid_from, copy.valid_to)]
  const byDays = (volume: string | null): string | null =>
    volume === null || order.relation === 'clone' ? volume : stretched(volume, days, nextDays)
  const lines = (await linesOf(tx, caller.organizationId, before.scenario_number)).map((line) => ({
    ...line,
    volume: byDays(line.volume),
    baseline_volume: byDays(line.baseline_volume),
  }))
  await keepPlan(context, copy, lines)
  await say(context, copy.scenario_number, 'activity', `${words[order.relation]} ${before.scenario_number}`)
  return id
}
