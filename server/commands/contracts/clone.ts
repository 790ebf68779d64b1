import { fillPath } from '#src/definition'
import { screenOf } from '../../contracts/versions.ts'
import { approvalFields } from '#src/definition/approval.ts'
import { eachRecord } from '../../engine/each-record.ts'
import type { Row } from '../../engine/page.ts'
import { demandUse } from '../../engine/screen-access.ts'
import { createRecord } from '../../engine/write.ts'
import type { Values, WriteContext } from '../../engine/write-check.ts'
import { createHooks, hooksOf } from '../../hooks/registry.ts'
import type { SessionServices } from '../../session/services.ts'
import type { Command } from '../command.ts'

const own = new Set(['contract_status', 'documents', 'external_number', ...Object.keys(approvalFields)])

/** Everything of a contract that a new one takes over: its terms, not its state, its documents or its number elsewhere. */
function copyOf(context: WriteContext, contract: Row): Values {
  const fields = screenOf(context, 'contract').fields.filter(
    ({ name, readOnly, storage }) => !readOnly && !storage.key && !own.has(name) && contract[name] !== null,
  )
  return Object.fromEntries(fields.map(({ name }) => [name, contract[name]]))
}

const given = (values: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )

/** Makes a draft with the terms of a contract and a number and validity of its own; hands its page over. */
export const cloneContract =
  (session: SessionServices): Command =>
  (context) =>
    eachRecord(context, context.targets, async ({ record }) => {
      const screen = screenOf(context, 'contract')
      demandUse(context.caller, screen, 'create')
      const target = { ...context, screen, hooks: hooksOf(createHooks(session), screen), asksBack: false }
      const id = await createRecord(target, { ...copyOf(context, record), ...given(context.parameters) })
      return { given: fillPath(screen.form!.edit, { id }) }
    })
