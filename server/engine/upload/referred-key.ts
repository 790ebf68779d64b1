import type { Screen } from '#src/definition'
import type { Caller } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../../store/database.ts'
import { id, sql } from '../../store/sql.ts'
import { screenNamed } from '../effective-screens.ts'
import { demandUse } from '../screen-access.ts'

type Parameters = Readonly<Record<string, string | undefined>>

interface Asked {
  readonly db: Database
  readonly screens: readonly Screen[]
  readonly caller: Caller
}

/**
 * Parameters that name the record a whole file is about by its number, such as price_list_id, as the fields that refer to it by its key:
 * price_list_id=3 as price_list=STANDARD. BAD_REQUEST for a number without a record; what is neither stays as it is.
 */
export async function withReferredKeys(asked: Asked, screen: Screen, query: Parameters): Promise<Parameters> {
  const entries = await Promise.all(
    Object.entries(query).map(async ([name, value]): Promise<readonly [string, string | undefined]> => {
      const field = screen.fields.find((one) => one.type === 'reference' && name === `${one.name}_id`)
      const isOwn = screen.fields.some((one) => one.name === name)
      if (!field || isOwn || value === undefined || value === '') return [name, value]
      return [field.name, await keyOf(asked, field.target!, { name, value })]
    }),
  )
  return Object.fromEntries(entries)
}

async function keyOf(
  { db, screens, caller }: Asked,
  target: string,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<string> {
  const screen = screenNamed(screens, target)
  const key = screen?.fields.find((field) => field.name === screen.table?.key[0])
  if (!screen?.table || !key) throw new AppError('BAD_REQUEST', { message: `The parameter ${name} is not known here.` })
  demandUse(caller, screen, 'read')
  const found = /^[1-9]\d{0,14}$/.test(value)
    ? await db.tenant(
        caller,
        (tx) =>
          tx.query<{ key: string }>(sql`
            select t.${id(key.storage.column)}::text as key from ${id(screen.table!.name)} t
             where t.organization_id = ${caller.organizationId} and t.id = ${value}::bigint`),
        { readOnly: true },
      )
    : []
  if (!found[0]) throw new AppError('BAD_REQUEST', { message: `There is no ${screen.label.toLowerCase()} ${value}.` })
  return found[0].key
}
