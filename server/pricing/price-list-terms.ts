import type { HookContext } from '../engine/hooks.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

/** What a price list says of the prices in it. */
export interface KnownList {
  readonly price_list: string
  readonly currency: string
  readonly valid_from: string
  readonly valid_to: string | null
  readonly keys: readonly { readonly field: string; readonly is_required: boolean }[]
}

const known = new WeakMap<Tx, Map<string, Promise<KnownList | null>>>()

/** The terms of a list, read once a transaction however many prices are written; null for one that is not there. */
export function priceListNamed({ tx, caller }: HookContext, name: unknown): Promise<KnownList | null> {
  if (typeof name !== 'string') return Promise.resolve(null)
  const lists = known.get(tx) ?? new Map<string, Promise<KnownList | null>>()
  known.set(tx, lists)
  const found = lists.get(name) ?? readList(tx, caller.organizationId, name)
  lists.set(name, found)
  return found
}

async function readList(tx: Tx, organizationId: number, name: string): Promise<KnownList | null> {
  const [found] = await tx.query<KnownList>(sql`
    select l.price_list, l.currency, l.valid_from::text, l.valid_to::text,
           coalesce((select jsonb_agg(jsonb_build_object('field', p.field, 'is_required', coalesce(p.is_required, false)) order by p.sequence)
              from price_attribute p where p.organization_id = l.organization_id and p.attribute = any(l.key_fields)), '[]') as keys
      from price_list_master l where l.organization_id = ${organizationId} and l.price_list = ${name}`)
  return found ?? null
}
