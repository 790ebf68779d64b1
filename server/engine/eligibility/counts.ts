import type { Caller } from '../../authorize.ts'
import type { Screen } from '#src/definition'
import type { Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { eligibleSql, fitsSql, lineFitsSql, targetOf, type EligibilityRule } from './rule-sql.ts'

/** How many records a rule fits; null where it says nothing about them. */
export interface Matches {
  readonly customers: number | null
  readonly materials: number | null
  readonly sales_lines: number
}

interface Context {
  readonly tx: Tx
  readonly caller: Pick<Caller, 'organizationId'>
  readonly screens: readonly Screen[]
}

const ofContext = ({ caller, screens }: Context) => ({ screens, organizationId: caller.organizationId })

async function countOf({ tx }: Context, statement: ReturnType<typeof sql>): Promise<number> {
  const [row] = await tx.query<{ count: number }>(statement)
  return row?.count ?? 0
}

/** What one rule fits by itself, whether it includes or excludes. */
export async function countMatches(context: Context, rule: EligibilityRule): Promise<Matches> {
  const about = ofContext(context)
  const { organizationId } = about
  const source = targetOf(rule.attribute, context.screens)?.source
  const records = async (name: 'customer' | 'material'): Promise<number | null> =>
    source === name
      ? countOf(
          context,
          name === 'customer'
            ? sql`select count(*) as count from customer e where e.organization_id = ${organizationId} and ${fitsSql(rule, 'e', about)}`
            : sql`select count(*) as count from material e where e.organization_id = ${organizationId} and ${fitsSql(rule, 'e', about)}`,
        )
      : null
  return {
    customers: await records('customer'),
    materials: await records('material'),
    sales_lines: await countOf(
      context,
      sql`select count(*) as count from sales_data t where t.organization_id = ${organizationId} and ${lineFitsSql(rule, about)}`,
    ),
  }
}

/** What a set of rules leaves, of how much. */
export interface Eligible {
  readonly customers: number
  readonly materials: number
  readonly sales_lines: number
  readonly all_sales_lines: number
}

/** What several rules leave together: sales lines, and the customers and materials on them. */
export async function countEligible(context: Context, rules: readonly EligibilityRule[]): Promise<Eligible> {
  const about = ofContext(context)
  const [row] = await context.tx.query<Eligible>(sql`
    select count(distinct t.customer_number) filter (where x.fits) as customers, count(distinct t.material_number) filter (where x.fits) as materials,
           count(*) filter (where x.fits) as sales_lines, count(*) as all_sales_lines
      from sales_data t cross join lateral (select ${eligibleSql(rules, about)} as fits) x where t.organization_id = ${about.organizationId}`)
  return row!
}
