import { amount, type Amount } from '../domain/calculation/amount.ts'
import type { Step } from '../domain/pricing/step.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { WantedPrice } from './price-lines.ts'
import { readCustomers, readMaterials } from './read-facts.ts'
import type { Procedure } from './read-procedure.ts'
import { readUnits } from './read-units.ts'

/** A line of a quote as it is entered. */
export interface QuoteLine {
  readonly line: number
  readonly material_number: string
  readonly quantity: string
  /** What the quantity counts; the base unit of the material where it is empty. */
  readonly uom?: string | null
  readonly discount_percent?: string | null
  readonly agreed_price?: string | null
}

/** A quote as far as its prices depend on it. */
export interface Quoted {
  readonly customer_number: string | null
  readonly currency: string
  readonly price_date: string
  readonly formula_procedure: string | null
  readonly discount_percent: string | null
  readonly lines: readonly QuoteLine[]
}

export async function readQuote(tx: Tx, organizationId: number, number: string): Promise<Quoted | undefined> {
  const [row] = await tx.query<Quoted>(sql`
    select t.customer_number, t.currency, t.price_date::text, t.formula_procedure, t.discount_percent::text, t.lines from comprehensive_quote t
     where t.organization_id = ${organizationId} and t.quote_number = ${number}`)
  return row
}

/** A line of a quote as a price that is wanted, or why there can be none. */
export interface QuotedLine {
  readonly line: QuoteLine
  readonly wanted: WantedPrice | null
  readonly problem: string | null
}

/** The lines of a quote as prices that are wanted, each in the unit it is quoted in. */
export async function quotedLines(
  tx: Tx,
  organizationId: number,
  quote: Omit<Quoted, 'formula_procedure'>,
  procedure: Pick<Procedure, 'steps'>,
): Promise<QuotedLine[]> {
  const numbers = [...new Set(quote.lines.map((line) => line.material_number))]
  if (numbers.length === 0) return []
  const materials = await readMaterials(tx, organizationId, { materials: numbers }, numbers.length)
  const customers = await readCustomers(tx, organizationId, quote.customer_number ? [quote.customer_number] : [])
  const customer = customers.get(quote.customer_number ?? '') ?? null
  const unitOf = await readUnits(
    tx,
    organizationId,
    quote.lines.map(({ material_number: material, uom }) => ({ material, uom: uom ?? null })),
  )
  return quote.lines.map((line): QuotedLine => {
    const material = materials.get(line.material_number)
    if (!material) return { line, wanted: null, problem: 'There is no such material' }
    const unit = unitOf(line.material_number, line.uom ?? null)
    if (!unit) return { line, wanted: null, problem: `Nothing converts ${line.uom} into ${material.uom}` }
    const ownSteps = agreedSteps(procedure.steps, line, quote.discount_percent, unit.times)
    const { quantity } = line
    return {
      line,
      problem: null,
      wanted: { lineNumber: line.line, material, customer, quantity, ownSteps, ...(line.uom ? { unit } : {}) },
    }
  })
}

const agreed = { group: null, formula: null, condition: null, required: true, statistical: false } as const

/** What was agreed with the customer comes behind all the invoice shows: discounts of the line and of the quote, or a price. */
function agreedSteps(steps: readonly Step[], line: QuoteLine, ofQuote: string | null, units: Amount): Step[] {
  const last = Math.max(
    0,
    ...steps.filter(({ bucket }) => bucket === 'list' || bucket === 'on-invoice').map(({ sequence }) => sequence),
  )
  // Behind it and before the next whole one.
  const step = (at: number, component: string, more: Pick<Step, 'calcType' | 'value' | 'sign' | 'formula'>): Step => ({
    ...agreed,
    sequence: last + at / 10,
    component,
    base: 'running',
    bucket: 'on-invoice',
    ...more,
  })
  const percent = (at: number, component: string, value: string | null | undefined): Step[] =>
    value && Number(value) !== 0
      ? [step(at, component, { calcType: 'percent', value: amount(value), sign: -1, formula: null })]
      : []
  if (line.agreed_price)
    return [step(1, 'Agreed price', toPrice(amount(line.agreed_price).div(units).toDecimalPlaces(20)))]
  return [...percent(1, 'Discount of the line', line.discount_percent), ...percent(2, 'Discount of the quote', ofQuote)]
}

/** Leads from whatever the price is to the one that was agreed, of a base unit. */
const toPrice = (price: Amount): Pick<Step, 'calcType' | 'value' | 'sign' | 'formula'> => ({
  calcType: 'formula',
  value: null,
  sign: 1,
  formula: {
    kind: 'arithmetic',
    type: 'number',
    op: '-',
    left: { kind: 'number', type: 'number', value: price.toFixed() },
    right: { kind: 'column', type: 'text', name: 'running' },
  },
})
