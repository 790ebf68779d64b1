import { eachRecord } from '../engine/each-record.ts'
import type { SessionServices } from '../session/services.ts'
import { isConfirmed, generateResetLink, mailResetLink, resendVerificationMail } from '../session/users.ts'
import type { Command } from './command.ts'

/** Mails users their invitation or the link that confirms their address again; who has confirmed it is skipped. */
export const resendVerification =
  (session: SessionServices): Command =>
  (context) =>
    eachRecord(context, context.targets, async ({ record, later }) => {
      const choice = { id: record.id }
      if (await isConfirmed(session, context.caller, choice)) return { skipped: 'This address is confirmed already' }
      later(() => resendVerificationMail(session, context.caller, choice))
      return 'done'
    })

/** Mails users a link to choose a new password; FORBIDDEN for those who hold more than the caller. */
export const sendResetLink =
  (session: SessionServices): Command =>
  (context) =>
    eachRecord(context, context.targets, async ({ record, later }) => {
      later(() => mailResetLink(session, context.caller, { id: record.id }))
      return 'done'
    })

/** Answers a link to choose a new password, to be handed over; of the user in `user` where the record is not one. */
export const createResetLink =
  (session: SessionServices): Command =>
  (context) =>
    eachRecord(context, context.targets, async ({ record }) => {
      const { user } = context.parameters
      const choice = typeof user === 'string' ? { email: user } : { id: record.id }
      return { given: await generateResetLink(session, context.caller, choice) }
    })
