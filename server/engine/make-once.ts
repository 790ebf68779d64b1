import { createHash } from 'node:crypto'
import { AppError } from '../errors.ts'
import { id, sql } from '../store/sql.ts'
import { createRecord } from './write.ts'
import type { Values, WriteContext } from './write-check.ts'

/**
 * Creates a record once for a key that its caller made up for it: asked again, because no answer came, it answers the record that is there
 * already. Two at once wait for each other. WRONG_STATE where other values come under the same key, NOT_FOUND where the record is gone.
 */
export async function makeOnce(context: WriteContext, key: string | undefined, body: Values): Promise<number> {
  if (key === undefined) return createRecord(context, body)
  const { tx, caller, screen } = context
  const content = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  const own = sql`organization_id = ${caller.organizationId} and user_id = ${caller.userId} and screen = ${screen.name} and request_key = ${key}`
  const first = await tx.query(sql`
    insert into made_record (organization_id, user_id, screen, request_key, content)
    values (${caller.organizationId}, ${caller.userId}, ${screen.name}, ${key}, ${content})
    on conflict do nothing returning request_key`)
  if (first.length > 0) {
    const recordId = await createRecord(context, body)
    await tx.query(sql`update made_record set record_id = ${recordId} where ${own}`)
    return recordId
  }
  const [made] = await tx.query<{ record_id: number; content: string; is_there: boolean }>(sql`
    select k.record_id, k.content, exists (
             select from ${id(screen.table!.name)} t where t.organization_id = ${caller.organizationId} and t.id = k.record_id) as is_there
      from made_record k where ${own}`)
  const label = screen.label.toLowerCase()
  if (!made?.is_there)
    throw new AppError('NOT_FOUND', { message: `This ${label} was saved before and has been deleted since.` })
  if (made.content !== content)
    throw new AppError('WRONG_STATE', {
      message: `This ${label} was saved already, with what stood here then. Open it from the list to change it.`,
    })
  return made.record_id
}
