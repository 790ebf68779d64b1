import { screenOf } from '../../contracts/versions.ts'
import { eachRecord } from '../../engine/each-record.ts'
import { demandUse } from '../../engine/screen-access.ts'
import { createRecord } from '../../engine/write.ts'
import { createHooks, hooksOf } from '../../hooks/registry.ts'
import type { SessionServices } from '../../session/services.ts'
import type { Command } from '../command.ts'

interface QuotedPrice {
  readonly material_number: string
  readonly quantity: string
  readonly uom: string | null
  readonly invoice_price: string | null
}

/** Writes the prices of quotes into a list as prices of their customer, where they wait for approval; all of a quote or none. */
export const quoteToPrices =
  (session: SessionServices): Command =>
  (context) =>
    eachRecord(context, context.targets, async ({ record }) => {
      const screen = screenOf(context, 'price-list-data')
      demandUse(context.caller, screen, 'create')
      if (!record['customer_number']) return { skipped: 'It is for nobody who is a customer yet' }
      const lines = (record['lines'] as readonly QuotedPrice[]).filter(({ invoice_price: price }) => price !== null)
      const { price_list, valid_from, valid_to } = context.parameters
      const target = { ...context, screen, hooks: hooksOf(createHooks(session), screen), asksBack: false }
      for (const line of lines) {
        const isStaggered = lines.filter((other) => other.material_number === line.material_number).length > 1
        await createRecord(target, {
          price_list,
          material_number: line.material_number,
          customer_number: record['customer_number'],
          ...(line.uom ? { uom: line.uom } : {}),
          qty_from: isStaggered ? line.quantity : '0',
          price: line.invoice_price,
          currency: record['currency'],
          valid_from,
          valid_to: valid_to ?? null,
          reason: `Quote ${String(record['quote_number'])}: ${String(record['description'])}`.slice(0, 200),
        })
      }
      return 'done'
    })
