import { sourceTables } from '../calculation/source-tables.ts'
import type { DataSource } from '../calculation/terms.ts'
import type { Tx } from '../store/database.ts'
import { id, join, sql, type Sql } from '../store/sql.ts'
import type { Judging } from './judge-sql.ts'
import { plainId, resolvedParts } from './resolve-sql.ts'
import { inBaseUnit } from './units-sql.ts'

/** Whose document a line is, and who is meant by it, where its number alone does not say so. */
const identity: Readonly<Record<DataSource, { readonly owner: Sql; readonly fits: Sql }>> = {
  direct: { owner: sql`null`, fits: sql`s.customer_number = l.customer_number` },
  indirect: { owner: sql`s.distributor_number`, fits: sql`s.customer_number = l.customer_number` },
  purchase: {
    owner: sql`s.supplier_number`,
    fits: sql`s.supplier_number = coalesce(l.partner_number, l.partner) and (l.customer_number is null or s.customer_number is null or s.customer_number = l.customer_number)`,
  },
}

/**
 * Lines of one source of data that claimed lines may be about: the same invoice however it is written, material, customer and day. Were
 * invoices compared by `=`, every line of those days would be spelt out to be looked up by it.
 */
const candidates = (source: DataSource, { around, from, to }: Judging): Sql => sql`
  select l.id, l.quantity = s.quantity and l.uom = s.uom as is_same, abs(s.quantity) >= abs(l.quantity) as is_enough, ${source}::text as sales_source,
         concat_ws(' / ', ${identity[source].owner}, s.billing_doc_number, s.billing_doc_line) as sales_line, s.id as sale,
         concat_ws('|', ${source}::text, l.plain_invoice, l.material_number, l.customer_number, l.invoice_date, trim_scale(l.quantity), l.uom) as alike,
         ${inBaseUnit({ organizationId: around.organizationId, material: sql`s.material_number`, quantity: sql`s.quantity`, uom: sql`s.uom` })} as sales_quantity
    from resolved l
    join ${id('public', sourceTables[source])} s on s.billing_date = l.invoice_date and s.material_number = l.material_number
     and ${plainId(sql`s.billing_doc_number`)} is not distinct from l.plain_invoice and sign(s.quantity) = sign(l.quantity) and ${identity[source].fits}
   where l.plain_invoice is not null and coalesce(l.data_source_type, 'direct') = ${source} and s.organization_id = ${around.organizationId} and s.billing_date between ${from}::date and ${to}::date`

/**
 * Writes into the lines of claims which line of sales, indirect sales or purchases they are about: of several the one of the same quantity
 * that no other claim has, each claimed line its own as long as there are as many.
 */
export async function linkSales(tx: Pick<Tx, 'query'>, judging: Judging): Promise<void> {
  const { kind, around, claims, contracts } = judging
  const { organizationId } = around
  const sources = [...new Set(contracts.map((contract) => contract.data_source_type ?? 'direct'))]
  if (sources.length === 0) return
  await tx.query(sql`
    with ${resolvedParts(kind, organizationId, claims)},
         candidate as (${join(
           sources.map((source) => candidates(source, judging)),
           ' union all ',
         )}),
         taken as (
           select distinct o.sales_source, o.sales_line from ${kind.line} o
            where o.organization_id = ${organizationId} and o.line_status <> 'denied' and not o.claim_number = any(${claims}::text[])
              and (o.sales_source, o.sales_line) in (select c.sales_source, c.sales_line from candidate c)),
         free as (select c.*, t.sales_line is not null as is_taken from candidate c left join taken t using (sales_source, sales_line)),
         placed as (
           select f.*, dense_rank() over (partition by f.alike, f.is_same order by f.id) as claim_place,
                  dense_rank() over (partition by f.alike, f.is_same order by f.is_taken, f.sale) as sale_place
             from free f),
         chosen as (
           select distinct on (p.id) p.*
             from (select p.*, max(p.sale_place) over (partition by p.alike, p.is_same) as sales from placed p) p
            order by p.id, p.is_same desc, p.is_same and (p.claim_place - 1) % p.sales = p.sale_place - 1 desc, p.is_taken, p.is_enough desc, p.sale)
    update ${kind.line} t
       set sales_source = c.sales_source, sales_line = c.sales_line, sales_quantity = c.sales_quantity, row_version = t.row_version + 1
      from resolved r left join chosen c on c.id = r.id
     where t.organization_id = ${organizationId} and t.id = r.id
       and (t.sales_source, t.sales_line, t.sales_quantity) is distinct from (c.sales_source, c.sales_line, c.sales_quantity)`)
}
