import { sql, type Sql } from '../store/sql.ts'
import { isOtherClaimant } from './claimant-meant.ts'
import type { ClaimKind } from './kinds.ts'

/** An identifier as people write it differently: ABC-0123 and abc123 are the same. */
export const plainId = (value: Sql): Sql =>
  sql`nullif(ltrim(upper(regexp_replace(${value}, '[^[:alnum:]]', '', 'g')), '0'), '')`

/** Which of `keys` (key, number, rank) each of `ids` (sought) means: the best rank decides; several of one rank are none. */
const meant = (ids: Sql, exact: Sql): Sql => sql`
  select f.sought, case when count(distinct f.number) = 1 then min(f.number) end as number, count(distinct f.number) > 1 as ambiguous
    from (
      select h.*, min(h.rank) over (partition by h.sought) as best
        from (
          select i.sought, k.number, k.rank from (${ids}) i join (${exact}) k on k.key = i.sought
          union all
          select i.sought, k.number, k.rank + 10 from (${ids}) i join (${exact}) k on ${plainId(sql`k.key`)} = ${plainId(sql`i.sought`)}
        ) h) f
   where f.rank = f.best group by f.sought`

const sought = (column: Sql): Sql => sql`select distinct ${column} as sought from sent where ${column} is not null`

const customerKeys = (organizationId: number): Sql => sql`
  select customer_number as key, customer_number as number, 1 as rank from customer where organization_id = ${organizationId}
  union all
  select unnest(array[dea_number, hin, gln]), customer_number, 2 from customer where organization_id = ${organizationId}`

const materialKeys = (organizationId: number): Sql => sql`
  select material_number as key, material_number as number, 1 as rank from material where organization_id = ${organizationId}
  union all
  select unnest(array[gtin, ndc]), material_number, 2 from material where organization_id = ${organizationId}`

const contractKeys = (organizationId: number): Sql => sql`
  select contract_number as key, contract_number as number, 1 as rank from contract where organization_id = ${organizationId}
  union all
  select external_number, contract_number, 2 from contract where organization_id = ${organizationId} and external_number is not null
  union all
  select external_contract, contract_number, 3 from contract_cross_reference where organization_id = ${organizationId}`

/** The payment of another system that names the claim or its debit memo and stands for no posting of ours; claims that come in only. */
const paidElsewhere = (kind: ClaimKind, organizationId: number): Sql =>
  kind.direction === 'incoming'
    ? sql`(
    select concat(e.source_system, ' ', e.external_document) from external_posting e
     where e.organization_id = ${organizationId} and e.payee = h.${kind.partner} and e.posting_type in ('Payment', 'Delta Payment') and e.amount > 0
       and e.posting_number is null and ${plainId(sql`e.claim_number`)} in (${plainId(sql`h.claim_number`)}, ${plainId(sql`h.debit_memo`)})
     order by e.id limit 1)`
    : sql`null::text`

/** The claims asked for (`asked`), with the settings of their application, and their lines (`sent`), with what their identifiers mean (`resolved`). */
export const resolvedParts = (kind: ClaimKind, organizationId: number, claims: readonly string[]): Sql => sql`
  asked as materialized (
    select h.claim_number, h.application_type, h.currency as claim_currency, h.${kind.partner} as partner, h.debit_memo as memo, h.claim_date as claimed_on,
           coalesce(c.tolerance_amount, 0.5) as tolerance_amount, coalesce(c.tolerance_percent, 1) as tolerance_percent,
           coalesce(c.price_tolerance, 2) as price_tolerance, coalesce(c.quantity_check, 'none') as quantity_check,
           coalesce(c.bought_within, 365)::int as bought_within, c.claim_within::int as claim_within,
           (select min(o.claim_number) from ${kind.header} o where o.organization_id = h.organization_id and o.${kind.partner} = h.${kind.partner}
               and o.debit_memo = h.debit_memo and o.claim_number <> h.claim_number and o.claim_status <> 'rejected') as memo_used, ${paidElsewhere(kind, organizationId)} as memo_paid, coalesce(c.checks, '[]') as checks
      from ${kind.header} h
      left join claim_configuration c on c.organization_id = h.organization_id and c.application_type = h.application_type
     where h.organization_id = ${organizationId} and h.claim_number = any(${claims}::text[])
  ), sent as materialized (
    select l.*, a.application_type, a.partner, a.memo, a.claimed_on, a.claim_currency,
           ${kind.direction === 'incoming' ? sql`case when ${isOtherClaimant(sql`a.partner`)} then l.claimant end` : sql`null::text`} as sent_by
      from ${kind.line} l join asked a on a.claim_number = l.claim_number
     where l.organization_id = ${organizationId}
  ), customer_meant as (${meant(sought(sql`customer_id`), customerKeys(organizationId))}
  ), material_meant as (${meant(sought(sql`material_id`), materialKeys(organizationId))}
  ), contract_meant as (${meant(sought(sql`contract_id`), contractKeys(organizationId))}
  ), resolved as materialized (
    select s.id, s.claim_number, s.line_no, s.contract_id, s.customer_id, s.material_id, s.invoice_number, ${plainId(sql`s.invoice_number`)} as plain_invoice, s.invoice_date, s.quantity,
           s.acquisition_price, s.contract_price, s.claimed_amount, coalesce(s.currency, 'EUR') as currency, s.decision, s.approved_amount,
           s.rejection_reason_code, s.application_type, s.partner, s.memo, s.claimed_on, s.claim_currency, s.sent_by,
           c.contract_number, coalesce(cm.ambiguous, false) and s.contract_number is null as contract_ambiguous, c.valid_from, c.valid_to,
           c.contract_status, coalesce(c.own_sales_only, false) and c.partner_type = 'customer' as own_only, c.partner_number, c.currency as contract_currency, c.data_source_type,
           s.sales_source, s.sales_line, s.sales_quantity,
           u.customer_number, coalesce(um.ambiguous, false) and s.customer_number is null as customer_ambiguous,
           m.material_number, coalesce(mm.ambiguous, false) and s.material_number is null as material_ambiguous,
           m.list_price, m.currency as price_currency, m.base_uom, coalesce(s.uom, m.base_uom) as uom
      from sent s
      left join contract_meant cm on cm.sought = s.contract_id
      left join customer_meant um on um.sought = s.customer_id
      left join material_meant mm on mm.sought = s.material_id
      left join contract c on c.organization_id = ${organizationId} and c.contract_number = coalesce(s.contract_number, cm.number)
      left join customer u on u.organization_id = ${organizationId}
       and u.customer_number = coalesce(s.customer_number, um.number, case when s.customer_id is null then ${kind.direction === 'incoming' ? sql`s.partner` : sql`null`} end)
      left join material m on m.organization_id = ${organizationId} and m.material_number = coalesce(s.material_number, mm.number)
  )`
