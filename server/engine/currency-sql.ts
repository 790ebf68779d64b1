import type { Field } from '#src/definition'
import { mixed } from '#src/definition/mixed.ts'
import { join, raw, sql, type Sql } from '../store/sql.ts'

/** An amount that is added up, and the currency that stands beside it. */
export interface Amount {
  readonly value: Sql
  readonly currency: Sql
}

/** The field that holds the currency of an amount; none where it is always the same or not told. */
export const currencyField = ({ currency }: Field, fields: readonly Field[]): Field | undefined =>
  currency === undefined ? undefined : fields.find(({ name }) => name === currency)

/** Whether amounts that are added up are of several currencies; rows without an amount do not matter. Null where none has a currency. */
export function isMixed(amounts: readonly Amount[]): Sql | null {
  if (amounts.length === 0) return null
  // By their bytes: any order tells whether all are the same, and this one is the quickest.
  const ends = (how: 'min' | 'max') =>
    join(
      amounts.map(
        ({ value, currency }) => sql`${raw(how)}(${currency}::text collate "C") filter (where ${value} is not null)`,
      ),
      ', ',
    )
  return sql`least(${ends('min')}) is distinct from greatest(${ends('max')})`
}

/** A total as text; the word for it where several currencies keep it from being one. */
export const totalText = (total: Sql, several: Sql | null): Sql =>
  several === null ? sql`${total}::text` : sql`case when ${several} then ${mixed} else ${total}::text end`
