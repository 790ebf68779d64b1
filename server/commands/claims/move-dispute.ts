import { changeRecord } from '../../claims/change-record.ts'
import { markDisputed } from '../../claims/mark-disputed.ts'
import { settleDispute } from '../../claims/settle-dispute.ts'
import { amount } from '../../domain/calculation/amount.ts'
import { eachRecord } from '../../engine/each-record.ts'
import { AppError } from '../../errors.ts'
import { calendarOf } from '../../caller-day.ts'
import type { Command } from '../command.ts'

/** Moves disputes on; a claim is disputed as long as one about it is open, and what is agreed counts as approved of it. */
export const moveDispute: Command = (context) => {
  const { tx, caller, parameters } = context
  const status = String(parameters['move'])
  return eachRecord(context, context.targets, async ({ record }) => {
    const agreed = parameters['agreed_amount'] as string | undefined
    if (agreed && amount(agreed).gt(amount(String(record['disputed_amount']))))
      throw new AppError('VALIDATION', {
        issues: [{ path: ['parameters', 'agreed_amount'], code: 'invalid', message: 'No more than what is disputed' }],
      })
    const isOver = status !== 'responded'
    await changeRecord(context, record, {
      status,
      ...(parameters['answer'] === undefined ? {} : { answer: parameters['answer'] }),
      agreed_amount: status === 'accepted' ? agreed : status === 'responded' ? null : '0',
      decided_on: isOver ? calendarOf(caller).today : null,
      decided_by: isOver ? caller.email : null,
    })
    if (status === 'accepted') await settleDispute(context, record, amount(agreed ?? '0'))
    await markDisputed(tx, caller.organizationId, [String(record['claim_number'])])
    return 'done'
  })
}
