import { sql, type Sql } from '../store/sql.ts'

/** The customer that a claimant's number, DEA number, HIN or GLN means, in the organisation of the line `l`; what was sent where it means none. */
export const claimantMeant = (sent: Sql): Sql => sql`
  coalesce((select c.customer_number from customer c where c.organization_id = l.organization_id
             and (c.customer_number = ${sent} or c.dea_number = ${sent} or c.hin = ${sent} or c.gln = ${sent})
           order by c.customer_number = ${sent} desc limit 1), ${sent})`

/** Whether what a line `l` names as its claimant is another one than `partner`; null where one of them is not known. */
export const isOtherClaimant = (partner: Sql): Sql =>
  sql`(l.claimant <> ${partner} and ${claimantMeant(sql`l.claimant`)} <> ${claimantMeant(partner)})`
