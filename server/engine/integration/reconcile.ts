import type { Screen } from '#src/definition'
import { AppError } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { id, sql } from '../../store/sql.ts'
import { checkedRows, countedLines } from '../upload/plan-sql.ts'
import type { UploadPlan } from '../upload/plan.ts'
import { stagingTable } from '../upload/staging-table.ts'
import type { UploadRecord } from '../upload/upload-record.ts'

/** A file of a source held against the records it was to become. */
export interface Reconciliation {
  readonly file_name: string
  readonly source_lines: number
  readonly left_out: number
  readonly rejected: number
  /** Lines that were to become records. */
  readonly source_count: number
  /** Those of them that are there. */
  readonly target_count: number
  /** Those that are there with other values. */
  readonly different: number
  readonly source_sum: string | null
  readonly target_sum: string | null
  readonly reconciled: boolean
}

export interface ToReconcile {
  readonly organizationId: number
  readonly runId: number
  readonly integration: string
  readonly upload: UploadRecord
  readonly plan: UploadPlan
  readonly screen: Screen
  /** A number among the filled fields whose sums are compared. */
  readonly controlField: string | null
}

/**
 * Reads every line of the source anew and holds it against what the table has now: counts, and sums of the control field. Keeps
 * the figures. WRONG_STATE when the lines were cleared away.
 */
export async function reconcile(tx: Tx, given: ToReconcile): Promise<Reconciliation> {
  const { organizationId, runId, integration, upload, plan, screen, controlField } = given
  if (!upload.kept) throw new AppError('WRONG_STATE', { message: 'The lines of this file have been cleared away.' })
  const control = plan.fields.find(({ field }) => field.name === controlField)
  const lines = sql`(${countedLines(plan, stagingTable(upload.id))}) s`
  const checked = checkedRows(plan, 'odd', lines, { existing: true, organizationId })
  const sums = control
    ? sql`sum(c.${id(control.value)}) filter (where c.outcome in ('I', 'U', '=')) as source_sum,
          sum(t.${id(control.field.storage.column)}) filter (where c.outcome in ('U', '=')) as target_sum`
    : sql`null::numeric as source_sum, null::numeric as target_sum`
  const [found] = await tx.query<Reconciliation>(sql`
    with held as (
      select count(*) as source_lines, count(*) filter (where c.outcome = 'S') as left_out, count(*) filter (where c.outcome in ('R', 'C')) as rejected,
             count(*) filter (where c.outcome in ('I', 'U', '=')) as source_count, count(*) filter (where c.outcome in ('U', '=')) as target_count,
             count(*) filter (where c.outcome = 'U') as different, ${sums}
        from (${checked}) c left join ${id(screen.table!.name)} t on t.organization_id = ${organizationId} and t.id = c.target)
    insert into integration_reconciliation as known (organization_id, run_id, integration, upload_id, file_name, target, control_field,
           source_lines, left_out, rejected, source_count, target_count, different, source_sum, target_sum, reconciled)
    select ${organizationId}, ${runId}, ${integration}, ${upload.id}, ${upload.file_name}, ${screen.plural}, ${control?.field.label ?? null},
           source_lines, left_out, rejected, source_count, target_count, different, source_sum, target_sum,
           rejected = 0 and different = 0 and source_count = target_count and source_sum is not distinct from target_sum
      from held
    on conflict (organization_id, upload_id) do update set at = now(), left_out = excluded.left_out, rejected = excluded.rejected,
       source_count = excluded.source_count, target_count = excluded.target_count, different = excluded.different,
       source_sum = excluded.source_sum, target_sum = excluded.target_sum, reconciled = excluded.reconciled
    returning file_name, source_lines, left_out, rejected, source_count, target_count, different, source_sum, target_sum, reconciled`)
  return found!
}
