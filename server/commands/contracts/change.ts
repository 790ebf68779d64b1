import { fillPath } from '#src/definition'
import { closeRequest, requested } from '../../contracts/merge.ts'
import { contentOf, familyOf, lockContract, screenOf } from '../../contracts/versions.ts'
import { equalValues } from '#src/definition/compare.ts'
import { selectList } from '../../engine/columns.ts'
import { eachRecord, type Outcome } from '../../engine/each-record.ts'
import type { Row } from '../../engine/page.ts'
import { demandUse } from '../../engine/screen-access.ts'
import { createRecord, updateRecord } from '../../engine/write.ts'
import type { WriteContext } from '../../engine/write-check.ts'
import { AppError } from '../../errors.ts'
import { createHooks, hooksOf } from '../../hooks/registry.ts'
import type { SessionServices } from '../../session/services.ts'
import { id, sql } from '../../store/sql.ts'
import type { Command, CommandContext } from '../command.ts'

/** The context of writes into change requests, whose right the caller needs. */
export function requestContext(session: SessionServices, context: WriteContext): WriteContext {
  const screen = screenOf(context, familyOf(context).request)
  demandUse(context.caller, screen, 'update')
  return { ...context, screen, hooks: hooksOf(createHooks(session), screen), asksBack: false }
}

/** Opens a change request of an approved contract, with the content as it is but for what is given; answers its id. */
export const openRequest = (
  context: WriteContext,
  contract: Row,
  reason: string,
  given: Readonly<Record<string, unknown>> = {},
): Promise<number> =>
  createRecord(context, {
    ...requested(context, contract),
    ...given,
    contract_number: contract['contract_number'],
    reason,
  })

async function requestNumbered({ tx, caller, screen }: WriteContext, number: string): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    select t.id from ${id(screen.table!.name)} t where t.organization_id = ${caller.organizationId} and t.request_number = ${number}`)
  if (!row) throw new AppError('NOT_FOUND')
  return row.id
}

/** Opens a change request, or the one that is worked on already; hands its page over. */
export const requestContractChange =
  (session: SessionServices): Command =>
  (context) =>
    eachRecord(context, context.targets, async ({ record }) => {
      const requests = requestContext(session, context)
      const open = record['open_change']
      const page = (path: string, id: number) => ({ given: fillPath(path, { id }) })
      const { view, edit } = requests.screen.form!
      if (open) return page(view, await requestNumbered(requests, String(open)))
      return page(edit, await openRequest(requests, record, String(context.parameters['reason'] ?? '')))
    })

/** Takes the newest version of the contract over: what the request changed against its base stays changed. */
export const refreshContractChange = (context: CommandContext): Promise<Outcome> =>
  eachRecord(context, context.targets, async ({ record }) => {
    const { tx, caller, screen } = context
    const versions = screenOf(context, familyOf(context).version)
    const contract = await lockContract(context, Number(record['update_contract_id']))
    const [base] = await tx.query<Row>(sql`
      select ${selectList(versions.fields)} from ${id(versions.table!.name)} t
       where t.organization_id = ${caller.organizationId} and t.contract_number = ${record['contract_number'] as string}
         and t.version = ${Number(record['base_version'])}`)
    if (!base) throw new AppError('WRONG_STATE', { message: 'The version it was begun with was not kept.' })
    const values = Object.fromEntries(
      contentOf(context, 'request').flatMap((field) =>
        equalValues(field, record[field.name], base[field.name]) ? [[field.name, contract[field.name] ?? null]] : [],
      ),
    )
    await updateRecord(context, record.id, values)
    await tx.query(sql`
      update ${id(screen.table!.name)} t set base_version = ${Number(contract['version'] ?? 1)}, row_version = t.row_version + 1
       where t.organization_id = ${caller.organizationId} and t.id = ${record.id}`)
    return 'done'
  })

/** Gives a change up: the contract stays as it is. */
export const closeContractChange = (context: CommandContext): Promise<Outcome> =>
  eachRecord(context, context.targets, async ({ record }) => {
    await closeRequest(context, record, null)
    return 'done'
  })
