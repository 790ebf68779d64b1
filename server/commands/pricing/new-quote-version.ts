import { fillPath } from '#src/definition'
import { changeRecord } from '../../claims/change-record.ts'
import { eachRecord } from '../../engine/each-record.ts'
import { lockOne } from '../../engine/one.ts'
import { demandUse } from '../../engine/screen-access.ts'
import { createRecord } from '../../engine/write.ts'
import type { QuoteLine } from '../../pricing/quoted-lines.ts'
import type { Command } from '../command.ts'

const copied = [
  'description',
  'customer_number',
  'prospect',
  'contact_person',
  'currency',
  'formula_procedure',
  'discount_percent',
  'payment_terms',
  'delivery_terms',
  'sales_employee',
  'terms_text',
  'internal_notes',
] as const

/** Makes the next version of a quote, priced anew on a day, and lets the one before rest; hands its page over. */
export const newQuoteVersion: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    const { tx, screen, caller, parameters } = context
    demandUse(caller, screen, 'create')
    const lines = (record['lines'] as readonly QuoteLine[]).map(
      ({ line, material_number, quantity, uom, discount_percent, agreed_price }) => ({
        line,
        material_number,
        quantity,
        uom,
        discount_percent,
        agreed_price,
      }),
    )
    const values = Object.fromEntries(copied.map((name) => [name, record[name]]).filter(([, value]) => value !== null))
    const price_date = parameters['price_date']
    const id = await createRecord({ ...context, asksBack: false }, { ...values, price_date, lines })
    const made = (await lockOne(tx, screen, caller.organizationId, id))!
    await changeRecord(context, made, {
      quote_version: Number(record['quote_version']) + 1,
      previous_quote: record['quote_number'],
    })
    await changeRecord(context, record, { quote_status: 'superseded' })
    return { given: fillPath(screen.form!.view!, { id }) }
  })
