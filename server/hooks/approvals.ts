import { followApprovers } from '../engine/approval/follow.ts'
import { tellByMail } from '../engine/approval/tell.ts'
import type { RecordHooks } from '../engine/hooks.ts'
import type { SessionServices } from '../session/services.ts'
import { sql } from '../store/sql.ts'

const rowsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

type Names = 'approval-limit' | 'approval-group' | 'approval-workflow' | 'workflow-assignment'

/** Approval limits, groups and workflows: nobody can be asked for what cannot happen, and what waits already follows them. */
export const approvalHooks = (session: SessionServices): Record<Names, RecordHooks> => {
  const tell = tellByMail(session)
  const following: RecordHooks = {
    afterWrite: async ({ tx, caller }) => followApprovers(session, tell, tx, caller),
    beforeDelete: async ({ tx, caller }) => followApprovers(session, tell, tx, caller),
  }
  return {
    'approval-limit': following,
    'approval-group': { ...checks['approval-group'], ...following },
    'approval-workflow': following,
    'workflow-assignment': { ...checks['workflow-assignment'], ...following },
  }
}

const checks: Record<'approval-group' | 'workflow-assignment', RecordHooks> = {
  'approval-group': {
    beforeWrite: async (_context, values, current) => {
      const { members, required_approvals: needed } = { ...current, ...values } as Record<string, unknown>
      const count = rowsOf(members).length
      if (count === 0 || Number(needed ?? 1) <= count) return []
      const message = `Of ${count} members ${String(needed)} cannot approve`
      return [{ path: ['required_approvals'], code: 'invalid', message }]
    },
  },
  'workflow-assignment': {
    beforeWrite: async ({ tx, caller }, values, current) => {
      const { workflow } = { ...current, ...values } as Record<string, unknown>
      const [found] = await tx.query<{ functionality: string }>(sql`
        select functionality from approval_workflow where organization_id = ${caller.organizationId} and workflow_name = ${String(workflow)}`)
      values['functionality'] = found?.functionality ?? null
      return []
    },
  },
}
