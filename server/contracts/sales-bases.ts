import type { Issue } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>

/** A sales basis as far as contracts ask whether they may name it; days as YYYY-MM-DD. */
export interface OfferedBasis {
  readonly sales_basis: string
  readonly description: string
  readonly application_types: readonly string[]
  readonly source_data_type: string
  readonly is_default: boolean
  readonly status: string
  readonly valid_from: string | null
  readonly valid_to: string | null
}

/** The sales bases that the rules of a contract can name. */
export interface Bases {
  readonly all: readonly OfferedBasis[]
  /** The contract as it stood: what it named then, it may go on with. */
  readonly before?: Values | null
  /** Whoever writes looks up itself whether there are the records that are referred to. */
  readonly areLookedUp?: boolean
}

export const readBases = (tx: Pick<Tx, 'query'>, organizationId: number): Promise<OfferedBasis[]> =>
  tx.query<OfferedBasis>(sql`
    select t.sales_basis, t.description, coalesce(t.application_types, '{}') as application_types, t.source_data_type, coalesce(t.is_default, false) as is_default,
           t.status, t.valid_from::text as valid_from, t.valid_to::text as valid_to
      from sales_basis t where t.organization_id = ${organizationId} order by t.sales_basis`)

const rulesOf = (contract: Values | null | undefined): readonly Values[] =>
  (contract?.['rules'] ?? []) as readonly Values[]

const isNeeded = (rule: Values): boolean => [rule['benefit_basis'], rule['qualifier_basis']].includes('sales_basis')

const days = ({ valid_from: from, valid_to: to }: OfferedBasis): string =>
  [...(from ? [`from ${from} on`] : []), ...(to ? [`until ${to}`] : [])].join(' ')

/** Why a contract cannot begin to count by a basis; null where it can. What a contract does not say yet is not asked for. */
function problemOf(basis: OfferedBasis, contract: Values): string | null {
  const { application_type: application, data_source_type: source, valid_from: begins } = contract
  const { sales_basis: name, application_types: offered } = basis
  if (basis.status !== 'active') return `Sales basis ${name} is not active`
  if (application && offered.length > 0 && !offered.includes(String(application)))
    return `Sales basis ${name} is not offered for ${String(application)}, but for ${offered.join(', ')}`
  const counts = basis.source_data_type === 'purchase' ? 'purchases' : 'sales'
  const reckonedOn = source === 'purchase' ? 'purchases' : 'sales'
  if (application && counts !== reckonedOn)
    return `Sales basis ${name} counts ${counts}, and the contract is reckoned on ${reckonedOn}`
  const isEarly = basis.valid_from !== null && String(begins) < basis.valid_from
  const isLate = basis.valid_to !== null && String(begins) > basis.valid_to
  return begins && (isEarly || isLate) ? `Sales basis ${name} is for contracts that begin ${days(basis)}` : null
}

/** The bases that a contract can begin to count by, with a text in their name or description; by their names. */
export const offeredBases = (contract: Values, all: readonly OfferedBasis[], text: string): readonly OfferedBasis[] =>
  all.filter(
    (basis) =>
      problemOf(basis, contract) === null &&
      `${basis.sales_basis} ${basis.description}`.toLowerCase().includes(text.trim().toLowerCase()),
  )

const decisive = ['application_type', 'data_source_type', 'valid_from']

/** Whether the contract named the basis before, and is still one of the same kind. */
const mayGoOn = (name: unknown, contract: Values, before: Values | null | undefined): boolean =>
  rulesOf(before).some((rule) => isNeeded(rule) && rule['sales_basis'] === name) &&
  decisive.every((field) => (before?.[field] ?? null) === (contract[field] ?? null))

/** What keeps the rules of a contract from counting by the sales bases that they name. */
export function salesBasisIssues(contract: Values, { all, before, areLookedUp }: Bases): Issue[] {
  return rulesOf(contract).flatMap((rule, at) => {
    if (!isNeeded(rule)) return []
    const issue = (field: string, code: Issue['code'], message: string): Issue[] => [
      { path: ['rules', at, field], code, message },
    ]
    if (rule['rate_type'] === 'formula' && rule['benefit_basis'] === 'sales_basis')
      return issue('benefit_basis', 'invalid', 'What a formula gives is not paid on a sales basis')
    const name = rule['sales_basis']
    if (!name) return issue('sales_basis', 'required', 'Sales basis is required: none is proposed for this contract')
    const basis = all.find((one) => one.sales_basis === name)
    if (!basis) return areLookedUp ? [] : issue('sales_basis', 'reference', `There is no sales basis ${String(name)}`)
    const problem = mayGoOn(name, contract, before) ? null : problemOf(basis, contract)
    return problem === null ? [] : issue('sales_basis', 'invalid', problem)
  })
}

/** The rules of a contract, those that count by a sales basis and name none with the proposed one: that of its application before that of all. */
export function withProposed(contract: Values, all: readonly OfferedBasis[]): readonly Values[] {
  const [proposed] = all
    .filter((basis) => basis.is_default && problemOf(basis, contract) === null)
    .toSorted((a, b) => Number(a.application_types.length === 0) - Number(b.application_types.length === 0))
  return rulesOf(contract).map((rule) =>
    proposed && isNeeded(rule) && !rule['sales_basis'] ? { ...rule, sales_basis: proposed.sales_basis } : rule,
  )
}
