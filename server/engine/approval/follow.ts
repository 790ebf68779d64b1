import type { Caller } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import type { SessionServices } from '../../session/services.ts'
import type { Tx } from '../../store/database.ts'
import { id, sql } from '../../store/sql.ts'
import { counts } from '../count-cache.ts'
import { screenNamed } from '../effective-screens.ts'
import { lockOne } from '../one.ts'
import type { Row } from '../page.ts'
import type { WriteContext } from '../write-check.ts'
import type { ApprovalLevel } from './approvers.ts'
import { approvalsOf, levelsOf, waitingWords } from './due.ts'
import { keepRequest } from './requests.ts'
import type { Tell } from './tell.ts'

interface Open {
  readonly screen: string
  readonly record: number
}

const most = 10_000

/**
 * What waits follows who may decide now: once limits, groups or workflows are changed, open requests come into the inbox of those who are
 * named now and leave that of the others. Behind the answer, each in its own transaction, so that nobody waits for it.
 */
export function followApprovers(
  services: Pick<SessionServices, 'db' | 'screens' | 'background'>,
  tell: Tell,
  tx: Tx,
  caller: Caller,
): void {
  tx.afterCommit(() => services.background.run(() => followAll(services, tell, caller)))
}

/** Substitutions begin and end with their days, whether anybody does anything or not: what waits follows them. */
export async function followSubstitutions(
  services: Pick<SessionServices, 'db' | 'screens'>,
  tell: Tell,
): Promise<void> {
  const status = sql`case when s.ended_at is not null or s.valid_to < books_day(s.organization_id) then 'ended' when s.valid_from > books_day(s.organization_id) then 'planned' else 'in_force' end`
  const turned = await services.db.system((tx) =>
    tx.query<{ organization_id: number }>(sql`
      update approval_substitute s set status = ${status} where s.status is distinct from ${status} returning s.organization_id`),
  )
  for (const organizationId of new Set(turned.map((row) => row.organization_id))) {
    counts.forget('approval_substitute', organizationId)
    await followAll(services, tell, { ...product, organizationId })
  }
}

/** What the product does by itself, nobody having asked. */
export const product: Omit<Caller, 'organizationId'> = {
  sessionId: '',
  userId: 0,
  email: '',
  roleIds: [],
  permissions: new Set(['*']),
  apps: [],
}

async function followAll(
  { db, screens }: Pick<SessionServices, 'db' | 'screens'>,
  tell: Tell,
  caller: Caller,
): Promise<void> {
  const open = await db.tenant(caller, (tx) =>
    tx.query<Open>(sql`
      select w.screen, w.record_number as record from workflow_request w
       where w.organization_id = ${caller.organizationId} and w.status = 'open' and w.record_number is not null order by w.id limit ${most}`),
  )
  for (const { screen: name, record } of open) {
    const screen = screenNamed(screens, name)
    if (screen?.table && screen.approval)
      await db.tenant(caller, (tx) => follow({ tx, caller, screen, screens, hooks: {} }, tell, record))
  }
}

/** Puts the request of a record that waits into the inboxes where it belongs now. */
export async function follow(context: WriteContext, tell: Tell, recordId: number): Promise<void> {
  const { tx, caller, screen } = context
  const record = await lockOne(tx, screen, caller.organizationId, recordId)
  if (record?.['approval_status'] !== 'submit_approval') return
  const levels = await levelsNow(context, record)
  if (levels === null) return leaveAlone(context, record)
  const level = levels.find((one) => one.level >= Number(record['approval_level'] ?? 0)) ?? null
  const waiting = { approval_level: level?.level ?? null, waiting_for: level ? waitingWords(level) : null }
  // It says nothing about the record itself: whoever has it open saves it all the same.
  await tx.query(sql`
    update ${id(screen.table!.name)} t set approval_level = ${waiting.approval_level}::bigint, waiting_for = ${waiting.waiting_for}
     where t.organization_id = ${caller.organizationId} and t.id = ${record.id}
       and (t.approval_level, t.waiting_for) is distinct from (${waiting.approval_level}::bigint, ${waiting.waiting_for}::text)`)
  const approvals = await approvalsOf(context, record)
  tell(tx, await keepRequest(context, { ...record, ...waiting }, { move: 'submit', note: null, level, approvals }))
}

/** null: nobody may decide as limits and groups are now. */
async function levelsNow(context: WriteContext, record: Row): Promise<ApprovalLevel[] | null> {
  try {
    return await levelsOf(context, record)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null
    throw error
  }
}

/** A request that nobody may decide about is in no inbox; who submitted it may withdraw it. */
async function leaveAlone({ tx, caller, screen }: WriteContext, record: Row): Promise<void> {
  await tx.query(sql`
    update workflow_request set approvers = '{}', substitutes = null, row_version = row_version + 1, updated_at = now()
     where organization_id = ${caller.organizationId} and screen = ${screen.name} and record_number = ${record.id} and status = 'open'`)
  tx.afterCommit(() => counts.forget('workflow_request', caller.organizationId))
}
