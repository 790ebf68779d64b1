import type { EligibilityTerm, ContractTerms } from '../calculation/terms.ts'
import { readTerms } from '../calculation/terms.ts'
import {
  fitsSql,
  lineFitsSql,
  targetOf,
  type EligibilityRule,
  type RuleContext,
} from '../engine/eligibility/rule-sql.ts'
import { AppError } from '../errors.ts'
import { join, sql, type Sql } from '../store/sql.ts'
import type { Report } from './report.ts'

const most = 2000

interface Sought {
  readonly customer: string
  readonly material: string | null
  /** As YYYY-MM-DD. */
  readonly day: string
  readonly context: RuleContext
}

/**
 * The row that decides about a term: of the customer, of what the customer belongs to on the day (a line `t` of that day), of the material
 * where one is given; null where only a sale can tell.
 */
function decider(term: EligibilityTerm, { material, context }: Sought): 'cu' | 'ma' | 't' | null {
  const source = targetOf(term.attribute, context.screens)?.source
  if (source === 'customer') return 'cu'
  if (source === 'membership') return 't'
  return source === 'material' && material !== null ? 'ma' : null
}

function termSql(term: EligibilityTerm, sought: Sought): Sql | null {
  const { valid_from: from, valid_to: to } = term
  if ((from && from > sought.day) || (to && to < sought.day)) return sql`false`
  const alias = decider(term, sought)
  if (alias === null) return null
  const rule = { ...term, values: [{ value: term.value, value_to: term.value_to ?? null }] } as EligibilityRule
  return alias === 't' ? lineFitsSql(rule, sought.context) : fitsSql(rule, alias, sought.context)
}

const grouped = <T>(list: readonly T[], keyOf: (one: T) => unknown): T[][] => [
  ...list
    .reduce((groups, one) => {
      groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
      return groups
    }, new Map<unknown, T[]>())
    .values(),
]

/** Groups as alternatives, attributes of a group together; what only a sale can tell is `open`. */
const groupsSql = (terms: readonly EligibilityTerm[], sought: Sought, open: Sql): Sql =>
  join(
    grouped(terms, (term) => term.group_no).map((group) => {
      const attributes = grouped(group, (term) => term.attribute).map((same) => {
        const parts = same.map((term) => termSql(term, sought) ?? open)
        return sql`(${join(parts, ' or ')})`
      })
      return sql`(${join(attributes, ' and ')})`
    }),
    ' or ',
  )

function coverSql(contract: ContractTerms, sought: Sought): Sql {
  const { customer, material } = sought
  const include = contract.eligibility.filter(({ mode }) => mode === 'include')
  const exclude = contract.eligibility.filter(({ mode }) => mode === 'exclude')
  const isOthers =
    contract.own_sales_only && contract.partner_type === 'customer' && contract.partner_number !== customer
  const supplied = contract.own_sales_only && contract.partner_type === 'supplier' && material !== null
  return join(
    [
      isOthers ? sql`false` : sql`true`,
      ...(supplied ? [sql`ma.supplier_number = ${contract.partner_number}`] : []),
      ...(include.length > 0 ? [sql`(${groupsSql(include, sought, sql`true`)})`] : []),
      ...(exclude.length > 0 ? [sql`(${groupsSql(exclude, sought, sql`false`)}) is not true`] : []),
    ],
    ' and ',
  )
}

function openWords(contract: ContractTerms, sought: Sought, labelOf: (attribute: string) => string): string | null {
  const open = contract.eligibility
    .filter((term) => decider(term, sought) === null)
    .map(({ attribute }) => labelOf(attribute))
  const seller = contract.own_sales_only && contract.partner_type === 'employee' ? ['who sold it'] : []
  const supplier =
    contract.own_sales_only && contract.partner_type === 'supplier' && sought.material === null
      ? ['who supplied it']
      : []
  return [...new Set([...seller, ...supplier, ...open])].join(', ') || null
}

const wayOf = (contract: ContractTerms, customer: string): string => {
  if (contract.partner_type === 'customer' && contract.partner_number === customer) return 'Own contract'
  if (contract.own_sales_only && contract.partner_type === 'supplier') return 'What the supplier supplied'
  if (contract.own_sales_only && contract.partner_type === 'employee') return 'What the employee sold'
  const included = contract.eligibility.filter(({ mode }) => mode === 'include')
  if (included.some(({ attribute }) => attribute.startsWith('membership.'))) return 'By membership'
  return included.length > 0 ? 'By eligibility' : 'Counts everybody'
}

/** The contracts under which a customer's purchases count on a day, and what a sale would still have to fulfil. */
export const contractsOfCustomer: Report = {
  reads: {
    contract: ['contract_number', 'contract_header', 'partner_number', 'eligibility', 'valid_from', 'valid_to'],
    customer: ['customer_number'],
    material: ['material_number', 'supplier_number'],
  },
  statement: async (parameters, { organizationId, screens, read }) => {
    const {
      customer_number: customer,
      material_number: material,
      on_day: day,
      application_type: application,
    } = parameters
    const sought: Sought = {
      customer: String(customer),
      material: material ? String(material) : null,
      day: String(day),
      context: { screens, organizationId },
    }
    const where = sql`t.organization_id = ${organizationId} and t.valid_from <= ${day}::date and t.valid_to >= ${day}::date
      and t.contract_status not in ('Terminated', 'Archived') and (${parameters['with_drafts'] === true} or t.contract_status <> 'Draft')
      and (${application ?? null}::text is null or t.application_type = ${application ?? null}::text)`
    const contracts = await read((tx) => readTerms(tx, where, { limit: most + 1 }))
    if (contracts.length > most)
      throw new AppError('TOO_LARGE', {
        message: `At most ${most} contracts are looked through at a time. Narrow the criteria.`,
      })
    const labelOf = (attribute: string): string => {
      const target = targetOf(attribute, screens)
      return target ? `${target.screen.label.toLowerCase()}: ${target.field.label.toLowerCase()}` : attribute
    }
    const looked = contracts.map(
      (contract) => sql`
        select ${contract.contract_number}::text as contract_number, ${wayOf(contract, sought.customer)}::text as way,
               ${openWords(contract, sought, labelOf)}::text as depends_on from sought where exists (
          select from sought s cross join lateral (select s.customer as customer_number, ${sought.day}::date as billing_date) t
            left join customer cu on cu.organization_id = ${organizationId} and cu.customer_number = s.customer
            left join material ma on ma.organization_id = ${organizationId} and ma.material_number = s.material
           where ${coverSql(contract, sought)})`,
    )
    const none = sql`select null::text as contract_number, null::text as way, null::text as depends_on where false`
    return sql`
      with sought as (select ${sought.customer}::text as customer, ${sought.material}::text as material),
      found as (${join([none, ...looked], ' union all ')})
      select f.contract_number, c.contract_header as contract_description, c.application_type, c.partner_number, f.way, f.depends_on,
             c.valid_from, c.valid_to, c.contract_status, c.approval_status
        from found f join contract c on c.organization_id = ${organizationId} and c.contract_number = f.contract_number`
  },
}
