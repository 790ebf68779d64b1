import { amount, inMinorUnits, sumOf, type Amount } from '../domain/calculation/amount.ts'
import type { Tx } from '../store/database.ts'
import { priceLines } from './price-lines.ts'
import { quotedLines, type Quoted, type QuoteLine } from './quoted-lines.ts'
import type { Procedure } from './read-procedure.ts'

interface Worked {
  readonly line: QuoteLine
  readonly uom: string | null
  readonly problem: string | null
  readonly list: Amount | null
  readonly onInvoice: Amount | null
  readonly invoice: Amount | null
  /** The price of the invoice for a base unit. */
  readonly base: Amount | null
  readonly net: Amount | null
  readonly pocket: Amount | null
  readonly cost: Amount | null
}

const text = (value: Amount | null, decimals = 4): string | null => value?.toFixed(decimals) ?? null

/** What a quote comes to: its lines with their prices, what they leave, and the sums of both. */
export async function quoteFigures(
  tx: Tx,
  organizationId: number,
  quote: Omit<Quoted, 'formula_procedure'>,
  procedure: Procedure,
  leastMargin: string | null,
) {
  const quoted = await quotedLines(tx, organizationId, quote, procedure)
  const terms = { day: quote.price_date, currency: quote.currency }
  const wanted = quoted.flatMap((one) => one.wanted ?? [])
  const priced = await priceLines(tx, organizationId, procedure, wanted, terms)
  const lines = quoted.map((one): Worked => {
    const { line } = one
    const nothing = { list: null, onInvoice: null, invoice: null, net: null, pocket: null, cost: null }
    if (!one.wanted) return { line, uom: line.uom ?? null, problem: one.problem, base: null, ...nothing }
    const { waterfall } = priced[wanted.indexOf(one.wanted)]!
    const uom = one.wanted.unit?.uom ?? one.wanted.material.uom
    const problem = waterfall.faults.map(({ component, message }) => `${component}: ${message}`).join('; ')
    if (problem) return { line, uom, problem: problem.slice(0, 300), base: null, ...nothing }
    return { line, uom, problem: null, base: waterfall.invoice.div(one.wanted.unit?.times ?? 1), ...waterfall }
  })
  const valueOf = (price: Amount | null, { quantity }: QuoteLine): Amount =>
    price ? inMinorUnits(price.times(quantity), quote.currency) : amount(0)
  const sum = (of: (one: Worked) => Amount | null): Amount => sumOf(lines.map((one) => valueOf(of(one), one.line)))
  const margins = lines.map((one) => marginOf(one, valueOf, leastMargin))
  const [list, invoice, pocket] = [sum((one) => one.list), sum((one) => one.invoice), sum((one) => one.pocket)]
  const isWhole = lines.every(({ cost, problem }) => cost !== null || problem !== null)
  const cost = isWhole ? sum((one) => one.cost) : null
  const margin = cost && pocket.minus(cost)
  return {
    lines: lines.map((one) => ({
      ...entered(one.line),
      uom: one.uom,
      list_price: text(one.list),
      discount: text(one.onInvoice),
      invoice_price: text(one.invoice),
      base_price: text(one.base),
      value: one.invoice && text(valueOf(one.invoice, one.line)),
      problem: one.problem,
    })),
    line_count: lines.length,
    problem_count: lines.filter(({ problem }) => problem !== null).length,
    list_value: text(list),
    discount_value: text(invoice.minus(list)),
    net_value: text(invoice),
    rebate_value: text(sum((one) => one.net).minus(invoice)),
    margins: margins.map(({ isLow: _isLow, ...shown }) => shown),
    pocket_value: text(pocket),
    cost_value: text(cost),
    margin_value: text(margin),
    margin_percent: margin && pocket.gt(0) ? text(margin.times(100).div(pocket), 2) : null,
    low_margin_count: margins.filter(({ isLow }) => isLow).length,
  }
}

const entered = ({ line, material_number, quantity, discount_percent, agreed_price }: QuoteLine) => ({
  line,
  material_number,
  quantity,
  discount_percent: discount_percent ?? null,
  agreed_price: agreed_price ?? null,
})

function marginOf(
  { line, net, pocket, cost, problem }: Worked,
  valueOf: (price: Amount | null, line: QuoteLine) => Amount,
  least: string | null,
) {
  const margin = pocket && cost && pocket.minus(cost)
  const percent = margin && pocket?.gt(0) ? margin.times(100).div(pocket) : null
  // What leaves nothing or less is too little, though it is no part of anything.
  const isLow = margin !== null && least !== null && (percent ? percent.lt(least) : margin.lte(0))
  const note = problem ? 'No price' : cost ? '' : 'No cost is known'
  return {
    line: line.line,
    material_number: line.material_number,
    net_price: text(net),
    pocket_price: text(pocket),
    unit_cost: text(cost),
    margin: margin && text(valueOf(margin, line)),
    margin_percent: text(percent, 2),
    note: (isLow ? `Below the least margin of ${amount(least).toFixed()} %` : note) || null,
    isLow,
  }
}
