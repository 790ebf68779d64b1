import { changeRecord } from '../../claims/change-record.ts'
import { screenOf } from '../../contracts/versions.ts'
import { eachRecord } from '../../engine/each-record.ts'
import { demandUse } from '../../engine/screen-access.ts'
import { createRecord, updateRecord } from '../../engine/write.ts'
import type { WriteContext } from '../../engine/write-check.ts'
import { AppError } from '../../errors.ts'
import { createHooks, hooksOf } from '../../hooks/registry.ts'
import { adjustedPrices, type AdjustedPrice } from '../../pricing/adjusted-prices.ts'
import { keyNames } from '../../pricing/price-keys.ts'
import type { SessionServices } from '../../session/services.ts'
import { sql } from '../../store/sql.ts'
import type { Command } from '../command.ts'

const mostPrices = 2_000

const shown = [
  'price_list',
  'product_line',
  'method',
  'value',
  'formula',
  'rounding',
  'rounding_unit',
  'rounding_ending',
] as const

/** Opens the simulation of an adjustment. */
export const simulateAdjustment: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    const criteria = new URLSearchParams()
    for (const name of shown) if (record[name] !== null && record[name] !== '') criteria.set(name, String(record[name]))
    for (const material of (record['materials'] ?? []) as string[]) criteria.append('materials', material)
    criteria.set('currency', await currencyOf(context, String(record['price_list'])))
    return { given: `/price-adjustment-simulation-results?${criteria}` }
  })

async function currencyOf({ tx, caller }: Pick<WriteContext, 'tx' | 'caller'>, list: string): Promise<string> {
  const [found] = await tx.query<{ currency: string }>(sql`
    select currency from price_list_master where organization_id = ${caller.organizationId} and price_list = ${list}`)
  if (!found) throw new AppError('NOT_FOUND', { message: `There is no price list ${list}.` })
  return found.currency
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/** Writes the new prices of an adjustment into its list, where they wait for approval; all of them or none. */
export const proposePrices =
  (session: SessionServices): Command =>
  (context) =>
    eachRecord(context, context.targets, async ({ record }) => {
      const { tx, caller, parameters } = context
      const screen = screenOf(context, 'price-list-data')
      demandUse(caller, screen, 'create')
      if (parameters['end_old'] === true) demandUse(caller, screen, 'update')
      const list = String(record['price_list'])
      const from = String(record['new_from'])
      const currency = await currencyOf(context, list)
      const terms = { day: dayBefore(from), currency }
      const changed = (await adjustedPrices(tx, caller.organizationId, record, terms)).filter(
        ({ old, next }) => next && !next.eq(old),
      )
      if (changed.length === 0) return { skipped: `No price of ${list} that holds on ${terms.day} would change` }
      if (changed.length > mostPrices)
        throw new AppError('TOO_LARGE', { message: `At most ${mostPrices} prices are proposed at a time. Narrow it.` })
      const target = { ...context, screen, hooks: hooksOf(createHooks(session), screen), asksBack: false }
      for (const price of changed) await propose(target, record, price, parameters['end_old'] === true)
      await changeRecord(context, record, {
        adjustment_status: 'proposed',
        proposed_prices: changed.length,
        proposed_at: new Date().toISOString(),
        proposed_by: caller.email,
      })
      return 'done'
    })

async function propose(
  context: WriteContext,
  record: Readonly<Record<string, unknown>>,
  { id, row, next }: AdjustedPrice,
  endsOld: boolean,
): Promise<void> {
  const from = String(record['new_from'])
  const keys = Object.fromEntries(keyNames.map((name) => [name, row[name] ?? null]))
  const old = (row['valid_to'] ?? null) as string | null
  if (endsOld && (old === null || old >= from)) await updateRecord(context, Number(id), { valid_to: dayBefore(from) })
  await createRecord(context, {
    ...keys,
    price_list: record['price_list'],
    material_number: row['material_number'],
    uom: row['uom'],
    qty_from: row['qty_from'],
    per_quantity: row['per_quantity'],
    currency: row['currency'],
    price_type: row['price_type'] ?? null,
    price: next!.toFixed(),
    valid_from: from,
    valid_to: old !== null && old >= from ? old : null,
    reason: `${String(record['adjustment_number'])}: ${String(record['description'])}`.slice(0, 200),
  })
}
