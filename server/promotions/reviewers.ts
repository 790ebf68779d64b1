import type { Caller } from '../authorize.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import type { Scenario } from './scenario.ts'

type Reading = Pick<Tx, 'query'>

/** The rules `r` that countries `c` have for the lines of a scenario on its first day; a line without rules stands there without them. */
const rulesOfMarkets = (organizationId: number, scenario: Scenario): Sql => sql`
  unnest(${[...scenario.countries]}::text[]) as c (country)
  cross join unnest(${[...scenario.product_lines]}::text[]) as l (product_line)
  left join promotion_config r on r.organization_id = ${organizationId} and r.product_line = l.product_line and r.country = c.country
        and r.valid_from <= ${scenario.valid_from}::date and coalesce(r.valid_to, 'infinity') >= ${scenario.valid_from}::date`

/** The countries of a scenario that review it: all but those whose rules want no review for any of its lines. */
export const askedCountries = async (tx: Reading, organizationId: number, scenario: Scenario): Promise<string[]> =>
  (
    await tx.query<{ country: string }>(sql`
      select c.country from ${rulesOfMarkets(organizationId, scenario)}
       group by c.country having bool_or(coalesce(r.market_review, true)) order by c.country`)
  ).map(({ country }) => country)

/** Somebody who is named to review. */
export interface Reviewer {
  readonly country: string
  /** Null: the country and all of it. */
  readonly territory: string | null
  readonly name: string
  readonly email: string | null
}

/** Who is named to review: for countries by the rules of the market, for territories their managers as well. */
export const reviewersOf = (tx: Reading, organizationId: number, scenario: Scenario): Promise<Reviewer[]> =>
  tx.query<Reviewer>(sql`
    with named as (
      select c.country, null as territory, r.reviewer as employee_number
        from ${rulesOfMarkets(organizationId, scenario)}
       where coalesce(r.market_review, true) and r.reviewer is not null
      union
      select t.country, t.territory, t.manager from promotion_territory t
       where t.organization_id = ${organizationId} and t.country = any(${[...scenario.countries]}::text[]) and t.manager is not null
         and (t.product_line is null or t.product_line = any(${[...scenario.product_lines]}::text[]))
         and t.valid_from <= ${scenario.valid_from}::date and coalesce(t.valid_to, 'infinity') >= ${scenario.valid_from}::date
    )
    select n.country, n.territory, coalesce(e.full_name, n.employee_number) as name, e.email
      from named n
      left join employee e on e.organization_id = ${organizationId} and e.employee_number = n.employee_number
     order by n.country, n.territory nulls first, name`)

/**
 * Why somebody who may review does not decide for a country, or a territory of it; null where they do. Where the rules of the market name nobody, whoever
 * may review decides.
 */
export function refusedPlace(
  reviewers: readonly Reviewer[],
  { email }: Pick<Caller, 'email'>,
  { country, territory }: { readonly country: string; readonly territory: string | null },
): string | null {
  const named = reviewers.filter((one) => one.country === country && one.territory === null)
  if (named.length === 0) return null
  const managers =
    territory === null ? [] : reviewers.filter((one) => one.country === country && one.territory === territory)
  const own = [...named, ...managers]
  if (own.some((one) => one.email?.toLowerCase() === email.toLowerCase())) return null
  const names = [...new Set(own.map(({ name }) => name))].join(', ')
  return `${territory ?? country} is reviewed by ${names}. Whoever keeps the promotion rules can name somebody else.`
}
