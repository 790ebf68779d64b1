import { changeRecord } from '../claims/change-record.ts'
import { renewalStep, type RenewalStep } from '../domain/contracts/renewal.ts'
import { nextTerm, plusDays, prolongedRows } from '../domain/contracts/terms-in-time.ts'
import type { Row } from '../engine/page.ts'
import type { WriteContext } from '../engine/write-check.ts'
import { AppError } from '../errors.ts'
import { sql } from '../store/sql.ts'
import { ensureVersion, keepVersion, lockContract } from './versions.ts'

/** What became of one contract whose end is near or past. */
export interface Renewed {
  readonly step: RenewalStep | 'failed'
  readonly message: string
}

const numberOf = (contract: Row): string => String(contract['contract_number'])

/** The contract goes on for another term of the same length, as its next version; it was approved to do so. */
async function prolong(context: WriteContext, contract: Row): Promise<string> {
  const [from, to] = [String(contract['term_from'] ?? contract['valid_from']), String(contract['valid_to'])]
  const next = nextTerm({ from, to })
  await ensureVersion(context, contract)
  const rows = (contract['eligibility'] ?? []) as readonly Record<string, unknown>[]
  await changeRecord(context, contract, {
    valid_to: next.to,
    term_from: next.from,
    eligibility: prolongedRows(rows, to, next.to),
    renewal_asked: null,
  })
  const version = await keepVersion(context, contract.id, { reason: `Goes on until ${next.to}`, request: null })
  return `${numberOf(contract)} ended on ${to} and goes on until ${next.to}, as version ${version}.`
}

const steps: Readonly<Record<RenewalStep, (context: WriteContext, contract: Row, today: string) => Promise<string>>> = {
  prolong,
  tell: async (context, contract, today) => {
    await changeRecord(context, contract, { renewal_asked: today })
    const responsible = contract['responsible']
    const whom = responsible
      ? `${String(responsible)} was`
      : 'It has nobody responsible: everybody who changes contracts was'
    return `${numberOf(contract)} ends on ${String(contract['valid_to'])}. ${whom} told.`
  },
  expire: async (context, contract) => {
    await changeRecord(context, contract, { contract_status: 'Expired' })
    return `${numberOf(contract)} ended on ${String(contract['valid_to'])} and is set to Expired.`
  },
  wait: async (_context, contract) =>
    `${numberOf(contract)} ends on ${String(contract['valid_to'])} and stays as it is: ${String(contract['open_change'])} is not decided yet.`,
}

/**
 * Looks after contracts that end within so many days, or have ended: each by itself, so that one that cannot be written keeps no other.
 * The same again does nothing.
 */
export async function renewContracts(
  context: WriteContext,
  { today, days }: { readonly today: string; readonly days: number },
): Promise<Renewed[]> {
  const noticed = plusDays(today, days)
  const ending = await context.tx.query<{ id: number }>(sql`
    select t.id from contract t
     where t.organization_id = ${context.caller.organizationId} and t.contract_status = 'Active' and t.approval_status = 'approved'
       and t.valid_to <= ${noticed}::date order by t.contract_number`)
  const became: Renewed[] = []
  for (const { id } of ending) {
    try {
      const one = await context.tx.attempt(async (): Promise<Renewed | null> => {
        const contract = await lockContract(context, id)
        const step = renewalStep(contract, today, noticed)
        return step && { step, message: await steps[step](context, contract, today) }
      })
      if (one) became.push(one)
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      became.push({ step: 'failed', message: error.message })
    }
  }
  return became
}
