import { id, sql } from '../store/sql.ts'
import type { Values, WriteContext } from './write-check.ts'

const digits = 6

/**
 * Gives the fields of a new record that are numbered their next number. Whoever makes another record of the screen at the same
 * time waits until this one is saved, so that no number is left out.
 */
export async function giveNumbers({ tx, screen, caller }: WriteContext, values: Values): Promise<void> {
  for (const field of screen.fields) {
    if (field.numbered === undefined) continue
    const column = id(field.storage.column)
    const range = `${screen.table!.name}.${field.name}`
    const [row] = await tx.query<{ last: number }>(sql`
      insert into number_range as known (organization_id, name, last)
      select ${caller.organizationId}, ${range}, 1 + coalesce(max(substring(t.${column} from '[0-9]+$')::bigint), 0)
        from ${id(screen.table!.name)} t where t.organization_id = ${caller.organizationId}
      on conflict (organization_id, name) do update set last = known.last + 1
      returning last`)
    values[field.name] = `${field.numbered}${String(row!.last).padStart(digits, '0')}`
  }
}
