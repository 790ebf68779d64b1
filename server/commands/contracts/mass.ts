import { closeRequest } from '../../contracts/merge.ts'
import { contractDifferences, screenOf } from '../../contracts/versions.ts'
import { contractPlan } from '../../domain/contracts/mass-plan.ts'
import { selectList } from '../../engine/columns.ts'
import { eachRecord } from '../../engine/each-record.ts'
import {
  attemptLine,
  untouched,
  writtenChange,
  type LineResult,
  type MassKind,
  type Written,
} from '../../engine/mass/mass-kind.ts'
import { keepPreview } from '../../engine/mass/preview-mass.ts'
import type { Row } from '../../engine/page.ts'
import { demandUse } from '../../engine/screen-access.ts'
import { updateLocked } from '../../engine/write.ts'
import type { WriteContext } from '../../engine/write-check.ts'
import { AppError } from '../../errors.ts'
import { createHooks, hooksOf } from '../../hooks/registry.ts'
import type { SessionServices } from '../../session/services.ts'
import { id, join, sql, type Sql } from '../../store/sql.ts'
import type { Command } from '../command.ts'
import { openRequest, requestContext } from './change.ts'

const most = 10_000

type Values = Readonly<Record<string, unknown>>

/** The contracts that a mass update is about. */
async function contractsOf({ tx, caller, ...context }: WriteContext, update: Row): Promise<Row[]> {
  const { fields } = screenOf(context, 'contract')
  const equal = ['application_type', 'contract_type', 'contract_status', 'partner_number', 'currency'] as const
  const chosen = (update['contracts'] ?? []) as readonly string[]
  const conditions: Sql[] = [
    sql`t.organization_id = ${caller.organizationId}`,
    ...equal.flatMap((name) => (update[name] ? [sql`t.${id(name)} = ${update[name] as string}`] : [])),
    ...(update['valid_on'] ? [sql`${update['valid_on'] as string}::date between t.valid_from and t.valid_to`] : []),
    ...(chosen.length > 0 ? [sql`t.contract_number = any(${[...chosen]}::text[])`] : []),
  ]
  const rows = await tx.query<Row>(sql`
    select ${selectList(fields)} from contract t where ${join(conditions, ' and ')} order by t.contract_number limit ${most + 1}`)
  if (rows.length > most)
    throw new AppError('TOO_LARGE', {
      message: `At most ${most.toLocaleString('en-GB')} contracts are changed by one update. Choose fewer.`,
    })
  return rows
}

const brief = (value: string | null): string => value ?? 'nothing'

/** What changes, in words: "Payment frequency: Quarterly → Monthly". */
function inWords(context: WriteContext, contract: Row, changes: Values): string {
  const told = contractDifferences(context, contract, { ...contract, ...changes })
  return told.map(({ place, old_value, new_value }) => `${place}: ${brief(old_value)} → ${brief(new_value)}`).join('; ')
}

const stateOf = (contract: Row): string =>
  [contract['contract_header'], contract['contract_status'], `until ${String(contract['valid_to'])}`].join(', ')

function contractContext(session: SessionServices, context: WriteContext): WriteContext {
  const screen = screenOf(context, 'contract')
  demandUse(context.caller, screen, 'update')
  return { ...context, screen, hooks: hooksOf(createHooks(session), screen), asksBack: false }
}

/** Mass updates of contracts: what is approved is changed by change requests, everything else itself. */
export function massContracts(session: SessionServices): MassKind {
  const records = (context: WriteContext) => contractContext(session, context)

  const change = async (context: WriteContext, update: Row, contract: Row): Promise<LineResult> => {
    const plan = contractPlan(update, contract)
    if ('stays' in plan) return { outcome: 'unchanged', after: null, message: plan.stays, written: [] }
    const contracts = records(context)
    const free = new Set(contracts.screen.approval?.free)
    const isRequest =
      contract['approval_status'] === 'approved' && Object.keys(plan.changes).some((name) => !free.has(name))
    const after = `${isRequest ? 'Change request: ' : ''}${inWords(context, contract, plan.changes)}`.slice(0, 2000)
    return attemptLine(context, after, async () => {
      if (!isRequest) return [await writtenChange(contracts, contract, { ...plan.changes })]
      const requests = requestContext(session, context)
      const requestId = await openRequest(requests, contract, String(update['description']), plan.changes)
      return [{ screen: requests.screen.name, id: requestId, version: 1, before: null }]
    })
  }

  const takeBack = async (context: WriteContext, written: Written): Promise<void> => {
    if (written.before !== null) {
      const contracts = records(context)
      await updateLocked(contracts, await untouched(contracts, written), { ...written.before })
      return
    }
    const requests = requestContext(session, context)
    await closeRequest(requests, await untouched(requests, written), null)
  }

  return {
    updates: 'contract_mass_update',
    lines: 'contract_mass_update_line',
    recordId: 'contract_record',
    recordVersion: 'contract_version',
    label: 'contract',
    touches: ['contract', 'contract_change_request'],
    records,
    change,
    takeBack,
    lineOf: (contract) => ({
      contract_number: contract['contract_number'],
      partner_number: contract['partner_number'],
      state_before: stateOf(contract),
    }),
  }
}

/** Foresees what a mass update of contracts would come to, contract by contract. */
export const previewMassContracts =
  (session: SessionServices): Command =>
  (context) =>
    eachRecord(context, context.targets, async ({ record }) => {
      const kind = massContracts(session)
      kind.records(context)
      const contracts = await contractsOf(context, record)
      if (contracts.length === 0)
        throw new AppError('NOT_FOUND', { message: 'No contract fits what was chosen. Loosen the choice.' })
      await keepPreview(kind, context, record, contracts)
      return 'done'
    })
