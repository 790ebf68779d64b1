import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'

const isSent = sql`h.claim_status in ('submitted', 'approved', 'partially_approved', 'rejected')`

/** What an answer `r` reached of a claim `h` and of its line `l`; only 'line' counts. A claim that was paid keeps the answers it was paid by. */
const reachedSql = sql`
  case when l.id is null then 'nothing'
       when l.line_status = 'denied' then 'not_sent'
       when h.claim_status = 'paid' then case when l.accepted_amount = r.accepted_amount then 'line' else 'paid' end
       when not ${isSent} then 'not_sent'
       when r.supplier_number <> h.supplier_number then 'supplier'
       when r.currency <> h.currency then 'currency'
       when not r.accepted_amount between least(l.claimed_amount, 0) and greatest(l.claimed_amount, 0) then 'amount'
       else 'line' end`

/** Whether an answer `r` counts for a line `l`. */
const countsFor = sql`r.organization_id = l.organization_id and r.claim_number = l.claim_number and r.line_no = l.line_no and r.reached = 'line'`

const outcomeSql = sql`
  case when r.accepted_amount = l.claimed_amount then 'accepted' when r.accepted_amount = 0 then 'rejected'
       when l.id is not null then 'adjusted' else coalesce(r.outcome, 'accepted') end`

/**
 * Works out what answers of suppliers make of claims: each answer says what it reached and what became of it there, and the lines and
 * totals of claims that were sent say what the answers come to that are there now.
 */
export async function applyResponses(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  claims: readonly string[],
): Promise<void> {
  if (claims.length === 0) return
  const numbers = sql`${[...claims]}::text[]`
  await tx.query(sql`
    update claim_response t set currency = h.currency
      from outgoing_claim h
     where t.organization_id = ${organizationId} and t.claim_number = any(${numbers}) and t.currency is null
       and h.organization_id = t.organization_id and h.claim_number = t.claim_number`)
  await tx.query(sql`
    update claim_response t set reached = x.reached, outcome = x.outcome
      from (select r.id, ${reachedSql} as reached, ${outcomeSql} as outcome
              from claim_response r
              left join outgoing_claim h on h.organization_id = r.organization_id and h.claim_number = r.claim_number
              left join outgoing_claim_line l on l.organization_id = r.organization_id and l.claim_number = r.claim_number and l.line_no = r.line_no
             where r.organization_id = ${organizationId} and r.claim_number = any(${numbers})) x
     where t.organization_id = ${organizationId} and t.id = x.id and (t.reached is distinct from x.reached or t.outcome is distinct from x.outcome)`)
  await tx.query(sql`
    update outgoing_claim_line l
       set accepted_amount = x.accepted_amount, response_code = x.response_code, response_text = x.response_text, row_version = l.row_version + 1
      from (select l.id, r.accepted_amount, r.response_code, r.response_text
              from outgoing_claim_line l
              join outgoing_claim h on h.organization_id = l.organization_id and h.claim_number = l.claim_number and ${isSent}
              left join claim_response r on ${countsFor}
             where l.organization_id = ${organizationId} and l.claim_number = any(${numbers})) x
     where l.organization_id = ${organizationId} and l.id = x.id
       and (l.accepted_amount, l.response_code, l.response_text) is distinct from (x.accepted_amount, x.response_code, x.response_text)`)
  // One that was paid stays paid.
  const sent = sql`select h.claim_number from outgoing_claim h where h.organization_id = ${organizationId} and h.claim_number = any(${numbers}) and ${isSent}`
  await addUpAnswers(tx, organizationId, sql`l.claim_number in (${sent})`)
}

/** The claims that an import of answers wrote to, and those which it has left, taken back, with figures that no answer gives any more. */
export async function claimsOfImport(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  uploadId: number,
): Promise<readonly string[]> {
  const found = await tx.query<{ claim_number: string }>(sql`
    select r.claim_number from claim_response r where r.organization_id = ${organizationId} and r.upload_id = ${uploadId}
    union
    select l.claim_number from outgoing_claim_line l left join claim_response r on ${countsFor}
     where l.organization_id = ${organizationId} and l.accepted_amount is not null
       and (l.accepted_amount, l.response_code, l.response_text) is distinct from (r.accepted_amount, r.response_code, r.response_text)`)
  return found.map(({ claim_number: number }) => number)
}

/** Makes sure that no answer goes by which a claim was paid; WRONG_STATE with the first claim of such a one. */
export async function demandUnpaid(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  claims: readonly string[],
): Promise<void> {
  const [paid] = await tx.query<{ claim_number: string }>(sql`
    select h.claim_number from outgoing_claim h
     where h.organization_id = ${organizationId} and h.claim_number = any(${[...claims]}::text[]) and h.claim_status = 'paid'
     order by h.claim_number limit 1`)
  if (paid)
    throw new AppError('WRONG_STATE', {
      message: `Claim ${paid.claim_number} is paid: the answers it was paid by stay.`,
    })
}

/** Writes into sent claims, found by their lines (`l`), what suppliers accept of them and what was agreed in disputes; never more than was claimed. */
export async function addUpAnswers(tx: Pick<Tx, 'query'>, organizationId: number, which: Sql): Promise<void> {
  await tx.query(sql`
    update outgoing_claim h
       set approved_amount = case when s.answered = 0 and s.agreed = 0 then null else s.approved end, open_amount = s.claimed - s.approved,
           responded_at = case when s.answered > 0 then now() end, row_version = h.row_version + 1, supplier_reference = s.reference,
           claim_status = case when h.claim_status = 'paid' then 'paid' when s.answered < s.lines then 'submitted'
                               when s.approved = 0 then 'rejected' when s.approved < s.claimed then 'partially_approved' else 'approved' end
      from (
        select t.*, least(greatest(t.claimed, t.accepted), t.accepted + t.agreed) as approved
          from (
            select l.claim_number, count(*) as lines, count(l.accepted_amount) as answered, sum(l.claimed_amount) as claimed,
                   coalesce(sum(l.accepted_amount), 0) as accepted, max(r.response_number) as reference,
                   coalesce((select sum(d.agreed_amount) from claim_dispute d
                              where d.organization_id = ${organizationId} and d.claim_direction = 'outgoing' and d.status = 'accepted'
                                and d.claim_number = l.claim_number), 0) as agreed
              from outgoing_claim_line l
              left join claim_response r on ${countsFor}
             where l.organization_id = ${organizationId} and l.line_status <> 'denied' and ${which}
             group by l.claim_number) t) s
     where h.organization_id = ${organizationId} and h.claim_number = s.claim_number and (${isSent} or h.claim_status = 'paid')`)
}
