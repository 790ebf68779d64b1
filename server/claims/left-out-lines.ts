import { rowsTable } from '../engine/upload/staging-table.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import { incoming } from './kinds.ts'
import { demandOpen } from './open-claims.ts'

/** An import that is being written, as far as what follows it depends on it. */
export interface WrittenImport {
  /** False while an import that was written is taken back. */
  readonly is_new: boolean
  readonly is_edi: boolean
  /** Whether every line of its file is written. */
  readonly is_whole: boolean
}

/** Reads how an import stands whose lines are just written or taken back. */
export async function readWrittenImport({ query }: Pick<Tx, 'query'>, uploadId: number): Promise<WrittenImport> {
  const [found] = await query<WrittenImport>(sql`
    select u.result is null as is_new, coalesce(u.encoding = 'EDI X12', false) as is_edi,
           coalesce((u.counts->>'rejected')::int, 0) + coalesce((u.counts->>'conflict')::int, 0)
             + coalesce((u.counts->>'skipped')::int, 0) = 0 as is_whole
      from upload u where u.id = ${uploadId}`)
  return found ?? { is_new: false, is_edi: false, is_whole: false }
}

/** Lines (`t`) that came by EDI and that the file of an import leaves out of the claims it names. */
function leftOutSql(organizationId: number, uploadId: number): Sql {
  const checked = rowsTable(uploadId)
  return sql`
    t.organization_id = ${organizationId} and t.edi_control is not null and t.upload_id is distinct from ${uploadId}
      and not exists (select from ${checked} r where r.target = t.id)
      and t.claim_number in (
        select n.claim_number from incoming_claim_line n
         where n.organization_id = ${organizationId} and (n.upload_id = ${uploadId} or n.id in (select r.target from ${checked} r)))`
}

/**
 * An 844 sends its claim whole: takes away the lines that an earlier one brought and this one leaves out, so that they come back when it is
 * taken back, and says which. Lines that came by hand or in a table are somebody's own and stay. WRONG_STATE for a claim that is not open.
 */
export async function dropLeftOut(
  tx: Pick<Tx, 'query'>,
  { organizationId, userId }: { readonly organizationId: number; readonly userId: number },
  uploadId: number,
): Promise<string[]> {
  const leftOut = leftOutSql(organizationId, uploadId)
  const found = await tx.query<{ claim_number: string; lines: string[] }>(sql`
    select t.claim_number, array_agg(t.line_no::text order by t.line_no) as lines from incoming_claim_line t where ${leftOut}
     group by t.claim_number order by t.claim_number`)
  const claims = found.map(({ claim_number: number }) => number)
  await demandOpen(tx, incoming, organizationId, claims)
  await tx.query(sql`
    with gone as (delete from incoming_claim_line t where ${leftOut} returning t.*)
    insert into history (organization_id, screen, record_id, user_id, operation, changes, upload_id)
    select t.organization_id, ${incoming.lines}, t.id, ${userId}::bigint, 'delete', jsonb_build_object('_row', to_jsonb(t)), ${uploadId}::bigint from gone t`)
  return found.map(
    ({ claim_number: number, lines }) =>
      `Claim ${number} was sent again without ${lines.length > 1 ? 'its lines' : 'its line'} ${lines.join(', ')}: removed.`,
  )
}
