import type { Screen } from '#src/definition'
import { fillPath } from '#src/definition'
import type { Tx } from '../store/database.ts'
import { id, join, raw, sql } from '../store/sql.ts'

interface People {
  readonly organizationId: number
  /** Who calculates and submits, and who decides. */
  readonly author: { readonly id: number; readonly email: string }
  readonly decider: { readonly id: number; readonly email: string }
}

/** Takes the postings of the demo through their approval: what was paid is in the ledger, the last quarter waits in parts. */
export async function approveDemo(tx: Tx, { organizationId, author, decider }: People): Promise<void> {
  await tx.query(sql`
    update financial_posting f set
           approval_status = s.status, status = case when s.is_posted then 'posted' else s.status end,
           submitted_by = case when s.status = 'new' then null else s.by end,
           submitted_at = case when s.status = 'new' then null else f.posting_date + time '09:20' end,
           decided_by = case when s.status in ('approved', 'rejected') then ${decider.email} end,
           decided_at = case when s.status in ('approved', 'rejected') then f.posting_date + interval '1 day' + time '14:05' end,
           approval_note = case s.status when 'rejected' then 'The price change of August is not in yet.' end,
           created_by = case s.by when ${decider.email} then ${decider.id}::bigint else f.created_by end,
           posted_by = case when s.is_posted then ${author.email} end,
           posted_at = case when s.is_posted then f.posting_date + interval '2 days' + time '07:30' end,
           external_reference = case when s.is_posted then concat('FI', lpad((490000 + f.id)::text, 8, '0')) end
      from (select p.id, case when p.posting_type in ('Payment', 'Delta Payment') and p.id % 7 = 3 then 'submit_approval'
                when p.posting_date < '2026-09-01' then 'approved' when p.id % 11 = 0 then 'rejected'
                when p.id % 3 = 0 then 'submit_approval' when p.id % 3 = 1 then 'approved' else 'new' end as status,
              case when p.id % 4 = 0 then ${decider.email} else ${author.email} end as by,
              p.posting_date < '2026-09-01' and not (p.posting_type in ('Payment', 'Delta Payment') and p.id % 7 in (3, 5)) as is_posted
         from financial_posting p where p.organization_id = ${organizationId}) s
     where f.organization_id = ${organizationId} and f.id = s.id`)
  await tx.query(sql`
    update incentive_override e set submitted_by = ${decider.email}, created_by = ${decider.id}::bigint
     where e.organization_id = ${organizationId} and e.approval_status = 'submit_approval' and e.id % 2 = 0`)
  await tx.query(sql`
    insert into approval_decision (organization_id, created_by, updated_by, screen, record_number, document_type, document, decision, decided_by, decided_at,
           amount, currency, status_after, note)
    select ${organizationId}, f.created_by, f.created_by, 'financial-posting', f.id, 'financial_posting', f.posting_number, d.decision, d.by, d.at,
           f.amount, f.currency, d.status_after, d.note
      from financial_posting f
     cross join lateral (values ('submit', f.submitted_by, f.submitted_at, 'submit_approval', null),
                                (case f.approval_status when 'rejected' then 'reject' else 'approve' end, f.decided_by, f.decided_at, f.approval_status, f.approval_note)
       ) d (decision, by, at, status_after, note)
     where f.organization_id = ${organizationId} and d.at is not null`)
}

/** One request in the inbox for everything of the demo that waits, for everybody but who submitted it. */
export async function requestDemo(
  tx: Tx,
  screens: readonly Screen[],
  { organizationId, author, decider }: People,
): Promise<void> {
  for (const screen of screens) {
    const { table, approval, form, title } = screen
    if (!table || !approval || !form) continue
    const column = (name: string | null) => (name === null ? sql`null` : raw(`t.${id(name).sql}`))
    const isField = (name: string | null) => screen.fields.some((field) => field.name === name)
    const key = join(
      table.key.map((name) => sql`${column(name)}::text`),
      ', ',
    )
    const about = [...(title === null || table.key.includes(title) ? [] : [title]), ...approval.about].map(
      (name) => sql`${column(name)}::text`,
    )
    const currency = isField(approval.currency) ? column(approval.currency) : sql`${approval.currency}::text`
    await tx.query(sql`
      insert into workflow_request (organization_id, created_by, updated_by, screen, record_number, document, document_type, description, address, application_type,
             amount, currency, submitted_by, submitted_at, status, level, waiting_for, approvers)
      select ${organizationId}, t.created_by, t.created_by, ${screen.name}, t.id, concat_ws(' ', ${key}), ${screen.label},
             left(concat_ws(', ', ${join(about.length > 0 ? about : [sql`null`], ', ')}), 200),
             replace(${fillPath(form.view, { id: '0' })}, '/0', concat('/', t.id)), ${column(approval.application)}, ${column(approval.amount)},
             ${currency}, t.submitted_by, t.submitted_at, 'open', t.approval_level, t.waiting_for,
             array_remove(array[${author.email}, ${decider.email}], t.submitted_by)
        from ${id(table.name)} t where t.organization_id = ${organizationId} and t.approval_status = 'submit_approval'
       order by t.submitted_at`)
  }
}
