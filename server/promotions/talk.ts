import type { Caller } from '../authorize.ts'
import { counts } from '../engine/count-cache.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

interface Saying {
  readonly tx: Tx
  readonly caller: Pick<Caller, 'organizationId' | 'userId' | 'email'>
}

/** Writes down what was said of a scenario, or done with it; the header tells the last of both. */
export async function say(
  { tx, caller }: Saying,
  scenarioNumber: string,
  kind: 'comment' | 'activity',
  words: string,
  country: string | null = null,
): Promise<void> {
  const { organizationId, userId, email } = caller
  await tx.query(sql`
    insert into promotion_comment (organization_id, created_by, updated_by, scenario_number, country, kind, comment, said_by, said_at)
    values (${organizationId}, ${userId}, ${userId}, ${scenarioNumber}, ${country}, ${kind}, ${words}, ${email}, now())`)
  const last = kind === 'comment' ? `Commented${country === null ? '' : ` on ${country}`}` : words
  await tx.query(sql`
    update promotion_scenario t set last_activity = ${last.slice(0, 200)}, last_activity_by = ${email}, last_activity_at = now()
     where t.organization_id = ${organizationId} and t.scenario_number = ${scenarioNumber}`)
  tx.afterCommit(() => counts.forget('promotion_comment', organizationId))
}

export interface Said {
  readonly id: number
  readonly kind: 'comment' | 'activity'
  readonly country: string | null
  readonly comment: string
  readonly said_by: string
  readonly said_by_name: string | null
  readonly said_at: string
}

/** What was said and done, the newest first. */
export const saidOf = (
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  scenarioNumber: string,
  country: string | null,
): Promise<Said[]> =>
  tx.query<Said>(sql`
    select c.id, c.kind, c.country, c.comment, c.said_by, u.name as said_by_name, c.said_at
      from promotion_comment c
      left join app_user u on u.organization_id = c.organization_id and u.email = c.said_by
     where c.organization_id = ${organizationId} and c.scenario_number = ${scenarioNumber}
       and (${country}::text is null or c.country = ${country})
     order by c.said_at desc, c.id desc limit 500`)
