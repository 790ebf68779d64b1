import type { Client } from 'pg'
import { alone } from './examine.ts'

interface Plan {
  readonly 'Node Type': string
  readonly Plans?: readonly Plan[]
}

// Each of these keeps rows in working memory of its own until the statement ends, not one after another.
const keepers =
  /Sort|Hash|Aggregate|Materialize|CTE Scan|WorkTable|Function Scan|WindowAgg|Memoize|SetOp|Recursive Union|Unique|Bitmap|Group/

/** All of a statement's working memory together, in kB; what is more goes to files. */
const shared = 64_000
const most = 16_000
/** PostgreSQL takes no less. */
const least = 64

/** How many places of a plan keep rows. */
export const keepersIn = (plan: Plan): number =>
  (plan.Plans ?? []).reduce((sum, one) => sum + keepersIn(one), keepers.test(plan['Node Type']) ? 1 : 0)

/** The working memory of each place where a statement keeps rows, in kB, so that all of them have no more than `shared`. */
export const shareOf = (places: number): number =>
  Math.max(least, Math.min(most, Math.floor(shared / Math.max(1, places))))

/** Divides the working memory among the sorts, hashes and the like of a cursor that is about to be declared; `sorts` are those its plan does not show. */
export async function divideMemory(
  client: Client,
  declared: string,
  values: readonly (string | null)[],
  sorts: number,
) {
  let given = most
  // With less memory another plan may be better, which keeps rows in other places.
  for (let tries = 0; tries < 3; tries++) {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(
      alone(`explain (format json) ${declared}`, values),
    )
    const share = shareOf(keepersIn(rows[0]!['QUERY PLAN'][0]!.Plan) + sorts)
    if (share >= given) return
    await client.query(`set local work_mem = ${share}`)
    given = share
  }
}
