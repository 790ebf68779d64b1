import { knownZone } from '../caller-day.ts'
import { followApprovers } from '../engine/approval/follow.ts'
import { tellByMail } from '../engine/approval/tell.ts'
import { followKey } from '../engine/follow-key.ts'
import { formFieldsOf, raiseVersion } from '../engine/form-fields.ts'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import { attributedScreens } from '../engine/own-screens.ts'
import { AppError, type Issue } from '../errors.ts'
import type { SessionServices } from '../session/services.ts'
import { prepareRole, releaseRole, type RoleRecord, settleRole, unknownPermissions } from '../session/role-rules.ts'
import { prepareUser, releaseUser, settleUser, type UserRecord } from '../session/user-rules.ts'

const asUser = (row: object): UserRecord => row as unknown as UserRecord
const asRole = (row: object): RoleRecord => row as unknown as RoleRecord

const sameRights = (a: RoleRecord, b: RoleRecord): boolean =>
  [...(a.permissions ?? [])].toSorted().join() === [...(b.permissions ?? [])].toSorted().join()

/** Whether what a user may decide about hangs on what was changed. */
const decidesOtherwise = (before: UserRecord, after: UserRecord): boolean =>
  before.role !== after.role ||
  before.status !== after.status ||
  [...(before.authorized_apps ?? [])].toSorted().join() !== [...(after.authorized_apps ?? [])].toSorted().join()

/** A time zone as this server and its database know it. */
function zoneIssues(values: Record<string, unknown>): Issue[] {
  const given = values['time_zone']
  if (given === null || given === undefined) return []
  const known = knownZone(String(given))
  if (known !== undefined) {
    values['time_zone'] = known
    return []
  }
  return [{ path: ['time_zone'], code: 'unknown', message: 'There is no such time zone. Write it as Europe/Berlin.' }]
}

/** Users, roles, organisations and access rights: invitations, sessions, and that nobody grants more than he holds. */
export const accountHooks = (
  session: SessionServices,
): Record<'user' | 'role' | 'organization' | 'config-access', RecordHooks> => {
  const tell = tellByMail(session)
  // Who may decide hangs on roles, and on who has them: what waits comes into the inbox of whoever may now.
  const follow = ({ tx, caller }: Pick<HookContext, 'tx' | 'caller'>): void =>
    followApprovers(session, tell, tx, caller)
  return {
    user: {
      beforeWrite: async ({ tx, caller }, values, current) => {
        Object.assign(values, await prepareUser(tx, caller, current && asUser(current), values))
        return []
      },
      afterWrite: async ({ tx, caller, screen }, record, current) => {
        const [before, after] = [current && asUser(current), asUser(record)]
        await settleUser(session, tx, caller, before, after)
        if (!before || decidesOtherwise(before, after)) follow({ tx, caller })
        if (!before || before.email === after.email) return
        // Approvers, owners and those who decided are known by their address.
        const move = { target: screen.name, from: before.email, to: after.email }
        await followKey({ tx, caller }, await attributedScreens(session, caller), move)
        // Dashboards are for people too, and those are kept with the screens.
        await raiseVersion(tx, caller.organizationId)
        formFieldsOf(session.db).touched(caller.organizationId)
      },
      beforeDelete: async ({ tx, caller }, records) => {
        for (const record of records) await releaseUser(session, tx, caller, record)
        follow({ tx, caller })
      },
    },
    role: {
      beforeWrite: async ({ tx, caller }, values, current) => {
        const before = current && asRole(current)
        // Whoever saves it has seen what an update gave.
        if (current) values['update_note'] = null
        const unknown = await unknownPermissions(session, tx, caller, before, values)
        if (unknown.length === 0) await prepareRole(tx, caller, before, values)
        return unknown
      },
      afterWrite: async ({ tx, caller }, record, current) => {
        await settleRole(session, tx, caller, current && asRole(current))
        if (current && !sameRights(asRole(current), asRole(record))) follow({ tx, caller })
      },
      beforeDelete: async ({ tx, caller }, records) => {
        for (const record of records) await releaseRole(session, tx, caller, asRole(record))
      },
    },
    organization: {
      // Founding one writes rows of an organisation that is not the caller's: it has a call of its own.
      beforeWrite: async (_context, values, current) => {
        if (!current) throw new AppError('METHOD_NOT_ALLOWED')
        return zoneIssues(values)
      },
      afterWrite: async ({ tx, caller }) => tx.afterCommit(() => session.callers.forget(caller.organizationId)),
      beforeDelete: async () => {
        throw new AppError('WRONG_STATE', {
          message: 'An organization is not deleted here, since everything in it would go with it.',
        })
      },
    },
    'config-access': {
      afterWrite: async ({ tx, caller }) => tx.afterCommit(() => session.callers.forget(caller.organizationId)),
      beforeDelete: async ({ tx, caller }) => tx.afterCommit(() => session.callers.forget(caller.organizationId)),
    },
  }
}
