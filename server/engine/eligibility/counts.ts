import type { Caller } from '../../authorize.ts'
import type { Screen } from '#src/definition'
import type { Tx } from '../../store/database.ts'
import { id, join, sql, type Sql } from '../../store/sql.ts'
import { eligibleSql, fitsSql, lineFitsSql, targetOf, type EligibilityRule } from './rule-sql.ts'

/** The screens whose lines each source of data has; all with the columns that rules ask for. */
export const lineScreens: Readonly<Record<string, string>> = {
  direct: 'sales-data',
  indirect: 'indirect-sales',
  purchase: 'purchase-data',
}

/** What a rule is about beside what it asks for. */
interface About {
  /** Only lines of this source of data; of every one without. */
  readonly data_source_type?: string | null | undefined
}

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

/** The tables of the lines of one source of data, or of all. */
function tablesOf({ screens }: Context, source: string | null | undefined): Sql[] {
  const names = source ? [lineScreens[source]] : Object.values(lineScreens)
  return screens.flatMap(({ name, table }) => (names.includes(name) && table ? [id(table.name)] : []))
}

/** What one rule fits by itself, whether it includes or excludes: lines of the source of data that it is about. */
export async function countMatches(context: Context, rule: EligibilityRule & About): Promise<Matches> {
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
      sql`select ${join(
        [
          sql`0`,
          ...tablesOf(context, rule.data_source_type).map(
            (table) =>
              sql`(select count(*) from ${table} t where t.organization_id = ${organizationId} and ${lineFitsSql(rule, about)})`,
          ),
        ],
        ' + ',
      )} as count`,
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

/**
 * What several rules leave together of one source of data, our own sales unless another is named: lines, and the customers and materials on
 * them. Rules about other sources say nothing here.
 */
export async function countEligible(
  context: Context,
  all: readonly (EligibilityRule & About)[],
  source = 'direct',
): Promise<Eligible> {
  const about = ofContext(context)
  const rules = all.filter(({ data_source_type: of }) => !of || of === source)
  const [table] = tablesOf(context, source)
  if (!table) return { customers: 0, materials: 0, sales_lines: 0, all_sales_lines: 0 }
  const [row] = await context.tx.query<Eligible>(sql`
    select count(distinct t.customer_number) filter (where x.fits) as customers, count(distinct t.material_number) filter (where x.fits) as materials,
           count(*) filter (where x.fits) as sales_lines, count(*) as all_sales_lines
      from ${table} t cross join lateral (select ${eligibleSql(rules, about)} as fits) x where t.organization_id = ${about.organizationId}`)
  return row!
}
