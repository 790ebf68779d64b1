import { lineFitsSql, type EligibilityRule, type RuleContext } from '../engine/eligibility/rule-sql.ts'
import { join, sql, type Sql } from '../store/sql.ts'
import type { ContractTerms, EligibilityTerm, ExceptionTerm } from './terms.ts'
import { rulesFor, type UniversalRule } from './surroundings.ts'

/** Groups in the order of their first members. */
export const groupBy = <T, K>(list: readonly T[], keyOf: (one: T) => K): T[][] => {
  const groups = new Map<K, T[]>()
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return [...groups.values()]
}

interface Days {
  readonly valid_from?: string | null
  readonly valid_to?: string | null
}

/** The days on which a term or rule holds, as conditions on the date of the line `t`. */
export const days = ({ valid_from: from, valid_to: to }: Days): Sql[] => [
  ...(from ? [sql`t.billing_date >= ${from}::date`] : []),
  ...(to ? [sql`t.billing_date <= ${to}::date`] : []),
]

/** Terms of one attribute and operator as one rule. */
export const ruleOf = (
  { mode, group_no, attribute, operator }: EligibilityTerm,
  terms: readonly EligibilityTerm[],
) => ({
  mode,
  group_no,
  attribute,
  operator,
  values: terms.map(({ value, value_to }) => ({ value, value_to: value_to ?? null })),
})

/** The alternatives of one attribute: one list of values where they hold at all times, so that an index finds them. */
function attributeSql(terms: readonly EligibilityTerm[], context: RuleContext): Sql {
  const alternatives = groupBy(terms, (term) => [term.operator, term.valid_from, term.valid_to].join('|')).map((same) =>
    join([lineFitsSql(ruleOf(same[0]!, same), context), ...days(same[0]!)], ' and '),
  )
  return sql`(${join(alternatives, ' or ')})`
}

/** Attributes of a group hold together, groups are alternatives. */
function groupsSql(terms: readonly EligibilityTerm[], context: RuleContext): Sql {
  const groups = groupBy(terms, (term) => term.group_no).map((group) => {
    const attributes = groupBy(group, (term) => term.attribute).map((same) => attributeSql(same, context))
    return sql`(${join(attributes, ' and ')})`
  })
  return sql`(${join(groups, ' or ')})`
}

function partnerSql({ partner_type: type, partner_number: partner, data_source_type: source }: ContractTerms): Sql {
  if (type === 'supplier' && source === 'purchase') return sql`t.supplier_number = ${partner}`
  if (type === 'customer') return sql`t.customer_number = ${partner}`
  if (type === 'employee') return sql`t.sales_employee = ${partner}`
  return sql`t.material_number in (select m.material_number from material m where m.organization_id = t.organization_id and m.supplier_number = ${partner})`
}

/** Whether a rule over all contracts holds on the day of the line `t`. */
export const holds = (rule: UniversalRule): Sql => sql`(${join([sql`true`, ...days(rule)], ' and ')})`

/** What the rules over all contracts leave on the day of the line; where none that includes holds on it, everything is in. */
function universalSql(rules: readonly UniversalRule[], context: RuleContext): Sql[] {
  const fits = (rule: EligibilityRule): Sql => lineFitsSql(rule, context)
  const groups = groupBy(
    rules.filter((rule) => rule.mode === 'include'),
    (rule) => rule.group_no,
  )
  const included = groups.map((group) => {
    const some = join(group.map(holds), ' or ')
    const all = join(
      group.map((rule) => sql`(not ${holds(rule)} or ${fits(rule)})`),
      ' and ',
    )
    return sql`((${some}) and ${all})`
  })
  const isLeftOpen = (): Sql => sql`not (${join(groups.flat().map(holds), ' or ')})`
  const excluded = groupBy(
    rules.filter((rule) => rule.mode === 'exclude'),
    (rule) => rule.group_no,
  ).map(
    (group) =>
      sql`(${join(
        group.map((rule) => sql`(${holds(rule)} and ${fits(rule)})`),
        ' and ',
      )}) is not true`,
  )
  return [...(included.length > 0 ? [sql`(${join([...included, isLeftOpen()], ' or ')})`] : []), ...excluded]
}

/** The lines of its customer and materials that an exception makes eligible all the same, on its days. */
export function forcedSql(contract: ContractTerms, exception: ExceptionTerm): Sql[] {
  const { exception_type: type, customer_number: customer, materials, valid_from, valid_to } = exception
  if (type !== 'eligibility' || (!customer && !materials)) return []
  return [
    sql`(${join(
      [
        ...days({ valid_from, valid_to }),
        ...(customer ? [sql`t.customer_number = ${customer}`] : contract.own_sales_only ? [partnerSql(contract)] : []),
        ...(materials ? [sql`t.material_number = any(${materials}::text[])`] : []),
      ],
      ' and ',
    )})`,
  ]
}

/**
 * SQL on the sales line `t`: the contract speaks of it. AND between the attributes of a group, OR between values and between
 * groups; exclusion wins; the rules over all contracts of its application hold besides.
 */
export function eligibilitySql(
  contract: ContractTerms,
  universal: readonly UniversalRule[],
  context: RuleContext,
): Sql {
  const included = contract.eligibility.filter((term) => term.mode === 'include')
  const excluded = contract.eligibility.filter((term) => term.mode === 'exclude')
  const own = rulesFor(contract, universal)
  const forced = (contract.exceptions ?? []).flatMap((one) => forcedSql(contract, one))
  const usual = join(
    [
      sql`true`,
      ...(contract.own_sales_only ? [partnerSql(contract)] : []),
      ...(included.length > 0 ? [groupsSql(included, context)] : []),
      ...(excluded.length > 0 ? [sql`(${groupsSql(excluded, context)}) is not true`] : []),
      ...universalSql(own, context),
    ],
    ' and ',
  )
  return forced.length === 0 ? usual : sql`(${usual} or ${join(forced, ' or ')})`
}
