import { eachRecord } from '../engine/each-record.ts'
import { updateRecord } from '../engine/write.ts'
import type { SessionServices } from '../session/services.ts'
import { canSignIn } from '../session/users.ts'
import type { Command } from './command.ts'

/** Lets deactivated users in again: active with a password or single sign-on, else invited until they choose one. */
export const reactivateUser =
  (session: SessionServices): Command =>
  (context) =>
    eachRecord(context, context.targets, async ({ record }) => {
      const status = (await canSignIn(session, context.caller, record.id)) ? 'active' : 'invited'
      return (await updateRecord(context, record.id, { status })) ? 'done' : { skipped: 'This user is active already' }
    })
