import type { Finding, RequestLimits, RequestLine } from '../domain/pricing/judge-request.ts'
import { judgeRequest } from '../domain/pricing/judge-request.ts'
import { AppError } from '../errors.ts'
import type { HookContext } from '../engine/hooks.ts'
import { json, sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>
type Asked = Pick<HookContext, 'tx' | 'caller'>

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** What is known about the lines of a request, in their order: the price in force for the customer, else the list price, and the cost, both in its currency. */
export async function knownLines({ tx, caller }: Asked, request: Values): Promise<(RequestLine & Values)[]> {
  const lines = (request['lines'] ?? []) as readonly Values[]
  if (lines.length === 0) return []
  const { organizationId } = caller
  // Agreements of the customer itself, and those of customers above it that are for everything below them.
  const concerns = sql`c.organization_id = ${organizationId} and exists (
               select from above a where a.customer_number = c.customer_number and (a.distance = 0 or c.customer_hierarchy))`
  const found = await tx.query<{
    list: string | null
    agreed: string | null
    cost: string | null
    agreements: string[]
    reason: RequestLine['reason']
    is_known: boolean
  }>(sql`
    with recursive above (customer_number, distance) as (
      select ${text(request['customer_number'])}::text, 0
      union all
      select k.parent_customer, a.distance + 1 from above a
        join customer k on k.organization_id = ${organizationId} and k.customer_number = a.customer_number
       where k.parent_customer is not null and a.distance < 20)
    select case when m.currency is null or m.currency = ${text(request['currency'])} then m.list_price end::text as list,
           case when m.currency is null or m.currency = ${text(request['currency'])} then m.standard_cost end::text as cost,
           (select p.price::text from pricing_contract c
              cross join lateral jsonb_to_recordset(c.lines) p (material_number text, quantity_from numeric, price numeric, valid_from date, valid_to date)
             where ${concerns} and c.contract_status = 'Active'
               and c.approval_status = 'approved' and c.currency = ${text(request['currency'])} and p.material_number = l.material_number
               and coalesce(p.quantity_from, 0) <= l.quantity
               and ${text(request['valid_from'])}::date between coalesce(p.valid_from, c.valid_from) and coalesce(p.valid_to, c.valid_to)
             order by (c.customer_number = ${text(request['customer_number'])}) desc, coalesce(p.quantity_from, 0) desc, p.price limit 1) as agreed,
           array(select distinct c.contract_number from pricing_contract c
              cross join lateral jsonb_to_recordset(c.lines) p (material_number text, valid_from date, valid_to date)
             where ${concerns} and c.contract_status in ('Draft', 'Active') and c.approval_status <> 'rejected' and p.material_number = l.material_number
               and coalesce(p.valid_from, c.valid_from) <= ${text(request['valid_to'])}::date
               and coalesce(p.valid_to, c.valid_to) >= ${text(request['valid_from'])}::date order by 1)::text[] as agreements,
           case when r.status is distinct from 'active' then 'inactive' when r.needs_note and coalesce(trim(l.note), '') = '' then 'without note'
                else 'known' end as reason, m.id is not null as is_known
      from rows from (jsonb_to_recordset(${json(lines)}) as (material_number text, quantity numeric, reason_code text, note text)) with ordinality
             as l (material_number, quantity, reason_code, note, place)
      left join material m on m.organization_id = ${organizationId} and m.material_number = l.material_number
      left join price_reason_code r on r.organization_id = ${organizationId} and r.reason_code = l.reason_code
     order by l.place`)
  return lines.map((line, at) => {
    const { list, agreed, ...known } = found[at]!
    return {
      ...line,
      line: at + 1,
      material_number: String(line['material_number']),
      quantity: text(line['quantity']),
      current_price: text(line['current_price']) ?? agreed ?? list,
      requested_price: text(line['requested_price']),
      ...known,
    }
  })
}

/** The type of a request as its limits are now; WRONG_STATE where it is not in use any more. */
export async function limitsOf(
  { tx, caller }: Asked,
  request: Values,
): Promise<
  RequestLimits & {
    readonly exception_role: string | null
    readonly contract_status: string
    readonly contract_type: string
  }
> {
  const [type] = await tx.query<
    RequestLimits & { exception_role: string | null; contract_status: string; contract_type: string }
  >(sql`
    select t.max_discount_percent::text, t.min_margin_percent::text, t.beyond_limits, t.below_cost, t.overlap, t.max_days, t.exception_role, t.contract_status, t.contract_type
      from price_request_type t
     where t.organization_id = ${caller.organizationId} and t.request_type = ${text(request['request_type'])} and t.status = 'active'`)
  if (!type)
    throw new AppError('WRONG_STATE', {
      message: `The type ${String(request['request_type'])} is not in use any more.`,
    })
  return type
}

const day = 86_400_000

/** What the check of a request finds now. */
export async function findingsOf(asked: Asked, request: Values): Promise<Finding[]> {
  const span = Date.parse(String(request['valid_to'])) - Date.parse(String(request['valid_from']))
  const lines = await knownLines(asked, request)
  return judgeRequest(await limitsOf(asked, request), { days: Math.round(span / day) + 1, lines })
}
