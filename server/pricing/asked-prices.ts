import { AppError } from '../errors.ts'
import type { ReportContext } from '../reports/report.ts'
import type { Tx } from '../store/database.ts'
import { priceLines, type PricedLine, type WantedPrice } from './price-lines.ts'
import { quotedLines, readQuote } from './quoted-lines.ts'
import { plainProcedure } from './plain-procedure.ts'
import { readCustomers, readMaterials } from './read-facts.ts'
import { readProcedure, type Procedure } from './read-procedure.ts'
import { readSettings } from './settings.ts'

type Parameters = Readonly<Record<string, unknown>>

const mostLines = 20_000
const mostMaterials = 5_000

/** The prices that criteria of a simulation ask for. */
export interface AskedPrices {
  readonly procedure: Procedure
  readonly currency: string
  readonly lines: readonly PricedLine[]
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const text = (value: unknown): string | null =>
  value === undefined || value === null || value === '' ? null : String(value)

const quantitiesOf = (value: unknown): string[] => [
  ...new Set(
    (text(value) ?? '1')
      .split(/[,;]/)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
]

/** Works out what simulations show; undefined where no procedure is meant. TOO_LARGE beyond twenty thousand lines. */
export const askedPrices = (parameters: Parameters, context: ReportContext): Promise<AskedPrices | undefined> =>
  context.read(async (tx) => {
    const { organizationId } = context
    const settings = await readSettings(tx, organizationId)
    const quote = text(parameters['quote'])
      ? await readQuote(tx, organizationId, text(parameters['quote'])!)
      : undefined
    const named = text(parameters['formula_procedure']) ?? quote?.formula_procedure ?? settings.formula_procedure
    const procedure = named
      ? await readProcedure(tx, organizationId, { formula_procedure: named })
      : plainProcedure(quote?.currency ?? settings.currency)
    if (!procedure || (text(parameters['quote']) && !quote)) return undefined
    const currency = text(parameters['currency']) ?? quote?.currency ?? procedure.currency
    const line = text(parameters['line']) === null ? null : Number(parameters['line'])
    const wanted = quote
      ? (await quotedLines(tx, organizationId, quote, procedure))
          .flatMap(({ wanted: one }) => one ?? [])
          .filter(({ lineNumber }) => line === null || lineNumber === line)
      : await chosenLines(tx, organizationId, parameters)
    const hidden = context.mayRead('financial-posting', 'amount') ? [] : ['rebates']
    const terms = { day: String(parameters['price_date']), currency, hidden }
    return { procedure, currency, lines: await priceLines(tx, organizationId, procedure, wanted, terms) }
  })

async function chosenLines(tx: Tx, organizationId: number, parameters: Parameters): Promise<WantedPrice[]> {
  const wanted = { materials: texts(parameters['materials']), productLine: text(parameters['product_line']) }
  const materials = [...(await readMaterials(tx, organizationId, wanted, mostMaterials)).values()]
  const named = texts(parameters['customers'])
  const customers = named.length > 0 ? [...(await readCustomers(tx, organizationId, named)).values()] : [null]
  const quantities = quantitiesOf(parameters['quantities'])
  if (materials.length * customers.length * quantities.length > mostLines)
    throw new AppError('TOO_LARGE', {
      message: `These are more than ${mostLines.toLocaleString('en-GB')} prices. Choose fewer materials, customers or quantities.`,
    })
  return materials.flatMap((material) =>
    customers.flatMap((customer) => quantities.map((quantity) => ({ material, customer, quantity }))),
  )
}
