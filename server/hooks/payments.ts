import { isIban, plainIban } from '../domain/payments/iban.ts'
import type { RecordHooks } from '../engine/hooks.ts'
import { enqueueRun } from '../engine/jobs/run-record.ts'
import { calendarOf } from '../caller-day.ts'
import type { Row } from '../engine/page.ts'
import type { Issue } from '../errors.ts'

/** Writes an account number without blanks, and tells where it cannot be one. */
function checkIban(values: Record<string, unknown>, name: string): Issue[] {
  const iban = values[name]
  if (typeof iban !== 'string' || iban === '') return []
  values[name] = plainIban(iban)
  return isIban(iban)
    ? []
    : [{ path: [name], code: 'invalid', message: 'This is no account number: its check digits do not fit' }]
}

function checkExecution({ execution_date: day }: Record<string, unknown>, today: string): Issue[] {
  if (typeof day !== 'string' || day >= today) return []
  return [
    {
      path: ['execution_date'],
      code: 'past',
      message: 'No bank executes on a day that is past. Choose today or later.',
    },
  ]
}

const confirmed = ['account_holder', 'iban', 'bic'] as const

/**
 * Takes the confirmation away from an account that is not the confirmed one any more. Also where the same save brings a new day: nobody
 * replaces an account and vouches for it in one go, so that confirming is a step, and a line of the history, of its own.
 */
function withdrawConfirmation(values: Record<string, unknown>, current: Row | null): void {
  if (!current) return
  const isOther = confirmed.some((name) => name in values && (values[name] ?? '') !== (current[name] ?? ''))
  if (isOther) values['verified_on'] = null
}

/** Accounts are checked when they are written; a payment file is made by a job once somebody asks for it. */
export const paymentHooks: Record<'payee-account' | 'payment-run', RecordHooks> = {
  'payee-account': {
    beforeWrite: async (_context, values, current) => {
      const issues = checkIban(values, 'iban')
      withdrawConfirmation(values, current)
      return issues
    },
  },
  'payment-run': {
    beforeWrite: async ({ caller }, values, current) => {
      if (!current) values['status'] = 'waiting'
      return [...(current ? [] : checkExecution(values, calendarOf(caller).today)), ...checkIban(values, 'debtor_iban')]
    },
    afterWrite: async ({ tx, caller }, record, current) => {
      if (current) return
      await enqueueRun(tx, {
        organizationId: caller.organizationId,
        userId: caller.userId,
        job: null,
        name: `Payment file ${String(record['run_number'])}`,
        jobType: 'payment_file',
        appType: (record['application_type'] as string | null | undefined) ?? null,
        body: { payment_run: record.id },
        startedBy: caller.email,
        maxAttempts: 1,
        retrySeconds: 30,
        occasion: `payment_file ${record.id}`,
      })
    },
  },
}
