import type { Caller } from '../authorize.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

interface Setting {
  readonly fits: (value: string) => boolean
  /** What a value has to be, as an issue says it. */
  readonly expects: string
}

const mostEntries = 200

// Keys that the product itself reads; any other is kept for whoever asks for it.
const settings: Readonly<Record<string, Setting>> = {
  dropdown_configuration: {
    fits: (value) => /^[1-9]\d{0,2}$/.test(value) && Number(value) <= mostEntries,
    expects: `How many entries a dropdown offers: a whole number from 1 to ${mostEntries}.`,
  },
}

/** The setting that the product reads under a key; undefined for keys of others. */
export const knownSetting = (key: string): Setting | undefined =>
  Object.hasOwn(settings, key) ? settings[key] : undefined

/** The value under a key for one field, else that for all (`*`); null where nothing is configured. */
export async function configured(
  tx: Pick<Tx, 'query'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
  key: string,
  field: string,
): Promise<string | null> {
  const [row] = await tx.query<{ value: string }>(sql`
    select value from default_configuration
     where organization_id = ${organizationId} and key = ${key} and field in (${field}, '*') and enabled
     order by field = '*' limit 1`)
  return row?.value ?? null
}

/** The currency through which an organisation converts where there is no rate between two. */
export const referenceCurrency = async (tx: Pick<Tx, 'query'>, organizationId: number): Promise<string> =>
  (await configured(tx, { organizationId }, 'reference_currency', '*')) ?? 'EUR'
