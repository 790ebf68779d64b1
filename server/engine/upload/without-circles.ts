import type { Screen } from '#src/definition'
import { AppError } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { sql, type Sql } from '../../store/sql.ts'
import { acyclicFields, lockWays, strays } from '../circles.ts'

interface Work {
  readonly tx: Tx
  readonly screen: Screen
  readonly organizationId: number
}

/**
 * Keeps what was checked true until it is written: nobody else moves records meanwhile, and afterwards none of those that were written (ids
 * in `written`) is part of a circle that moves between the check and now have closed. Throws WRONG_STATE, and all is taken back.
 */
export async function withoutCircles<T>(
  { tx, screen, organizationId }: Work,
  names: ReadonlySet<string> | null,
  written: Sql,
  write: () => Promise<T>,
): Promise<T> {
  const fields = acyclicFields(screen).filter(({ name }) => names === null || names.has(name))
  if (fields.length === 0) return write()
  await lockWays(tx, screen, organizationId)
  const result = await write()
  for (const field of fields) {
    const circled = (await strays(tx, screen, field, organizationId)).filter((one) => one.circled)
    if (circled.length === 0) continue
    const [found] = await tx.query<{ key: string }>(sql`
      select c.key from jsonb_to_recordset(${JSON.stringify(circled)}::jsonb) as c (id bigint, key text) where c.id in (${written}) order by c.key limit 1`)
    if (found)
      throw new AppError('WRONG_STATE', {
        message: `Meanwhile somebody moved ${screen.plural.toLowerCase()}: ${field.label} of ${found.key} would lead back to itself. Nothing was written.`,
      })
  }
  return result
}
