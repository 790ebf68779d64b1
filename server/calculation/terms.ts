import type { Basis } from '../domain/calculation/basis.ts'
import type { StackMode } from '../domain/calculation/stacking.ts'
import type { Bound, TierMode } from '../domain/calculation/tiers.ts'
import type { Tx } from '../store/database.ts'
import { id, sql, type Sql } from '../store/sql.ts'
import { salesBasesSql, type SalesBasisTerm } from './sales-basis.ts'

export type FiscalPeriodKind = 'fiscal_period' | 'fiscal_quarter' | 'fiscal_year'
export type Period = 'invoice' | 'month' | 'quarter' | 'year' | 'lifetime' | FiscalPeriodKind
export type Level = 'contract' | 'customer' | 'material' | 'customer_material'
/** Where a contract's lines come from. */
export type DataSource = 'direct' | 'indirect' | 'purchase'
export type PostingKind = 'Accrual' | 'Payment'
/** How often a contract is accrued or paid. */
export type Frequency = 'month' | 'quarter' | 'year' | 'on_demand'

/** One line of eligibility; texts as they were written, days as YYYY-MM-DD. */
export interface EligibilityTerm {
  readonly group_no: number
  readonly mode: 'include' | 'exclude'
  readonly attribute: string
  readonly operator: 'eq' | 'between' | 'like' | 'under'
  readonly value: string
  readonly value_to?: string | null
  readonly valid_from?: string | null
  readonly valid_to?: string | null
}

/** What a rule counts of a line: by itself, or by the sales basis that it names. */
export type RuleBasis = Basis | 'sales_basis'

/** One rule; numbers as exact text. */
export interface RuleTerm {
  readonly rule_no: number
  readonly description?: string | null
  readonly rule_type: 'Both' | PostingKind
  readonly rate_type: 'percent' | 'amount_per_unit' | 'fixed_amount' | 'price_difference' | 'formula'
  readonly benefit_basis: RuleBasis
  readonly tier_mode: TierMode
  readonly qualifier_basis: RuleBasis
  /** The sales basis that says what counts where a basis is `sales_basis`. */
  readonly sales_basis?: string | null
  readonly bound: Bound
  readonly evaluation_period: Period
  readonly aggregation_level: Level
  readonly uom?: string | null
  readonly rate?: string | null
  readonly fixed_amount?: string | null
  readonly accrual_rate?: string | null
  readonly min_amount?: string | null
  readonly max_amount?: string | null
  /** What of a line counts where a basis is a formula: an expression over the fields of the line, in its currency. */
  readonly formula?: string | null
  /** What the value that chooses the tier is held against; tiers are in percent then. */
  readonly benchmark?: 'none' | 'prior_period' | 'fixed' | 'target' | null
  readonly benchmark_value?: string | null
  readonly growth_pays?: 'whole' | 'increment' | null
  /** Fixed amounts, limits and targets only for the days of a period that the contract covers. */
  readonly prorate?: boolean | null
  /** Accruals stand on the tier the period is expected to end in, by the days that went by. */
  readonly accrue_on?: 'reached' | 'expected' | null
  readonly sequence?: number | null
  readonly stack_group?: string | null
  readonly stack_mode?: StackMode | 'exclusive' | null
}

/** An approved exception: something else holds for some lines, or for the amount, on its days (both included). */
export interface ExceptionTerm {
  readonly exception_type: 'rate' | 'tier' | 'amount' | 'minimum' | 'eligibility'
  /** Number or description of a rule; every rule without it. */
  readonly calculation_rule?: string | null
  readonly customer_number?: string | null
  /** Only these materials; every one without. */
  readonly materials?: readonly string[] | null
  readonly valid_from: string
  readonly valid_to: string
  readonly override_rate?: string | null
  readonly override_tier?: string | null
  readonly override_amount?: string | null
  /** What the amount is in; the contract's currency without it. */
  readonly currency?: string | null
}

export interface TierTerm {
  readonly rule_no: number
  readonly from_value: string
  readonly to_value?: string | null
  readonly rate?: string | null
  readonly flat_amount?: string | null
}

export interface PayeeTerm {
  readonly payee: string
  readonly percent: string
}

/** What a contract promises, as it stands in its record. */
export interface ContractTerms {
  readonly id: number
  readonly row_version: number
  /** Counts what was approved of it; nothing before the first time. */
  readonly version?: number | null
  readonly contract_number: string
  readonly application_type: string
  readonly currency: string
  /** The kind of rate that values of other currencies are converted by; 'average' where none is named. */
  readonly exchange_type?: string | null
  readonly data_source_type?: DataSource | null
  readonly partner_type: 'customer' | 'supplier' | 'employee'
  readonly partner_number: string | null
  readonly own_sales_only: boolean
  readonly payment_frequency: Frequency
  /** Accruals are posted when such a period ends; in every run without it. */
  readonly accrual_frequency?: Frequency | null
  /** So many days after the end of a period it is paid. */
  readonly payment_calc_days?: number | null
  /** Both days included, as YYYY-MM-DD. */
  readonly valid_from: string
  readonly valid_to: string
  readonly eligibility: readonly EligibilityTerm[]
  readonly rules: readonly RuleTerm[]
  readonly tiers: readonly TierTerm[]
  readonly payees: readonly PayeeTerm[]
  readonly exceptions?: readonly ExceptionTerm[] | null
  /** The sales bases that its rules name. */
  readonly sales_bases?: readonly SalesBasisTerm[] | null
  /** Contracts of one stack see what those before them pay. */
  readonly stack_group?: string | null
  readonly stack_order?: number | null
  readonly stack_mode?: StackMode | 'exclusive' | null
  /** The contracts of its stack that come before it. */
  readonly before?: readonly ContractTerms[]
}

const contractOrder = ({ stack_order: order }: ContractTerms): number => order ?? Number.MAX_SAFE_INTEGER

/** Whether a contract comes before another one of the same stack; by their numbers where no order is given. */
export const isContractBefore = (a: ContractTerms, b: ContractTerms): boolean =>
  contractOrder(a) < contractOrder(b) ||
  (contractOrder(a) === contractOrder(b) && a.contract_number < b.contract_number)

/** Whether two contracts see each other: of one stack, one application and one kind of lines. */
export const isSameStack = (a: ContractTerms, b: ContractTerms): boolean =>
  Boolean(a.stack_group) &&
  a.stack_group === b.stack_group &&
  a.application_type === b.application_type &&
  (a.data_source_type ?? 'direct') === (b.data_source_type ?? 'direct')

type Found = ContractTerms & { readonly organization_id: number }

const termsSql = (from: 'contract' | 'contract_version', where: Sql): Sql => sql`
    select t.organization_id, t.id, t.row_version, t.version::int as version, t.contract_number, t.application_type, t.currency, t.partner_type, t.partner_number, t.payment_frequency, t.accrual_frequency, t.payment_calc_days::int as payment_calc_days, coalesce(t.own_sales_only, false) as own_sales_only,
           t.valid_from::text as valid_from, t.valid_to::text as valid_to, coalesce(t.eligibility, '[]') as eligibility,
           coalesce(t.rules, '[]') as rules, coalesce(t.tiers, '[]') as tiers, coalesce(t.payees, '[]') as payees,
           coalesce(t.exchange_type, (
             select d.rate_type from document_assignment_config d
              where d.organization_id = t.organization_id and d.document_type in ('contract', '*') and d.application_type in (t.application_type, '*')
              order by (d.document_type = 'contract') desc, (d.application_type <> '*') desc limit 1)) as exchange_type, t.data_source_type, t.stack_group, t.stack_order, t.stack_mode,
           ${salesBasesSql} as sales_bases, (
             select jsonb_agg(jsonb_build_object('exception_type', e.exception_type, 'calculation_rule', e.calculation_rule, 'customer_number', e.customer_number,
                      'valid_from', e.valid_from, 'valid_to', e.valid_to, 'override_rate', e.override_rate::text, 'override_tier', e.override_tier,
                      'override_amount', e.override_amount::text, 'currency', e.currency, 'materials', case
                        when e.product_group is not null then (
                          select coalesce(jsonb_agg(m ->> 'material_number'), '[]') from product_group g cross join lateral jsonb_array_elements(coalesce(g.materials, '[]')) m
                           where g.organization_id = e.organization_id and g.product_group = e.product_group)
                        when e.material_number is not null then jsonb_build_array(e.material_number) end) order by e.exception_number)
               from incentive_override x cross join lateral jsonb_populate_record(x, coalesce(x.in_force, '{}')::jsonb) e
              where x.organization_id = t.organization_id and x.contract_number = t.contract_number and (x.approval_status = 'approved' or x.in_force is not null)
                and e.exception_type <> 'deadline' and e.is_withdrawn is not true) as exceptions
      from ${id(from)} t where ${where} order by t.contract_number`

/**
 * The contracts that a condition on the row `t` finds, in the order of their numbers, each with those before it in its stack that
 * are in force; `lock` keeps others from posting them meanwhile.
 */
export async function readTerms(
  tx: Pick<Tx, 'query'>,
  where: Sql,
  { lock = false, limit, from = 'contract' }: { lock?: boolean; limit: number; from?: 'contract' | 'contract_version' },
): Promise<ContractTerms[]> {
  const found = await tx.query<Found>(
    sql`${termsSql(from, where)} limit ${limit} ${lock ? sql`for update of t` : sql``}`,
  )
  const stacks = found.filter((one) => one.stack_group)
  if (stacks.length === 0) return found
  const others = await tx.query<Found>(
    termsSql(
      'contract',
      sql`t.organization_id = any(${stacks.map((one) => one.organization_id)}::bigint[])
        and t.stack_group = any(${stacks.map((one) => one.stack_group)}::text[])
        and t.approval_status = 'approved' and t.contract_status in ('Active', 'Expired')`,
    ),
  )
  return found.map((contract) => ({
    ...contract,
    before: others.filter(
      (other) =>
        other.contract_number !== contract.contract_number &&
        other.valid_from <= contract.valid_to &&
        other.valid_to >= contract.valid_from &&
        isSameStack(other, contract) &&
        isContractBefore(other, contract),
    ),
  }))
}

/** The tiers of a rule in rising order; a rule without any has the one of its own rate. */
export function tiersOf({ tiers }: Pick<ContractTerms, 'tiers'>, rule: RuleTerm): readonly TierTerm[] {
  const own = tiers
    .filter((tier) => tier.rule_no === rule.rule_no)
    .toSorted((a, b) => Number(a.from_value) - Number(b.from_value))
  if (rule.tier_mode !== 'none' && own.length > 0) return own
  return [
    {
      rule_no: rule.rule_no,
      from_value: '0',
      rate: rule.rate ?? own[0]?.rate ?? null,
      flat_amount: rule.fixed_amount ?? own[0]?.flat_amount ?? null,
    },
  ]
}
