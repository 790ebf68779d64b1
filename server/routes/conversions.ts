import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { convertCurrency, rateWords } from '../commands/convert-currency.ts'
import { convertUnits, stepWords } from '../commands/convert-quantity.ts'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { today } from '../engine/list.ts'
import { demandUse } from '../engine/screen-access.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

const decimal = z
  .union([z.number(), z.string()])
  .transform(String)
  .refine((text) => /^-?\d{1,18}(\.\d{1,12})?$/.test(text), 'A decimal number is needed')
const currency = z.string().regex(/^[A-Z]{3}$/, 'Three capitals, such as EUR')
const unit = z.string().trim().min(1).max(6)

const currencyBody = z.object({
  amount: decimal,
  from_currency: currency,
  to_currency: currency,
  on_date: z.iso.date().default(() => today()),
  rate_type: z.string().max(20).default('average'),
  reference_currency: currency.nullish(),
})
const quantityBody = z.object({
  quantity: decimal,
  from_uom: unit,
  to_uom: unit,
  material_number: z.string().max(60).nullish(),
})

/** Amounts in other currencies, quantities in other units, and the codes of units. */
export function conversionRoutes(app: FastifyInstance, services: Services): void {
  const read = async <T>({ caller }: FastifyRequest, screen: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    demandUse(caller, await effectiveScreen(services, caller, screen), 'read')
    return services.db.tenant(caller, work, { readOnly: true })
  }
  app.post('/api/currency-rates/convert', async (request) => {
    const question = parseInput(currencyBody, request.body)
    const converted = await read(request, 'currency-rate', (tx) => convertCurrency(tx, request.caller, question))
    return {
      response: {
        amount: converted.amount.toString(),
        currency: question.to_currency,
        factor: converted.factor.toSignificantDigits(18).toString(),
        way: converted.way,
        used: converted.used.map((used) => ({ ...used.rate, inverse: used.inverse, explanation: rateWords(used) })),
      },
    }
  })
  app.post('/api/material-uom/convert', async (request) => {
    const question = parseInput(quantityBody, request.body)
    const converted = await read(request, 'material-uom', (tx) => convertUnits(tx, request.caller, question))
    return {
      response: {
        quantity: converted.quantity.toSignificantDigits(18).toString(),
        uom: question.to_uom,
        steps: converted.steps.map((step) => ({ from: step.from, to: step.to, explanation: stepWords(step) })),
      },
    }
  })
  app.get('/api/general-unique-uom', async (request) => {
    const { caller } = request
    const records = await read(request, 'unit-of-measure', (tx) =>
      tx.query<{ uom: string; description: string; used: boolean }>(sql`
        select uom, min(description) as description, bool_or(used) as used from (
          select uom, description, false as used from unit_of_measure where organization_id = ${caller.organizationId}
          union all
          select distinct uom, null, true from material_uom where organization_id = ${caller.organizationId} and uom is not null
          union all
          select distinct base_uom, null, true from material where organization_id = ${caller.organizationId} and base_uom is not null
        ) known group by uom order by uom`),
    )
    return { response: { records, total_record: records.length } }
  })
}
