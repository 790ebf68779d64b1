import { z } from 'zod'
import { AppError } from '../errors.ts'
import { recordNumber } from '../parse-input.ts'
import type { Database } from '../store/database.ts'
import { sql } from '../store/sql.ts'

/** A contract as callers name it. */
export const namedContract = z
  .object({
    id: recordNumber.optional(),
    contract_id: recordNumber.optional(),
    contract_number: z.string().max(30).optional(),
  })
  .refine((one) => one.id ?? one.contract_id ?? one.contract_number, {
    path: ['contract_number'],
    error: 'Say which contract: by id or by number.',
  })

/** The id of a contract that was named; NOT_FOUND for a number nobody has. */
export async function contractIdOf(
  db: Database,
  caller: { readonly organizationId: number; readonly userId: number },
  { id, contract_id, contract_number }: z.output<typeof namedContract>,
): Promise<number> {
  const known = id ?? contract_id
  if (known !== undefined) return known
  const [row] = await db.tenant(
    caller,
    (tx) =>
      tx.query<{ id: number }>(sql`
        select t.id from contract t where t.organization_id = ${caller.organizationId} and t.contract_number = ${contract_number!}`),
    { readOnly: true },
  )
  if (!row) throw new AppError('NOT_FOUND')
  return row.id
}
