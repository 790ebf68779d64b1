import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

/** How much a price list holds, and how far it is approved. */
export interface ListSummary {
  readonly price_list: string
  readonly description: string
  readonly currency: string
  readonly prices: number
  readonly materials: number
  readonly approved: number
  readonly waiting: number
  readonly new: number
  /** Days from and to which any of its prices holds; null: without an end, or no price yet. */
  readonly first_from: string | null
  readonly last_to: string | null
}

/** A row for each list of the organisation, or for the one that is named. */
export const summaryOfLists = (tx: Tx, organizationId: number, list: string | null): Promise<ListSummary[]> =>
  tx.query<ListSummary>(sql`
    select l.price_list, l.description, l.currency, count(d.id)::int as prices, count(distinct d.material_number)::int as materials,
           count(*) filter (where d.approval_status = 'approved')::int as approved,
           count(*) filter (where d.approval_status = 'submit_approval')::int as waiting,
           count(*) filter (where d.approval_status = 'new')::int as new,
           min(d.valid_from) as first_from, case when bool_or(d.valid_to is null) then null else max(d.valid_to) end as last_to
      from price_list_master l left join price_list_data d on d.organization_id = l.organization_id and d.price_list = l.price_list
     where l.organization_id = ${organizationId} and (${list}::text is null or l.price_list = ${list}::text)
     group by l.price_list, l.description, l.currency order by l.price_list`)
