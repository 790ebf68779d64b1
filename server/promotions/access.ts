import { can, type Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { Scenario } from './scenario.ts'

type Asking = Pick<Caller, 'organizationId' | 'email' | 'permissions'>
type Part = 'may_edit' | 'may_review'

interface Given {
  readonly product_line: string
  readonly people: readonly string[]
  readonly is_own: boolean
}

const given = (tx: Pick<Tx, 'query'>, caller: Asking, lines: readonly string[], part: Part): Promise<Given[]> =>
  tx.query<Given>(sql`
    select a.product_line, array_agg(coalesce(u.name, a.user_email) order by a.user_email) as people, bool_or(a.user_email = ${caller.email}) as is_own
      from promotion_user_access a
      left join app_user u on u.organization_id = a.organization_id and u.email = a.user_email
     where a.organization_id = ${caller.organizationId} and a.product_line = any(${[...lines]}::text[])
       and ${part === 'may_edit' ? sql`a.may_edit` : sql`a.may_review`}
     group by a.product_line`)

async function refused(
  tx: Pick<Tx, 'query'>,
  caller: Asking,
  lines: readonly string[],
  part: Part,
): Promise<string | null> {
  const foreign = (await given(tx, caller, lines, part)).filter((one) => !one.is_own)
  const [first] = foreign
  if (!first) return null
  const does = part === 'may_edit' ? 'planned' : 'reviewed'
  return `${first.product_line} is ${does} by ${first.people.join(', ')}. Whoever gives access to product lines can add you.`
}

type Lines = Pick<Scenario, 'product_lines'>

/** Why the caller may not plan for these lines; null where that is possible. A line that is given to nobody is open to whoever may write promotions. */
export async function refusedEdit(
  tx: Pick<Tx, 'query'>,
  caller: Asking,
  { product_lines: lines }: Lines,
): Promise<string | null> {
  if (!can(caller, 'promotions.write')) return 'Your role reads promotions and does not change them.'
  return refused(tx, caller, lines, 'may_edit')
}

/** Why the caller may not decide for markets; null where that is possible. */
export async function refusedReview(
  tx: Pick<Tx, 'query'>,
  caller: Asking,
  { product_lines: lines, submitted_by: author }: Lines & Pick<Scenario, 'submitted_by'>,
): Promise<string | null> {
  if (!can(caller, 'promotions.approve')) return 'Your role does not decide on promotions.'
  if (author === caller.email) return 'You submitted it yourself: somebody else has to decide.'
  return refused(tx, caller, lines, 'may_review')
}

/** FORBIDDEN with the reason where the caller may not plan for the lines of a scenario. */
export async function demandEdit(tx: Pick<Tx, 'query'>, caller: Asking, scenario: Lines): Promise<void> {
  const message = await refusedEdit(tx, caller, scenario)
  if (message !== null) throw new AppError('FORBIDDEN', { message })
}

/** WRONG_STATE unless it is a draft. */
export function demandDraft({ status }: Pick<Scenario, 'status'>): void {
  if (status !== 'draft')
    throw new AppError('WRONG_STATE', { message: 'Only drafts are changed. Take it back to draft, or clone it.' })
}
