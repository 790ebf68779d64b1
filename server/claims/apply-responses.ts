import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'

const isSent = sql`h.claim_status in ('submitted', 'approved', 'partially_approved', 'rejected')`

/** Writes the answers of suppliers (`r`) into the lines of sent claims they are about, and into the claims what they come to; each answer says what it reached, and what became of it there. */
export async function applyResponses(tx: Pick<Tx, 'query'>, organizationId: number, which: Sql): Promise<void> {
  const answered = sql`select r.* from claim_response r where r.organization_id = ${organizationId} and ${which}`
  await tx.query(sql`
    update claim_response t set reached = x.reached, outcome = x.outcome
      from (select r.id, case when l.id is null then 'nothing' when ${isSent} then 'line' else 'not_sent' end as reached,
                   case when r.accepted_amount = l.claimed_amount then 'accepted' when r.accepted_amount = 0 then 'rejected' when l.id is not null then 'adjusted' else coalesce(r.outcome, 'accepted') end as outcome
              from (${answered}) r
              left join outgoing_claim h on h.organization_id = r.organization_id and h.claim_number = r.claim_number
              left join outgoing_claim_line l on l.organization_id = r.organization_id and l.claim_number = r.claim_number and l.line_no = r.line_no) x
     where t.organization_id = ${organizationId} and t.id = x.id and (t.reached is distinct from x.reached or t.outcome is distinct from x.outcome)`)
  await tx.query(sql`
    update outgoing_claim_line l
       set accepted_amount = r.accepted_amount, response_code = r.response_code, response_text = r.response_text, row_version = l.row_version + 1
      from (${answered}) r
     where l.organization_id = ${organizationId} and l.claim_number = r.claim_number and l.line_no = r.line_no and r.reached = 'line'`)
  await addUpAnswers(
    tx,
    organizationId,
    sql`l.claim_number in (select a.claim_number from (${answered}) a where a.reached = 'line')`,
  )
}

/** Writes into sent claims, found by their lines (`l`), what suppliers accept of them and what was agreed in disputes; never more than was claimed. */
export async function addUpAnswers(tx: Pick<Tx, 'query'>, organizationId: number, which: Sql): Promise<void> {
  await tx.query(sql`
    update outgoing_claim h
       set approved_amount = s.approved, open_amount = s.claimed - s.approved, responded_at = case when s.answered > 0 then now() else h.responded_at end, row_version = h.row_version + 1,
           supplier_reference = coalesce(s.reference, h.supplier_reference),
           claim_status = case when s.answered < s.lines then h.claim_status when s.approved = 0 then 'rejected'
                               when s.approved < s.claimed then 'partially_approved' else 'approved' end
      from (
        select t.*, least(greatest(t.claimed, t.accepted), t.accepted + coalesce((
                 select sum(d.agreed_amount) from claim_dispute d
                  where d.organization_id = ${organizationId} and d.claim_direction = 'outgoing' and d.status = 'accepted' and d.claim_number = t.claim_number), 0)) as approved
          from (
            select l.claim_number, count(*) as lines, count(l.accepted_amount) as answered, sum(l.claimed_amount) as claimed,
                   coalesce(sum(l.accepted_amount), 0) as accepted, max(r.response_number) as reference
              from outgoing_claim_line l
              left join claim_response r on r.organization_id = l.organization_id and r.claim_number = l.claim_number and r.line_no = l.line_no
             where l.organization_id = ${organizationId} and l.line_status <> 'denied' and ${which}
             group by l.claim_number) t) s
     where h.organization_id = ${organizationId} and h.claim_number = s.claim_number and (${isSent} or h.claim_status = 'paid')`)
}
