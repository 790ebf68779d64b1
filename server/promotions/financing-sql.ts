import { sql, type Sql } from '../store/sql.ts'

export interface FinancingAsked {
  readonly product_line?: string | undefined
  readonly country?: string | undefined
  readonly currency?: string | undefined
  readonly term_months?: number | undefined
  /** What holds on this day; whatever is there without one. */
  readonly on?: string | undefined
}

const fits = ({ product_line: line, country, currency, term_months: term, on }: FinancingAsked): Sql => sql`
  (${line ?? null}::text is null or c.product_line = ${line ?? null}) and (${country ?? null}::text is null or c.country = ${country ?? null})
  and (${currency ?? null}::text is null or c.currency = ${currency ?? null}) and (${term ?? null}::bigint is null or c.term_months = ${term ?? null})
  and (${on ?? null}::date is null or (c.valid_from <= ${on ?? null}::date and coalesce(c.valid_to, 'infinity') >= ${on ?? null}::date))`

/** Financing that stickers in use offer, beside what is offered all year for the same term. */
export const promotionalFinancing = (organizationId: number, asked: FinancingAsked): Sql => sql`
  select c.sticker_code, s.sticker_name, c.product_line, c.country, c.currency, c.term_months, c.customer_rate, c.standard_rate, c.buydown_cost_percent,
         c.origin, s.financed_percent, r.customer_rate as regular_rate, r.customer_rate - c.customer_rate as below_regular, c.valid_from, c.valid_to
    from promotion_finance_cost c
    join promotion_sticker s on s.organization_id = c.organization_id and s.sticker_code = c.sticker_code and s.archived is not true
    left join regular_offer r on r.organization_id = c.organization_id and r.product_line = c.product_line and r.country = c.country
              and r.currency = c.currency and r.term_months = c.term_months and r.valid_from <= c.valid_from and coalesce(r.valid_to, 'infinity') >= c.valid_from
   where c.organization_id = ${organizationId} and ${fits(asked)}
   order by c.product_line, c.country, c.sticker_code, c.term_months, c.valid_from`

/** What is offered all year, one row a line and country with its terms side by side; of several in time the one that began last. */
export const regularByTerm = (organizationId: number, asked: FinancingAsked): Sql => sql`
  with latest as (
    select distinct on (c.product_line, c.country, c.currency, c.term_months) c.* from regular_offer c
     where c.organization_id = ${organizationId} and ${fits(asked)}
     order by c.product_line, c.country, c.currency, c.term_months, c.valid_from desc
  )
  select c.product_line, c.country, c.currency, array_agg(c.term_months order by c.term_months) as terms,
         jsonb_object_agg(c.term_months, jsonb_build_object(
           'id', c.id, 'customer_rate', c.customer_rate::text, 'standard_rate', c.standard_rate::text, 'cost_percent', c.cost_percent::text,
           'down_payment_percent', c.down_payment_percent::text, 'valid_from', c.valid_from, 'valid_to', c.valid_to)) as offers,
         min(c.customer_rate) as lowest_rate
    from latest c group by c.product_line, c.country, c.currency order by c.product_line, c.country, c.currency`
