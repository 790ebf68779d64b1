import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import { claimantMeant } from './claimant-meant.ts'
import { addUpClaims } from './judge.ts'
import type { ClaimKind } from './kinds.ts'

const days = sql`coalesce((select c.pay_within from claim_configuration c where c.organization_id = l.organization_id and c.application_type = 'Supplier Chargeback'), 30)::int`

const insertIncoming = (organizationId: number, userId: number, which: Sql, kind: ClaimKind): Sql => sql`
  insert into incoming_claim (organization_id, created_by, updated_by, claim_number, application_type, claim_date, currency, claim_status, claimant,
         debit_memo, source, answer_by, edi_sender, edi_receiver, edi_control, disputed)
  select l.organization_id, ${userId}, ${userId}, l.claim_number, 'Supplier Chargeback', coalesce(max(l.claim_date), books_day(l.organization_id)), coalesce(max(l.currency), 'EUR'),
         'received', ${claimantMeant(sql`max(l.claimant)`)}, max(l.debit_memo), case when max(l.edi_control) is null then 'file' else 'edi' end,
         coalesce(max(l.claim_date), books_day(l.organization_id)) + ${days}, max(l.edi_sender), max(l.edi_receiver), max(l.edi_control), false
    from ${kind.line} l
   where l.organization_id = ${organizationId} and ${which} and not exists (
     select from incoming_claim h where h.organization_id = l.organization_id and h.claim_number = l.claim_number)
   group by l.organization_id, l.claim_number`

const insertOutgoing = (organizationId: number, userId: number, which: Sql, kind: ClaimKind): Sql => sql`
  insert into outgoing_claim (organization_id, created_by, updated_by, claim_number, application_type, claim_date, currency, claim_status, supplier_number, debit_memo, disputed)
  select l.organization_id, ${userId}, ${userId}, l.claim_number, 'Supplier Chargeback', coalesce(max(l.claim_date), books_day(l.organization_id)), coalesce(max(l.currency), 'EUR'),
         'draft', coalesce(max(l.supplier_number), (select max(c.partner_number) from contract c where c.organization_id = l.organization_id
           and c.partner_type = 'supplier' and c.contract_number = max(coalesce(l.contract_number, l.contract_id)))), max(l.debit_memo), false
    from ${kind.line} l
   where l.organization_id = ${organizationId} and ${which} and not exists (
     select from outgoing_claim h where h.organization_id = l.organization_id and h.claim_number = l.claim_number)
   group by l.organization_id, l.claim_number`

/** Makes the claims that lines (`l`) name and that are not there yet, and adds up all they name; lines of claims that were checked wait to be checked again. */
export async function gatherClaims(
  tx: Tx,
  kind: ClaimKind,
  { organizationId, userId }: { readonly organizationId: number; readonly userId: number },
  which: Sql,
): Promise<void> {
  const insert = kind.direction === 'incoming' ? insertIncoming : insertOutgoing
  await tx.query(insert(organizationId, userId, which, kind))
  if (kind.direction === 'incoming') await nameClaimants(tx, organizationId, which)
  const named = sql`h.claim_number in (select l.claim_number from ${kind.line} l where l.organization_id = ${organizationId} and ${which})`
  await tx.query(sql`
    update ${kind.header} h set claim_status = ${kind.direction === 'incoming' ? 'received' : 'draft'}, row_version = h.row_version + 1
     where h.organization_id = ${organizationId} and h.claim_status in ('validated', 'error', 'in_review') and ${named}`)
  await addUpClaims(tx, kind, organizationId, named)
}

/** Claims that did not say whose they are are those of whoever their lines name. */
async function nameClaimants({ query }: Pick<Tx, 'query'>, organizationId: number, which: Sql): Promise<void> {
  await query(sql`
    update incoming_claim h set claimant = s.claimant, row_version = h.row_version + 1
      from (select l.claim_number, ${claimantMeant(sql`max(l.claimant)`)} as claimant from incoming_claim_line l
             where l.organization_id = ${organizationId} and ${which} and l.claimant <> '' group by l.organization_id, l.claim_number) s
     where h.organization_id = ${organizationId} and h.claim_number = s.claim_number and h.claimant is null`)
}
