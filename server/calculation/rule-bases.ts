import { join, sql, type Sql } from '../store/sql.ts'
import { isCountedSql, type SalesBasisTerm } from './sales-basis.ts'
import type { ContractTerms, RuleBasis, RuleTerm } from './terms.ts'

/** What a rule counts of a line, for its tier, to be paid on, or as a price. */
export interface Counted {
  /** Tells it from whatever else is counted, and is told to people. */
  readonly name: string
  /** What of a line it comes from; 'nothing' where the sales basis is not there any more. */
  readonly kind: string
  /** The sales basis that says it; null where it is not there any more. */
  readonly basis?: SalesBasisTerm | null
}

const byItself = (basis: string): Counted => ({ name: basis, kind: basis })

const units: ReadonlySet<string> = new Set(['quantity', 'weight', 'volume'])

/** Whether it is so many units, not a value. */
export const isInUnits = ({ kind }: Counted): boolean => units.has(kind)

type Contract = Pick<ContractTerms, 'sales_bases'>

/** Whether a rule counts by a sales basis. */
export const namesBasis = ({ benefit_basis: paid, qualifier_basis: tier }: RuleTerm): boolean =>
  [paid, tier].includes('sales_basis')

function countedAs(contract: Contract, rule: RuleTerm, basis: RuleBasis): Counted {
  if (basis !== 'sales_basis') return byItself(basis)
  const named = contract.sales_bases?.find((one) => one.sales_basis === rule.sales_basis) ?? null
  return { name: `sales basis ${rule.sales_basis ?? ''}`, kind: named?.amount ?? 'nothing', basis: named }
}

/** The quantity of the lines that the rule's basis counts, in its unit. */
function quantityOf(contract: Contract, rule: RuleTerm): Counted {
  const counted = countedAs(contract, rule, rule.benefit_basis)
  if (counted.basis === undefined) return byItself('quantity')
  const basis = counted.basis && {
    ...counted.basis,
    amount: 'quantity' as const,
    uom: null,
    rounding: null,
    parts: null,
  }
  return { name: `quantity of ${counted.name}`, kind: basis ? 'quantity' : 'nothing', basis }
}

/** What a rule pays on. What is paid by the unit, or as a difference of prices, is paid on units; a formula is what it comes to. */
function paidOn(contract: Contract, rule: RuleTerm): Counted {
  if (rule.rate_type === 'formula') return byItself('formula')
  const counted = countedAs(contract, rule, rule.benefit_basis)
  const isByUnit = rule.rate_type === 'amount_per_unit' || rule.rate_type === 'price_difference'
  const isMeasured = rule.rate_type === 'amount_per_unit' && Boolean(counted.basis) && isInUnits(counted)
  return isByUnit && !isMeasured ? quantityOf(contract, rule) : counted
}

/** What a rule counts of a line: for the tier (`qualifier`), to be paid on (`benefit`), and as what a price is held against (`worth`). */
export const countedBy = (contract: Contract, rule: RuleTerm) => ({
  qualifier: countedAs(contract, rule, rule.qualifier_basis),
  benefit: paidOn(contract, rule),
  worth: rule.rate_type === 'price_difference' ? countedAs(contract, rule, rule.benefit_basis) : null,
})

/** The columns of the rule `r` that name what it counts. Where no rule names a sales basis, what is counted is its own name. */
export const countedNames = (areNamed: boolean) =>
  areNamed
    ? { qualifier: sql`r.qualifier_name`, benefit: sql`r.benefit_name`, worth: sql`r.worth_name` }
    : { qualifier: sql`r.qualifier_basis`, benefit: sql`r.benefit_basis`, worth: sql`r.worth_basis` }

/** Whether the sales basis that `name` says, of all that rules count by, leaves the line `l` out. */
export function isLeftSql(name: Sql, all: readonly Counted[]): Sql {
  const each = [...new Map(all.map((one) => [one.name, one])).values()]
  const cases = each.flatMap((one) => {
    const counted = one.basis ? isCountedSql(one.basis) : null
    return counted ? [sql`when ${one.name}::text then not ${counted}`] : []
  })
  return cases.length > 0 ? sql`case ${name} ${join(cases, ' ')} else false end` : sql`false`
}

/** Why sales bases leave the line `l` out for the rule `r`, in words; null where it counts. */
export function leftOutSql(tier: readonly Counted[], paid: readonly Counted[]): Sql {
  const names = countedNames(true)
  return sql`
    (select case when o.tier and o.paid then 'A sales basis leaves it out' when o.tier then 'A sales basis leaves it out of the tier value'
                 when o.paid then 'A sales basis leaves it out of what is paid on' end
       from (select ${isLeftSql(names.qualifier, tier)} as tier, ${isLeftSql(names.benefit, paid)} as paid) o)`
}
