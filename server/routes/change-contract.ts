import type { FastifyRequest } from 'fastify'
import type { ContractFamily } from '../contracts/versions.ts'
import type { Row } from '../engine/page.ts'
import type { screenOpener } from './opened-screen.ts'
import { demandDone } from './opened-screen.ts'

type Values = Readonly<Record<string, unknown>>

/** What became of a wish to change a contract: the contract itself was, or a change request holds it. */
export interface ChangedContract {
  readonly by: 'contract' | 'change_request'
  readonly record: Row
}

/**
 * Changes a contract: itself as long as it is not approved, else by the change request that is open, or a new one with the reason.
 * What cannot be asked for leaves no request behind.
 */
export async function changeContract(
  open: ReturnType<typeof screenOpener>,
  request: Pick<FastifyRequest, 'caller'>,
  contractId: number,
  { reason, row_version, ...changes }: Values,
  family: Pick<ContractFamily, 'contract' | 'request'> = { contract: 'contract', request: 'contract-change-request' },
): Promise<ChangedContract> {
  const contracts = await open(request, family.contract)
  const contract = await contracts.api.one(contractId)
  if (contract['approval_status'] !== 'approved') {
    const record = await contracts.api.update(contractId, { ...(row_version ? { row_version } : {}), ...changes })
    return { by: 'contract', record }
  }
  const requests = await open(request, family.request)
  const isNew = !contract['open_change']
  if (isNew) demandDone(await contracts.act('request-change', [contractId], { reason }))
  const number = isNew ? (await contracts.api.one(contractId))['open_change'] : contract['open_change']
  const { records } = await requests.api.list({ request_number: String(number) })
  const made = records[0]!
  try {
    return { by: 'change_request', record: await requests.api.update(made.id, changes) }
  } catch (error) {
    if (isNew) await requests.act('close', [made.id])
    throw error
  }
}
