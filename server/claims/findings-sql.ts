import { sql, type Sql } from '../store/sql.ts'
import type { ClaimKind } from './kinds.ts'
import { toldNumber } from '../calculation/told-number.ts'

const number = toldNumber

const percent = (value: Sql): Sql => sql`${number(value)}, ' %'`

/** By how much a claimed amount may differ from the calculated one. */
const tolerated = sql`greatest(l.tolerance_amount, l.tolerance_percent * 0.01 * abs(l.claimed_amount))`

const missing = sql`
  nullif(concat_ws(', ', case when l.invoice_number is null then 'the invoice' end, case when l.invoice_date is null then 'the day of sale' end,
    case when coalesce(l.quantity, 0) = 0 then 'the quantity' end,
    case when l.contract_id is null and l.contract_number is null then 'the contract' end,
    case when l.material_id is null and l.material_number is null then 'the product' end), '')`

const unknown = (what: string, id: Sql, number: Sql, ambiguous: Sql): Sql => sql`
  case when ${id} is null or ${number} is not null then null
       when ${ambiguous} then concat(${`Several ${what}s may be meant by `}::text, ${id}, ': choose one')
       else concat(${`No ${what} is known under `}::text, ${id}) end`

const difference = sql`(l.acquisition_price - l.contract_price) * l.quantity`

const prices = sql`
  case when l.contract_price > l.acquisition_price then 'The contract price is above the acquisition price'
       when l.list_price > 0 and l.price_currency = l.currency
        and abs(l.acquisition_price - l.list_price) > l.price_tolerance * 0.01 * l.list_price
       then concat('The acquisition price ', ${number(sql`l.acquisition_price`)}, ' differs from the list price ', ${number(sql`l.list_price`)}, ' by more than ', ${percent(sql`l.price_tolerance`)})
       when abs(${difference} - l.claimed_amount) > ${tolerated}
       then concat('The prices give ', ${number(difference)}, ', but ', ${number(sql`l.claimed_amount`)}, ' is claimed') end`

/** What other claims, which are decided or waiting, take of the same thing. */
const takenElsewhere = (kind: ClaimKind, organizationId: number, same: Sql): Sql => sql`
  (select coalesce(sum(o.quantity), 0) from ${kind.line} o
    where o.organization_id = ${organizationId} and o.line_status <> 'denied' and o.material_number = l.material_number
      and not o.claim_number in (select a.claim_number from asked a) and ${same})`

const quantities = (kind: ClaimKind, organizationId: number): Sql => sql`
  case when l.quantity <= 0 or l.material_number is null or l.quantity_check = 'none' then null
       else (select case when q.sold < q.claimed then concat(${number(sql`q.claimed`)}, ' claimed in all, but ', ${number(sql`q.sold`)},
                      case l.quantity_check when 'invoice' then concat(' sold on invoice ', l.invoice_number) else concat(' bought by ', l.partner, ' in ', l.bought_within, ' days') end) end
               from (select case l.quantity_check
                       when 'invoice' then (select coalesce(sum(s.quantity), 0) from public.sales_data s where s.organization_id = ${organizationId}
                         and s.billing_doc_number = l.invoice_number and s.material_number = l.material_number)
                       else (select coalesce(sum(s.quantity), 0) from public.sales_data s where s.organization_id = ${organizationId}
                         and s.customer_number = l.partner and s.material_number = l.material_number
                         and s.billing_date between l.invoice_date - l.bought_within and l.invoice_date) end as sold,
                     case l.quantity_check
                       when 'invoice' then l.on_invoice + ${takenElsewhere(kind, organizationId, sql`o.invoice_number = l.invoice_number`)}
                       else l.by_partner + ${takenElsewhere(
                         kind,
                         organizationId,
                         sql`o.invoice_date between l.invoice_date - l.bought_within and l.invoice_date and exists (
                           select from ${kind.header} h where h.organization_id = o.organization_id and h.claim_number = o.claim_number and h.${kind.partner} = l.partner)`,
                       )} end as claimed) q) end`

const ofSale = sql`case when l.is_sale then concat(': of ', l.sales_line, ' only ', ${number(sql`abs(l.sales_quantity)`)}, ' ', l.base_uom, ' were sold') end`

/** What each check says of the line `l`: check_name and message, a row for each that it does not pass. */
export const findingsSql = (kind: ClaimKind, organizationId: number): Sql => sql`
  select v.check_name, v.message from (values
    ('structure', nullif(concat_ws(E'\\n', 'There is nothing about ' || ${missing},
                    'The line came from ' || l.sent_by || ', but the claim is of ' || l.partner,
                    case when l.currency <> l.claim_currency and l.currency is not distinct from coalesce(l.contract_currency, l.currency)
                         then concat('The line is in ', l.currency, ', but its claim is in ', l.claim_currency) end), '')),
    ('debit_memo', case when l.memo is null and ${kind.direction === 'incoming'} then 'The claim has no debit memo'
                        when l.memo_paid is not null then 'It was paid already: ' || l.memo_paid
                        else 'The debit memo ' || l.memo || ' stands on claim ' || l.memo_used end),
    ('customer', ${unknown('customer', sql`l.customer_id`, sql`l.customer_number`, sql`l.customer_ambiguous`)}),
    ('contract', case when l.contract_number is null then ${unknown('contract', sql`l.contract_id`, sql`l.contract_number`, sql`l.contract_ambiguous`)}
                      when not l.contract_status in ('Active', 'Expired') then concat('Contract ', l.contract_number, ' is ', lower(l.contract_status))
                      when l.currency <> l.contract_currency then concat('Claimed in ', l.currency, ', but contract ', l.contract_number, ' pays in ', l.contract_currency) end),
    ('date', case when not l.invoice_date between l.valid_from and l.valid_to
                  then concat('Contract ', l.contract_number, ' holds from ', l.valid_from, ' to ', l.valid_to, ', not on ', l.invoice_date) end),
    ('late', case when l.claimed_on - l.invoice_date > l.claim_within
                  then concat('Claimed ', l.claimed_on - l.invoice_date, ' days after the sale; ', l.claim_within, ' are allowed') end),
    ('covered', case when l.contract_number is not null and l.customer_number is not null and l.invoice_date between l.valid_from and l.valid_to and not l.is_covered
                     then concat('Customer ', l.customer_number, ' is not covered by contract ', l.contract_number) end),
    ('product', ${unknown('material', sql`l.material_id`, sql`l.material_number`, sql`l.material_ambiguous`)}),
    ('product_covered', case when l.material_number is not null and l.is_covered and l.invoice_date between l.valid_from and l.valid_to and not l.fits
                             then concat('Material ', l.material_number, ' is not covered by contract ', l.contract_number, ' for this customer') end),
    ('price', ${prices}),
    ('uom', case when l.material_number is null then null
                 when l.uom <> l.base_uom and not exists (select from material_uom u where u.organization_id = ${organizationId}
                       and u.material_number = l.material_number and u.uom = l.uom) then concat('Material ', l.material_number, ' has no unit ', l.uom)
                 when l.faulty then 'A unit factor, a cost or a rate of exchange is missing for the calculation' end),
    ('quantity', ${quantities(kind, organizationId)}),
    ('amount', case when l.fits and not l.faulty and abs(l.claimed_amount - l.calculated) > ${tolerated}
                    then concat(${number(sql`l.claimed_amount`)}, ' claimed, ', ${number(sql`l.calculated`)}, ' calculated; the difference of ',
                      ${number(sql`l.claimed_amount - l.calculated`)}, ' is more than the tolerated ', ${number(tolerated)}) end),
    ('duplicate', case when l.is_same then concat('Claimed before in ', l.claimed_in, ${ofSale}) end),
    ('near_duplicate', case when not l.is_same and l.is_sale then concat('Claimed under another contract in ', l.claimed_in, ${ofSale})
                            when not l.is_same then concat('Much like ', l.claimed_in) end)
  ) as v(check_name, message) where v.message <> ''`
