import { minorUnits } from '../domain/calculation/amount.ts'
import { json, sql, type Sql } from '../store/sql.ts'
import { dueDays } from './due-days.ts'
import { kindNumbers } from './period-days.ts'
import type { Window } from './periods.ts'
import type { Prepared } from './prepared.ts'
import { countedBy, namesBasis } from './rule-bases.ts'
import type { Surroundings } from './surroundings.ts'
import {
  tiersOf,
  type ContractTerms,
  type ExceptionTerm,
  type PostingKind,
  type RuleTerm,
  type TierTerm,
} from './terms.ts'

export interface Calculation {
  readonly around: Surroundings
  readonly contracts: readonly ContractTerms[]
  /** Periods that share a day with it are reckoned, each as a whole. */
  readonly window: Window
  readonly kind: PostingKind
  /** The day on which it is asked for, or is posted: payments that are agreed for later are not due. Today without it. */
  readonly day?: string
}

/** The rules of each contract that count for what is reckoned, with the place of the contract. */
export const appliedRules = ({ contracts, kind }: Calculation) =>
  contracts.flatMap((contract, no) =>
    contract.rules
      .filter((rule) => rule.rule_type === 'Both' || rule.rule_type === kind)
      .map((rule) => ({ contract, no, rule })),
  )

const isGrowth = ({ benchmark }: RuleTerm): boolean => benchmark === 'prior_period' || benchmark === 'fixed'

/** How the tiers of a rule pay: growth pays the rate of its tier on everything it pays on. */
export const tierModeOf = (rule: RuleTerm) => (isGrowth(rule) && rule.tier_mode !== 'none' ? 'retro' : rule.tier_mode)

/** Whether any of the rules counts by a sales basis. */
export const nameBases = (calculation: Calculation): boolean =>
  appliedRules(calculation).some(({ rule }) => namesBasis(rule))

/** What each of the rules counts of a line. */
export const countedIn = (calculation: Calculation) =>
  appliedRules(calculation).map(({ contract, rule }) => countedBy(contract, rule))

/** What a rule counts as columns of its row: what it comes from, how it is called, and the unit of its sales basis. */
function countedColumns(contract: ContractTerms, rule: RuleTerm) {
  const { qualifier, benefit, worth } = countedBy(contract, rule)
  const named = [qualifier, benefit].find(({ basis }) => basis)
  return {
    qualifier_basis: qualifier.kind,
    benefit_basis: benefit.kind,
    worth_basis: worth?.kind ?? null,
    qualifier_name: qualifier.name,
    benefit_name: benefit.name,
    worth_name: worth?.name ?? null,
    basis_uom: named?.basis?.uom ?? null,
  }
}

const namedColumns = sql`, qualifier_name text, benefit_name text, worth_name text, basis_uom text`

/** Rules with what their contract says, `r` of every statement here. */
export const ruleRows = (calculation: Prepared): Sql => {
  const { kind, reaches, pairs } = calculation
  const paired = new Set(
    pairs.flatMap((pair) => [`${pair.contract}/${pair.rule_no}`, `${pair.before_contract}/${pair.before_rule}`]),
  )
  const kinds = kindNumbers(calculation)
  const rows = appliedRules(calculation).map(({ contract, no, rule }) => ({
    ...rule,
    contract: no,
    contract_number: contract.contract_number,
    contract_version: contract.row_version,
    partner_number: contract.partner_number,
    valid_from: contract.valid_from,
    valid_to: contract.valid_to,
    is_paired: paired.has(`${no}/${rule.rule_no}`),
    reach_from: reaches[no]!.from,
    reach_to: reaches[no]!.to,
    currency: contract.currency,
    digits: minorUnits(contract.currency),
    tier_mode: tierModeOf(rule),
    ...countedColumns(contract, rule),
    kind_no: kinds.of(contract, rule),
    benchmark: rule.benchmark ?? 'none',
    growth_pays: rule.growth_pays ?? 'whole',
    prorate: rule.prorate ?? false,
    expects: kind === 'Accrual' && rule.accrue_on === 'expected',
    accrual_rate: kind === 'Accrual' ? rule.accrual_rate : null,
    ...dueDays(contract, rule, calculation),
  }))
  return sql`
    select * from jsonb_to_recordset(${json(rows)}) as r(
      contract int, contract_number text, contract_version int, partner_number text, valid_from date, valid_to date, is_paired boolean, reach_from date, reach_to date, currency text, digits int,
      rule_no int, description text, rate_type text, benefit_basis text, worth_basis text, tier_mode text, qualifier_basis text, bound text,
      evaluation_period text, kind_no int, aggregation_level text, uom text, formula text, accrual_rate numeric, min_amount numeric, max_amount numeric,
      benchmark text, benchmark_value numeric, growth_pays text, prorate boolean, expects boolean,
      over_by date, begun_by date, settled_to date, due_days int${nameBases(calculation) ? namedColumns : sql``})`
}

/** Tiers with the ends a value is looked up by: all there is without tiers, and what is less than nothing where they begin at nothing. */
const withEnds = (rule: RuleTerm, tiers: readonly TierTerm[]) =>
  tiers.map((tier, at) => ({
    ...tier,
    tier_no: at + 1,
    low:
      rule.tier_mode === 'none' || (at === 0 && Number(tier.from_value) <= 0 && !isGrowth(rule))
        ? '-Infinity'
        : tier.from_value,
    high: rule.tier_mode === 'none' ? 'Infinity' : (tiers[at + 1]?.from_value ?? 'Infinity'),
  }))

/** The tiers of the rules; a rule without any has the one of its own rate. */
export const tierRows = (calculation: Calculation): Sql => {
  const rows = appliedRules(calculation).flatMap(({ contract, no, rule }) =>
    withEnds(rule, tiersOf(contract, rule)).map((tier) => ({ ...tier, contract: no })),
  )
  return sql`
    select * from jsonb_to_recordset(${json(rows)}) as x(
      contract int, rule_no int, tier_no int, from_value numeric, to_value numeric, low numeric, high numeric, rate numeric, flat_amount numeric)`
}

export const payeeRows = ({ contracts }: Calculation): Sql => {
  const rows = contracts.flatMap((contract, no) => {
    const payees = contract.payees.length > 0 ? contract.payees : [{ payee: contract.partner_number, percent: '100' }]
    return payees.map((payee, place) => ({ ...payee, contract: no, place }))
  })
  return sql`select * from jsonb_to_recordset(${json(rows)}) as x(contract int, payee text, percent numeric, place int)`
}

const names = ({ calculation_rule: named }: ExceptionTerm, rule: RuleTerm): boolean =>
  !named || named === String(rule.rule_no) || named === rule.description

/** The rate an exception puts in the place of a rule's: its own, or that of another tier. */
function rateOf(exception: ExceptionTerm, contract: ContractTerms, rule: RuleTerm): string | null {
  if (exception.exception_type === 'rate') return exception.override_rate ?? null
  return tiersOf(contract, rule)[Number(exception.override_tier) - 1]?.rate ?? null
}

type Kinds = readonly ExceptionTerm['exception_type'][]

/** Whether its amount is in another currency than the contract's: such a one is not saved, but the contract may have changed since. */
const isForeign = (exception: ExceptionTerm, contract: ContractTerms): boolean => {
  const { exception_type: kind, currency, override_amount: amount } = exception
  const isAmount = (kind === 'amount' || kind === 'minimum') && Number(amount ?? 0) !== 0
  return isAmount && Boolean(currency) && currency !== contract.currency
}

const exceptionsOf = (calculation: Calculation, kinds: Kinds, areForeign: boolean) =>
  appliedRules(calculation).flatMap(({ contract, no, rule }) =>
    (contract.exceptions ?? []).flatMap((exception, place) => {
      if (!kinds.includes(exception.exception_type) || !names(exception, rule)) return []
      if (isForeign(exception, contract) !== areForeign) return []
      const { customer_number, materials, valid_from, valid_to, currency, override_amount: amount } = exception
      const rate = rateOf(exception, contract, rule)
      const kind = exception.exception_type
      if ((kind === 'rate' || kind === 'tier') && rate === null) return []
      return [
        {
          contract: no,
          rule_no: rule.rule_no,
          place,
          kind,
          customer_number,
          materials,
          valid_from,
          valid_to,
          rate,
          amount,
          currency,
        },
      ]
    }),
  )

function rowsOfExceptions(rows: ReturnType<typeof exceptionsOf>): Sql | null {
  if (rows.length === 0) return null
  return sql`
    select o.*, case when jsonb_typeof(o.materials) = 'array' then array(select jsonb_array_elements_text(o.materials)) end as material_numbers
      from jsonb_to_recordset(${json(rows)}) as o(contract int, rule_no int, place int, kind text, customer_number text, materials jsonb,
        valid_from date, valid_to date, rate numeric, amount numeric, currency text)`
}

/** Exceptions of these kinds as rows `o`; null where the contracts have none. */
export const exceptionRows = (calculation: Calculation, kinds: Kinds): Sql | null =>
  rowsOfExceptions(exceptionsOf(calculation, kinds, false))

/** Exceptions whose amount is in another currency than their contract, as rows `o`: they are told, and not taken. Null where there are none. */
export const foreignExceptionRows = (calculation: Calculation): Sql | null =>
  rowsOfExceptions(exceptionsOf(calculation, ['amount', 'minimum'], true))
