import { fillPath } from '#src/definition'
import { changeRecord } from '../../claims/change-record.ts'
import { keepVersion, screenOf } from '../../contracts/versions.ts'
import { requestFigures } from '../../domain/pricing/judge-request.ts'
import { eachRecord, type Outcome } from '../../engine/each-record.ts'
import { lockOne } from '../../engine/one.ts'
import type { Row } from '../../engine/page.ts'
import { demandUse } from '../../engine/screen-access.ts'
import { createRecord } from '../../engine/write.ts'
import type { WriteContext } from '../../engine/write-check.ts'
import { createHooks, hooksOf } from '../../hooks/registry.ts'
import { findingsOf, keptLines, knownLines, limitsOf } from '../../price-requests/facts.ts'
import type { SessionServices } from '../../session/services.ts'
import type { Command, CommandContext } from '../command.ts'

/** Checks price requests against the limits of their type, what is agreed already, and what the customer pays by now. */
export const validatePriceRequest = (context: CommandContext): Promise<Outcome> =>
  eachRecord(context, context.targets, async ({ record }) => {
    const lines = await knownLines(context, record, record['lines'] as readonly Readonly<Record<string, unknown>>[])
    const findings = await findingsOf(context, record, lines)
    const of = (severity: string) => findings.filter((one) => one.severity === severity).length
    const exceptions = of('exception')
    const { exception_role: role } = await limitsOf(context, record)
    await changeRecord(context, record, {
      findings,
      refusals: of('refused'),
      exceptions,
      exception_role: exceptions > 0 ? role : null,
      lines: keptLines(lines),
      ...requestFigures(lines),
      validated_at: new Date().toISOString(),
      request_status: 'validated',
    })
    return 'done'
  })

const approvalOf = ({ submitted_by, submitted_at, decided_by, decided_at, decided_for }: Row) => ({
  approval_status: 'approved',
  submitted_by,
  submitted_at,
  decided_by,
  decided_at,
  decided_for,
})

async function contractOf(onContracts: WriteContext, request: Row, kind: string): Promise<Row> {
  const { tx, caller, screen } = onContracts
  const lines = (request['lines'] as readonly Readonly<Record<string, unknown>>[]).map((line) => ({
    material_number: line['material_number'],
    uom: line['uom'] ?? null,
    price: line['requested_price'],
    list_price: line['current_price'] ?? null,
  }))
  const id = await createRecord(onContracts, {
    contract_header: request['description'],
    contract_type: kind,
    application_type: request['application_type'],
    customer_number: request['customer_number'],
    currency: request['currency'],
    valid_from: request['valid_from'],
    valid_to: request['valid_to'],
    lines,
  })
  return (await lockOne(tx, screen, caller.organizationId, id))!
}

/** Makes pricing contracts of approved requests. What was approved as a request is approved as a contract, unless its type wants a draft; hands the contract's page over. */
export const convertPriceRequest =
  (session: SessionServices): Command =>
  (context) => {
    const screen = screenOf(context, 'pricing-contract')
    demandUse(context.caller, screen, 'create')
    const onContracts = { ...context, screen, hooks: hooksOf(createHooks(session), screen), asksBack: false }
    return eachRecord(context, context.targets, async ({ record }) => {
      const { contract_status: status, contract_type: kind } = await limitsOf(context, record)
      const contract = await contractOf(onContracts, record, kind)
      const isApproved = status === 'Active'
      await changeRecord(onContracts, contract, {
        price_request: record['request_number'],
        ...(isApproved ? { ...approvalOf(record), contract_status: 'Active' } : {}),
      })
      if (isApproved)
        await keepVersion(onContracts, contract.id, {
          reason: 'First version',
          request: String(record['request_number']),
        })
      await changeRecord(context, record, {
        request_status: 'converted',
        contract_number: contract['contract_number'],
      })
      return { given: fillPath(screen.form!.view, { id: contract.id }) }
    })
  }
