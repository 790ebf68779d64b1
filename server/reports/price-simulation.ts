import { amount, inMinorUnits, type Amount } from '../domain/calculation/amount.ts'
import { askedPrices, type AskedPrices } from '../pricing/asked-prices.ts'
import type { PricedLine } from '../pricing/price-lines.ts'
import { json, sql, type Sql } from '../store/sql.ts'
import type { Report } from './report.ts'

/** What prices are worked out of; whoever may not see costs sees no margins. */
const reads = {
  material: ['list_price', 'standard_cost'],
  customer: ['customer_name'],
  'formula-procedure': ['steps'],
  'price-list-data': ['price'],
  'market-price': ['price'],
  'off-invoice-cost': ['rate'],
} as const

const text = (value: Amount | null): string | null => value?.toFixed() ?? null

/** What a row says of the line it is about. */
const about = ({ wanted }: PricedLine, { currency, procedure }: AskedPrices) => ({
  material_number: wanted.material.facts['material_number'],
  name: wanted.material.name,
  customer_number: wanted.customer?.facts['customer_number'] ?? null,
  customer_name: wanted.customer?.name ?? null,
  quantity: wanted.quantity,
  uom: wanted.unit?.uom ?? wanted.material.uom,
  line: wanted.lineNumber ?? null,
  currency,
  formula_procedure: procedure.formula_procedure || null,
})

const faultsOf = ({ waterfall }: PricedLine): string =>
  waterfall.faults.map(({ component, message }) => `${component}: ${message}`).join('; ')

function rowOf(line: PricedLine, asked: AskedPrices) {
  const row = about(line, asked)
  const { waterfall } = line
  if (waterfall.faults.length > 0) return { ...row, error: faultsOf(line) }
  const quantity = amount(line.wanted.quantity)
  const value = (of: Amount | null): string | null => of && inMinorUnits(of.times(quantity), asked.currency).toFixed()
  return {
    ...row,
    list_price: text(waterfall.list),
    on_invoice: text(waterfall.onInvoice),
    invoice_price: text(waterfall.invoice),
    off_invoice: text(waterfall.offInvoice),
    net_price: text(waterfall.net),
    to_serve: text(waterfall.toServe),
    pocket_price: text(waterfall.pocket),
    unit_cost: text(waterfall.cost),
    margin: text(waterfall.margin),
    margin_percent: text(waterfall.marginPercent),
    list_value: value(waterfall.list),
    on_invoice_value: value(waterfall.onInvoice),
    invoice_value: value(waterfall.invoice),
    off_invoice_value: value(waterfall.offInvoice),
    to_serve_value: value(waterfall.toServe),
    pocket_value: value(waterfall.pocket),
    cost_value: value(waterfall.cost?.negated() ?? null),
    margin_value: value(waterfall.margin),
  }
}

const rowsOf = (rows: readonly object[], columns: Sql): Sql =>
  sql`select x.* from jsonb_to_recordset(${json(rows)}) as x (${columns})`

const lineColumns = sql`material_number text, name text, customer_number text, customer_name text, quantity numeric, uom text, line integer, currency text, formula_procedure text`

/** Prices of materials for customers from list to pocket, and the margin they leave; lines that have none say why. */
export const priceSimulation: Report = {
  reads,
  statement: async (parameters, context) => {
    const asked = await askedPrices(parameters, context)
    return rowsOf(
      asked?.lines.map((line) => rowOf(line, asked)) ?? [],
      sql`${lineColumns}, list_price numeric, on_invoice numeric, invoice_price numeric, off_invoice numeric, net_price numeric,
        to_serve numeric, pocket_price numeric, unit_cost numeric, margin numeric, margin_percent numeric, list_value numeric,
        on_invoice_value numeric, invoice_value numeric, off_invoice_value numeric, to_serve_value numeric, pocket_value numeric,
        cost_value numeric, margin_value numeric, error text`,
    )
  },
}

/** A row a step of each price. */
export const priceSimulationReport: Report = {
  reads,
  statement: async (parameters, context) => {
    const asked = await askedPrices(parameters, context)
    const rows = asked?.lines.flatMap((line) => {
      const quantity = amount(line.wanted.quantity)
      return line.waterfall.lines.map((step) => {
        const counted = step.counts ? step.amount : null
        return {
          ...about(line, asked),
          sequence: step.sequence,
          component: step.component,
          bucket: step.bucket,
          calc_type: step.calcType,
          rate: text(step.rate),
          base: text(step.base),
          amount: step.rate === null ? null : text(step.amount),
          running: text(step.running),
          counted: text(counted),
          value: counted && inMinorUnits(counted.times(quantity), asked.currency).toFixed(),
          statistical: step.statistical,
          remark: step.remark || null,
        }
      })
    })
    return rowsOf(
      rows ?? [],
      sql`${lineColumns}, sequence numeric, component text, bucket text, calc_type text, rate numeric, base numeric, amount numeric,
        running numeric, counted numeric, value numeric, statistical boolean, remark text`,
    )
  },
}

/** A row a step that keeps a line from being priced. */
export const pricingCalcException: Report = {
  reads,
  statement: async (parameters, context) => {
    const asked = await askedPrices(parameters, context)
    const rows = asked?.lines.flatMap((line) =>
      line.waterfall.faults.map(({ sequence, component, message }) => ({
        ...about(line, asked),
        sequence,
        component,
        problem: message,
        lines: 1,
      })),
    )
    return rowsOf(rows ?? [], sql`${lineColumns}, sequence numeric, component text, problem text, lines integer`)
  },
}
