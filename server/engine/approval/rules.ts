import type { Screen } from '#src/definition'
import { statusWhenChanged, type ApprovalStatus } from '#src/definition/approval.ts'
import { AppError } from '../../errors.ts'
import type { RecordHooks } from '../hooks.ts'
import { changedValues } from '../write-check.ts'
import { importApprovalRules } from './import-rules.ts'
import { isContent } from './content.ts'

/** The hooks of a screen with the rules of its approval in front: what waits is not changed, what was approved is new again once it is. */
export function withApprovalRules(hooks: RecordHooks, { approval }: Screen): RecordHooks {
  if (!approval) return hooks
  return {
    ...hooks,
    ...importApprovalRules(hooks),
    beforeWrite: async (context, values, current) => {
      const issues = (await hooks.beforeWrite?.(context, values, current)) ?? []
      if (!current) {
        values['approval_status'] = 'new'
        return issues
      }
      const { screen } = context
      const changed = Object.keys(changedValues(screen, current, values)).filter((name) => isContent(screen, name))
      if (changed.length === 0) return issues
      const status = current['approval_status'] as ApprovalStatus
      const next = statusWhenChanged[status]
      if (next === null)
        return [
          ...issues,
          {
            path: [changed[0]!],
            code: 'waiting',
            message: `This ${screen.label.toLowerCase()} waits for approval. Withdraw it to change it.`,
          },
        ]
      if (next !== status)
        Object.assign(values, { approval_status: next, decided_by: null, decided_at: null, decided_for: null })
      return issues
    },
    beforeDelete: async (context, records) => {
      const waiting = records.find((record) => record['approval_status'] === 'submit_approval')
      if (waiting)
        throw new AppError('WRONG_STATE', {
          message: `A ${context.screen.label.toLowerCase()} that waits for approval is not deleted. Withdraw or reject it first.`,
        })
      await hooks.beforeDelete?.(context, records)
    },
  }
}
