import type { Caller } from '../authorize.ts'
import { counts } from '../engine/count-cache.ts'
import { refusedDecision } from '../domain/promotions/scenario-moves.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { askedCountries, refusedPlace, reviewersOf } from './reviewers.ts'
import type { Scenario } from './scenario.ts'
import { say } from './talk.ts'

export type Decision = 'open' | 'approved' | 'rejected'

export interface Review {
  readonly row_version: number
  readonly country: string
  /** Null: the country itself. */
  readonly territory: string | null
  readonly status: Decision
  readonly comment: string | null
  readonly decided_by: string | null
  readonly decided_by_name: string | null
  readonly decided_at: string | null
}

interface Deciding {
  readonly tx: Tx
  readonly caller: Pick<Caller, 'organizationId' | 'userId' | 'email'>
}

/** A review, and why the reader does not decide on it beside what keeps them from all of them; null where they do. */
export interface ReadReview extends Review {
  readonly refused: string | null
}

/** What countries and their territories say of a scenario so far. */
export const reviewsOf = (tx: Pick<Tx, 'query'>, organizationId: number, scenarioNumber: string): Promise<Review[]> =>
  tx.query<Review>(sql`
    select r.row_version, r.country, r.territory, r.status, r.comment, r.decided_by, u.name as decided_by_name, r.decided_at
      from promotion_market_review r
      left join app_user u on u.organization_id = r.organization_id and u.email = r.decided_by
     where r.organization_id = ${organizationId} and r.scenario_number = ${scenarioNumber} order by r.country, r.territory nulls first`)

/** The same as somebody reads it: who is named for a market decides on it. */
export async function reviewsFor(
  tx: Pick<Tx, 'query'>,
  caller: Pick<Caller, 'organizationId' | 'email'>,
  scenario: Scenario,
): Promise<ReadReview[]> {
  const reviews = await reviewsOf(tx, caller.organizationId, scenario.scenario_number)
  const reviewers = await reviewersOf(tx, caller.organizationId, scenario)
  return reviews.map((review) => ({ ...review, refused: refusedPlace(reviewers, caller, review) }))
}

/**
 * Asks each country whose rules want it, and each of its territories that is planned by itself, anew; what was said before no longer counts. Answers the
 * countries that are not asked.
 */
export async function askMarkets({ tx, caller }: Deciding, scenario: Scenario): Promise<readonly string[]> {
  const { organizationId, userId } = caller
  const asked = await askedCountries(tx, organizationId, scenario)
  const gone = await tx.query<{ row_version: number }>(sql`
    delete from promotion_market_review r where r.organization_id = ${organizationId} and r.scenario_number = ${scenario.scenario_number}
    returning r.row_version`)
  // Versions count on, so that nobody decides on what was asked before.
  const version = 1 + Math.max(0, ...gone.map((one) => one.row_version))
  await tx.query(sql`
    insert into promotion_market_review (organization_id, created_by, updated_by, row_version, scenario_number, country, territory, status)
    select ${organizationId}, ${userId}, ${userId}, ${version}, ${scenario.scenario_number}, p.country, p.territory, 'open'
      from (select c.country, null as territory from unnest(${asked}::text[]) as c (country)
            union
            select l.country, l.territory from promotion_scenario_line l
             where l.organization_id = ${organizationId} and l.scenario_number = ${scenario.scenario_number} and l.territory is not null
               and l.country = any(${asked}::text[])) p`)
  tx.afterCommit(() => counts.forget('promotion_market_review', organizationId))
  return scenario.countries.filter((country) => !asked.includes(country))
}

export interface MarketDecision {
  readonly country: string
  readonly territory: string | null
  readonly status: Decision
  readonly comment: string | null
  /** The version of the review that was read; ROW_CONFLICT where it is another one by now. */
  readonly row_version?: number | undefined
}

/**
 * Writes down what a country, or a territory of it, says of a locked scenario; WRONG_STATE where it cannot say that, FORBIDDEN where somebody else is named
 * to say it.
 */
export async function decideMarket({ tx, caller }: Deciding, scenario: Scenario, asked: MarketDecision): Promise<void> {
  const { organizationId, userId, email } = caller
  const { country, territory, status, comment, row_version: version } = asked
  const reviews = await reviewsOf(tx, organizationId, scenario.scenario_number)
  const own = reviews.filter((one) => one.country === country)
  const review = own.find((one) => one.territory === territory)
  if (!review) throw new AppError('NOT_FOUND')
  const foreign = refusedPlace(await reviewersOf(tx, organizationId, scenario), caller, asked)
  if (foreign !== null) throw new AppError('FORBIDDEN', { message: foreign })
  if (version !== undefined && version !== review.row_version)
    throw new AppError('ROW_CONFLICT', {
      message: 'Somebody else decided meanwhile, or it was submitted anew. Read it again before you decide.',
    })
  const territories =
    territory === null
      ? own.flatMap((one) => (one.territory === null ? [] : [{ territory: one.territory, status: one.status }]))
      : []
  const message = refusedDecision(scenario.status, status, comment, territories)
  if (message !== null) throw new AppError('WRONG_STATE', { message })
  const decided = status === 'open' ? sql`null, null` : sql`${email}, now()`
  await tx.query(sql`
    update promotion_market_review r
       set (decided_by, decided_at) = (${decided}), status = ${status}, comment = ${comment}, row_version = r.row_version + 1, updated_at = now(), updated_by = ${userId}
     where r.organization_id = ${organizationId} and r.scenario_number = ${scenario.scenario_number} and r.country = ${country}
       and r.territory is not distinct from ${territory}::text`)
  const place = territory ?? country
  const words = { open: `${place} is open again`, approved: `${place} approved it`, rejected: `${place} rejected it` }[
    status
  ]
  await say({ tx, caller }, scenario.scenario_number, 'activity', comment ? `${words}: ${comment}` : words, country)
  tx.afterCommit(() => counts.forget('promotion_market_review', organizationId))
}
