import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { lockOne } from '../engine/one.ts'
import { createRecord } from '../engine/write.ts'
import type { WriteContext } from '../engine/write-check.ts'
import { scenarioHooks } from '../hooks/promotions/scenarios.ts'
import { postScenario } from '../promotions/accruals.ts'
import { copyScenario } from '../promotions/copy-scenario.ts'
import { moveScenario } from '../promotions/move-scenario.ts'
import { keepPlan, linesOf } from '../promotions/plan.ts'
import { proposedLines } from '../promotions/prefill.ts'
import { decideMarket, type MarketDecision } from '../promotions/reviews.ts'
import { scenarioOf, toScenario } from '../promotions/scenario.ts'
import { say } from '../promotions/talk.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

interface DemoUser {
  readonly id: number
  readonly email: string
}

interface People {
  readonly organizationId: number
  readonly planner: DemoUser
  readonly decider: DemoUser
}

interface Header {
  readonly description: string
  readonly product_line: string
  readonly countries: readonly string[]
  readonly territories?: readonly string[]
  readonly valid_from: string
  readonly valid_to: string
}

const callerOf = (organizationId: number, { id, email }: DemoUser): Caller => ({
  sessionId: 'demo',
  userId: id,
  organizationId,
  email,
  roleIds: [],
  permissions: new Set(['*']),
  apps: ['Promotions'],
})

/** A plan begins with what the masters say; what was not sold a year ago is left out, and every third line is planned a little higher. */
async function plan(context: WriteContext, header: Header): Promise<number> {
  const { tx, caller } = context
  const id = await createRecord(context, {
    ...header,
    countries: header.countries.map((country) => ({ country })),
    territories: (header.territories ?? []).map((territory) => ({ country: 'Germany', territory })),
  })
  const scenario = await scenarioOf(tx, caller.organizationId, id)
  const lines = (await proposedLines(tx, caller.organizationId, scenario))
    .filter(({ volume }) => Number(volume) > 0)
    .map((line, at) => ({
      ...line,
      line_no: at + 1,
      volume: at % 3 === 0 ? String(Math.ceil(Number(line.volume) * 1.2)) : line.volume,
    }))
  await keepPlan(context, scenario, lines)
  await say(context, scenario.scenario_number, 'activity', `Prefilled, ${lines.length} lines`)
  return id
}

async function decide(
  context: WriteContext,
  id: number,
  ...decisions: readonly Omit<MarketDecision, 'territory'>[]
): Promise<void> {
  for (const decision of decisions)
    await decideMarket(context, await scenarioOf(context.tx, context.caller.organizationId, id), {
      ...decision,
      territory: null,
    })
}

/** Scenarios in every state: an approved one with its accruals and an extension of it, one in review, and drafts of both lines. */
export async function loadScenarios(
  tx: Tx,
  screens: readonly Screen[],
  { organizationId, planner, decider }: People,
): Promise<void> {
  const screen = screens.find(({ name }) => name === 'promotion-scenario')
  if (!screen) return
  const hooks = scenarioHooks['promotion-scenario']
  const as = (user: DemoUser): WriteContext => ({ tx, screen, screens, hooks, caller: callerOf(organizationId, user) })
  const [planning, deciding] = [as(planner), as(decider)]
  const approved = (country: string) => ({ country, status: 'approved' as const, comment: null })

  // It runs since September: what was sold stands beside its plan.
  const autumn = await plan(planning, {
    description: 'Autumn machines 2026',
    product_line: 'Machines',
    countries: ['Germany', 'France'],
    valid_from: '2026-09-01',
    valid_to: '2026-11-30',
  })
  await moveScenario(planning, autumn, { to: 'in_review' })
  await decide(deciding, autumn, approved('Germany'), approved('France'))
  await postScenario(deciding, await moveScenario(deciding, autumn, { to: 'approved' }), '2026-08-28')

  const winter = await plan(planning, {
    description: 'Winter machines 2026/27',
    product_line: 'Machines',
    countries: ['Germany', 'France', 'Netherlands'],
    valid_from: '2026-12-01',
    valid_to: '2027-02-28',
  })
  await moveScenario(planning, winter, { to: 'in_review' })
  await decide(
    deciding,
    winter,
    approved('Germany'),
    { ...approved('France'), comment: 'As agreed with the dealers in Lyon.' },
    approved('Netherlands'),
  )
  const done = await moveScenario(deciding, winter, { to: 'approved' })
  await postScenario(deciding, done, '2026-11-24')
  const record = (await lockOne(tx, screen, organizationId, winter))!
  await copyScenario(planning, record, {
    relation: 'extended_scenario',
    description: 'Winter machines, until the end of March',
    valid_from: null,
    valid_to: '2027-03-31',
  })

  const spring = await plan(planning, {
    description: 'Spring machines 2027',
    product_line: 'Machines',
    countries: ['Germany', 'United Kingdom', 'Sweden'],
    territories: ['DE-NORTH', 'DE-WEST', 'DE-SOUTH', 'DE-EAST'],
    valid_from: '2027-03-01',
    valid_to: '2027-05-31',
  })
  await moveScenario(planning, spring, { to: 'in_review' })
  await decide(deciding, spring, approved('Germany'), {
    country: 'Sweden',
    status: 'rejected',
    comment: 'The support has to come down to last year’s, or the volume up.',
  })
  const number = toScenario((await lockOne(tx, screen, organizationId, spring))!).scenario_number
  await say(planning, number, 'comment', 'We could give the Swedes free service instead of money.', 'Sweden')
  await say(deciding, number, 'comment', 'Then let us see it beside this one: clone it.', 'Sweden')

  await plan(planning, {
    description: 'Spring washrooms 2027',
    product_line: 'Dispensers',
    countries: ['Germany', 'Sweden'],
    valid_from: '2027-03-01',
    valid_to: '2027-05-31',
  })
  // One line is unfinished, as plans are.
  const washrooms = (
    await tx.query<{ number: string }>(sql`
    select max(t.scenario_number) as number from promotion_scenario t where t.organization_id = ${organizationId}`)
  )[0]!.number
  const draft = await scenarioOf(tx, organizationId, washrooms)
  const lines = await linesOf(tx, organizationId, washrooms)
  await keepPlan(
    planning,
    draft,
    lines.map((line, at) => (at === 1 ? { ...line, volume: null } : line)),
  )
  // All of it was written in one moment; people take days.
  await tx.query(sql`
    update promotion_comment c set said_at = timestamptz '2026-11-09 08:20Z' + n.place / 2 * interval '1 day' + n.place % 2 * interval '5 hours 12 minutes'
      from (select id, row_number() over (order by id) - 1 as place from promotion_comment where organization_id = ${organizationId}) n
     where c.organization_id = ${organizationId} and c.id = n.id`)
  await tx.query(sql`
    update promotion_market_review r set decided_at = c.said_at
      from promotion_comment c
     where r.organization_id = ${organizationId} and c.organization_id = r.organization_id and c.scenario_number = r.scenario_number
       and c.country = r.country and c.kind = 'activity' and r.territory is null`)
  await tx.query(sql`
    update promotion_scenario t set last_activity_at = c.said_at
      from (select scenario_number, max(said_at) as said_at from promotion_comment where organization_id = ${organizationId} group by 1) c
     where t.organization_id = ${organizationId} and c.scenario_number = t.scenario_number`)
  await tx.query(sql`
    insert into promotion_user_access (organization_id, created_by, updated_by, user_email, product_line, may_edit, may_review, note)
    values (${organizationId}, ${decider.id}, ${decider.id}, ${planner.email}, 'Machines', true, false, 'Plans machines'),
           (${organizationId}, ${decider.id}, ${decider.id}, ${decider.email}, 'Machines', true, true, 'Decides for every market'),
           (${organizationId}, ${decider.id}, ${decider.id}, ${planner.email}, 'Dispensers', true, false, 'Plans dispensers'),
           (${organizationId}, ${decider.id}, ${decider.id}, ${decider.email}, 'Dispensers', false, true, null)`)
}
