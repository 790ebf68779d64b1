import { decimalTypes, type Field, type Screen } from '#src/definition'
import { statusWhenChanged } from '#src/definition/approval.ts'
import { id, sql } from '../../store/sql.ts'
import { fieldSql } from '../columns.ts'
import type { RecordHooks } from '../hooks.ts'
import { isContent } from './content.ts'

/** What a changed record forgets of its last decision. */
const forgotten = ['decided_by', 'decided_at', 'decided_for'] as const

/** Refuses the lines of a file that would change what waits for approval, where the hooks judge a file at once. */
export function importApprovalRules({ importFaults }: RecordHooks): Pick<RecordHooks, 'importFaults'> {
  if (!importFaults) return {}
  return {
    importFaults: async (context, linesOf) => {
      const { tx, caller, screen } = context
      const key = screen.table!.key[0]!
      const held = await tx.query<{ rowno: number }>(sql`
        select l.rowno from (${linesOf([key])}) l join ${id(screen.table!.name)} t on t.organization_id = ${caller.organizationId} and t.id = l.changed_id
         where t.approval_status = 'submit_approval'`)
      const message = `This ${screen.label.toLowerCase()} waits for approval. Withdraw it to change it.`
      const own = held.map(({ rowno }) => ({ rowno, field: key, message, brief: message }))
      return [...own, ...(await importFaults(context, linesOf))]
    },
  }
}

/** A field that changes with others, and the SQL of what it becomes in the row `t`. */
export interface Following {
  readonly field: Field
  readonly value: string
}

/**
 * What changes in a record (`t`) with its content when a file is written at once: what was approved is new again, and what of it stays in
 * force is kept. `changes` says in SQL whether a field of the file becomes another; nothing follows where nothing is approved.
 */
export function approvalFollowing(
  { fields, approval, ...screen }: Screen,
  changes: readonly { readonly field: Field; readonly differs: string }[],
  held: RecordHooks['heldWhenChanged'] = {},
): Following[] {
  const content = changes.filter(({ field }) => isContent({ fields, approval, ...screen }, field.name))
  if (!approval || content.length === 0) return []
  const isOther = `(${content.map(({ differs }) => differs).join(' or ')})`
  const named = (name: string): Field => fields.find((field) => field.name === name)!
  const cases = Object.entries(statusWhenChanged).flatMap(([from, to]) =>
    to === null || to === from ? [] : [`when '${from}' then '${to}'`],
  )
  const begun = Object.entries(statusWhenChanged).flatMap(([from, to]) => (to === from ? [] : [`'${from}'`]))
  return [
    {
      field: named('approval_status'),
      value: `case when ${isOther} then case t.approval_status ${cases.join(' ')} else t.approval_status end else t.approval_status end`,
    },
    ...forgotten.map((name) => ({
      field: named(name),
      value: `case when ${isOther} and t.approval_status in (${begun.join(', ')}) then null else t.${name} end`,
    })),
    ...Object.entries(held).map(([name, of]) => ({
      field: named(name),
      value: `case when ${isOther} and t.approval_status = 'approved' then ${fieldSql(named(of)).sql} else ${fieldSql(named(name)).sql} end`,
    })),
  ]
}

const json = (field: Field, value: string): string =>
  `to_jsonb(${decimalTypes.has(field.type) ? `(${value})::text` : value})`

/** Name, value before and value after of what follows, for the history. */
export const followingPair = ({ field, value }: Following): string =>
  `('${field.name}', ${json(field, fieldSql(field).sql)}, ${json(field, value)})`

/** The assignment of what follows. */
export const followingAssignment = ({ field, value }: Following): string => `${id(field.storage.column).sql} = ${value}`
