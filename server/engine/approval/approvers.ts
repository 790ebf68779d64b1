import { covers, type Caller } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { sql, type Sql } from '../../store/sql.ts'

/** What is to be approved, as limits look at it. */
export interface ApprovalCase {
  readonly document: string
  readonly application: string | null
  /** null: the record has no amount, every limit without a lower bound covers it. */
  readonly amount: string | null
  readonly currency: string | null
  /** The permission of those who decide; whoever a limit names without it could not. Not given: whoever is named counts. */
  readonly access?: string
}

/** One step of an approval: any of these people, so many of them. */
export interface ApprovalLevel {
  readonly level: number
  /** Who it is in words: "Finance directors", "Robin Hale". */
  readonly names: readonly string[]
  /** Addresses of those who may, active users only. */
  readonly approvers: readonly string[]
  /** How many more are named, whose role does not let them decide. */
  readonly barred?: number
  /** How many of them have to. */
  readonly required: number
}

interface LimitRow {
  readonly level: number
  readonly name: string
  readonly currency: string
  readonly factor: string | null
  readonly covers: boolean | null
  readonly approvers: readonly string[]
  readonly required: number
}

/**
 * The levels that a case goes through, the lowest first: those of the workflow that is assigned to such documents, else those of
 * the approval limits. Without any limit for such documents there are none: whoever has the
 * permission approves. WRONG_STATE when limits exist and none covers the amount, when an exchange rate is missing, or when
 * nobody is left to approve at a level.
 */
export async function approvalLevels(
  tx: Tx,
  caller: Pick<Caller, 'organizationId'>,
  asked: ApprovalCase,
): Promise<ApprovalLevel[]> {
  const limits = await readLimits(tx, caller.organizationId, asked)
  if (limits.length === 0) return []
  const unrated = limits.find(({ factor }) => factor === null)
  if (unrated)
    throw new AppError('WRONG_STATE', {
      message: `There is no exchange rate from ${String(asked.currency)} to ${unrated.currency}, in which the approval limits are kept.`,
    })
  const covering = limits.filter(({ covers }) => covers)
  if (covering.length === 0)
    throw new AppError('WRONG_STATE', {
      message: `No approval limit covers ${amountWords(asked)}. An administrator can set one up.`,
    })
  const allowed = asked.access === undefined ? null : new Set(await permitted(tx, caller.organizationId, asked.access))
  const levels = [...new Set(covering.map(({ level }) => level))]
    .toSorted((a, b) => a - b)
    .map((level): ApprovalLevel => {
      const rows = covering.filter((row) => row.level === level)
      const named = [...new Set(rows.flatMap((row) => row.approvers))]
      const approvers = allowed === null ? named : named.filter((email) => allowed.has(email))
      return {
        level,
        names: [...new Set(rows.map(({ name }) => name))],
        approvers,
        barred: named.length - approvers.length,
        required: Math.max(1, ...rows.map(({ required }) => required)),
      }
    })
  const empty = levels.find(({ approvers, required }) => approvers.length < required)
  if (empty)
    throw new AppError('WRONG_STATE', {
      message: `Nobody is left to approve at level ${empty.level}: ${empty.names.join(', ')}.${barredWords(empty)}`,
    })
  return levels
}

/** Why those who are named do not count, where their role keeps them from it. */
export const barredWords = ({ barred = 0 }: Pick<ApprovalLevel, 'barred'>): string =>
  barred === 0
    ? ''
    : ` ${barred === 1 ? '1 person named there has a role' : `${barred} people named there have roles`} without the permission to approve this: give it to the role, or name others.`

interface Person {
  readonly email: string
  readonly permissions: readonly string[]
}

const known = new WeakMap<Tx, Promise<readonly Person[]>>()

/** The addresses of active users whose role holds a permission, in order. */
export async function permitted(tx: Tx, organizationId: number, access: string): Promise<string[]> {
  const people =
    known.get(tx) ??
    tx.query<Person>(sql`
      select u.email, coalesce(r.permissions, '{}') as permissions from app_user u
        join role r on r.organization_id = u.organization_id and r.code = u.role
       where u.organization_id = ${organizationId} and u.status = 'active' order by u.email`)
  known.set(tx, people)
  return (await people).filter(({ permissions }) => covers(new Set(permissions), access)).map(({ email }) => email)
}

const amountWords = ({ amount, currency }: ApprovalCase): string =>
  amount === null ? 'a record without an amount' : `${Number(amount).toFixed(2)} ${currency ?? ''}`.trim()

function readLimits(
  tx: Tx,
  organizationId: number,
  { document, application, amount, currency }: ApprovalCase,
): Promise<LimitRow[]> {
  const day = sql`(select books_day(${organizationId}::bigint))`
  const rate = (of: Sql): Sql => sql`
    case when ${currency}::text is null or ${amount}::numeric is null or ${of} = ${currency}::text then 1::numeric else (
      select case when c.from_currency = ${currency}::text then c.rate / c.per_units else c.per_units / c.rate end
        from currency_rate c
       where c.organization_id = ${organizationId} and c.valid_from <= ${day}
         and ((c.from_currency = ${currency}::text and c.to_currency = ${of}) or (c.from_currency = ${of} and c.to_currency = ${currency}::text))
       order by (c.rate_type = 'average') desc, c.valid_from desc limit 1) end`
  const worth = sql`abs(coalesce(${amount}::numeric, 0))`
  return tx.query<LimitRow>(sql`
    with assigned as (
      select w.currency, w.steps from workflow_assignment a
        join approval_workflow w on w.organization_id = a.organization_id and w.workflow_name = a.workflow and w.status = 'active'
       where a.organization_id = ${organizationId} and a.status = 'active' and w.functionality = ${document}
         and (a.application_type is null or a.application_type = ${application}::text)
         and coalesce(a.valid_from, ${day}) <= ${day} and coalesce(a.valid_to, ${day}) >= ${day}
         and coalesce(${worth} * ${rate(sql`w.currency`)} >= coalesce(a.amount_from, 0), true)
       order by (a.application_type is not null) desc, a.priority, coalesce(a.amount_from, 0) desc, a.assignment_code limit 1),
    l as (
      select ${organizationId}::bigint as organization_id, s.level, a.currency, s.amount_from, null::numeric as amount_to,
             s.approver_type, s.approver_user, s.approver_role, s.approver_group, lpad(s.place::text, 4, '0') as limit_code
        from assigned a, lateral (
          select p.place, r.* from jsonb_array_elements(a.steps) with ordinality as p (step, place),
                 jsonb_to_record(p.step) as r (level int, amount_from numeric, approver_type text, approver_user text, approver_role text, approver_group text)) s
      union all
      select w.organization_id, w.level, w.currency, w.amount_from, w.amount_to, w.approver_type, w.approver_user, w.approver_role, w.approver_group, w.limit_code
        from workflow_setup w
       where w.organization_id = ${organizationId} and w.status = 'active' and w.document_type = ${document} and not exists (select from assigned)
         and (w.application_type is null or w.application_type = ${application}::text)
         and coalesce(w.valid_from, ${day}) <= ${day} and coalesce(w.valid_to, ${day}) >= ${day})
    select l.level, l.currency, r.factor::text as factor,
           coalesce(${worth} * r.factor >= coalesce(l.amount_from, 0)
             and (l.amount_to is null or ${worth} * r.factor < l.amount_to), false) as covers,
           case l.approver_type when 'user' then coalesce(u.name, l.approver_user) when 'role' then coalesce(ro.name, l.approver_role)
             else coalesce(g.description, l.approver_group) end as name,
           case when l.approver_type = 'group' then greatest(1, coalesce(g.required_approvals, 1)) else 1 end as required,
           array(select a.email from app_user a where a.organization_id = l.organization_id and a.status = 'active'
              and case l.approver_type when 'user' then a.email = l.approver_user when 'role' then a.role = l.approver_role
                else g.status = 'active' and exists (select from jsonb_array_elements(g.members) m where m ->> 'user' = a.email) end
            order by a.email) as approvers
      from l
      left join app_user u on u.organization_id = l.organization_id and u.email = l.approver_user
      left join role ro on ro.organization_id = l.organization_id and ro.code = l.approver_role
      left join approval_group g on g.organization_id = l.organization_id and g.group_code = l.approver_group
      cross join lateral (select ${rate(sql`l.currency`)} as factor) r
     order by l.level, l.limit_code`)
}
