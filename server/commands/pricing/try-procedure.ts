import { amount } from '../../domain/calculation/amount.ts'
import type { Expression } from '#src/definition/expression/ast.ts'
import { priceFormula, readsCost } from '../../domain/pricing/facts.ts'
import type { Step } from '../../domain/pricing/step.ts'
import { eachRecord } from '../../engine/each-record.ts'
import { screenNamed } from '../../engine/effective-screens.ts'
import { mayReadField } from '../../engine/screen-access.ts'
import { AppError } from '../../errors.ts'
import { priceLines } from '../../pricing/price-lines.ts'
import { readCustomers, readMaterials } from '../../pricing/read-facts.ts'
import { readSettings } from '../../pricing/settings.ts'
import type { Command, CommandContext } from '../command.ts'

/** Opens the waterfall of a procedure for what is asked. */
export const tryProcedure: Command = (context) =>
  eachRecord(context, context.targets, ({ record }) => {
    const { material, customer, quantity, price_date: day } = context.parameters
    const criteria = new URLSearchParams({
      formula_procedure: String(record['formula_procedure']),
      materials: String(material),
      quantities: String(quantity),
      price_date: String(day),
    })
    if (customer) criteria.set('customers', String(customer))
    return Promise.resolve({ given: `/price-simulation-report-results?${criteria}` })
  })

/** Tells what a calculation formula comes to for a material, a customer and a quantity. */
export const tryPriceFormula: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    const { tx, caller } = context
    const { currency } = await readSettings(tx, caller.organizationId)
    const expression = priceFormula(String(record['expression']))
    if (readsCost(expression) && !mayReadField(caller, screenNamed(context.screens, 'material')!, 'standard_cost'))
      throw new AppError('FIELD_DENIED', {
        message: 'It works with the costs of materials, which you may not see.',
      })
    const wanted = await wantedOf(context)
    const steps = stepsOf(expression, context.parameters['running'])
    const rows = [
      { sequence: 1, component: '', bucket: 'list', calc_type: 'lookup', base: 'running', sign: '+' },
    ] as const
    const procedure = {
      decimals: 4,
      steps,
      rows: rows.map((row) => ({ ...row, lookup: 'material_list_price' })),
    }
    const terms = { day: String(context.parameters['price_date']), currency }
    const [priced] = await priceLines(tx, caller.organizationId, procedure, [wanted], terms)
    const { lines, faults } = priced!.waterfall
    const fault = faults.at(-1)
    if (fault) return { skipped: `${fault.component}: ${fault.message.toLowerCase()}` }
    return { given: `${lines.at(-1)!.amount.toFixed()} ${currency}` }
  })

async function wantedOf({ tx, caller, parameters }: CommandContext) {
  const { material, customer, quantity } = parameters
  const materials = await readMaterials(tx, caller.organizationId, { materials: [String(material)] }, 1)
  const found = materials.get(String(material))
  if (!found) throw new AppError('NOT_FOUND', { message: `There is no material ${String(material)}.` })
  const customers = await readCustomers(tx, caller.organizationId, customer ? [String(customer)] : [])
  return { material: found, customer: customers.get(String(customer)) ?? null, quantity: String(quantity) }
}

const plain = { base: 'running', sign: 1, statistical: false, group: null, condition: null, required: true } as const

function stepsOf(expression: Expression, running: unknown): Step[] {
  const given = running === undefined || running === null ? null : amount(String(running))
  return [
    {
      ...plain,
      sequence: 1,
      component: 'Price before the step',
      bucket: 'list',
      calcType: given ? 'amount' : 'lookup',
      value: given,
      formula: null,
    },
    {
      ...plain,
      sequence: 2,
      component: 'Formula',
      bucket: 'on-invoice',
      calcType: 'formula',
      value: null,
      formula: expression,
    },
  ]
}
