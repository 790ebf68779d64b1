import { demand } from '../../authorize.ts'
import type { ApprovalLevel } from '../../engine/approval/approvers.ts'
import {
  approvalsOf,
  hasOtherPlace,
  lastApproval,
  levelsOf,
  placesAt,
  waitingWords,
} from '../../engine/approval/due.ts'
import { isContent } from '../../engine/approval/content.ts'
import { isMeantFor, type Person, substitutionsToday, whyClosed } from '../../engine/approval/substitutes.ts'
import { concerns } from '../../engine/history.ts'
import type { Row } from '../../engine/page.ts'
import type { WriteContext } from '../../engine/write-check.ts'
import { AppError } from '../../errors.ts'
import { id, sql } from '../../store/sql.ts'

/** By what somebody decides. */
export interface Approver {
  /** The level that is due; null where no limits ask for any. */
  readonly level: ApprovalLevel | null
  /** In whose place; null in the own one. */
  readonly place: Person | null
}

const forbidden = (message: string): AppError => new AppError('FORBIDDEN', { message })

/** By what the caller decides about a record; FORBIDDEN with those who may for whoever is not among them and stands in for none of them. */
export async function demandApprover(context: WriteContext, record: Row): Promise<Approver> {
  const { tx, caller, screen } = context
  const levels = await levelsOf(context, record)
  const level = levels.find((one) => one.level >= Number(record['approval_level'] ?? 0)) ?? null
  if (!level || level.approvers.includes(caller.email)) return { level, place: null }
  const today = await substitutionsToday(tx, caller.organizationId)
  const standing = today.filter(
    (one) =>
      one.substitute.email === caller.email &&
      level.approvers.includes(one.represented.email) &&
      isMeantFor(one, screen, record),
  )
  const refusals: AppError[] = []
  for (const one of standing) {
    const closed = whyClosed(one, screen, record)
    const refusal = closed === null ? await whyNotInPlace(context, record, one.represented) : forbidden(closed)
    if (!refusal) return { level, place: one.represented }
    refusals.push(refusal)
  }
  throw refusals[0] ?? forbidden(`${waitingWords(level)} may decide about this: ${level.approvers.join(', ')}.`)
}

/** By what the caller would decide; null for whoever may not. */
export async function approverOf(context: WriteContext, record: Row): Promise<Approver | null> {
  try {
    demand(context.caller, context.screen.approval!.access)
    return await demandApprover(context, record)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null
    throw error
  }
}

/** Four eyes hold for both: nothing is decided in the place of whoever has a part in it, nor by a substitute who has. */
async function whyNotInPlace(context: WriteContext, record: Row, represented: Person): Promise<AppError | null> {
  if (await hasPart(context, record, context.caller)) return forbidden(ownPart)
  if (!(await hasPart(context, record, represented))) return null
  return forbidden(
    `${represented.name} changed or submitted this: nobody decides about it in the place of ${represented.name}.`,
  )
}

const ownPart = 'You changed or submitted this yourself: somebody else has to approve it.'

/** Four eyes: whoever changed the record since it was last approved, submitted it, or had it made by a calculation, does not approve it. */
export async function demandOtherEyes(context: WriteContext, record: Row): Promise<void> {
  if (await hasPart(context, record, context.caller)) throw forbidden(ownPart)
}

async function hasPart(
  context: WriteContext,
  record: Row,
  { userId, email }: Pick<Person, 'userId' | 'email'>,
): Promise<boolean> {
  const { tx, caller, screen } = context
  if (record['submitted_by'] === email) return true
  const names = screen.fields.map(({ name }) => name).filter((name) => isContent(screen, name))
  const since = await lastApproval(context, record)
  const [own] = await tx.query<{ changed: boolean }>(sql`
    select exists (select from history h where h.organization_id = ${caller.organizationId} and h.screen = ${screen.name} and ${concerns(record.id)}
      and h.id > ${since} and h.user_id = ${userId} and h.operation in ('insert', 'update')
      and (h.operation = 'insert' or h.changes ?| ${names}::text[]))
      or (${since} = 0 and exists (select from ${id(screen.table!.name)} t
        where t.organization_id = ${caller.organizationId} and t.id = ${record.id} and t.created_by = ${userId})) as changed`)
  return own!.changed
}

interface Counted {
  readonly level: ApprovalLevel
  readonly place: Person | null
}

/** Whose approvals the level has so far; WRONG_STATE where this one would count twice, or leave nobody for a later level. */
export async function demandUncounted(
  context: WriteContext,
  record: Row,
  { level, place }: Counted,
): Promise<readonly string[]> {
  const { email } = context.caller
  const approvals = await approvalsOf(context, record)
  const places = placesAt(approvals, level.level)
  const isOwn = approvals.some((one) => one.by === email && one.level === level.level)
  if (isOwn || hasOtherPlace(approvals, email, place?.email ?? email))
    throw new AppError('WRONG_STATE', {
      message: 'You have approved this already. Somebody else has to as well.',
    })
  if (places.includes(place?.email ?? email))
    throw new AppError('WRONG_STATE', {
      message: `This was approved ${place ? `by ${place.name}` : 'in your place'} already. Somebody else has to as well.`,
    })
  const later = place ? (await levelsOf(context, record)).filter((one) => one.level > level.level) : []
  const needed = later.find(({ approvers, required }) => approvers.filter((one) => one !== email).length < required)
  if (needed)
    throw new AppError('WRONG_STATE', {
      message: `You have to approve this at level ${needed.level} yourself: somebody else decides in the place of ${place!.name}.`,
    })
  return places
}
