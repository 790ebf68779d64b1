import type { Screen } from '#src/definition'
import { differences, type Difference } from '../domain/contracts/differences.ts'
import { selectList } from '../engine/columns.ts'
import { counts } from '../engine/count-cache.ts'
import { lockOne } from '../engine/one.ts'
import type { Row } from '../engine/page.ts'
import type { Values, WriteContext } from '../engine/write-check.ts'
import { AppError } from '../errors.ts'
import { id, ids, sql } from '../store/sql.ts'

/** The screens of contracts whose approved state changes by request: the contract, its versions, its change requests. */
export interface ContractFamily {
  readonly contract: string
  readonly version: string
  readonly request: string
}

const rebates: ContractFamily = {
  contract: 'contract',
  version: 'contract-version',
  request: 'contract-change-request',
}
const families: readonly ContractFamily[] = [
  rebates,
  { contract: 'pricing-contract', version: 'pricing-contract-version', request: 'pricing-contract-change' },
]

/** Where somebody works: on which of a family's screens. Elsewhere contracts are those of rebates. */
export type AtScreen = Partial<Pick<WriteContext, 'screen'>>

export type ContractContext = Pick<WriteContext, 'tx' | 'caller' | 'screens'> & AtScreen

/** The family that a screen belongs to. */
export const familyOf = ({ screen }: AtScreen): ContractFamily =>
  families.find((family) => Object.values(family).includes(screen?.name)) ?? rebates

/** The screen of that name; NOT_FOUND where the product is run without it. */
export function screenOf({ screens }: Pick<WriteContext, 'screens'>, name: string): Screen {
  const found = screens.find((screen) => screen.name === name)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/** What versions and change requests are about: the fields of a contract that the other screen has too, and users may write. */
export function contentOf(context: Pick<WriteContext, 'screens'> & AtScreen, other: 'version' | 'request') {
  const family = familyOf(context)
  const names = new Set(screenOf(context, family[other]).fields.map(({ name }) => name))
  return screenOf(context, family.contract).fields.filter(
    ({ name, readOnly, storage }) => names.has(name) && !readOnly && !storage.key && name !== 'contract_number',
  )
}

/** Where two states of a contract's content differ. */
export const contractDifferences = (
  context: Pick<WriteContext, 'screens'> & AtScreen,
  before: Values,
  after: Values,
): Difference[] => differences(contentOf(context, 'version'), before, after)

const tableOf = (context: Pick<WriteContext, 'screens'> & AtScreen, which: keyof ContractFamily) =>
  id(screenOf(context, familyOf(context)[which]).table!.name)

/** The contract, locked until the end of the transaction; NOT_FOUND when it is gone. */
export async function lockContract(context: ContractContext, contractId: number): Promise<Row> {
  const found = await lockOne(
    context.tx,
    screenOf(context, familyOf(context).contract),
    context.caller.organizationId,
    contractId,
  )
  if (!found) throw new AppError('NOT_FOUND', { message: 'This contract is not there any more.' })
  return found
}

async function currentVersion(context: ContractContext, number: unknown): Promise<Row | null> {
  const { fields } = screenOf(context, familyOf(context).version)
  const [row] = await context.tx.query<Row>(sql`
    select ${selectList(fields)} from ${tableOf(context, 'version')} t
     where t.organization_id = ${context.caller.organizationId} and t.contract_number = ${number as string}
     order by t.version desc limit 1`)
  return row ?? null
}

/** Why there is a version: the change request it came from, or nothing for the first one. */
export interface Origin {
  readonly reason: string | null
  readonly request: string | null
  /** In whose place it was approved, where a substitute did. */
  readonly place?: string | null
}

/** Keeps a contract as it stands as its next version, which is in force from now on; answers its number. */
export async function keepVersion(context: ContractContext, contractId: number, origin: Origin): Promise<number> {
  const { tx, caller } = context
  const contract = await lockContract(context, contractId)
  const before = await currentVersion(context, contract['contract_number'])
  const version = before ? Number(before['version']) + 1 : Number(contract['version'] ?? 1)
  const changes = before ? contractDifferences(context, before, contract) : []
  const family = familyOf(context)
  const [contracts, versions] = [tableOf(context, 'contract'), tableOf(context, 'version')]
  const known = new Set(screenOf(context, family.contract).fields.map(({ storage }) => storage.column))
  const columns = [...new Set(screenOf(context, family.version).fields.map(({ storage }) => storage.column))].filter(
    (column) => known.has(column) && column !== 'version',
  )
  await tx.query(sql`
    update ${versions} t set is_current = false, row_version = t.row_version + 1, updated_at = now()
     where t.organization_id = ${caller.organizationId} and t.contract_number = ${contract['contract_number'] as string} and t.is_current`)
  await tx.query(sql`
    insert into ${versions} (organization_id, created_by, updated_by, version, is_current, reason, request_number, change_count, changes, approved_by, approved_for, approved_at, ${ids(columns)})
    select c.organization_id, ${caller.userId}, ${caller.userId}, ${version}, true, ${origin.reason ?? (before ? 'Approved again' : 'First version')},
           ${origin.request}, ${changes.length}, ${JSON.stringify(changes)}::jsonb, ${caller.email}, ${origin.place ?? null}, now(), ${ids(columns)}
      from ${contracts} c where c.organization_id = ${caller.organizationId} and c.id = ${contractId}`)
  await tx.query(sql`
    update ${contracts} c set version = ${version} where c.organization_id = ${caller.organizationId} and c.id = ${contractId}`)
  tx.afterCommit(() => counts.forget(screenOf(context, family.version).table!.name, caller.organizationId))
  return version
}

/** Makes sure that the version a contract is in was kept, for contracts that came in approved. */
export async function ensureVersion(context: ContractContext, contract: Row): Promise<number> {
  const kept = await currentVersion(context, contract['contract_number'])
  return kept ? Number(kept['version']) : keepVersion(context, contract.id, { reason: null, request: null })
}

/** Sets what a contract tells about changes of itself; no change of its content. */
export async function noteOnContract(
  context: ContractContext,
  contractId: number,
  name: 'open_change' | 'is_update_approval_contract',
  value: string | boolean | null,
): Promise<void> {
  const { tx, caller } = context
  await tx.query(sql`
    update ${tableOf(context, 'contract')} c set ${id(name)} = ${value}, row_version = c.row_version + 1, updated_at = now(), updated_by = ${caller.userId}
     where c.organization_id = ${caller.organizationId} and c.id = ${contractId}`)
}
