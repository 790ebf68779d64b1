import type { RecordHooks } from '../engine/hooks.ts'
import { AppError } from '../errors.ts'
import { prepareRole, releaseRole, type RoleRecord, settleRole } from './role-rules.ts'
import type { SessionServices } from './services.ts'
import { prepareUser, releaseUser, settleUser, type UserRecord } from './user-rules.ts'

// The engine has validated the values against the definitions that these interfaces mirror.
const asUser = (row: object | null) => row as UserRecord | null
const asRole = (row: object | null) => row as RoleRecord | null

/** The behaviour of the screens that say who may do what, by the name their definitions give. */
export function sessionHooks(session: SessionServices) {
  return {
    user: {
      beforeWrite: async ({ tx, caller }, values, current) => {
        Object.assign(values, await prepareUser(tx, caller, asUser(current), values))
        return []
      },
      afterWrite: async ({ tx, caller }, record, current) => {
        const after = asUser(record)
        if (after) await settleUser(session, tx, caller, asUser(current), after)
      },
      beforeDelete: async ({ tx, caller }, records) => {
        for (const { id } of records) await releaseUser(session, tx, caller, { id })
      },
    },
    'user-role': {
      beforeWrite: async ({ tx, caller }, values, current) => {
        await prepareRole(tx, caller, asRole(current), values)
        return []
      },
      afterWrite: ({ tx, caller }, _record, current) => settleRole(session, tx, caller, asRole(current)),
      beforeDelete: async ({ tx, caller }, records) => {
        for (const record of records) await releaseRole(session, tx, caller, record as unknown as RoleRecord)
      },
    },
    organization: {
      afterWrite: async ({ caller }) => session.callers.forget(caller.organizationId),
      beforeDelete: async () => {
        throw new AppError('WRONG_STATE', { message: 'An organization is not deleted here, since everything in it would go with it.' })
      },
    },
    'config-access': {
      afterWrite: async ({ caller }) => session.callers.forget(caller.organizationId),
      beforeDelete: async ({ caller }) => session.callers.forget(caller.organizationId),
    },
  } satisfies Record<string, RecordHooks>
}
