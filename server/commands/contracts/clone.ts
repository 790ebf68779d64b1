import { fillPath } from '#src/definition'
import { screenOf } from '../../contracts/versions.ts'
import { approvalFields } from '#src/definition/approval.ts'
import { eachRecord } from '../../engine/each-record.ts'
import type { Row } from '../../engine/page.ts'
import { demandUse } from '../../engine/screen-access.ts'
import { createRecord } from '../../engine/write.ts'
import type { Values, WriteContext } from '../../engine/write-check.ts'
import { includesWithin, movedRows } from '../../domain/contracts/terms-in-time.ts'
import { AppError } from '../../errors.ts'
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

const termOf = ({ valid_from: from, valid_to: to }: Values) => ({ from: String(from), to: String(to) })

/** The eligibility of a copy: its days move with the validity. VALIDATION where it would hold on none of its days, and pay nothing. */
function movedEligibility(contract: Row, copy: Values): readonly Values[] {
  const rows = (contract['eligibility'] ?? []) as readonly Values[]
  const moved = movedRows(rows, termOf(contract), termOf(copy))
  if (includesWithin(moved, termOf(copy))) return moved
  const message = `Nothing would be eligible from ${String(copy['valid_from'])} to ${String(copy['valid_to'])}: the eligibility of ${String(contract['contract_number'])} names other days. Choose a validity that reaches them.`
  throw new AppError('VALIDATION', { message, issues: [{ path: ['valid_to'], code: 'outside', message }] })
}

/** Makes a draft with the terms of a contract and a number and validity of its own; hands its page over. */
export const cloneContract =
  (session: SessionServices): Command =>
  (context) =>
    eachRecord(context, context.targets, async ({ record }) => {
      const screen = screenOf(context, 'contract')
      demandUse(context.caller, screen, 'create')
      const target = { ...context, screen, hooks: hooksOf(createHooks(session), screen), asksBack: false }
      const copy = { ...copyOf(context, record), ...given(context.parameters) }
      const id = await createRecord(target, { ...copy, eligibility: movedEligibility(record, copy) })
      return { given: fillPath(screen.form!.edit, { id }) }
    })
