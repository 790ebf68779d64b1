import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { amountsSql } from '#server/calculation/amounts-sql.ts'
import { periodAround } from '#server/calculation/periods.ts'
import { tiersOf, type ContractTerms, type RuleTerm } from '#server/calculation/terms.ts'
import { amount, inMinorUnits, split, sumOf, zero, type Amount } from '#server/domain/calculation/amount.ts'
import { type Basis, basisOf, type SourceLine } from '#server/domain/calculation/basis.ts'
import { overlap } from '#server/domain/calculation/adjust.ts'
import { entitlement } from '#server/domain/calculation/entitlement.ts'
import { json, sql } from '#server/store/sql.ts'
import { type SessionApp, sessionApp } from '#tests/support/session-app.ts'

// The statement against the small reference over decimals: both agree to the cent on random contracts and sales.
const contractsPerRun = 20
const runs = Number(process.env['CALCULATION_RUNS'] ?? 4)

interface Line extends SourceLine {
  readonly document: string
  readonly date: string
  readonly customer: string
  readonly material: string
}

let s: SessionApp
let organizationId: number
let lines: Line[]

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!

const weights = new Map([
  ['A', '1.5'],
  ['B', '0.25'],
  ['C', '20'],
  ['D', '3.125'],
])

function randomLines(count: number): Line[] {
  let state = 7
  const next = (bound: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * bound)
  }
  return Array.from({ length: count }, (_, at) => {
    const sign = next(9) === 0 ? -1 : 1
    const net = amount((sign * next(2_000_000)) / 100)
    const material = pick(['A', 'B', 'C', 'D'], next(1000))
    const quantity = amount(sign * next(5000)).div(10)
    return {
      document: `D${Math.floor(at / 3)}`,
      date: new Date(Date.UTC(2025, 6, 1 + (Math.floor(at / 3) % 540))).toISOString().slice(0, 10),
      customer: pick(['K1', 'K2', 'K3'], next(1000)),
      material,
      net,
      gross: net.plus(amount(next(9000)).div(100)),
      cost: net.times(amount(next(90)).div(100)).toDecimalPlaces(4),
      quantity,
      weight: quantity.times(weights.get(material)!),
    }
  })
}

beforeAll(async () => {
  s = await sessionApp()
  organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading' })
  lines = randomLines(2400)
  await s.db.system((tx) =>
    tx.query(sql`
      insert into material (organization_id, material_number, material_description, base_uom, net_weight)
      select ${organizationId}, x.material, x.material, 'EA', x.weight
        from jsonb_to_recordset(${json([...weights].map(([material, weight]) => ({ material, weight })))}) as x (material text, weight numeric)`),
  )
  await s.db.system((tx) =>
    tx.query(sql`
      insert into sales_data (organization_id, billing_doc_number, billing_doc_line, billing_date, customer_number, material_number, net_value, gross_value, cost_value, quantity, uom, currency, territory)
      select ${organizationId}, x.document, x.no, x.date, x.customer, x.material, x.net, x.gross, x.cost, x.quantity, 'EA', 'EUR', x.material
        from jsonb_to_recordset(${json(lines.map((line, no) => ({ ...line, no })))}) as x (document text, no bigint, date date, customer text, material text,
          net numeric, gross numeric, cost numeric, quantity numeric)`),
  )
})
afterAll(() => s.close())

const decimal = (scale: number, least: number, most: number) =>
  fc.integer({ min: least * 10 ** scale, max: most * 10 ** scale }).map((value) =>
    amount(value)
      .div(10 ** scale)
      .toString(),
  )

const basis = fc.constantFrom('net', 'gross', 'margin', 'quantity', 'weight', 'formula')

const rule = fc.record({
  rule_no: fc.constant(1),
  rule_type: fc.constant('Both'),
  rate_type: fc.constantFrom('percent', 'amount_per_unit', 'fixed_amount', 'formula', 'price_difference'),
  benefit_basis: basis,
  qualifier_basis: basis,
  tier_mode: fc.constantFrom('none', 'retro', 'marginal', 'rolling', 'total'),
  bound: fc.constantFrom('lower', 'upper'),
  evaluation_period: fc.constantFrom('invoice', 'month', 'quarter', 'year', 'lifetime'),
  aggregation_level: fc.constantFrom('contract', 'customer', 'material', 'customer_material'),
  rate: decimal(4, 0, 12),
  fixed_amount: fc.option(decimal(2, 1, 900), { nil: null }),
  min_amount: fc.option(decimal(2, 0, 40), { nil: null }),
  max_amount: fc.option(decimal(2, 100, 90_000), { nil: null }),
  formula: fc.constant('round(net_value * 0.5, 2) + quantity - if(material_number = "A", 3, 0)'),
  benchmark: fc.constantFrom('none', 'none', 'none', 'prior_period', 'fixed', 'target'),
  benchmark_value: decimal(2, 1000, 200_000),
  growth_pays: fc.constantFrom('whole', 'increment'),
  prorate: fc.boolean(),
}) as fc.Arbitrary<RuleTerm>

const tiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 0, max: 300_000 }), { minLength: 1, maxLength: 5 }),
    fc.array(decimal(4, 0, 9), { minLength: 5, maxLength: 5 }),
  )
  .map(([starts, rates]) => {
    const rising = starts.toSorted((a, b) => a - b)
    return rising.map((from, at) => ({
      rule_no: 1,
      from_value: String(from),
      to_value: rising[at + 1] === undefined ? null : String(rising[at + 1]),
      rate: rates[at]!,
      flat_amount: at % 2 === 0 ? null : '12.34',
    }))
  })

const contract = fc.record({
  id: fc.constant(1),
  row_version: fc.constant(1),
  contract_number: fc.constant('C'),
  application_type: fc.constant('Customer Rebate'),
  currency: fc.constantFrom('EUR', 'EUR', 'EUR'),
  partner_type: fc.constant('customer'),
  partner_number: fc.constantFrom('K1', 'K2'),
  own_sales_only: fc.boolean(),
  payment_frequency: fc.constant('quarter'),
  valid_from: fc.constantFrom('2025-08-15', '2026-01-01'),
  valid_to: fc.constantFrom('2026-02-10', '2026-12-31'),
  eligibility: fc.constantFrom(
    [],
    [{ group_no: 1, mode: 'exclude', attribute: 'sales-data.territory', operator: 'eq', value: 'A' }],
    [
      {
        group_no: 1,
        mode: 'include',
        attribute: 'sales-data.territory',
        operator: 'between',
        value: 'B',
        value_to: 'C',
      },
    ],
  ),
  rules: rule.map((one) => [
    // An invoice and the whole validity have no year before.
    one.benchmark === 'prior_period' && ['invoice', 'lifetime'].includes(one.evaluation_period)
      ? { ...one, benchmark: 'none' as const }
      : one,
  ]),
  tiers,
  payees: fc.constantFrom(
    [],
    [
      { payee: 'P1', percent: '50' },
      { payee: 'P2', percent: '30' },
      { payee: 'P3', percent: '20' },
    ],
  ),
}) as fc.Arbitrary<ContractTerms>

const isEligible = ({ own_sales_only, partner_number, eligibility }: ContractTerms, line: Line): boolean => {
  if (own_sales_only && line.customer !== partner_number) return false
  return eligibility.every(({ mode, value, value_to: end }) => {
    const fits = line.material >= value && line.material <= (end ?? value)
    return mode === 'include' ? fits : !fits
  })
}

interface Gathered {
  readonly own: Line[]
  readonly prior: Line[]
  readonly covered: { readonly days: number; readonly of: number } | null
}

const yearLater = (day: string): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year + 1, month, 0)).getUTCDate()
  return new Date(Date.UTC(year + 1, month - 1, Math.min(date, last))).toISOString().slice(0, 10)
}

/** What the reference makes of a contract: amounts by group and payee. */
function reckon(terms: ContractTerms): Map<string, string> {
  const [one] = terms.rules
  const { evaluation_period: period, aggregation_level: level } = one!
  const groups = new Map<string, Gathered>()
  const put = (line: Line, day: string, isPrior: boolean): void => {
    if (day < terms.valid_from || day > terms.valid_to) return
    const whole = period === 'lifetime' ? { from: terms.valid_from, to: terms.valid_to } : periodAround(day, period)
    const key = [
      whole.from > terms.valid_from ? whole.from : terms.valid_from,
      period === 'invoice' ? line.document : '',
      level.includes('customer') ? line.customer : '',
      level.includes('material') ? line.material : '',
    ].join('|')
    const days = overlap(whole, { from: terms.valid_from, to: terms.valid_to })
    const group = groups.get(key) ?? { own: [], prior: [], covered: { days, of: overlap(whole, whole) } }
    group[isPrior ? 'prior' : 'own'].push(line)
    groups.set(key, group)
  }
  for (const line of lines.filter((candidate) => isEligible(terms, candidate))) {
    put(line, line.date, false)
    if (one!.benchmark === 'prior_period') put(line, yearLater(line.date), true)
  }
  return new Map(
    [...groups]
      .filter(([, { own }]) => own.length > 0)
      .flatMap(([key, of]) => shares(terms, one!, of).map(([payee, paid]) => [`${key}|${payee}`, paid.toFixed(2)])),
  )
}

const given = (value: string | null | undefined): Amount | undefined => (value ? amount(value) : undefined)

const round2 = (value: Amount): Amount => value.toDecimalPlaces(2)

/** What a line counts by a basis of the contracts here, the formula among them. */
function counts(line: Line, basis: string): Amount {
  if (basis !== 'formula') return basisOf(line, basis as Basis)
  const half = round2(line.net.times('0.5')).plus(line.quantity)
  return line.material === 'A' ? half.minus(3) : half
}

function paidOn(one: RuleTerm): string {
  if (one.rate_type === 'formula') return 'formula'
  return one.rate_type === 'amount_per_unit' || one.rate_type === 'price_difference' ? 'quantity' : one.benefit_basis
}

function shares(terms: ContractTerms, one: RuleTerm, { own, prior, covered }: Gathered): (readonly [string, Amount])[] {
  const sum = (of: readonly Line[], basis: string) => sumOf(of.map((line) => counts(line, basis)))
  const isGrowth = one.benchmark === 'prior_period' || one.benchmark === 'fixed'
  const min = given(one.min_amount)
  const max = given(one.max_amount)
  const limited = entitlement(
    {
      qualifier: sum(own, one.qualifier_basis),
      benefit: sum(own, paidOn(one)),
      worth: one.rate_type === 'price_difference' ? sum(own, one.benefit_basis) : zero,
      prior: sum(prior, one.qualifier_basis),
      priorBenefit: sum(prior, paidOn(one)),
    },
    {
      tiers: tiersOf(terms, one).map((tier) => ({
        from: amount(tier.from_value),
        to: tier.to_value ? amount(tier.to_value) : null,
        rate: one.rate_type === 'fixed_amount' ? zero : amount(tier.rate ?? 0),
        flatAmount: amount(tier.flat_amount ?? 0),
      })),
      mode: isGrowth && one.tier_mode !== 'none' ? 'retro' : one.tier_mode,
      kind: one.rate_type === 'fixed_amount' ? 'percent' : one.rate_type,
      bound: one.bound,
      ...(one.benchmark && one.benchmark !== 'none'
        ? { benchmark: { kind: one.benchmark, value: amount(one.benchmark_value!), pays: one.growth_pays ?? 'whole' } }
        : {}),
      ...(min ? { min } : {}),
      ...(max ? { max } : {}),
      ...(one.prorate && covered ? { covered } : {}),
    },
  )
  const whole = inMinorUnits(limited, terms.currency)
  const payees = terms.payees.length > 0 ? terms.payees : [{ payee: terms.partner_number!, percent: '100' }]
  const parts = split(
    whole,
    payees.map(({ percent }) => amount(percent)),
    terms.currency,
  )
  return payees.map(({ payee }, at) => [payee, parts[at]!])
}

async function calculated(contracts: readonly ContractTerms[]): Promise<Map<string, string>[]> {
  const window = { from: '2025-01-01', to: '2027-12-31' }
  const numbered = contracts.map((terms, no) => ({ ...terms, contract_number: String(no) }))
  const rows = await s.db.tenant({ organizationId, userId: 1 }, (tx) =>
    tx.query<Record<'contract_number' | 'key' | 'amount', string>>(sql`
      select a.contract_number, concat(a.period_from, '|', a.document, '|', a.customer_number, '|', a.material_number, '|', a.payee) as key, a.amount::text as amount
        from (${amountsSql({ around: { organizationId, screens: s.screens, universal: [] }, contracts: numbered, window, kind: 'Payment' })}) a`),
  )
  return contracts.map(
    (_, no) =>
      new Map(
        rows.filter((row) => row.contract_number === String(no)).map((row) => [row.key, amount(row.amount).toFixed(2)]),
      ),
  )
}

const sorted = (of: Map<string, string>) => [...of].toSorted(([a], [b]) => (a < b ? -1 : 1))

test('the statement and the reference agree to the cent', async () => {
  let groups = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(contract, { minLength: contractsPerRun, maxLength: contractsPerRun }),
      async (contracts) => {
        const found = await calculated(contracts)
        for (const [no, terms] of contracts.entries()) {
          const wanted = reckon(terms)
          groups += wanted.size
          expect(sorted(found[no]!)).toEqual(sorted(wanted))
        }
      },
    ),
    { numRuns: runs },
  )
  expect(groups).toBeGreaterThan(runs * 1000)
}, 600_000)
