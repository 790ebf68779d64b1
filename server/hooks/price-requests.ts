import { requestFigures } from '../domain/pricing/judge-request.ts'
import { changeRecord } from '../claims/change-record.ts'
import { isContent } from '../engine/approval/content.ts'
import type { RecordHooks } from '../engine/hooks.ts'
import { changedValues } from '../engine/write-check.ts'
import { AppError } from '../errors.ts'
import { keptLines, knownLines } from '../price-requests/facts.ts'
import { sql } from '../store/sql.ts'

/** Where a request stands once its approval has moved. */
const statusAfter = {
  submit_approval: 'submit_approval',
  approved: 'approved',
  rejected: 'rejected',
  new: 'validated',
  new_changes: 'validated',
  'Issue Resolution': 'validated',
} as const

/** Price requests: they say what they come to at every save, are checked before they are submitted, and stay once they became contracts. */
export const priceRequestHooks: Record<'price-request', RecordHooks> = {
  'price-request': {
    beforeWrite: async (context, values, current) => {
      const { screen } = context
      const next: Readonly<Record<string, unknown>> = { ...current, ...values }
      if (current) {
        const [changed] = Object.keys(changedValues(screen, current, values)).filter((name) => isContent(screen, name))
        if (changed === undefined) return []
        if (current['request_status'] === 'converted')
          return [{ path: [changed], code: 'state', message: 'It became a contract and stays as it is' }]
      }
      const lines = await knownLines(
        context,
        next,
        (current?.['lines'] ?? []) as readonly Readonly<Record<string, unknown>>[],
      )
      values['lines'] = keptLines(lines)
      Object.assign(values, requestFigures(lines), {
        request_status: 'draft',
        findings: [],
        refusals: null,
        exceptions: null,
        exception_role: null,
        validated_at: null,
      })
      return []
    },
    afterDecision: async (context, record, status) => {
      if (status === 'submit_approval') {
        if (record['request_status'] !== 'validated')
          throw new AppError('WRONG_STATE', { message: 'It is checked first, and submitted then.' })
        if (Number(record['refusals'] ?? 0) > 0)
          throw new AppError('WRONG_STATE', { message: 'What the check found speaks against it. Change the lines.' })
      }
      const role = record['exception_role']
      if (status === 'approved' && Number(record['exceptions'] ?? 0) > 0 && role) {
        const { tx, caller } = context
        const [held] = await tx.query(sql`
          select from role r where r.organization_id = ${caller.organizationId} and r.id = any(${[...caller.roleIds]}::bigint[]) and r.code = ${role as string}`)
        if (!held)
          throw new AppError('FORBIDDEN', {
            message: `It goes beyond the limits of its type. The role ${role as string} approves that.`,
          })
      }
      await changeRecord(context, record as never, { request_status: statusAfter[status] })
    },
    beforeDelete: async (_context, records) => {
      const converted = records.find((record) => record['request_status'] === 'converted')
      if (converted)
        throw new AppError('WRONG_STATE', {
          message: `${String(converted['request_number'])} became ${String(converted['contract_number'])} and stays.`,
        })
    },
  },
}
