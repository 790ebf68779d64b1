import { fitsSql, lineFitsSql, targetOf, valuesAsked, type RuleContext } from '../engine/eligibility/rule-sql.ts'
import { join, sql, type Sql } from '../store/sql.ts'
import { days, forcedSql, groupBy, holds, ruleOf } from './eligibility-sql.ts'
import { rulesFor, type UniversalRule } from './surroundings.ts'
import type { ContractTerms, EligibilityTerm } from './terms.ts'

interface Valued {
  readonly key: string
  /** One of `values` in this column fits. */
  readonly column: string
  readonly values: readonly string[]
}

interface Written {
  readonly key: string
  readonly column?: undefined
  readonly sql: Sql
}

/** One condition, told apart by its key. It hangs on a column of the line or of a master alone, on a master, or on the line as a whole. */
export type Part =
  | ({ readonly place: 'column' } & Valued)
  | ({ readonly place: 'customer' | 'material' } & (Valued | Written))
  | ({ readonly place: 'line' } & Written)

/** Conditions that hold together; none of them is everything. */
export type Parts = readonly Part[]

/** A contract speaks of a line that one of `include`, none of `exclude` and, where there are any, one of `universal` holds for. */
export interface Division {
  readonly include: readonly Parts[]
  readonly universal: readonly Parts[]
  readonly exclude: readonly Parts[]
  /** What exceptions make eligible all the same. */
  readonly always: readonly Parts[]
}

const masterKeys: ReadonlySet<string> = new Set(['customer.customer_number', 'material.material_number'])
interface Fit {
  readonly attribute: string
  readonly operator: string
  readonly values: readonly { readonly value: string; readonly value_to?: string | null }[]
}

function partOf(fits: readonly Fit[], dates: Sql | null, context: RuleContext): Part {
  const { attribute } = fits[0]!
  const key = JSON.stringify([fits, dates?.sql, dates?.values])
  const rules = fits.map((fit) => ({ mode: 'include' as const, group_no: 1, ...fit }))
  const { source } = targetOf(attribute, context.screens) ?? {}
  const isMaster = (source === 'customer' || source === 'material') && !masterKeys.has(attribute)
  const asked = rules.map((rule) => valuesAsked(rule, context))
  const column = asked[0]?.column
  if (!dates && column && asked.every((one) => one !== null))
    return { place: isMaster ? source : 'column', key, column, values: asked.flatMap(({ values }) => values) }
  if (!dates && isMaster)
    return {
      place: source,
      key,
      sql: sql`(${join(
        rules.map((rule) => fitsSql(rule, 'e', context)),
        ' or ',
      )})`,
    }
  const fit = sql`(${join(
    rules.map((rule) => lineFitsSql(rule, context)),
    ' or ',
  )})`
  return { place: 'line', key, sql: dates ? sql`(${fit} and ${dates})` : fit }
}

/** The alternatives of one attribute. Where some hold on certain days only, the line as a whole is looked at. */
function alternatives(terms: readonly EligibilityTerm[], context: RuleContext): Part {
  const fits = groupBy(terms, (term) => term.operator).map((same) => ruleOf(same[0]!, same))
  if (terms.every((term) => !term.valid_from && !term.valid_to)) return partOf(fits, null, context)
  const dated = terms.map((term) => {
    const part = partOf([ruleOf(term, [term])], join([sql`true`, ...days(term)], ' and '), context)
    return part.place === 'line' ? part.sql : sql`false`
  })
  return { place: 'line', key: JSON.stringify(terms), sql: sql`(${join(dated, ' or ')})` }
}

const groupsOf = (terms: readonly EligibilityTerm[], context: RuleContext): Parts[] =>
  groupBy(terms, (term) => term.group_no).map((group) =>
    groupBy(group, (term) => term.attribute).map((same) => alternatives(same, context)),
  )

function partnerPart(contract: ContractTerms, context: RuleContext): Part {
  const { partner_type: type, partner_number: partner, data_source_type: source } = contract
  if (type === 'supplier' && source === 'purchase')
    return {
      place: 'column',
      key: `supplier ${partner}`,
      column: 'supplier_number',
      values: partner === null ? [] : [partner],
    }
  const values = partner === null ? [] : [{ value: partner }]
  const attribute = {
    customer: 'customer.customer_number',
    employee: 'sales-data.sales_employee',
    supplier: 'material.supplier_number',
  }[type]
  return partOf([{ attribute, operator: 'eq', values }], null, context)
}

const isUndated = (rule: UniversalRule): boolean => !rule.valid_from && !rule.valid_to

function universalParts(rules: readonly UniversalRule[], mode: 'include' | 'exclude', context: RuleContext): Parts[] {
  const groups = groupBy(
    rules.filter((rule) => rule.mode === mode),
    (rule) => rule.group_no,
  )
  const parts = groups.map((group): Parts => {
    if (group.every(isUndated)) return group.map((rule) => partOf([fitOf(rule)], null, context))
    const each = group.map((rule) =>
      mode === 'include'
        ? sql`(not ${holds(rule)} or ${lineFitsSql(rule, context)})`
        : sql`(${holds(rule)} and ${lineFitsSql(rule, context)})`,
    )
    const some = mode === 'include' ? [sql`(${join(group.map(holds), ' or ')})`] : []
    return [{ place: 'line', key: JSON.stringify([mode, group]), sql: join([...some, ...each], ' and ') }]
  })
  if (mode === 'exclude' || groups.length === 0 || groups.flat().some(isUndated)) return parts
  // On days on which none of them holds everything is in.
  const open = sql`not (${join(groups.flat().map(holds), ' or ')})`
  return [...parts, [{ place: 'line', key: JSON.stringify(['open', groups]), sql: open }]]
}

const fitOf = ({ attribute, operator, values }: UniversalRule): Fit => ({ attribute, operator, values })

/** A contract's eligibility in parts that can be looked up one by one; together they say what `eligibilitySql` says. */
export function divided(contract: ContractTerms, universal: readonly UniversalRule[], context: RuleContext): Division {
  const partner = contract.own_sales_only ? [partnerPart(contract, context)] : []
  const of = (mode: EligibilityTerm['mode']) =>
    groupsOf(
      contract.eligibility.filter((term) => term.mode === mode),
      context,
    )
  const included = of('include')
  const own = rulesFor(contract, universal)
  return {
    include: (included.length > 0 ? included : [[]]).map((group) => [...partner, ...group]),
    universal: universalParts(own, 'include', context),
    exclude: [...of('exclude'), ...universalParts(own, 'exclude', context)],
    always: (contract.exceptions ?? []).flatMap((exception) =>
      forcedSql(contract, exception).map((forced): Parts => [
        { place: 'line', key: JSON.stringify([contract.contract_number, exception]), sql: forced },
      ]),
    ),
  }
}
