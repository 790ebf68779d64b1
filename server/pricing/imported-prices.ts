import type { ImportFault, RecordHooks } from '../engine/hooks.ts'
import { raw, sql } from '../store/sql.ts'
import { keyNames } from './price-keys.ts'

const words = (name: string): string => name.replaceAll('_', ' ')

interface Faulty {
  readonly rowno: number
  readonly price_list: string
  readonly list_currency: string
  readonly list_from: string
  readonly list_to: string | null
  readonly strange: readonly string[]
  readonly lacking: readonly string[]
  readonly is_foreign: boolean
  readonly begins_outside: boolean
  readonly ends_outside: boolean
}

const keys = raw(keyNames.map((name) => `('${name}', l.${name}::text)`).join(', '))

/** The currency of a line's price list, which its price is in where the file says nothing of currencies. */
export const currencyOfList = (organizationId: number): string =>
  `(select m.currency from price_list_master m where m.organization_id = ${organizationId} and m.price_list = r.v_price_list)`

/** What of the prices in a file does not go with their lists, all lines at once: the same as is said of a single price. */
export const listFaults: NonNullable<RecordHooks['importFaults']> = async ({ tx, caller }, linesOf) => {
  const lines = linesOf(['price_list', ...keyNames, 'currency', 'valid_from', 'valid_to'])
  const found = await tx.query<Faulty>(sql`
    with known as materialized (
      select m.price_list, m.currency, m.valid_from, m.valid_to,
             array(select p.field from price_attribute p where p.organization_id = m.organization_id and p.attribute = any(m.key_fields)) as fields,
             array(select p.field from price_attribute p where p.organization_id = m.organization_id and p.attribute = any(m.key_fields) and p.is_required) as needed
        from price_list_master m where m.organization_id = ${caller.organizationId}),
    judged as (
      select l.rowno, k.price_list, k.currency as list_currency, k.valid_from::text as list_from, k.valid_to::text as list_to,
             array(select v.name from (values ${keys}) v (name, value) where v.value <> '' and v.name <> all(k.fields)) as strange,
             array(select v.name from (values ${keys}) v (name, value) where coalesce(v.value, '') = '' and v.name = any(k.needed)) as lacking,
             coalesce(l.currency <> k.currency, false) as is_foreign,
             coalesce(l.valid_from < k.valid_from or l.valid_from > k.valid_to, false) as begins_outside,
             coalesce(l.valid_to > k.valid_to, false) as ends_outside
        from (${lines}) l join known k on k.price_list = l.price_list)
    select * from judged j
     where cardinality(j.strange) > 0 or cardinality(j.lacking) > 0 or j.is_foreign or j.begins_outside or j.ends_outside
     order by j.rowno`)
  return found.flatMap(faultsOf)
}

function faultsOf(line: Faulty): ImportFault[] {
  const { rowno, price_list: list, list_from: from, list_to: to } = line
  const fault = (field: string, message: string, brief: string): ImportFault => ({ rowno, field, message, brief })
  return [
    ...line.strange.map((name) =>
      fault(
        name,
        `Prices of ${list} are not kept by ${words(name)}`,
        `Prices of its list are not kept by ${words(name)}`,
      ),
    ),
    ...line.lacking.map((name) =>
      fault(name, `Every price of ${list} has a ${words(name)}`, `Every price of its list has a ${words(name)}`),
    ),
    ...(line.is_foreign
      ? [
          fault(
            'currency',
            `Prices of ${list} are in ${line.list_currency}`,
            'Prices of its list are in another currency',
          ),
        ]
      : []),
    ...(line.begins_outside
      ? [
          fault(
            'valid_from',
            `${list} holds from ${from}${to === null ? '' : ` to ${to}`}`,
            'Its list does not hold then',
          ),
        ]
      : []),
    ...(line.ends_outside ? [fault('valid_to', `${list} ends on ${to}`, 'Its list ends earlier')] : []),
  ]
}
