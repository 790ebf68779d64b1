import { rulesFor, type UniversalRule } from '../calculation/surroundings.ts'
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
import type { Tx } from '../store/database.ts'
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
function decider(term: Pick<EligibilityTerm, 'attribute'>, { material, context }: Sought): 'cu' | 'ma' | 't' | null {
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

interface OverAll extends UniversalRule {
  readonly rule_code: string
  readonly description: string
}

/** The rules over all contracts that hold on a day, as a calculation has them. */
const rulesOverAll = (tx: Tx, organizationId: number, day: string): Promise<OverAll[]> =>
  tx.query<OverAll>(sql`
    select t.rule_code, t.description, t.mode, t.group_no, t.attribute, t.operator, coalesce(t.values, '[]'::jsonb) as values,
           coalesce(t.application_types, '{}') as application_types, t.data_source_type, t.valid_from::text as valid_from, t.valid_to::text as valid_to
      from universal_eligibility_rule t
     where t.organization_id = ${organizationId} and t.status = 'active'
       and coalesce(t.valid_from, '-infinity') <= ${day}::date and coalesce(t.valid_to, 'infinity') >= ${day}::date
     order by t.group_no, t.rule_code`)

function ruleSql(rule: OverAll, sought: Sought): Sql | null {
  const alias = decider(rule, sought)
  if (alias === null) return null
  return alias === 't' ? lineFitsSql(rule, sought.context) : fitsSql(rule, alias, sought.context)
}

/** What the rules over all contracts leave: one group that includes, none that excludes; what only a sale can tell keeps nobody out. */
function overAllSql(rules: readonly OverAll[], sought: Sought): Sql[] {
  const groups = (mode: OverAll['mode'], open: Sql): Sql[] =>
    grouped(
      rules.filter((rule) => rule.mode === mode),
      (rule) => rule.group_no,
    ).map(
      (group) =>
        sql`(${join(
          group.map((rule) => ruleSql(rule, sought) ?? open),
          ' and ',
        )})`,
    )
  const [included, excluded] = [groups('include', sql`true`), groups('exclude', sql`false`)]
  return [
    ...(included.length > 0 ? [sql`(${join(included, ' or ')})`] : []),
    ...(excluded.length > 0 ? [sql`(${join(excluded, ' or ')}) is not true`] : []),
  ]
}

function coverSql(contract: ContractTerms, rules: readonly OverAll[], sought: Sought): Sql {
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
      ...overAllSql(rules, sought),
    ],
    ' and ',
  )
}

function openWords(contract: ContractTerms, rules: readonly OverAll[], sought: Sought): string | null {
  const named = [...contract.eligibility, ...rules]
    .filter((term) => decider(term, sought) === null)
    .map(({ attribute }) => {
      const target = targetOf(attribute, sought.context.screens)
      return target ? ([target.screen.label, target.field.label] as const) : (['', attribute] as const)
    })
  const open = grouped(named, ([screen]) => screen).map((same) => {
    const fields = [...new Set(same.map(([, label]) => label.toLowerCase()))].join(', ')
    return same[0]![0] ? `${same[0]![0].toLowerCase()}: ${fields}` : fields
  })
  const seller = contract.own_sales_only && contract.partner_type === 'employee' ? ['who sold it'] : []
  const supplier =
    contract.own_sales_only && contract.partner_type === 'supplier' && sought.material === null
      ? ['who supplied it']
      : []
  return [...seller, ...supplier, ...open].join('; ') || null
}

const isAboutCustomer = ({ attribute }: Pick<EligibilityTerm, 'attribute'>): boolean =>
  attribute.startsWith('customer.') || attribute.startsWith('membership.')

function wayOf(contract: ContractTerms, rules: readonly OverAll[], customer: string): string {
  if (contract.partner_type === 'customer' && contract.partner_number === customer) return 'Own contract'
  if (contract.own_sales_only && contract.partner_type === 'supplier') return 'What the supplier supplied'
  if (contract.own_sales_only && contract.partner_type === 'employee') return 'What the employee sold'
  const included = contract.eligibility.filter(({ mode }) => mode === 'include')
  if (included.some(({ attribute }) => attribute.startsWith('membership.'))) return 'By membership'
  if (included.length > 0) return 'By eligibility'
  return rules.some((rule) => rule.mode === 'include' && isAboutCustomer(rule))
    ? 'By a rule over all contracts'
    : 'Counts everybody'
}

/** The rules over all contracts that this one stands under, as people describe them. */
const overAllWords = (rules: readonly OverAll[]): string | null =>
  rules.map(({ rule_code: code, description }) => description || code).join('; ') || null

/** A number that nobody has would seem to have all the contracts that leave nobody out. */
async function demandKnown(tx: Pick<Tx, 'query'>, organizationId: number, sought: Sought): Promise<void> {
  const [known] = await tx.query<{ customer: boolean; material: boolean }>(sql`
    select exists (select from customer c where c.organization_id = ${organizationId} and c.customer_number = ${sought.customer}) as customer,
           ${sought.material}::text is null or exists (
             select from material m where m.organization_id = ${organizationId} and m.material_number = ${sought.material}) as material`)
  const issues = [
    ...(known?.customer ? [] : [['customer_number', `There is no customer ${sought.customer}`] as const]),
    ...(known?.material ? [] : [['material_number', `There is no material ${sought.material}`] as const]),
  ].map(([name, message]) => ({ path: [name], code: 'reference' as const, message }))
  if (issues.length > 0) throw new AppError('VALIDATION', { issues })
}

/**
 * The contracts under which a customer's purchases count on a day, by their own eligibility and by the rules over all contracts, and what
 * a sale would still have to fulfil.
 */
export const contractsOfCustomer: Report = {
  reads: {
    contract: ['contract_number', 'contract_header', 'partner_number', 'eligibility', 'valid_from', 'valid_to'],
    customer: ['customer_number'],
    material: ['material_number', 'supplier_number'],
    'universal-eligibility-rule': ['rule_code', 'description', 'mode', 'attribute', 'operator', 'values'],
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
    await read((tx) => demandKnown(tx, organizationId, sought))
    const where = sql`t.organization_id = ${organizationId} and t.valid_from <= ${day}::date and t.valid_to >= ${day}::date
      and t.contract_status not in ('Terminated', 'Archived') and (${parameters['with_drafts'] === true} or t.contract_status <> 'Draft')
      and (${application ?? null}::text is null or t.application_type = ${application ?? null}::text)`
    const contracts = await read((tx) => readTerms(tx, where, { limit: most + 1 }))
    const everyRule = await read((tx) => rulesOverAll(tx, organizationId, sought.day))
    if (contracts.length > most)
      throw new AppError('TOO_LARGE', {
        message: `At most ${most} contracts are looked through at a time. Narrow the criteria.`,
      })
    const looked = contracts.map((contract) => {
      const rules = rulesFor(contract, everyRule)
      return sql`
        select ${contract.contract_number}::text as contract_number, ${wayOf(contract, rules, sought.customer)}::text as way,
               ${openWords(contract, rules, sought)}::text as depends_on, ${overAllWords(rules)}::text as over_all from sought where exists (
          select from sought s cross join lateral (select s.customer as customer_number, ${sought.day}::date as billing_date) t
            left join customer cu on cu.organization_id = ${organizationId} and cu.customer_number = s.customer
            left join material ma on ma.organization_id = ${organizationId} and ma.material_number = s.material
           where ${coverSql(contract, rules, sought)})`
    })
    const none = sql`select null::text as contract_number, null::text as way, null::text as depends_on, null::text as over_all where false`
    return sql`
      with sought as (select ${sought.customer}::text as customer, ${sought.material}::text as material),
      found as (${join([none, ...looked], ' union all ')})
      select f.contract_number, c.contract_header as contract_description, c.application_type, c.partner_number, f.way, f.depends_on, f.over_all,
             c.valid_from, c.valid_to, c.contract_status, c.approval_status
        from found f join contract c on c.organization_id = ${organizationId} and c.contract_number = f.contract_number`
  },
}
