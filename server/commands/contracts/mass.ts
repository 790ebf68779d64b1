import { closeRequest } from '../../contracts/merge.ts'
import { contractDifferences, screenOf } from '../../contracts/versions.ts'
import { issuesOf, readKnown } from '../../contracts/file-changes.ts'
import { rowFields, type FileIssue } from '../../contracts/rule-rows.ts'
import { readRulesFile, type RulesFile } from '../../contracts/rules-file.ts'
import { rulesWorkbook } from '../../contracts/rules-workbook.ts'
import { differences } from '../../domain/contracts/differences.ts'
import { contractPlan, type ContractPlan } from '../../domain/contracts/mass-plan.ts'
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
import { keepPreview, type Stray } from '../../engine/mass/preview-mass.ts'
import { writeFile } from '../../engine/files/write-file.ts'
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
  if (rows.length > most) throw tooMany()
  return rows
}

const tooMany = () =>
  new AppError('TOO_LARGE', {
    message: `At most ${most.toLocaleString('en-GB')} contracts are changed by one update. Choose fewer.`,
  })

/** The contracts that a file of terms names, as far as there are such. */
async function contractsNamed({ tx, caller, ...context }: WriteContext, numbers: readonly string[]): Promise<Row[]> {
  if (numbers.length > most) throw tooMany()
  const { fields } = screenOf(context, 'contract')
  return tx.query<Row>(sql`
    select ${selectList(fields)} from contract t
     where t.organization_id = ${caller.organizationId} and t.contract_number = any(${[...numbers]}::text[]) order by t.contract_number`)
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

const isFromFile = (update: Row): boolean => update['action'] === 'rules_file'

const told = (issues: readonly FileIssue[]): string =>
  issues
    .map(({ place, message }) => `${place}: ${message}`)
    .join('; ')
    .slice(0, 800)

/** What a file does to one contract: its terms, or every cell that keeps them from being taken. */
async function filePlan(
  context: WriteContext,
  file: RulesFile,
  contract: Row,
): Promise<ContractPlan | { readonly refused: string }> {
  const screen = screenOf(context, 'contract')
  const number = String(contract['contract_number'])
  const values = file.rows.get(number)
  if (!values) return { stays: 'The file does not name it' }
  const unread = file.issues.filter((issue) => issue.contract === number)
  const known = await readKnown(context.tx, context.caller.organizationId, context.screens)
  const issues = unread.length > 0 ? unread : issuesOf(screen, known, number, contract, values)
  if (issues.length > 0) return { refused: told(issues) }
  const named = rowFields(screen).filter(({ name }) => name in values)
  return differences(named, contract, values).length > 0 ? { changes: values } : { stays: 'It is as the file says' }
}

interface MassContracts extends MassKind {
  /** The contracts that an update is about, and what it names besides that cannot be done anything about. */
  readonly about: (context: WriteContext, update: Row) => Promise<{ contracts: Row[]; strays: Stray[] }>
}

/** Mass updates of contracts: what is approved is changed by change requests, everything else itself. */
export function massContracts(session: SessionServices): MassContracts {
  const records = (context: WriteContext) => contractContext(session, context)
  const read = new Map<unknown, Promise<RulesFile>>()
  const fileOf = (context: WriteContext, update: Row): Promise<RulesFile> => {
    const { id: fileId } = (update['rules_file'] ?? {}) as { readonly id?: string }
    const known =
      read.get(fileId) ??
      readRulesFile(session.files, context.caller.organizationId, update['rules_file'], screenOf(context, 'contract'))
    read.set(fileId, known)
    return known
  }

  const change = async (context: WriteContext, update: Row, contract: Row): Promise<LineResult> => {
    const plan = isFromFile(update)
      ? await filePlan(context, await fileOf(context, update), contract)
      : contractPlan(update, contract)
    if ('refused' in plan) return { outcome: 'failed', after: null, message: plan.refused, written: [] }
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

  const about = async (context: WriteContext, update: Row) => {
    if (!isFromFile(update)) return { contracts: await contractsOf(context, update), strays: [] }
    const { rows, issues } = await fileOf(context, update)
    const contracts = await contractsNamed(context, [...rows.keys()])
    const known = new Set(contracts.map((contract) => contract['contract_number']))
    const stray = (number: string | null, message: string): Stray => ({
      columns: { contract_number: number, partner_number: null, state_before: null },
      message,
    })
    return {
      contracts,
      strays: [
        ...[...rows.keys()]
          .filter((number) => number !== '' && !known.has(number))
          .map((number) => stray(number, 'There is no such contract')),
        ...issues.filter(({ contract }) => !contract).map((issue) => stray(null, told([issue]))),
      ],
    }
  }

  return {
    about,
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
      const { contracts, strays } = await kind.about(context, record)
      if (contracts.length + strays.length === 0)
        throw new AppError('NOT_FOUND', {
          message: isFromFile(record)
            ? 'The file names no contract.'
            : 'No contract fits what was chosen. Loosen the choice.',
        })
      await keepPreview(kind, context, record, contracts, strays)
      return 'done'
    })

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Puts the terms of the contracts that an update chooses into its file, to be changed there and handed in again. */
export const fillRulesFile =
  (session: SessionServices): Command =>
  (context) =>
    eachRecord(context, context.targets, async ({ record }) => {
      const screen = screenOf(context, 'contract')
      demandUse(context.caller, screen, 'export')
      const contracts = await contractsOf(context, record)
      if (contracts.length === 0)
        throw new AppError('NOT_FOUND', { message: 'No contract fits what was chosen. Loosen the choice.' })
      const content = Buffer.from(await rulesWorkbook(screen, contracts))
      const file = { name: 'ContractRules.xlsx', type: xlsx, content }
      await updateLocked(context, record, {
        rules_file: await writeFile(session.files, context, 'rules_file', file),
      })
      return 'done'
    })
