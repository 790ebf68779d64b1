import { id, join, sql, type Sql } from '../store/sql.ts'
import type { ContractTerms, EligibilityTerm } from './terms.ts'

/** Where an attribute of a sales line `t` is kept: on the line, or on the master its line names. */
interface Source {
  readonly column: string
  readonly master?: { readonly table: string; readonly key: string }
}

const ofCustomer = (column: string): Source => ({ column, master: { table: 'customer', key: 'customer_number' } })
const ofMaterial = (column: string): Source => ({ column, master: { table: 'material', key: 'material_number' } })
const ofLine = (column: string): Source => ({ column })

const sources: Readonly<Record<string, Source>> = {
  customer_number: ofLine('customer_number'),
  customer_group: ofCustomer('customer_group'),
  customer_type: ofCustomer('customer_type'),
  class_of_trade: ofCustomer('class_of_trade'),
  industry: ofCustomer('industry'),
  country: ofLine('country'),
  material_number: ofLine('material_number'),
  material_group: ofMaterial('material_group'),
  product_category: ofMaterial('product_category'),
  product_line: ofMaterial('product_line'),
  brand: ofMaterial('brand'),
  supplier_number: ofMaterial('supplier_number'),
  transaction_type: ofLine('transaction_type'),
  sales_organization: ofLine('sales_organization'),
  distribution_channel: ofLine('distribution_channel'),
  division: ofLine('division'),
  sales_employee: ofLine('sales_employee'),
  territory: ofLine('territory'),
}

export const eligibilityAttributeNames = Object.keys(sources)

const groupBy = <T, K>(list: readonly T[], keyOf: (one: T) => K): T[][] => {
  const groups = new Map<K, T[]>()
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return [...groups.values()]
}

function valueSql(column: Sql, { operator, value, value_to: end }: EligibilityTerm): Sql {
  if (operator === 'starts_with') return sql`starts_with(${column}, ${value})`
  if (operator === 'between') return sql`${column} collate "C" between ${value} and ${end ?? value}`
  return sql`${column} = ${value}`
}

const days = ({ valid_from: from, valid_to: to }: EligibilityTerm): Sql[] => [
  ...(from ? [sql`t.billing_date >= ${from}::date`] : []),
  ...(to ? [sql`t.billing_date <= ${to}::date`] : []),
]

/** The alternatives of one attribute: one list of values where that is all they are, so that an index finds them. */
function attributeSql(terms: readonly EligibilityTerm[]): Sql {
  const source = sources[terms[0]!.attribute]
  if (!source) throw new Error(`${terms[0]!.attribute} is no attribute of a sales line`)
  const column = source.master ? id('m', source.column) : id('t', source.column)
  const isPlain = terms.every((term) => term.operator === 'equals' && days(term).length === 0)
  const within = (conditions: Sql): Sql => {
    if (!source.master) return conditions
    const { table, key } = source.master
    return sql`${id('t', key)} in (select ${id('m', key)} from ${id(table)} m where m.organization_id = t.organization_id and ${conditions})`
  }
  if (isPlain) return within(sql`${column} = any(${terms.map((term) => term.value)}::text[])`)
  const alternatives = terms.map((term) => join([within(valueSql(column, term)), ...days(term)], ' and '))
  return sql`(${join(alternatives, ' or ')})`
}

/** Attributes of a group hold together, groups are alternatives. */
function groupsSql(terms: readonly EligibilityTerm[]): Sql {
  const groups = groupBy(terms, (term) => term.group_no).map((group) => {
    const attributes = groupBy(group, (term) => term.attribute).map(attributeSql)
    return sql`(${join(attributes, ' and ')})`
  })
  return sql`(${join(groups, ' or ')})`
}

function partnerSql({ partner_type: type, partner_number: partner }: ContractTerms): Sql {
  if (type === 'customer') return sql`t.customer_number = ${partner}`
  if (type === 'employee') return sql`t.sales_employee = ${partner}`
  return sql`t.material_number in (select m.material_number from material m where m.organization_id = t.organization_id and m.supplier_number = ${partner})`
}

/** SQL on the sales line `t`: the contract speaks of it. AND between the attributes of a group, OR between values and between groups; exclusion wins. */
export function eligibilitySql(contract: ContractTerms): Sql {
  const included = contract.eligibility.filter((term) => term.effect === 'include')
  const excluded = contract.eligibility.filter((term) => term.effect === 'exclude')
  return join(
    [
      sql`true`,
      ...(contract.own_sales_only ? [partnerSql(contract)] : []),
      ...(included.length > 0 ? [groupsSql(included)] : []),
      ...(excluded.length > 0 ? [sql`(${groupsSql(excluded)}) is not true`] : []),
    ],
    ' and ',
  )
}
