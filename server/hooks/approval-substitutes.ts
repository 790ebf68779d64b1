import type { Screen } from '#src/definition'
import { can } from '../authorize.ts'
import { booksDay, calendarOf } from '../caller-day.ts'
import { followApprovers } from '../engine/approval/follow.ts'
import { tellByMail } from '../engine/approval/tell.ts'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import type { Row } from '../engine/page.ts'
import { mayUse } from '../engine/screen-access.ts'
import { AppError, type Issue } from '../errors.ts'
import { callersNamed } from '../session/caller.ts'
import type { SessionServices } from '../session/services.ts'
import { sql } from '../store/sql.ts'

const administerUsers = 'administration.users'

const invalid = (path: string, message: string): Issue => ({ path: [path], code: 'invalid', message })

type Line = Readonly<Record<string, string | null | undefined>>

/** Who stands in for whom: named by whoever is represented or by an administrator of users, one at a time, from today on. */
export const approvalSubstituteHooks = (session: SessionServices): Record<'approval-substitute', RecordHooks> => {
  const tell = tellByMail(session)
  return {
    'approval-substitute': {
      beforeWrite: async (context, values, current) => {
        const { caller } = context
        if (!current) values['represented'] ??= caller.email
        const line = { ...current, ...values } as Line
        demandOwn(context, String(line['represented']))
        if (current?.['status'] === 'ended')
          throw new AppError('WRONG_STATE', { message: 'It has ended. Name a substitute anew.' })
        if (line['represented'] === line['substitute'])
          return [invalid('substitute', 'Nobody is the own substitute: name somebody else.')]
        if (line['substitute'] === caller.email && !current)
          throw new AppError('FORBIDDEN', {
            message: 'Nobody makes himself the substitute of another: somebody else has to.',
          })
        const today = booksDay(caller)
        // West of the server it is still yesterday there; whoever writes may mean the own today.
        const days = dayIssues(line, current as Line | null, [today, calendarOf(caller).today].toSorted()[0]!)
        if (days.length > 0) return days
        values['status'] = String(line['valid_from']) > today ? 'planned' : 'in_force'
        return [
          ...(current ? [] : await personIssues(context, line, session.screens)),
          ...(await overlapIssues(context, line, current)),
        ]
      },
      beforeEdit: async (context, record) => demandOwn(context, String(record['represented'])),
      afterWrite: async ({ tx, caller }) => followApprovers(session, tell, tx, caller),
    },
  }
}

function demandOwn({ caller }: Pick<HookContext, 'caller'>, represented: string): void {
  if (represented === caller.email || can(caller, administerUsers)) return
  throw new AppError('FORBIDDEN', {
    message: 'A substitute is named by whoever is represented, or by an administrator of users.',
  })
}

/** What was in force stays as it was: the past is not written anew. */
function dayIssues(line: Line, current: Line | null, today: string): Issue[] {
  const { valid_from: from, valid_to: to } = line
  if (!from || !to || to < from) return []
  const isNew = from !== current?.['valid_from']
  const hasBegun = current !== null && String(current['valid_from']) <= today
  if (isNew && hasBegun) return [invalid('valid_from', 'It is in force already: its first day stays as it is.')]
  if (isNew && from < today) return [invalid('valid_from', 'It begins today or later.')]
  if (to < today) return [invalid('valid_to', 'This day has passed. Use “End now” to end it at once.')]
  return []
}

/** A substitute can sign in, and may decide about something that is approved. */
async function personIssues({ tx, caller }: HookContext, line: Line, screens: readonly Screen[]): Promise<Issue[]> {
  const application = line['application_type'] ?? null
  const people = [String(line['represented']), String(line['substitute'])]
  const found = await callersNamed(tx, caller.organizationId, people)
  const substitute = found.find(({ email }) => email === line['substitute'])
  if (!found.some(({ email }) => email === line['represented']))
    return [invalid('represented', 'This user is not active.')]
  if (!substitute) return [invalid('substitute', 'This user is not active: only who can sign in stands in for others.')]
  if (application !== null && !substitute.apps.includes(application))
    return [invalid('substitute', `The application ${application} is not open to this user.`)]
  const approvable = screens.filter(({ approval }) => approval !== null)
  return approvable.some((screen) => mayUse(substitute, screen, 'read') && can(substitute, screen.approval!.access))
    ? []
    : [invalid('substitute', 'The role of this user has no permission to approve anything.')]
}

/** One substitute at a time for each person and application; one for every application stands beside none for a single one. */
async function overlapIssues({ tx, caller }: HookContext, line: Line, current: Row | null): Promise<Issue[]> {
  const represented = String(line['represented'])
  await tx.query(
    sql`select pg_advisory_xact_lock(hashtextextended(${`substitutes ${caller.organizationId} ${represented}`}, 0))`,
  )
  const application = line['application_type'] ?? null
  const [other] = await tx.query<{ name: string; first: string; last: string }>(sql`
    select coalesce(u.name, s.substitute) as name, s.valid_from::text as first, s.valid_to::text as last
      from approval_substitute s left join app_user u on u.organization_id = s.organization_id and u.email = s.substitute
     where s.organization_id = ${caller.organizationId} and s.represented = ${represented} and s.ended_at is null
       and s.id is distinct from ${current?.id ?? null}::bigint
       and (s.application_type is null or ${application}::text is null or s.application_type = ${application}::text)
       and s.valid_from <= ${String(line['valid_to'])}::date and s.valid_to >= ${String(line['valid_from'])}::date
     order by s.valid_from limit 1`)
  return other
    ? [invalid('valid_from', `${other.name} stands in from ${other.first} to ${other.last} already: end that first.`)]
    : []
}
