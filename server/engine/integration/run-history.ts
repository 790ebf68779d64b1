import type { Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'

/** A file of a run, what became of its lines, and whether source and records agreed. */
interface RunFile {
  readonly name: string
  readonly upload_id: number | null
  /** Why nothing of it was written. */
  readonly outcome: string | null
  readonly state: string | null
  readonly rows: number | null
  readonly counts: Readonly<Record<string, number>> | null
  readonly kept: boolean | null
  readonly reconciliation: Readonly<Record<string, unknown>> | null
}

export interface IntegrationRun {
  readonly id: number
  readonly number: number
  readonly name: string
  readonly status: string
  readonly started_by: string | null
  readonly started_at: string | null
  readonly seconds: string | null
  readonly message: string | null
  readonly inserted: number | null
  readonly updated: number | null
  readonly unchanged: number | null
  readonly rejected: number | null
  readonly files: readonly RunFile[]
}

/** The runs of an integration, the newest first, each with its files. */
export async function runsOfIntegration(
  tx: Tx,
  organizationId: number,
  integration: string,
  page: number,
  limit: number,
) {
  const records = await tx.query<IntegrationRun>(sql`
    select r.id, r.number, r.name, r.status, r.started_by, r.started_at, r.seconds, r.message, r.inserted, r.updated, r.unchanged, r.rejected,
           coalesce((
             select jsonb_agg(jsonb_build_object('name', f.name, 'upload_id', f.upload_id, 'outcome', f.outcome, 'state', u.state, 'rows', u.rows, 'counts', u.counts, 'kept', u.kept,
                      'reconciliation', (select to_jsonb(c) - 'organization_id' from integration_reconciliation c
                         where c.organization_id = f.organization_id and c.upload_id = f.upload_id)) order by f.name)
               from batch_job_file f left join upload u on u.organization_id = f.organization_id and u.id = f.upload_id
              where f.organization_id = r.organization_id and f.run_id = r.id), '[]') as files
      from batch_job_run r where r.organization_id = ${organizationId} and r.integration = ${integration}
     order by r.id desc limit ${limit} offset ${(page - 1) * limit}`)
  const [count] = await tx.query<{ total: number }>(
    sql`select count(*) as total from batch_job_run where organization_id = ${organizationId} and integration = ${integration}`,
  )
  return { records, total_record: count?.total ?? 0 }
}
