import { isFiscal, periodAround, type Window } from '#server/calculation/periods.ts'
import {
  isContractBefore,
  tiersOf,
  type ContractTerms,
  type ExceptionTerm,
  type PostingKind,
  type RuleTerm,
} from '#server/calculation/terms.ts'
import { overlap } from '#server/domain/calculation/adjust.ts'
import { amount, inMinorUnits, split, summed, sumOf, zero, type Amount } from '#server/domain/calculation/amount.ts'
import { type Basis, basisOf, type SourceLine } from '#server/domain/calculation/basis.ts'
import { type Earned, earned, type EntitlementTerms, limited } from '#server/domain/calculation/entitlement.ts'
import { isReduced, reduces } from '#server/domain/calculation/stacking.ts'

export interface SalesLine extends SourceLine {
  readonly document: string
  readonly date: string
  readonly customer: string
  readonly material: string
  readonly currency: string
}

/** What all contracts are reckoned with. */
export interface Reckoning {
  readonly lines: readonly SalesLine[]
  readonly window: Window
  readonly kind: PostingKind
  readonly fiscal: readonly { readonly kind: string; readonly period_from: string; readonly period_to: string }[]
  /** How much of a currency one unit of another one is on a day. */
  readonly exchange: (from: string, to: string, day: string) => Amount
}

interface Row {
  readonly rule: Placed
  readonly from: string
  readonly to: string
  /** Days of the whole period, the contract's validity or not. */
  readonly days: number
  readonly document: string
  readonly customer: string
  readonly material: string
  readonly own: SalesLine[]
  readonly prior: SalesLine[]
}

interface Placed {
  readonly contract: ContractTerms
  readonly one: RuleTerm
}

const given = (value: string | null | undefined): Amount | undefined => (value ? amount(value) : undefined)

const yearLater = (day: string): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year + 1, month, 0)).getUTCDate()
  return new Date(Date.UTC(year + 1, month - 1, Math.min(date, last))).toISOString().slice(0, 10)
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const isWithin = (day: string, { valid_from: from, valid_to: to }: { valid_from: string; valid_to: string }): boolean =>
  day >= from && day <= to

/** Territories of the lines are their materials here. */
function fits({ own_sales_only, partner_number, eligibility, exceptions }: ContractTerms, line: SalesLine): boolean {
  const isForced = (exceptions ?? []).some(
    (one) =>
      one.exception_type === 'eligibility' &&
      Boolean(one.customer_number ?? one.materials) &&
      isWithin(line.date, one) &&
      (one.customer_number
        ? line.customer === one.customer_number
        : !own_sales_only || line.customer === partner_number) &&
      (!one.materials || one.materials.includes(line.material)),
  )
  if (isForced) return true
  if (own_sales_only && line.customer !== partner_number) return false
  return eligibility.every(({ mode, value, value_to: end }) => {
    const isIn = line.material >= value && line.material <= (end ?? value)
    return mode === 'include' ? isIn : !isIn
  })
}

const isBefore = (a: ContractTerms, b: ContractTerms): boolean =>
  a !== b && Boolean(b.stack_group) && a.stack_group === b.stack_group && isContractBefore(a, b)

/** What a line counts by a basis of the contracts here, the formula among them; values in the contract's currency. */
function counts(line: SalesLine, basis: string, rate: Amount): Amount {
  if (basis === 'quantity' || basis === 'weight') return basisOf(line, basis)
  if (basis !== 'formula') return basisOf(line, basis as Basis).times(rate)
  const half = line.net.times('0.5').toDecimalPlaces(2).plus(line.quantity)
  return (line.material === 'A' ? half.minus(3) : half).times(rate)
}

function paidOn(one: RuleTerm): string {
  if (one.rate_type === 'formula') return 'formula'
  return one.rate_type === 'amount_per_unit' || one.rate_type === 'price_difference' ? 'quantity' : one.benefit_basis
}

const isOnValue = (one: RuleTerm): boolean =>
  one.rate_type === 'formula' || (one.rate_type === 'percent' && !['quantity', 'weight'].includes(one.benefit_basis))

const orderOf = (one: RuleTerm): number => (one.sequence ?? one.rule_no) * 1000 + one.rule_no

function leavesLess(before: Placed, behind: Placed): boolean {
  if (!isOnValue(behind.one)) return false
  if (before.contract !== behind.contract)
    return (
      isBefore(before.contract, behind.contract) &&
      reduces(before.contract.stack_mode ?? 'additive') &&
      isReduced(behind.contract.stack_mode ?? 'additive')
    )
  return (
    Boolean(behind.one.stack_group) &&
    before.one.stack_group === behind.one.stack_group &&
    reduces(before.one.stack_mode ?? 'additive') &&
    isReduced(behind.one.stack_mode ?? 'additive') &&
    orderOf(before.one) < orderOf(behind.one)
  )
}

const byNarrowness = (a: ExceptionTerm, b: ExceptionTerm): number =>
  Number(!a.customer_number) - Number(!b.customer_number) || Number(!a.materials) - Number(!b.materials)

/** Reckons contracts line by line over decimals, in the plainest way: amounts by period, level and payee, a map for each contract. */
export function reckoned(contracts: readonly ContractTerms[], all: Reckoning): Map<string, string>[] {
  const rules = contracts.flatMap((contract) =>
    contract.rules
      .filter((one) => one.rule_type === 'Both' || one.rule_type === all.kind)
      .map((one): Placed => ({ contract, one })),
  )
  const rowsOf = new Map(rules.map((rule) => [rule, rowsFor(rule, linesOf(rule.contract, contracts, all), all)]))
  const rowOfLine = new Map(
    [...rowsOf].map(([rule, rows]) => [rule, new Map(rows.flatMap((row) => row.own.map((line) => [line, row])))]),
  )
  const known = new Map<Row, Amount>()

  /** What rules before took from what a row is paid on. */
  function taken(row: Row): Amount {
    const before = rules.filter((rule) => rule !== row.rule && leavesLess(rule, row.rule))
    return sumOf(
      before.flatMap((rule) => {
        const common = new Map<Row, SalesLine[]>()
        for (const line of row.own) {
          const other = rowOfLine.get(rule)!.get(line)
          if (other) common.set(other, [...(common.get(other) ?? []), line])
        }
        return [...common].map(([other, lines]) => partOf(other, lines, row))
      }),
    )
  }

  function partOf(other: Row, lines: readonly SalesLine[], row: Row): Amount {
    const [theirs, ours] = [other.rule.contract.currency, row.rule.contract.currency]
    if (lines.length === other.own.length && theirs === ours) return paid(other)
    const basis = (line: SalesLine): Amount => benefitOf(other, line, all)
    const whole = summed(other.own.map(basis))
    if (whole.isZero()) return zero
    const rate = (line: SalesLine): Amount =>
      theirs === ours
        ? amount(1)
        : all.exchange(line.currency, ours, line.date).div(all.exchange(line.currency, theirs, line.date))
    return paid(other)
      .times(sumOf(lines.map((line) => basis(line).times(rate(line)))))
      .div(whole)
  }

  function alone(row: Row): Amount {
    const terms = termsOf(row, all)
    const { linear, flat, paidOn: on } = earnedBy(row, terms, all)
    const less = taken(row)
    const left = on.isZero() || less.isZero() ? linear : linear.times(on.minus(less)).div(on)
    const exception = exceptionOf(row)
    if (exception?.exception_type === 'amount') return amount(exception.override_amount!)
    const value = left.plus(flat)
    if (!exception) return limited(value, terms)
    const { min: _, ...rest } = terms
    const most = limited(value, rest)
    return most.eq(value) && value.lt(exception.override_amount!) ? amount(exception.override_amount!) : most
  }

  function paid(row: Row): Amount {
    const found = known.get(row)
    if (found) return found
    const { contract, one } = row.rule
    const rivals =
      one.stack_group && one.stack_mode === 'exclusive'
        ? rules
            .filter(
              (rule) =>
                rule.contract === contract &&
                rule.one.stack_group === one.stack_group &&
                rule.one.stack_mode === 'exclusive',
            )
            .toSorted((a, b) => orderOf(a.one) - orderOf(b.one))
            .flatMap((rule) => rowsOf.get(rule)!.filter((other) => placeOf(other) === placeOf(row)))
        : [row]
    const values = rivals.map(alone)
    const best = values.findIndex((value) => values.every((other) => value.gte(other)))
    for (const [at, rival] of rivals.entries()) known.set(rival, at === best ? values[at]! : zero)
    return known.get(row)!
  }

  return contracts.map(
    (contract) =>
      new Map(
        rules
          .filter((rule) => rule.contract === contract)
          .flatMap((rule) => rowsOf.get(rule)!)
          .filter((row) => row.from <= all.window.to && row.to >= all.window.from)
          .flatMap((row) =>
            shares(contract, paid(row)).map(([payee, part]) => [`${keyOf(row)}|${payee}`, part.toFixed(2)]),
          ),
      ),
  )
}

const placeOf = ({ from, to, document, customer, material }: Row): string =>
  [from, to, document, customer, material].join('|')

const keyOf = ({ rule, from, document, customer, material }: Row): string =>
  [rule.one.rule_no, from, document, customer, material].join('|')

function linesOf(contract: ContractTerms, contracts: readonly ContractTerms[], { lines }: Reckoning): SalesLine[] {
  const before = contract.stack_mode === 'exclusive' ? contracts.filter((other) => isBefore(other, contract)) : []
  return lines.filter(
    (line) => fits(contract, line) && !before.some((other) => isWithin(line.date, other) && fits(other, line)),
  )
}

function rowsFor(rule: Placed, lines: readonly SalesLine[], { fiscal }: Reckoning): Row[] {
  const { contract, one } = rule
  const { evaluation_period: period, aggregation_level: level } = one
  const validity = { from: contract.valid_from, to: contract.valid_to }
  const wholeOf = (day: string): Window => {
    if (period === 'lifetime') return validity
    if (!isFiscal(period)) return periodAround(day, period)
    const known = fiscal.filter((of) => of.kind === period)
    const found = known.find((of) => of.period_from <= day && of.period_to >= day)
    if (found) return { from: found.period_from, to: found.period_to }
    // In none that is defined: by the calendar, up to where one begins or ends.
    const { from, to } = periodAround(day, period)
    const ends = known.map((of) => dayAfter(of.period_to, 1)).filter((end) => end <= day)
    const starts = known.map((of) => dayAfter(of.period_from, -1)).filter((start) => start >= day)
    return { from: [from, ...ends].toSorted().at(-1)!, to: [to, ...starts].toSorted()[0]! }
  }
  const rows = new Map<string, Row>()
  const put = (line: SalesLine, day: string, isPrior: boolean): void => {
    if (!isWithin(day, contract)) return
    const whole = wholeOf(day)
    const row: Row = {
      rule,
      from: whole.from > validity.from ? whole.from : validity.from,
      to: whole.to < validity.to ? whole.to : validity.to,
      days: overlap(whole, whole),
      document: period === 'invoice' ? line.document : '',
      customer: level.includes('customer') ? line.customer : '',
      material: level.includes('material') ? line.material : '',
      own: [],
      prior: [],
    }
    const kept = rows.get(keyOf(row)) ?? row
    kept[isPrior ? 'prior' : 'own'].push(line)
    rows.set(keyOf(row), kept)
  }
  for (const line of lines) {
    put(line, line.date, false)
    if (one.benchmark === 'prior_period') put(line, yearLater(line.date), true)
  }
  return [...rows.values()].filter((row) => row.own.length > 0)
}

const benefitOf = ({ rule: { contract, one } }: Row, line: SalesLine, { exchange }: Reckoning): Amount =>
  counts(line, paidOn(one), exchange(line.currency, contract.currency, line.date))

/** The rate that an exception puts in the place of the rule's for a line. */
function exceptedRate({ contract, one }: Placed, line: SalesLine): Amount | null {
  const rateOf = (exception: ExceptionTerm): string | null =>
    exception.exception_type === 'rate'
      ? (exception.override_rate ?? null)
      : exception.exception_type === 'tier'
        ? (tiersOf(contract, one)[Number(exception.override_tier) - 1]?.rate ?? null)
        : null
  const [found] = (contract.exceptions ?? [])
    .filter(
      (exception) =>
        rateOf(exception) !== null &&
        (!exception.customer_number || exception.customer_number === line.customer) &&
        (!exception.materials || exception.materials.includes(line.material)) &&
        isWithin(line.date, exception),
    )
    .toSorted(byNarrowness)
  return found ? amount(rateOf(found)!) : null
}

/** The exception that fixes the amount of a row, or its least. */
const exceptionOf = ({ rule: { contract }, from, to, customer, material }: Row): ExceptionTerm | undefined =>
  (contract.exceptions ?? [])
    .filter(
      (one) =>
        (one.exception_type === 'amount' || one.exception_type === 'minimum') &&
        one.valid_from <= to &&
        one.valid_to >= from &&
        (!one.customer_number || one.customer_number === (customer || contract.partner_number)) &&
        (!one.materials || one.materials.includes(material)),
    )
    .toSorted((a, b) => Number(!a.customer_number) - Number(!b.customer_number))[0]

function earnedBy(row: Row, terms: EntitlementTerms, all: Reckoning): Earned {
  const { contract, one } = row.rule
  const rate = (line: SalesLine): Amount => all.exchange(line.currency, contract.currency, line.date)
  const sum = (of: readonly SalesLine[], basis: string) => summed(of.map((line) => counts(line, basis, rate(line))))
  const excepted = row.own.flatMap((line) => {
    const other = exceptedRate(row.rule, line)
    return other ? [{ benefit: benefitOf(row, line, all), other }] : []
  })
  const result = earned(
    {
      qualifier: sum(row.own, one.qualifier_basis),
      benefit: sum(row.own, paidOn(one)).minus(summed(excepted.map(({ benefit }) => benefit))),
      worth: one.rate_type === 'price_difference' ? sum(row.own, one.benefit_basis) : zero,
      prior: sum(row.prior, one.qualifier_basis),
      priorBenefit: sum(row.prior, paidOn(one)),
    },
    terms,
  )
  const factor = { amount_per_unit: 1, price_difference: -1, percent: '0.01', formula: '0.01', fixed_amount: '0.01' }[
    one.rate_type
  ]
  const other = summed(excepted.map(({ benefit, other: by }) => benefit.times(by))).times(factor)
  return { ...result, linear: result.linear.plus(other) }
}

function termsOf({ rule: { contract, one }, from, to, days }: Row, { kind, window }: Reckoning): EntitlementTerms {
  const isGrowth = one.benchmark === 'prior_period' || one.benchmark === 'fixed'
  const [isFixed, own] = [one.rate_type === 'fixed_amount', overlap({ from, to }, { from, to })]
  const [min, max] = [given(one.min_amount), given(one.max_amount)]
  const expects = kind === 'Accrual' && one.accrue_on === 'expected' && to > window.to && from <= window.to
  const accrual = kind === 'Accrual' ? given(one.accrual_rate) : undefined
  return {
    tiers: tiersOf(contract, one).map((tier) => ({
      from: amount(tier.from_value),
      to: tier.to_value ? amount(tier.to_value) : null,
      rate: isFixed ? zero : amount(tier.rate ?? 0),
      flatAmount: amount(tier.flat_amount ?? 0),
    })),
    mode: isGrowth && one.tier_mode !== 'none' ? 'retro' : one.tier_mode,
    kind: one.rate_type === 'fixed_amount' ? 'amount_per_unit' : one.rate_type,
    bound: one.bound,
    ...(one.benchmark && one.benchmark !== 'none'
      ? { benchmark: { kind: one.benchmark, value: amount(one.benchmark_value!), pays: one.growth_pays ?? 'whole' } }
      : {}),
    ...(min ? { min } : {}),
    ...(max ? { max } : {}),
    ...(one.prorate ? { covered: { days: own, of: days } } : {}),
    ...(expects ? { gone: { days: overlap({ from, to: window.to }, { from, to }), of: own } } : {}),
    ...(accrual ? { accrualRate: accrual } : {}),
  }
}

function shares(contract: ContractTerms, whole: Amount): (readonly [string, Amount])[] {
  const payees = contract.payees.length > 0 ? contract.payees : [{ payee: contract.partner_number!, percent: '100' }]
  const parts = split(
    inMinorUnits(whole, contract.currency),
    payees.map(({ percent }) => amount(percent)),
    contract.currency,
  )
  return payees.map(({ payee }, at) => [payee, parts[at]!])
}
