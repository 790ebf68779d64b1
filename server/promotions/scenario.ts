import type { Row } from '../engine/page.ts'
import { escapedPattern } from '../engine/search-sql.ts'
import type { ScenarioStatus } from '../domain/promotions/scenario-moves.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'

export interface Place {
  readonly country: string
  readonly territory: string
}

/** The header of a plan, its lists read. */
export interface Scenario {
  readonly id: number
  readonly row_version: number
  readonly scenario_number: string
  readonly description: string
  /** The line that leads. */
  readonly product_line: string
  /** All of its lines, the leading one first. */
  readonly product_lines: readonly string[]
  readonly countries: readonly string[]
  readonly territories: readonly Place[]
  readonly valid_from: string
  readonly valid_to: string
  readonly currency: string
  readonly status: ScenarioStatus
  readonly relation: 'clone' | 'extended_scenario' | 'premature_scenario' | null
  readonly parent: string | null
  readonly replaced_by: string | null
  readonly planned_cost: string | null
  readonly submitted_by: string | null
  readonly submitted_at: string | null
  readonly last_activity: string | null
  readonly last_activity_by: string | null
  readonly last_activity_at: string | null
  readonly notes: string | null
}

const listOf = (rows: unknown, name: string): string[] => [
  ...new Set(((rows ?? []) as readonly Record<string, unknown>[]).map((row) => String(row[name]))),
]

/** A scenario as its record says it. */
export function toScenario(row: Row): Scenario {
  const line = String(row['product_line'])
  return {
    ...(row as unknown as Scenario),
    product_line: line,
    product_lines: [...new Set([line, ...listOf(row['product_lines'], 'product_line')])],
    countries: listOf(row['countries'], 'country'),
    territories: ((row['territories'] ?? []) as readonly Place[]).map(({ country, territory }) => ({
      country,
      territory,
    })),
  }
}

const columns = sql`t.id, t.row_version, t.scenario_number, t.description, t.product_line, t.product_lines, t.countries, t.territories, t.valid_from,
  t.valid_to, t.currency, t.status, t.relation, t.parent, t.replaced_by, t.planned_cost, t.submitted_by, t.submitted_at, t.last_activity,
  t.last_activity_by, t.last_activity_at, t.notes`

/** Scenarios on a page at most. */
export const mostScenarios = 1000

/** Which of many are answered: pages count from 1. */
export interface PageAsked {
  readonly page: number
  readonly limit: number
}

/** A page of scenarios, and how many there are on all of them. */
export interface ScenarioPage {
  readonly records: Scenario[]
  readonly total_record: number
}

/** A page of an organisation's scenarios where a condition on `t` holds, the newest first. */
export async function scenariosWhere(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  where: Sql,
  { page, limit }: PageAsked,
): Promise<ScenarioPage> {
  const found = sql`from promotion_scenario t where t.organization_id = ${organizationId} and ${where}`
  const rows = await tx.query<Row>(
    sql`select ${columns} ${found} order by t.scenario_number desc limit ${limit} offset ${(page - 1) * limit}`,
  )
  if (page === 1 && rows.length < limit) return { records: rows.map(toScenario), total_record: rows.length }
  const [all] = await tx.query<{ count: number }>(sql`select count(*)::int as count ${found}`)
  return { records: rows.map(toScenario), total_record: all!.count }
}

/** Scenarios `t` of a line, whichever of theirs it is, in a country, and with words in their number, name or market; null or nothing narrows nothing. */
export function scenariosOf(line: string | null, country: string | null, words: string): Sql {
  const like = `%${escapedPattern(words)}%`
  return sql`(${words} = '' or t.scenario_number ilike ${like} or t.description ilike ${like} or t.market ilike ${like})
    and (${line}::text is null or t.product_line = ${line} or t.product_lines @> jsonb_build_array(jsonb_build_object('product_line', ${line}::text)))
    and (${country}::text is null or t.countries @> jsonb_build_array(jsonb_build_object('country', ${country}::text)))`
}

/** One scenario by its id or its number; NOT_FOUND without one. Locked where it is going to be changed. */
export async function scenarioOf(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  asked: number | string,
  { locks = false } = {},
): Promise<Scenario> {
  const which = typeof asked === 'number' ? sql`t.id = ${asked}` : sql`t.scenario_number = ${asked}`
  const [row] = await tx.query<Row>(sql`
    select ${columns} from promotion_scenario t where t.organization_id = ${organizationId} and ${which} ${locks ? sql`for update` : sql``}`)
  if (!row) throw new AppError('NOT_FOUND')
  return toScenario(row)
}
