import type { Caller } from '../authorize.ts'
import type { StatementOf } from './statement.ts'

/** What a record of a statement asks for. */
export const statementOf = (
  record: Readonly<Record<string, unknown>>,
  { organizationId, userId }: Pick<Caller, 'organizationId' | 'userId'>,
): StatementOf => ({
  organizationId,
  userId,
  statement: String(record['statement_number']),
  partner: String(record['partner_number']),
  from: String(record['period_from']),
  to: String(record['period_to']),
  currency: String(record['currency']),
})
