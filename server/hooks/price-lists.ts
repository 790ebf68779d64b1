import { isContent } from '../engine/approval/content.ts'
import { currencyOfList, listFaults } from '../pricing/imported-prices.ts'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import type { Row } from '../engine/page.ts'
import { changedValues } from '../engine/write-check.ts'
import { AppError, type Issue } from '../errors.ts'
import { approvedOverlap } from '../pricing/approved-overlap.ts'
import { keyNames } from '../pricing/price-keys.ts'
import { priceListNamed, type KnownList } from '../pricing/price-list-terms.ts'
import { sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>

const invalid = (name: string, message: string): Issue => ({ path: [name], code: 'invalid', message })

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

const words = (name: string): string => name.replaceAll('_', ' ')

/** What of a price does not go with its list: keys the list does not know or needs, its currency, and days beyond its own. */
function againstList(list: KnownList, next: Values): Issue[] {
  const issues: Issue[] = []
  for (const name of keyNames) {
    const known = list.keys.find((key) => key.field === name)
    if (isFilled(next[name]) && !known)
      issues.push(invalid(name, `Prices of ${list.price_list} are not kept by ${words(name)}`))
    if (!isFilled(next[name]) && known?.is_required)
      issues.push(invalid(name, `Every price of ${list.price_list} has a ${words(name)}`))
  }
  if (isFilled(next['currency']) && next['currency'] !== list.currency)
    issues.push(invalid('currency', `Prices of ${list.price_list} are in ${list.currency}`))
  const { valid_from: from, valid_to: to } = next
  if (typeof from === 'string' && (from < list.valid_from || (list.valid_to !== null && from > list.valid_to)))
    issues.push(
      invalid(
        'valid_from',
        `${list.price_list} holds from ${list.valid_from}${list.valid_to === null ? '' : ` to ${list.valid_to}`}`,
      ),
    )
  if (typeof to === 'string' && list.valid_to !== null && to > list.valid_to)
    issues.push(invalid('valid_to', `${list.price_list} ends on ${list.valid_to}`))
  return issues
}

const held = { price_in_force: 'price', valid_to_in_force: 'valid_to', price_type_in_force: 'price_type' }

/** What was approved stays in force while a change of it waits, whatever changes: it is kept beside the change. */
function keepInForce({ screen }: HookContext, values: Record<string, unknown>, current: Row): void {
  if (current['approval_status'] !== 'approved') return
  if (!Object.keys(changedValues(screen, current, values)).some((name) => isContent(screen, name))) return
  for (const [name, of] of Object.entries(held)) values[name] = current[of] ?? null
}

const wasApproved = (record: Row): boolean =>
  record['approval_status'] === 'approved' || isFilled(record['price_in_force'])

const price: RecordHooks = {
  beforeWrite: async (context, values, current) => {
    const next: Values = { ...current, ...values }
    if (current) keepInForce(context, values, current)
    else for (const name of Object.keys(held)) values[name] = null
    const list = await priceListNamed(context, next['price_list'])
    return list ? againstList(list, next) : []
  },
  afterDecision: async ({ tx, caller }, record, status) => {
    if (status !== 'approved') return
    const other = await approvedOverlap(tx, caller.organizationId, record.id)
    if (other)
      throw new AppError('WRONG_STATE', {
        message: `${other.price_list} has a price for the same from ${other.valid_from}${other.valid_to === null ? ' on' : ` to ${other.valid_to}`} already. End that one first, or begin after it.`,
      })
    await tx.query(sql`
      update price_list_data set price_in_force = null, valid_to_in_force = null, price_type_in_force = null
       where organization_id = ${caller.organizationId} and id = ${record.id}`)
  },
  importFaults: listFaults,
  heldWhenChanged: held,
  givenWhenImported: { currency: currencyOfList },
  beforeDelete: (_context, records) => {
    const begun = records.find((record) => wasApproved(record))
    if (begun)
      return Promise.reject(
        new AppError('WRONG_STATE', {
          message: `The price of ${String(begun['material_number'])} in ${String(begun['price_list'])} was approved, and sales may rest on it: it is not deleted. End it with an earlier Valid to, and submit that for approval.`,
        }),
      )
    return Promise.resolve()
  },
}

/** Which of the attributes a list names may not be used so, by the usage of each. */
async function misused(
  { tx, caller }: HookContext,
  names: readonly string[],
  usage: 'key' | 'qualifier',
): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await tx.query<{ attribute: string }>(sql`
    select p.attribute from price_attribute p
     where p.organization_id = ${caller.organizationId} and p.attribute = any(${[...names]}::text[]) and (p.usage not in ('both', ${usage}) or p.status <> 'active')`)
  return rows.map(({ attribute }) => attribute)
}

const list: RecordHooks = {
  beforeWrite: async (context, values, current) => {
    const next: Values = { ...current, ...values }
    const issues: Issue[] = []
    const keys = (next['key_fields'] ?? []) as readonly string[]
    if ('key_fields' in values)
      for (const one of await misused(context, keys, 'key'))
        issues.push(invalid('key_fields', `${one} is no active attribute that prices are kept by`))
    const rows = (next['qualifiers'] ?? []) as readonly { readonly attribute?: string }[]
    if ('qualifiers' in values && Array.isArray(rows)) {
      const wrong = await misused(
        context,
        rows.flatMap(({ attribute }) => attribute ?? []),
        'qualifier',
      )
      for (const [at, { attribute }] of rows.entries())
        if (attribute !== undefined && wrong.includes(attribute))
          issues.push({
            path: ['qualifiers', at, 'attribute'],
            code: 'invalid',
            message: `${attribute} is no active qualifier of lists`,
          })
    }
    if (current && ('currency' in values || 'key_fields' in values || 'valid_from' in values || 'valid_to' in values))
      issues.push(...(await againstPrices(context, next, current)))
    return issues
  },
}

/** What a list cannot become, since prices in it are kept otherwise. */
async function againstPrices({ tx, caller }: HookContext, next: Values, current: Row): Promise<Issue[]> {
  const [found] = await tx.query<{ other: boolean; first: string | null; last: string | null; used: string[] }>(sql`
    select coalesce(bool_or(d.currency <> ${String(next['currency'])}), false) as other, min(d.valid_from)::text as first, max(d.valid_to)::text as last,
           array_remove(array[${sql`case when count(d.customer_number) > 0 then 'customer_number' end, case when count(d.customer_group) > 0 then 'customer_group' end,
             case when count(d.class_of_trade) > 0 then 'class_of_trade' end, case when count(d.country) > 0 then 'country' end,
             case when count(d.sales_organization) > 0 then 'sales_organization' end, case when count(d.distribution_channel) > 0 then 'distribution_channel' end,
             case when count(d.division) > 0 then 'division' end`}], null) as used
      from price_list_data d where d.organization_id = ${caller.organizationId} and d.price_list = ${String(current['price_list'])}`)
  if (!found) return []
  const issues: Issue[] = []
  if (found.other) issues.push(invalid('currency', `Its prices are in ${String(current['currency'])}`))
  const { valid_from: from, valid_to: to } = next
  if (typeof from === 'string' && found.first !== null && found.first < from)
    issues.push(invalid('valid_from', `It has prices from ${found.first} on`))
  if (typeof to === 'string' && found.last !== null && found.last > to)
    issues.push(invalid('valid_to', `It has prices until ${found.last}`))
  const keys = await tx.query<{ field: string }>(sql`
    select p.field from price_attribute p where p.organization_id = ${caller.organizationId} and p.attribute = any(${(next['key_fields'] ?? []) as string[]}::text[])`)
  const lost = found.used.filter((name) => !keys.some(({ field }) => field === name))
  if (lost.length > 0) issues.push(invalid('key_fields', `It has prices kept by ${lost.map(words).join(', ')}`))
  return issues
}

const attribute: RecordHooks = {
  beforeDelete: async ({ tx, caller }, records) => {
    const names = records.map((record) => String(record['attribute']))
    const [used] = await tx.query<{ price_list: string }>(sql`
      select l.price_list from price_list_master l
       where l.organization_id = ${caller.organizationId} and exists (
         select from jsonb_to_recordset(coalesce(l.qualifiers, '[]')) q (attribute text) where q.attribute = any(${names}::text[])) limit 1`)
    if (used)
      throw new AppError('WRONG_STATE', {
        message: `The price list ${used.price_list} is restricted by it: it is not deleted.`,
      })
  },
}

/** Price lists, what they are kept by, and their prices: what holds together when one is written, approved or deleted. */
export const priceListHooks: Record<'price-attribute' | 'price-list-master' | 'price-list-data', RecordHooks> = {
  'price-attribute': attribute,
  'price-list-master': list,
  'price-list-data': price,
}
