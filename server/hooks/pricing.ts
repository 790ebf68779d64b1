import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import type { Row } from '../engine/page.ts'
import { changedValues } from '../engine/write-check.ts'
import { AppError, type Issue } from '../errors.ts'
import { endingIssues } from '../pricing/ending.ts'
import { quoteFigures } from '../pricing/quote-figures.ts'
import { plainProcedure } from '../pricing/plain-procedure.ts'
import type { QuoteLine } from '../pricing/quoted-lines.ts'
import { readProcedure, type Procedure } from '../pricing/read-procedure.ts'
import { readSettings } from '../pricing/settings.ts'
import { sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>

const text = (value: unknown): string | null => (value === undefined || value === null ? null : String(value))

interface KnownFeature {
  readonly value_type: string
  readonly feature_values: readonly { readonly feature_value: string }[] | null
}

/** A value of a feature is one of those it has. */
async function valueIssues({ tx, caller }: HookContext, next: Values): Promise<Issue[]> {
  const value = text(next['feature_value'])
  const [feature] = await tx.query<KnownFeature>(sql`
    select t.value_type, t.feature_values from product_feature t
     where t.organization_id = ${caller.organizationId} and t.feature = ${text(next['feature'])}`)
  if (!feature || value === null) return []
  const wrong = (message: string): Issue[] => [{ path: ['feature_value'], code: 'value', message }]
  const { value_type: type, feature_values: values } = feature
  if (type === 'number' && !/^-?\d+([.]\d+)?$/.test(value)) return wrong('This feature has numbers, such as 12.5')
  if (type === 'flag' && !['Yes', 'No'].includes(value)) return wrong('This feature is there or not: Yes or No')
  const known = (values ?? []).map((one) => one.feature_value)
  if (type !== 'choice' || known.length === 0 || known.includes(value)) return []
  return wrong(`The feature has the values ${known.slice(0, 8).join(', ')}`)
}

const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Refuses to change what is settled but for what may be told of it at any time. */
function demandOpen({ screen }: HookContext, values: Values, current: Row | null, free: readonly string[]): void {
  if (!current) return
  const changed = Object.keys(changedValues(screen, current, values)).filter((name) => !free.includes(name))
  if (changed.length > 0) throw new AppError('WRONG_STATE', { message: screen.form!.editable!.otherwise })
}

/** Why a quote cannot be priced by a procedure; null when it can. */
function whyUnfit({ formula_procedure: name, simulation_category: use, ...procedure }: Procedure, day: string) {
  if (use === 'price') return `${name} is used for prices, not for quotes`
  if (procedure.status !== 'active') return `${name} is not active`
  const { valid_from: from, valid_to: to } = procedure
  return day < from || (to !== null && day > to) ? `${name} does not hold on the day of the prices` : null
}

/** A quote always says what it comes to by its own terms. */
async function workOutQuote(
  { tx, caller }: HookContext,
  values: Record<string, unknown>,
  current: Row | null,
): Promise<Issue[]> {
  const { organizationId } = caller
  if (!current) values['quote_version'] = 1
  const settings = await readSettings(tx, organizationId)
  const next: Values = { ...current, ...values }
  const named = text(next['formula_procedure']) ?? settings.quote_procedure ?? settings.formula_procedure
  const wrong = (message: string): Issue[] => [{ path: ['formula_procedure'], code: 'unfit', message }]
  const procedure = named
    ? await readProcedure(tx, organizationId, { formula_procedure: named })
    : plainProcedure(String(next['currency']))
  if (!procedure) return wrong(`There is no procedure ${named}`)
  const priceDate = text(next['price_date'])
  if (priceDate === null) return []
  const unfit = whyUnfit(procedure, priceDate)
  if (unfit) return wrong(unfit)
  if (named && !next['formula_procedure']) values['formula_procedure'] = named
  if (!next['valid_to']) values['valid_to'] = daysAfter(priceDate, settings.quote_days)
  const quote = {
    customer_number: text(next['customer_number']),
    currency: String(next['currency']),
    price_date: priceDate,
    discount_percent: text(next['discount_percent']),
    lines: (next['lines'] ?? []) as readonly QuoteLine[],
  }
  const twice = quote.lines.length - new Set(quote.lines.map(({ line }) => line)).size
  if (twice > 0) return []
  Object.assign(values, await quoteFigures(tx, organizationId, quote, procedure, settings.least_margin))
  return []
}

const isSettled = (quote: Row | null): boolean =>
  quote !== null && ['won', 'superseded'].includes(String(quote['quote_status']))

const told: Readonly<Record<string, string>> = { sent: 'sent to anybody', won: 'won' }

/** A quote is sent and won as it was approved, and rests only for its next version. */
function stateIssues(values: Values, current: Row | null): Issue[] {
  const state = text(values['quote_status'])
  if (state === null || state === (current?.['quote_status'] ?? 'open')) return []
  const wrong = (message: string): Issue[] => [{ path: ['quote_status'], code: 'state', message }]
  if (state === 'superseded') return wrong('It gets this state by a new version')
  const isApproved = current?.['approval_status'] === 'approved' && !priced.some((name) => name in values)
  return told[state] && !isApproved ? wrong(`It is approved as it is before it is ${told[state]}`) : []
}

/** What of a quote its prices depend on. */
const priced = [
  'customer_number',
  'price_date',
  'currency',
  'formula_procedure',
  'discount_percent',
  'lines',
  'valid_to',
]

/** What pricing does beside what its definitions say. */
export const pricingHooks: Readonly<
  Record<'product-feature-price' | 'comprehensive-quote' | 'price-adjustment', RecordHooks>
> = {
  'product-feature-price': {
    beforeWrite: (context, values, current) => valueIssues(context, { ...current, ...values }),
  },
  'price-adjustment': {
    beforeWrite: (context, values, current) => {
      if (current?.['adjustment_status'] === 'proposed') demandOpen(context, values, current, ['notes'])
      if (!current) values['adjustment_status'] = 'draft'
      return Promise.resolve(endingIssues({ ...current, ...values }))
    },
  },
  'comprehensive-quote': {
    beforeWrite: (context, values, current) => {
      if (isSettled(current)) demandOpen(context, values, current, ['internal_notes', 'lost_reason'])
      const issues = stateIssues(values, current)
      // Prices stay what they were when only the state of a quote changes.
      const isPriced = !current || priced.some((name) => name in values)
      return issues.length === 0 && isPriced ? workOutQuote(context, values, current) : Promise.resolve(issues)
    },
  },
}
